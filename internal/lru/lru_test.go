package lru_test

import (
	"slices"
	"testing"

	"github.com/asksql/asksql/internal/lru"
)

func TestCache(t *testing.T) {
	var gone []string
	c := lru.New[int](100, func(v string) { gone = append(gone, v) })
	c.Add(1, "a", 40)
	c.Add(2, "b", 40)
	if v, ok := c.Get(1); !ok || v != "a" {
		t.Errorf("Get(1) = %q, %v", v, ok)
	}
	c.Add(3, "c", 40) // b was not used for longest
	if _, ok := c.Get(2); ok || !slices.Equal(gone, []string{"b"}) {
		t.Errorf("%q went, want b", gone)
	}
	c.Weigh(3, 70) // now a
	c.Weigh(2, 70) // is not there
	if _, ok := c.Get(1); ok || !slices.Equal(gone, []string{"b", "a"}) {
		t.Errorf("%q went, want b and a", gone)
	}
	c.Add(4, "d", 1000) // too large, and the last
	if v, ok := c.Get(4); !ok || v != "d" || !slices.Equal(gone, []string{"b", "a", "c"}) {
		t.Errorf("Get(4) = %q, %v; %q went", v, ok, gone)
	}
	c.Remove(4)
	c.Remove(4)
	c.Add(5, "e", 100) // all of the room is there again
	c.Add(6, "f", 0)
	if _, ok := c.Get(5); !ok || len(gone) != 4 {
		t.Errorf("%q went, want four", gone)
	}
}
