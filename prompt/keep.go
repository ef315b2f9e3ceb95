package prompt

import (
	"container/list"
	"runtime"
	"sync"
	"weak"

	"github.com/asksql/asksql/schema"
)

// maxKeptBytes is how much memory a Builder takes for what it prepared. An index of 10,000 tables
// takes about a tenth of it.
const maxKeptBytes = 64 << 20

// A keep holds what was prepared for views until the view is gone, or until others need the room:
// then the one that was not used for longest is prepared anew when it is asked for.
type keep struct {
	prepare  func(*schema.View) *prepared
	maxBytes int

	mu      sync.Mutex
	bytes   int
	entries map[weak.Pointer[schema.View]]*list.Element // of *entry
	recent  *list.List                                  // the entries, the last used first
}

type entry struct {
	view  weak.Pointer[schema.View]
	ready func() *prepared // prepares at the first call
	bytes int              // 0 as long as it is not known
}

func newKeep(maxBytes int, prepare func(*schema.View) *prepared) *keep {
	return &keep{prepare: prepare, maxBytes: maxBytes, entries: map[weak.Pointer[schema.View]]*list.Element{}, recent: list.New()}
}

// get returns what is prepared for the view. Calls for one view that come together share the work.
func (k *keep) get(view *schema.View) *prepared {
	e := k.find(view)
	ready := e.ready()
	k.weigh(e, ready.bytes())
	runtime.KeepAlive(view)
	return ready
}

func (k *keep) find(view *schema.View) *entry {
	k.mu.Lock()
	defer k.mu.Unlock()
	key := weak.Make(view)
	if element, ok := k.entries[key]; ok {
		k.recent.MoveToFront(element)
		return element.Value.(*entry)
	}
	// The function must not hold the view beyond its first call, or it would never be collected.
	e := &entry{view: key, ready: sync.OnceValue(func() *prepared { return k.prepare(key.Value()) })}
	k.entries[key] = k.recent.PushFront(e)
	runtime.AddCleanup(view, k.drop, key)
	return e
}

// weigh takes note of the size of an entry that was prepared, and makes room for it.
func (k *keep) weigh(e *entry, bytes int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	element, ok := k.entries[e.view]
	if !ok || element.Value.(*entry) != e || e.bytes != 0 {
		return
	}
	e.bytes = bytes
	k.bytes += bytes
	for k.bytes > k.maxBytes && k.recent.Len() > 1 {
		k.remove(k.recent.Back())
	}
}

// drop forgets a view that nobody has any more.
func (k *keep) drop(key weak.Pointer[schema.View]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if element, ok := k.entries[key]; ok {
		k.remove(element)
	}
}

func (k *keep) remove(element *list.Element) {
	e := k.recent.Remove(element).(*entry)
	delete(k.entries, e.view)
	k.bytes -= e.bytes
}
