package main_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// A scale is how much load a test makes. The small one shows that nothing is lost or piles up; the
// full one, make load, also holds times to their bounds, which needs a machine that is calm.
type scale struct {
	full  bool
	asks  int           // in flight at once
	waves int           // of so many, one after the other
	waits time.Duration // of the provider, before it answers
	pairs int           // of single calls
}

func loadScale() scale {
	if os.Getenv("ASKSQL_LOAD") == "" {
		return scale{asks: 200, waves: 2, waits: 300 * time.Millisecond, pairs: 30}
	}
	return scale{full: true, asks: 1000, waves: 5, waits: 2 * time.Second, pairs: 1000}
}

// memory returns the bound on the memory of a request in flight. Among few, each bears more of what
// is there once for all, such as garbage that is not worth collecting yet.
func (s scale) memory() int {
	if s.full {
		return maxMemory
	}
	return 2 * maxMemory
}

// Bounds of what the service may cost.
const (
	maxMemory     = 128 << 10              // bytes of resident memory, a request in flight
	maxGoroutines = 5                      // a request in flight
	maxAddedAtP99 = 100 * time.Millisecond // with all of them at once
	maxAddedAlone = 400 * time.Microsecond // at the median, to one call
	maxCancel     = time.Second            // from the clients' leaving to the end of the provider's calls
)

// A crowd is a provider that answers after a while, and counts. It keeps of calls no more than one, and
// its answer is made once: what it does itself is time that the service seems to take.
type crowd struct {
	*model
	waits         time.Duration
	arrived, gone atomic.Int64
	answer        []byte
}

func newCrowd(t testing.TB, waits time.Duration) *crowd {
	t.Helper()
	answer := httptest.NewRecorder()
	saysSQL(goodSQL)(answer, nil)
	c := &crowd{waits: waits, answer: answer.Body.Bytes()}
	c.model = &model{answer: c.wait}
	c.listen(t, c)
	return c
}

// ServeHTTP implements http.Handler.
func (c *crowd) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c.arrived.Add(1) == 1 {
		c.model.ServeHTTP(w, r)
		return
	}
	io.Copy(io.Discard, r.Body) // to its end, so that net/http sees when the caller leaves
	c.wait(w, r)
}

// wait answers after a while.
func (c *crowd) wait(w http.ResponseWriter, r *http.Request) {
	select {
	case <-time.After(c.waits):
		w.Header().Set("Content-Type", "application/json")
		w.Write(c.answer)
	case <-r.Context().Done():
		c.gone.Add(1)
	}
}

// reach waits until a count is n.
func reach(t testing.TB, what string, count *atomic.Int64, n int) {
	t.Helper()
	for deadline := time.Now().Add(patience); count.Load() < int64(n); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: %d of %d", what, count.Load(), n)
		}
	}
}

// A target is where a call goes: to the service, or straight to the provider.
type target struct{ url, body string }

// call posts to the target and returns how long it took.
func (to target) call(ctx context.Context, client *http.Client) (time.Duration, error) {
	start := time.Now()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to.url, strings.NewReader(to.body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err == nil && (res.StatusCode != http.StatusOK || !strings.Contains(string(body), "COUNT(*)")) {
		err = fmt.Errorf("%d %s", res.StatusCode, body)
	}
	return time.Since(start), err
}

// crowdClient returns a client that keeps the connections of n calls at once.
func crowdClient(t testing.TB, n int) *http.Client {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: n}}
	t.Cleanup(client.CloseIdleConnections)
	return client
}

