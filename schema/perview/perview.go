// Package perview keeps what is prepared of a schema.View for as long as the view is in use, within a
// bound on memory.
package perview

import (
	"container/list"
	"runtime"
	"sync"
	"weak"

	"github.com/asksql/asksql/schema"
)

// A Cache holds what was prepared for views until the view is gone, or until others need the room:
// then the one that was not used for longest is prepared anew when it is asked for. It is safe for
// concurrent use.
type Cache[T any] struct {
	prepare  func(*schema.View) T
	size     func(T) int
	maxBytes int

	mu      sync.Mutex
	bytes   int
	entries map[weak.Pointer[schema.View]]*list.Element // of *entry[T]
	recent  *list.List                                  // the entries, the last used first
}

type entry[T any] struct {
	view  weak.Pointer[schema.View]
	ready func() (value T, bytes int) // prepares at the first call
	bytes int                         // 0 as long as it is not known
	gone  runtime.Cleanup             // drops the entry when the view is gone
}

// New returns a Cache of at most maxBytes, or of one value that is larger. What prepare returns must
// not hold the view, or neither would ever be collected. size says about how many bytes a value
// takes, at least 1.
func New[T any](maxBytes int, prepare func(*schema.View) T, size func(T) int) *Cache[T] {
	return &Cache[T]{
		prepare: prepare, size: size, maxBytes: maxBytes,
		entries: map[weak.Pointer[schema.View]]*list.Element{}, recent: list.New(),
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
	if element, ok := c.entries[key]; ok {
		c.recent.MoveToFront(element)
		return element.Value.(*entry[T])
	}
	// The function must not hold the view beyond its first call, or it would never be collected.
	e := &entry[T]{view: key, ready: sync.OnceValues(func() (T, int) {
		value := c.prepare(key.Value())
		return value, c.size(value)
	})}
	c.entries[key] = c.recent.PushFront(e)
	e.gone = runtime.AddCleanup(view, c.drop, key)
	return e
}

// weigh takes note of the size of an entry that was prepared, and makes room for it.
func (c *Cache[T]) weigh(e *entry[T], bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.entries[e.view]
	if !ok || element.Value.(*entry[T]) != e || e.bytes != 0 {
		return
	}
	e.bytes = bytes
	c.bytes += bytes
	for c.bytes > c.maxBytes && c.recent.Len() > 1 {
		c.remove(c.recent.Back())
	}
}

// drop forgets a view that nobody has any more.
func (c *Cache[T]) drop(key weak.Pointer[schema.View]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		c.remove(element)
	}
}

func (c *Cache[T]) remove(element *list.Element) {
	e := c.recent.Remove(element).(*entry[T])
	delete(c.entries, e.view)
	c.bytes -= e.bytes
	e.gone.Stop() // or a view that is prepared again and again would collect them
}
