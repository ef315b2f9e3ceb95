// Package perview keeps what is prepared of a schema.View for as long as the view is in use, within a
// bound on memory.
package perview

import (
	"runtime"
	"sync"
	"weak"

	"github.com/asksql/asksql/internal/lru"
	"github.com/asksql/asksql/schema"
)

// A Cache holds what was prepared for views until the view is gone, or until others need the room:
// then the one that was not used for longest is prepared anew when it is asked for. It is safe for
// concurrent use.
type Cache[T any] struct {
	prepare func(*schema.View) T
	size    func(T) int

	mu   sync.Mutex
	kept *lru.Cache[weak.Pointer[schema.View], *entry[T]]
}

type entry[T any] struct {
	view  weak.Pointer[schema.View]
	ready func() (value T, bytes int) // prepares at the first call
	known bool                        // how many bytes it takes
	gone  runtime.Cleanup             // drops the entry when the view is gone
}

// New returns a Cache of at most maxBytes, or of one value that is larger. What prepare returns must
// not hold the view, or neither would ever be collected. size says about how many bytes a value
// takes, at least 1.
func New[T any](maxBytes int, prepare func(*schema.View) T, size func(T) int) *Cache[T] {
	return &Cache[T]{
		prepare: prepare, size: size,
		// Without Stop a view that is prepared again and again would collect cleanups.
		kept: lru.New[weak.Pointer[schema.View]](maxBytes, func(e *entry[T]) { e.gone.Stop() }),
	}
}

// Get returns what is prepared for the view. Calls for one view that come together share the work.
func (c *Cache[T]) Get(view *schema.View) T {
	e := c.find(view)
	value, bytes := e.ready()
	c.weigh(e, bytes)
	runtime.KeepAlive(view)
	return value
}

func (c *Cache[T]) find(view *schema.View) *entry[T] {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := weak.Make(view)
	if e, ok := c.kept.Get(key); ok {
		return e
	}
	// The function must not hold the view beyond its first call, or it would never be collected.
	e := &entry[T]{view: key, ready: sync.OnceValues(func() (T, int) {
		value := c.prepare(key.Value())
		return value, c.size(value)
	})}
	e.gone = runtime.AddCleanup(view, c.drop, key)
	c.kept.Add(key, e, 0) // until it is known
	return e
}

// weigh takes note of the size of an entry that was prepared, and makes room for it.
func (c *Cache[T]) weigh(e *entry[T], bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now, ok := c.kept.Get(e.view); ok && now == e && !e.known {
		e.known = true
		c.kept.Weigh(e.view, bytes)
	}
}

// drop forgets a view that nobody has any more.
func (c *Cache[T]) drop(key weak.Pointer[schema.View]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Remove(key)
}
