package main_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

const (
	soakWorkers = 12
	soakOpenFor = 200 * time.Millisecond // of the breaker
	soakTimeout = 2 * time.Second        // for a call of the provider
	soakSpread  = 5                      // goroutines by which two calm moments may differ
)

// A soak asks one service after the other while things go wrong round it, and looks for what must not be: an
// answer that is another's, a question or a line of the log that is lost, goroutines or memory that grow.
type soak struct {
	*testing.T
	phase    time.Duration // of one kind of trouble
	cycles   int           // of all kinds, in the life of one process
	lives    int
	plant    string // what is wrong on purpose: "answer", "log", "goroutines" or "memory"
	provider *fickle
	spans    *httptest.Server // a collector of spans that is as often wrong as right
	client   *http.Client
	schema   string // the path of the artifact
	numbers  atomic.Int64
	draws    []string
	gate     sync.RWMutex // held for writing while nobody may begin a question
	now      atomic.Pointer[life]
	swap     chan string // of SQL, for the plant "answer"
	back     chan string

	mu    sync.Mutex
	finds []string // "kind: what"
	kinds map[string]int
	codes map[int]int
	lines int // of request_completed that were compared
	lost  int64
}

func newSoak(t *testing.T, length time.Duration) *soak {
	s := &soak{T: t, provider: newFickle(), draws: inquiries, swap: make(chan string), back: make(chan string), kinds: map[string]int{}, codes: map[int]int{}}
	s.spans = httptest.NewServer(http.HandlerFunc(collects))
	t.Cleanup(s.spans.Close)
	t.Cleanup(s.provider.server.Close)
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: soakWorkers}, Timeout: 4 * patience}
	t.Cleanup(s.client.CloseIdleConnections)
	s.schema = filepath.Join(t.TempDir(), "schema.json")
	s.numbers.Store(1_000_000)
	s.lives = 2
	if length > 10*time.Minute {
		s.lives = 4
	}
	s.phase = min(3*time.Second, max(300*time.Millisecond, length/60))
	s.cycles = max(2, int(length/time.Duration(s.lives)/(s.phase*time.Duration(len(troubles)))))
	return s
}

func (s *soak) find(kind, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finds = append(s.finds, kind+": "+fmt.Sprintf(format, args...))
}

// run runs the lives one after the other and returns what was found.
func (s *soak) run() []string {
	ctx, stop := context.WithCancel(s.Context())
	s.gate.Lock() // opened by the first life
	var workers sync.WaitGroup
	for range soakWorkers {
		workers.Go(func() {
			for ctx.Err() == nil {
				s.ask(ctx)
			}
		})
	}
	for i := range s.lives {
		s.live(i)
	}
	stop()
	s.gate.Unlock()
	workers.Wait()
	return s.finds
}

// ask makes one inquiry of whichever process there is.
func (s *soak) ask(ctx context.Context) {
	s.gate.RLock()
	if ctx.Err() != nil {
		s.gate.RUnlock()
		return
	}
	l := s.now.Load()
	l.flight.Add(1)
	s.gate.RUnlock()
	defer l.flight.Done()
	began := time.Now()
	q := draw(s.numbers.Add(1), s.draws)
	reply, err := q.make(context.WithoutCancel(ctx), s.client, l.url)
	if s.plant == "answer" && q.sql != "" && reply.SQL != "" {
		reply.SQL = s.exchanged(reply.SQL)
	}
	l.note(q, reply.status)
	s.mu.Lock()
	s.kinds[q.kind]++
	s.codes[reply.status]++
	s.mu.Unlock()
	if err != nil {
		if !q.leaves {
			s.find("lost", "%s %s: %v", q.kind, q.number, err)
		}
		return
	}
	if kind, what := q.wrong(reply, s.provider, began); kind != "" {
		s.find(kind, "%s %s: %s", q.kind, q.number, what)
	}
	time.Sleep(rand.N(20 * time.Millisecond))
}

// exchanged swaps some answers, each with that of another question.
func (s *soak) exchanged(sql string) string {
	if rand.IntN(20) > 0 {
		return sql
	}
	select {
	case other := <-s.swap:
		s.back <- sql
		return other
	case s.swap <- sql:
		return <-s.back
	case <-time.After(200 * time.Millisecond):
		return sql
	}
}

