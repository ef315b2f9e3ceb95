package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asksql/asksql/schema"
)

// counted returns a decoder that counts its calls.
func counted(calls *atomic.Int64) func([]byte) (*schema.Artifact, error) {
	return func(text []byte) (*schema.Artifact, error) {
		calls.Add(1)
		return schema.Decoder{}.Decode(text)
	}
}

// padded returns an artifact's text of exactly 1000 bytes.
func padded(id string) string {
	text := strings.Replace(document(table()), `"s"`, `"`+id+`"`, 1)
	return text + strings.Repeat(" ", 1000-len(text))
}

func TestCacheDecodesATextOnce(t *testing.T) {
	var calls atomic.Int64
	cache := schema.NewCache(1<<20, counted(&calls))
	first, err := cache.Get(padded("a"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := cache.Get(padded("a"))
	if err != nil || second != first || calls.Load() != 1 {
		t.Errorf("second Get = %p, %v after %d decodings; want %p after one", second, err, calls.Load(), first)
	}
	if other, err := cache.Get(padded("b")); err != nil || other.SchemaID() != "b" {
		t.Errorf("Get of another text = %v, %v; want its own artifact", other, err)
	}
}

func TestCacheEvictsTheLeastRecentlyUsed(t *testing.T) {
	var calls atomic.Int64
	cache := schema.NewCache(10_000, counted(&calls)) // room for two entries of 4660 bytes
	for i, step := range []struct {
		id    string
		calls int64 // so far
	}{
		{"a", 1}, {"b", 2}, {"a", 2},
		{"c", 3}, // evicts b
		{"a", 3}, {"c", 3},
		{"b", 4}, // evicts a
		{"c", 4}, {"a", 5},
	} {
		if _, err := cache.Get(padded(step.id)); err != nil {
			t.Fatal(err)
		}
		if got := calls.Load(); got != step.calls {
			t.Fatalf("step %d, Get(%s): %d decodings, want %d", i, step.id, got, step.calls)
		}
	}
}

func TestCacheDoesNotKeepWhatIsTooLarge(t *testing.T) {
	var calls atomic.Int64
	cache := schema.NewCache(5_000, counted(&calls))
	for _, text := range []string{padded("a"), padded("b") + strings.Repeat(" ", 1000), padded("a")} {
		if _, err := cache.Get(text); err != nil {
			t.Fatal(err)
		}
	}
	if got := calls.Load(); got != 2 {
		t.Errorf("%d decodings, want 2: a text that is too large must not push out the one that fits", got)
	}
}

func TestCacheDoesNotKeepFailures(t *testing.T) {
	var calls atomic.Int64
	cache := schema.NewCache(1<<20, counted(&calls))
	for range 2 {
		_, err := cache.Get("{}")
		var fault *schema.Error
		if !errors.As(err, &fault) {
			t.Fatalf("Get = %v, want the decoder's fault", err)
		}
	}
	if got := calls.Load(); got != 2 {
		t.Errorf("%d decodings, want one for each Get", got)
	}
}

func TestCacheRecoversFromAPanic(t *testing.T) {
	var calls atomic.Int64
	cache := schema.NewCache(1<<20, func(text []byte) (*schema.Artifact, error) {
		if calls.Add(1) == 1 {
			panic("first")
		}
		return schema.Decoder{}.Decode(text)
	})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic of a decoding did not reach its caller")
			}
		}()
		cache.Get(padded("a"))
	}()
	if _, err := cache.Get(padded("a")); err != nil {
		t.Errorf("Get after a panic = %v, want the artifact", err)
	}
}

func TestCacheSharesADecodingInFlight(t *testing.T) {
	const callers = 10
	var calls atomic.Int64
	var started sync.WaitGroup
	started.Add(callers)
	cache := schema.NewCache(1<<20, func(text []byte) (*schema.Artifact, error) {
		calls.Add(1)
		started.Wait()                    // all callers are on their way to Get
		time.Sleep(20 * time.Millisecond) // and most of them in it, or the test proves less
		return schema.Decoder{}.Decode(text)
	})
	var group sync.WaitGroup
	for range callers {
		group.Go(func() {
			started.Done()
			if _, err := cache.Get(padded("a")); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := calls.Load(); got != 1 {
		t.Errorf("%d decodings for %d equal texts at once, want 1", got, callers)
	}
}

func TestCacheUnderConcurrentUse(t *testing.T) {
	var calls atomic.Int64
	cache := schema.NewCache(15_000, counted(&calls))
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for i := range 200 {
				id := fmt.Sprint((worker + i) % 6)
				if artifact, err := cache.Get(padded(id)); err != nil || artifact.SchemaID() != id {
					t.Errorf("Get(%s) = %v, %v", id, artifact, err)
				}
			}
		})
	}
	group.Wait()
}
