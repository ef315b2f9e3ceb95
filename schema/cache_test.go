package schema_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asksql/asksql/schema"
)

// counted returns a decoder that counts its calls.
func counted(calls *atomic.Int64) schema.Decode {
	return func(ctx context.Context, text []byte) (*schema.Artifact, error) {
		calls.Add(1)
		return schema.Decoder{}.DecodeContext(ctx, text)
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
	first, err := cache.Get(t.Context(), padded("a"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := cache.Get(t.Context(), padded("a"))
	if err != nil || second != first || calls.Load() != 1 {
		t.Errorf("second Get = %p, %v after %d decodings; want %p after one", second, err, calls.Load(), first)
	}
	if other, err := cache.Get(t.Context(), padded("b")); err != nil || other.SchemaID() != "b" {
		t.Errorf("Get of another text = %v, %v; want its own artifact", other, err)
	}
	if hits, misses := cache.Counts(); hits != 1 || misses != 2 {
		t.Errorf("Counts = %d, %d; want 1 text found of 3", hits, misses)
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
		if _, err := cache.Get(t.Context(), padded(step.id)); err != nil {
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
		if _, err := cache.Get(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	if got := calls.Load(); got != 2 {
		t.Errorf("%d decodings, want 2: a text that is too large must not push out the one that fits", got)
	}
}

// A text that is no artifact costs its digest the next time, and no more room than other texts.
func TestCacheKeepsRefusals(t *testing.T) {
	var calls atomic.Int64
	cache := schema.NewCache(10_000, counted(&calls)) // room for some twenty refusals of one fault
	for range 2 {
		_, err := cache.Get(t.Context(), "{}")
		var fault *schema.Error
		if !errors.As(err, &fault) {
			t.Fatalf("Get = %v, want the decoder's fault", err)
		}
	}
	if got := calls.Load(); got != 1 {
		t.Errorf("%d decodings of a refused text, want 1", got)
	}
	for i := range 30 {
		cache.Get(t.Context(), fmt.Sprintf("[%d]", i))
	}
	if cache.Get(t.Context(), "{}"); calls.Load() != 32 {
		t.Errorf("%d decodings after 30 other refusals, want 32: the oldest makes room", calls.Load())
	}
}

// stuck returns a decoder that says when it begins, waits for its context to be done, says so, and
// fails; and the two channels on which it says so.
func stuck() (decode schema.Decode, begun, ended chan struct{}) {
	begun, ended = make(chan struct{}, 10), make(chan struct{}, 10)
	return func(ctx context.Context, _ []byte) (*schema.Artifact, error) {
		begun <- struct{}{}
		<-ctx.Done()
		ended <- struct{}{}
		return nil, ctx.Err()
	}, begun, ended
}

// A decoding ends when the last caller has gone, not before, and is not taken for a refusal.
func TestCacheCancelsWhatNobodyWaitsFor(t *testing.T) {
	decode, begun, ended := stuck()
	cache := schema.NewCache(1<<20, decode)
	for range 2 { // the second time shows that the first was not kept
		var group sync.WaitGroup
		var leave []context.CancelFunc
		for range 2 {
			ctx, cancel := context.WithCancel(t.Context())
			leave = append(leave, cancel)
			group.Go(func() {
				if _, err := cache.Get(ctx, "a"); !errors.Is(err, context.Canceled) {
					t.Errorf("Get = %v, want that its context is done", err)
				}
			})
		}
		<-begun
		time.Sleep(20 * time.Millisecond) // so that both wait
		leave[0]()
		select {
		case <-ended:
			t.Error("the decoding ended while a caller was waiting")
		case <-time.After(20 * time.Millisecond):
		}
		leave[1]()
		group.Wait()
		<-ended
	}
}

// A caller that has gone takes nothing from those that wait for the same text.
func TestCacheGoesOnForThoseWhoWait(t *testing.T) {
	var calls atomic.Int64
	begun, release := make(chan struct{}), make(chan struct{})
	cache := schema.NewCache(1<<20, func(ctx context.Context, text []byte) (*schema.Artifact, error) {
		calls.Add(1)
		close(begun)
		<-release
		return schema.Decoder{}.DecodeContext(ctx, text)
	})
	impatient, leave := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { cache.Get(impatient, padded("a")) })
	<-begun
	group.Go(func() {
		if _, err := cache.Get(t.Context(), padded("a")); err != nil {
			t.Errorf("Get = %v, want the artifact", err)
		}
	})
	time.Sleep(20 * time.Millisecond) // so that both wait
	leave()
	close(release)
	group.Wait()
	if got := calls.Load(); got != 1 {
		t.Errorf("%d decodings, want 1", got)
	}
}

// Whoever waits for a core leaves the queue when its time is over.
func TestCacheLeavesTheQueue(t *testing.T) {
	decode, begun, _ := stuck()
	cache := schema.NewCache(1<<20, decode)
	for i := range runtime.GOMAXPROCS(0) {
		go cache.Get(t.Context(), fmt.Sprint(i))
		<-begun
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := cache.Get(ctx, "queued"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Get = %v, want that the time is over", err)
	}
	if len(begun) != 0 {
		t.Error("more decodings run than there are cores")
	}
}

func TestCacheRecoversFromAPanic(t *testing.T) {
	var calls atomic.Int64
	cache := schema.NewCache(1<<20, func(ctx context.Context, text []byte) (*schema.Artifact, error) {
		if calls.Add(1) == 1 {
			panic("first")
		}
		return schema.Decoder{}.DecodeContext(ctx, text)
	})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic of a decoding did not reach its caller")
			}
		}()
		cache.Get(t.Context(), padded("a"))
	}()
	if _, err := cache.Get(t.Context(), padded("a")); err != nil {
		t.Errorf("Get after a panic = %v, want the artifact", err)
	}
}

func TestCacheSharesADecodingInFlight(t *testing.T) {
	const callers = 10
	var calls atomic.Int64
	var started sync.WaitGroup
	started.Add(callers)
	cache := schema.NewCache(1<<20, func(ctx context.Context, text []byte) (*schema.Artifact, error) {
		calls.Add(1)
		started.Wait()                    // all callers are on their way to Get
		time.Sleep(20 * time.Millisecond) // and most of them in it, or the test proves less
		return schema.Decoder{}.DecodeContext(ctx, text)
	})
	var group sync.WaitGroup
	for range callers {
		group.Go(func() {
			started.Done()
			if _, err := cache.Get(t.Context(), padded("a")); err != nil {
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
				if artifact, err := cache.Get(t.Context(), padded(id)); err != nil || artifact.SchemaID() != id {
					t.Errorf("Get(%s) = %v, %v", id, artifact, err)
				}
			}
		})
	}
	group.Wait()
}
