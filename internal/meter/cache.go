package meter

import "sync"

// maxLabels is how many names and values of labels a series has at the most.
const maxLabels = 8

// A series is a metric with its labels, names and values in turn.
type series struct {
	metric string
	labels [maxLabels]string
}

// A cache finds a series without writing its name out, which costs more than all else about a metric. It grows no
// further than the metrics do: no label has a value that somebody outside decides.
type cache[T any] struct {
	mu  *sync.RWMutex
	all map[series]*T
}

func newCache[T any]() cache[T] { return cache[T]{new(sync.RWMutex), map[series]*T{}} }

// get returns a series, which make makes of its name where it is new.
func (c cache[T]) get(metric string, labels []string, make func(name string) *T) *T {
	key := series{metric: metric}
	copy(key.labels[:], labels)
	c.mu.RLock()
	found := c.all[key]
	c.mu.RUnlock()
	if found != nil {
		return found
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all[key] = make(name(metric, labels...))
	return c.all[key]
}