// wave makes n calls at once and returns how long each took, in ascending order, and the errors.
func (to target) wave(ctx context.Context, client *http.Client, n int) ([]time.Duration, []error) {
	var (
		group  sync.WaitGroup
		took   = make([]time.Duration, n)
		errs   = make([]error, n)
		begins = make(chan struct{})
	)
	for i := range n {
		group.Go(func() {
			<-begins
			took[i], errs[i] = to.call(ctx, client)
		})
	}
	close(begins)
	group.Wait()
	slices.Sort(took)
	return took, slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// at returns the quantile q of sorted times.
func at(sorted []time.Duration, q float64) time.Duration {
	return sorted[int(q*float64(len(sorted)-1))]
}

// targets returns the service with a question, and the provider with what the service makes of it.
func targets(t testing.TB, s *service, m *model) (service, provider target) {
	t.Helper()
	checkSQL(t, s.post(t, question))
	calls := m.called()
	return target{s.url + "/ask", question}, target{m.url + "/v1/chat/completions", calls[len(calls)-1].body}
}

// resident returns the resident memory of a process in bytes, or 0 where the system does not tell.
func resident(t testing.TB, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, line, _ := strings.Cut(string(status), "VmRSS:")
	var kib int
	if _, err := fmt.Sscan(line, &kib); err != nil {
		t.Fatal(err)
	}
	return kib << 10
}

// heldByEach sends the memory, in bytes, that each of n questions holds from now on, once all of them wait
// for the provider.
func heldByEach(t testing.TB, s *service, c *crowd, n int) <-chan int {
	before, each := resident(t, s.cmd.Process.Pid), make(chan int, 1)
	go func() {
		defer close(each)
		reach(t, "calls that reach the provider", &c.arrived, n)
		each <- (resident(t, s.cmd.Process.Pid) - before) / n
	}()
	return each
}

// A burst is what questions at once took longer than as many direct calls.
type burst struct{ p50, p99 time.Duration }

// burst makes a wave of direct calls and one of questions, and calls between in between.
func (s scale) burst(t *testing.T, service, provider target, client *http.Client, between func()) burst {
	t.Helper()
	direct, errs := provider.wave(t.Context(), client, s.asks)
	if len(errs) > 0 {
		t.Fatalf("the provider fails by itself: %v", errs[0])
	}
	between()
	asked, errs := service.wave(t.Context(), client, s.asks)
	if len(errs) > 0 {
		t.Errorf("%d of %d questions have no answer: %v", len(errs), s.asks, errs[0])
	}
	added := burst{at(asked, 0.5) - at(direct, 0.5), at(asked, 0.99) - at(direct, 0.99)}
	t.Logf("%d at once, provider takes %v: added %v at p50 and %v at p99 (direct %v and %v)", s.asks, s.waits, added.p50.Round(time.Millisecond),
		added.p99.Round(time.Millisecond), at(direct, 0.5).Round(time.Millisecond), at(direct, 0.99).Round(time.Millisecond))
	return added
}

// hold holds what is added to the bound.
func (s scale) hold(t *testing.T, p99 time.Duration) {
	t.Helper()
	if s.full && p99 > maxAddedAtP99 {
		t.Errorf("%v added at p99, want at most %v", p99, maxAddedAtP99)
	}
}

// TestLoadOfMany: all questions are answered, at little more than the provider's own time, and each
// holds little memory while it waits. It is the first burst: every connection has to be opened.
func TestLoadOfMany(t *testing.T) {
	scale := loadScale()
	m := newCrowd(t, 0)
	s := serve(t, m.model)
	service, provider := targets(t, s, m.model)
	m.waits = scale.waits
	client := crowdClient(t, scale.asks)
	var held <-chan int
	added := scale.burst(t, service, provider, client, func() {
		client.CloseIdleConnections()
		m.arrived.Store(0)
		held = heldByEach(t, s, m, scale.asks)
	})
	each := <-held
	t.Logf("%d KiB of memory each", each>>10)
	if bound := scale.memory(); each > bound {
		t.Errorf("%d KiB of memory for a request in flight, want at most %d", each>>10, bound>>10)
	}
	scale.hold(t, added.p99)
}

// TestLoadOfBursts: one burst after the other uses the connections again. The median counts.
func TestLoadOfBursts(t *testing.T) {
	scale := loadScale()
	m := newCrowd(t, 0)
	service, provider := targets(t, serve(t, m.model), m.model)
	m.waits = scale.waits
	client := crowdClient(t, scale.asks)
	var p99s []time.Duration
	for range scale.waves {
		p99s = append(p99s, scale.burst(t, service, provider, client, func() {}).p99)
	}
	slices.Sort(p99s)
	t.Logf("%d bursts: added %v at p99, the median", scale.waves, at(p99s, 0.5).Round(time.Millisecond))
	scale.hold(t, at(p99s, 0.5))
}

// TestLoadOfGoroutines counts them in what the program writes when it is told to quit.
func TestLoadOfGoroutines(t *testing.T) {
	asks := loadScale().asks
	m := newCrowd(t, patience)
	s := start(t, m.model)
	ctx, cancel := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	clients.Go(func() { target{s.url + "/ask", question}.wave(ctx, crowdClient(t, asks), asks) })
	reach(t, "calls that reach the provider", &m.arrived, asks)
	s.cmd.Process.Signal(syscall.SIGQUIT)
	s.exitCode(t)
	cancel()
	clients.Wait()
	count := strings.Count(s.output.String(), "\ngoroutine ")
	t.Logf("%d at once: %d goroutines, %.2f each", asks, count, float64(count)/float64(asks))
	if count < asks || count > maxGoroutines*asks {
		t.Errorf("%d goroutines for %d requests, want at most %d each", count, asks, maxGoroutines)
	}
}

// TestLoadOfCancels: when clients leave, what the provider still does for them ends.
func TestLoadOfCancels(t *testing.T) {
	scale := loadScale()
	m := newCrowd(t, patience)
	s := serve(t, m.model)
	ctx, cancel := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	clients.Go(func() { target{s.url + "/ask", question}.wave(ctx, crowdClient(t, scale.asks), scale.asks) })
	reach(t, "calls that reach the provider", &m.arrived, scale.asks)
	start := time.Now()
	cancel()
	reach(t, "calls that are cancelled", &m.gone, scale.asks)
	took := time.Since(start)
	clients.Wait()
	t.Logf("%d clients leave at once: their calls are cancelled within %v", scale.asks, took.Round(time.Millisecond))
	if scale.full && took > maxCancel {
		t.Errorf("the calls are cancelled after %v, want %v", took, maxCancel)
	}
	m.waits = 0
	checkSQL(t, s.post(t, question))
}

// TestLoadOfOne: what the service adds to a call, with each question and each direct call in turn.
func TestLoadOfOne(t *testing.T) {
	scale := loadScale()
	m := newCrowd(t, 0)
	service, provider := targets(t, serve(t, m.model), m.model)
	client := &http.Client{Transport: new(http.Transport)}
	defer client.CloseIdleConnections()
	asked, direct := make([]time.Duration, scale.pairs), make([]time.Duration, scale.pairs)
	for i := range scale.pairs {
		var errs [2]error
		direct[i], errs[0] = provider.call(t.Context(), client)
		asked[i], errs[1] = service.call(t.Context(), client)
		if errs != [2]error{} {
			t.Fatal(errs)
		}
	}
	slices.Sort(asked)
	slices.Sort(direct)
	added := at(asked, 0.5) - at(direct, 0.5)
	t.Logf("one at a time, %d pairs: added %v at p50 (%v, direct %v), %v at p99", scale.pairs, added.Round(time.Microsecond),
		at(asked, 0.5).Round(time.Microsecond), at(direct, 0.5).Round(time.Microsecond), (at(asked, 0.99) - at(direct, 0.99)).Round(time.Microsecond))
	if scale.full && added > maxAddedAlone {
		t.Errorf("%v added at p50, want at most %v", added, maxAddedAlone)
	}
}