// troubles are what goes wrong, each for a while.
var troubles = []struct {
	name string
	begs func(s *soak, l *life)
	ends func(s *soak, l *life)
}{
	{name: "nothing"},
	{name: "a slow provider", begs: feels(slow)},
	{name: "a broken provider", begs: feels(broken)},
	{name: "a hung provider", begs: feels(hung)},
	{name: "replies that break off", begs: feels(cut)},
	{name: "a full disk", begs: func(s *soak, l *life) { s.ok(l.log.fill(l.settle())) }, ends: func(s *soak, l *life) { s.ok(l.log.empty()) }},
	{name: "reloads", begs: (*soak).reloads, ends: (*soak).reloaded},
}

func feels(m mood) func(*soak, *life) {
	return func(s *soak, _ *life) { s.provider.mood.Store(int32(m)) }
}

func (s *soak) ok(err error) {
	s.Helper()
	if err != nil {
		s.Error(err)
	}
}

// collects takes spans, refuses them, or takes its time.
func collects(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	switch rand.IntN(3) {
	case 0:
		w.WriteHeader(http.StatusServiceUnavailable)
	case 1:
		select {
		case <-time.After(2 * time.Second):
		case <-r.Context().Done():
		}
	}
}

// artifact is a schema that all inquiries can be answered from, and one of many.
func artifact(id string) string {
	return fmt.Sprintf(`{"version": 1, "schemaId": %q, "tables": [{"name": "orders", "columns": [{"name": "id"}]}, {"name": %q, "columns": [{"name": "id"}]}]}`, id, id)
}

// reloads has the service load other schemas, every third of which is faulty.
func (s *soak) reloads(l *life) {
	for i := range 12 {
		text := artifact(fmt.Sprintf("reload_%d", i))
		if i%3 == 0 {
			text = text[:len(text)/2]
		}
		put(s, s.schema, text)
		l.cmd.Process.Signal(syscall.SIGHUP)
		time.Sleep(s.phase / 24)
	}
}

// reloaded loads a schema that nobody has seen and waits until it is in force.
func (s *soak) reloaded(l *life) {
	id := fmt.Sprintf("last_%d", s.numbers.Add(1))
	put(s, s.schema, artifact(id))
	l.cmd.Process.Signal(syscall.SIGHUP)
	for deadline := time.Now().Add(patience); !strings.Contains(l.figures(s), `schema_id="`+id+`"`); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.find("lost", "the schema %s is never in force", id)
			return
		}
	}
}

// A soak that has something wrong in it says so, and nothing else. Like TestSoak, it runs beside no other test, to
// which it would leave no processor.
func TestSoakFindsWhatIsPlanted(t *testing.T) {
	for _, plant := range []string{"answer", "log", "goroutines", "memory"} {
		t.Run(plant, func(t *testing.T) {
			t.Parallel()
			for try := 1; ; try++ { // what a busy machine finds no time for, a longer soak does
				s := newSoak(t, 4*time.Second*time.Duration(try))
				s.plant, s.lives = plant, 1
				if plant == "memory" { // a cache that keeps every schema, and many of them
					s.cycles, s.draws = 3*try, append([]string{"inline", "inline", "inline", "inline", "inline", "inline"}, inquiries...)
				}
				finds := s.run()
				found := slices.ContainsFunc(finds, func(f string) bool { return strings.HasPrefix(f, plant+":") })
				others := slices.DeleteFunc(slices.Clone(finds), func(f string) bool { return strings.HasPrefix(f, plant+":") })
				if len(others) > 0 || !found && try == 4 {
					t.Fatalf("of %d things that are wrong %q were not planted; want more, and none", len(finds), others)
				}
				if found {
					return
				}
			}
		})
	}
}

// TestSoak holds the service to what it promises while things go wrong. It is short here; make soak is long.
func TestSoak(t *testing.T) {
	length := 12 * time.Second
	if text := os.Getenv("ASKSQL_SOAK"); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	s := newSoak(t, length)
	finds := s.run()
	for _, f := range finds[:min(len(finds), 20)] {
		t.Error(f)
	}
	if s.kinds["plain"] == 0 || s.codes[502] == 0 || s.codes[200] == 0 || s.provider.calls.Load() == 0 || s.lost == 0 {
		t.Error("the soak did not do what it is for")
	}
	total := 0
	for _, n := range s.kinds {
		total += n
	}
	t.Logf("%d requests in %d lives, %d things wrong; by kind %v; by status %v; %d lines of requests compared, %d on a full disk",
		total, s.lives, len(finds), sorted(s.kinds), sorted(s.codes), s.lines, s.lost)
}

// sorted returns a map as text, in the order of its keys.
func sorted[K int | string](m map[K]int) string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&b, "%v:%d ", k, m[k])
	}
	return strings.TrimSpace(b.String())
}
