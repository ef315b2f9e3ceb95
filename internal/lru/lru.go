// Package lru keeps values within a bound on memory: those that were used last.
package lru

import "container/list"

// A Cache holds values by their keys. When they take more than its bound, those go that were not used for
// longest, but never the last one. It is not safe for concurrent use.
type Cache[K comparable, V any] struct {
	maxBytes, bytes int
	entries         map[K]*list.Element // of *entry[K, V]
	recent          *list.List          // the entries, the last used first
	removed         func(V)
}

type entry[K comparable, V any] struct {
	key   K
	value V
	bytes int
}

// New returns a Cache of about maxBytes. removed, if it is not nil, is told of every value that goes.
func New[K comparable, V any](maxBytes int, removed func(V)) *Cache[K, V] {
	if removed == nil {
		removed = func(V) {}
	}
	return &Cache[K, V]{maxBytes: maxBytes, entries: map[K]*list.Element{}, recent: list.New(), removed: removed}
}

// Len returns how many values there are.
func (c *Cache[K, V]) Len() int { return c.recent.Len() }

// Bytes returns how much they take together.
func (c *Cache[K, V]) Bytes() int { return c.bytes }

// Get returns the value of the key, which thereby is the last used, and whether there is one.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	element, ok := c.entries[key]
	if !ok {
		return value, false
	}
	c.recent.MoveToFront(element)
	return element.Value.(*entry[K, V]).value, true
}

// Add keeps a value under a key that has none, as one of so many bytes, and makes room for it.
func (c *Cache[K, V]) Add(key K, value V, bytes int) {
	c.entries[key] = c.recent.PushFront(&entry[K, V]{key, value, 0})
	c.Weigh(key, bytes)
}

// Weigh says that the value of the key takes so many bytes, and makes room for it. Without one it has no
// effect.
func (c *Cache[K, V]) Weigh(key K, bytes int) {
	element, ok := c.entries[key]
	if !ok {
		return
	}
	e := element.Value.(*entry[K, V])
	c.bytes += bytes - e.bytes
	e.bytes = bytes
	for c.bytes > c.maxBytes && c.recent.Len() > 1 {
		c.Remove(c.recent.Back().Value.(*entry[K, V]).key)
	}
}

// Remove forgets the value of the key, if there is one.
func (c *Cache[K, V]) Remove(key K) {
	element, ok := c.entries[key]
	if !ok {
		return
	}
	e := c.recent.Remove(element).(*entry[K, V])
	delete(c.entries, key)
	c.bytes -= e.bytes
	c.removed(e.value)
}
