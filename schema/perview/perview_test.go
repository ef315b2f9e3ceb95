package perview

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asksql/asksql/schema"
)

// hundred says that a value takes 100 bytes.
func hundred(string) int { return 100 }

func anyView(t *testing.T, name string) *schema.View {
	t.Helper()
	artifact, err := schema.Decoder{}.Decode(fmt.Appendf(nil, `{"version":1,"schemaId":%q,"tables":[{"name":"t","columns":[{"name":"c"}]}]}`, name))
	if err != nil {
		t.Fatal(err)
	}
	return artifact.View(schema.Policy{})
}

// TestCacheIsBounded: what was not used for longest makes room, and the last one stays whatever it
// takes.
func TestCacheIsBounded(t *testing.T) {
	var order []string
	c := New(250, func(v *schema.View) string {
		order = append(order, v.SchemaID())
		return v.SchemaID()
	}, hundred)
	x, y, z := anyView(t, "x"), anyView(t, "y"), anyView(t, "z")
	for _, v := range []*schema.View{x, y, x, z, x, y, y} {
		if got := c.Get(v); got != v.SchemaID() {
			t.Errorf("Get(%s) = %s", v.SchemaID(), got)
		}
	}
	if got := strings.Join(order, ""); got != "xyzy" {
		t.Errorf("prepared %s, want xyzy: y made room for z", got)
	}
	small := New(50, (*schema.View).SchemaID, hundred)
	small.Get(x)
	small.Get(y)
	if n, bytes := small.kept.Len(), small.kept.Bytes(); n != 1 || bytes != 100 {
		t.Errorf("%d entries of %d bytes are kept, want the last", n, bytes)
	}
	runtime.KeepAlive([]*schema.View{x, y, z})
}

// TestCachePreparesOnce: calls that come together share the work.
func TestCachePreparesOnce(t *testing.T) {
	var calls atomic.Int32
	c := New(1000, func(*schema.View) string {
		calls.Add(1)
		return ""
	}, hundred)
	v := anyView(t, "v")
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() { c.Get(v) })
	}
	group.Wait()
	if n := calls.Load(); n != 1 || c.kept.Bytes() != 100 {
		t.Errorf("prepared %d times, %d bytes", n, c.kept.Bytes())
	}
}

// TestCacheWeighsOnce: a value is weighed when it is prepared, not each time that it is asked for.
func TestCacheWeighsOnce(t *testing.T) {
	weighed := 0
	c := New(1000, (*schema.View).SchemaID, func(string) int { weighed++; return 100 })
	v := anyView(t, "v")
	for range 5 {
		c.Get(v)
	}
	if weighed != 1 {
		t.Errorf("weighed %d times", weighed)
	}
	runtime.KeepAlive(v)
}

// TestCacheForgetsWholly: views that make room for each other leave nothing behind.
func TestCacheForgetsWholly(t *testing.T) {
	c := New(1, (*schema.View).SchemaID, hundred)
	x, y := anyView(t, "x"), anyView(t, "y")
	turns := func(n int) uint64 {
		for range n {
			c.Get(x)
			c.Get(y)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := turns(100)
	if after := turns(20_000); after > before+512<<10 {
		t.Errorf("20,000 turns leave %d bytes behind", after-before)
	}
	runtime.KeepAlive([]*schema.View{x, y})
}

// TestCacheLetsViewsGo: an entry goes with its view.
func TestCacheLetsViewsGo(t *testing.T) {
	c := New(1000, (*schema.View).SchemaID, hundred)
	c.Get(anyView(t, "gone"))
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		runtime.GC() // cleanups run some time after it
		c.mu.Lock()
		left, bytes := c.kept.Len(), c.kept.Bytes()
		c.mu.Unlock()
		if left == 0 && bytes == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d entries of %d bytes are left, and nobody has their views", left, bytes)
		}
	}
}
