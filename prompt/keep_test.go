package prompt

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/asksql/asksql/prompt/internal/lexical"
	"github.com/asksql/asksql/schema"
)

// hundred is something prepared that takes about 100 bytes.
func hundred() *prepared {
	none := &shelf{index: lexical.New(nil)}
	return &prepared{system: strings.Repeat("x", 100-2*none.index.Bytes()), terms: none, examples: none}
}

func anyView(t *testing.T, name string) *schema.View {
	t.Helper()
	artifact, err := schema.Decoder{}.Decode(fmt.Appendf(nil, `{"version":1,"schemaId":%q,"tables":[{"name":"t","columns":[{"name":"c"}]}]}`, name))
	if err != nil {
		t.Fatal(err)
	}
	return artifact.View(schema.Policy{})
}

// TestKeepIsBounded: what was not used for longest makes room, and the last one stays whatever it
// takes.
func TestKeepIsBounded(t *testing.T) {
	var order []string
	k := newKeep(250, func(v *schema.View) *prepared {
		order = append(order, v.SchemaID())
		return hundred()
	})
	a, b, c := anyView(t, "a"), anyView(t, "b"), anyView(t, "c")
	for _, v := range []*schema.View{a, b, a, c, a, b, b} {
		k.get(v)
	}
	if got := strings.Join(order, ""); got != "abcb" {
		t.Errorf("prepared %s, want abcb: b made room for c", got)
	}
	k.maxBytes = 50
	k.get(anyView(t, "d"))
	if k.recent.Len() != 1 || k.bytes != 100 {
		t.Errorf("%d entries of %d bytes are kept, want the last", k.recent.Len(), k.bytes)
	}
	runtime.KeepAlive([]*schema.View{a, b, c})
}

// TestKeepPreparesOnce: calls that come together share the work.
func TestKeepPreparesOnce(t *testing.T) {
	var calls atomic.Int32
	k := newKeep(1000, func(*schema.View) *prepared {
		calls.Add(1)
		return hundred()
	})
	v := anyView(t, "a")
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() { k.get(v) })
	}
	group.Wait()
	if n := calls.Load(); n != 1 || k.bytes != 100 {
		t.Errorf("prepared %d times, %d bytes", n, k.bytes)
	}
}
