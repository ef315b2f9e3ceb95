package main_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A life is one process of the service.
type life struct {
	*service
	operator operator
	log      *diskLog
	flight   sync.WaitGroup

	mu   sync.Mutex
	seen map[string]outcome   // by correlation id
	open map[string]time.Time // those that may have no line in the log yet
}

// An outcome is what a client saw of a request.
type outcome struct {
	status int
	at     time.Time
}

// calm is what a service has when nobody asks.
type calm struct{ goroutines, heap, resident float64 }

func (l *life) note(q inquiry, status int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen[q.id()] = outcome{status, time.Now()}
	if status != 0 {
		l.open[q.id()] = time.Now()
	}
}

// settle waits until all that has ended by now has its line in the log, and returns when that was. What has
// none after a while never will.
func (l *life) settle() (now time.Time) {
	now = time.Now()
	for deadline := now.Add(2 * time.Second); time.Now().Before(deadline) && l.waits(now); time.Sleep(5 * time.Millisecond) {
		_ = l.log.read()
	}
	return now
}

// waits reports whether something that ended before a time has no line yet.
func (l *life) waits(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, at := range l.open {
		if l.log.has(id) || l.log.wasFull(at) {
			delete(l.open, id)
		} else if at.Before(now) {
			return true
		}
	}
	return false
}

// start starts a process.
func (s *soak) start() *life {
	s.Helper()
	put(s, s.schema, artifact("first"))
	l := &life{log: newDiskLog(s), seen: map[string]outcome{}, open: map[string]time.Time{}}
	var admin []string
	l.operator, admin = withAdmin(s)
	cache := "1000000"
	if s.plant == "memory" {
		cache = "1000000000"
	}
	port := freePort(s)
	cmd := command(s, append(admin, "ASKSQL_SERVER_PORT="+port, "ASKSQL_HOST_SCHEMA_PATH="+s.schema, "ASKSQL_HOST_RELOAD_ON_SIGHUP=true", "ASKSQL_TRACES_ENDPOINT="+s.spans.URL,
		"ASKSQL_HOST_SCHEMA_CACHE_BYTES="+cache, fmt.Sprint("ASKSQL_SERVER_MAX_BODY_BYTES=", maxSoakBody), "ASKSQL_SERVER_DRAIN_DELAY=3s",
		"ASKSQL_LLM_PROVIDER=openai", "ASKSQL_LLM_MODEL=m", "ASKSQL_LLM_BASE_URL="+s.provider.server.URL+"/v1", "ASKSQL_LLM_TIMEOUT="+soakTimeout.String(),
		"ASKSQL_LLM_MAX_RETRIES=1", "ASKSQL_LLM_MAX_REPAIRS=1", "ASKSQL_LLM_BREAKER_FAILURES=10", "ASKSQL_LLM_BREAKER_OPEN_FOR="+soakOpenFor.String(),
		"API_KEY="+credential), "serve")
	cmd.Stdout, cmd.Stderr = l.log.file, l.log.file
	s.ok(cmd.Start())
	l.service = &service{cmd: cmd, output: new(output), exited: make(chan struct{}), addr: "127.0.0.1:" + port, url: "http://127.0.0.1:" + port}
	l.log.pid, l.log.lose = cmd.Process.Pid, s.plant == "log"
	go func() {
		defer close(l.exited)
		cmd.Wait()
	}()
	s.Cleanup(func() { cmd.Process.Kill() })
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if conn, err := dialOnce(l.addr); err == nil {
			conn.Close()
			return l
		}
		if time.Now().After(deadline) {
			s.Fatal("the service does not start")
		}
	}
}

// live starts a process, has everything go wrong with it, and stops it under load.
func (s *soak) live(number int) {
	l := s.start()
	s.now.Store(l)
	s.gate.Unlock()
	var calms []calm
	for cycle := range s.cycles {
		for _, i := range rand.Perm(len(troubles)) {
			s.suffer(l, i)
		}
		s.provider.mood.Store(int32(well))
		s.gate.Lock()
		l.flight.Wait()
		calms = append(calms, s.calm(l, calms))
		s.gate.Unlock()
		if cycle == 0 && s.plant == "goroutines" {
			l.leak(s, 4*soakSpread)
		}
	}
	s.flat(calms)
	s.stop(l)
	s.compare(l)
	s.Logf("life %d: %d questions, %d lines dropped; when it was calm: %s", number, len(l.seen), l.log.dropped, told(calms))
}

// suffer has one thing go wrong for a while.
func (s *soak) suffer(l *life, i int) {
	began := time.Now()
	s.provider.mood.Store(int32(well))
	if trouble := troubles[i]; trouble.begs != nil {
		trouble.begs(s, l)
	}
	time.Sleep(s.phase - time.Since(began))
	if trouble := troubles[i]; trouble.ends != nil {
		trouble.ends(s, l)
	}
	s.ok(l.log.read())
}

// leak makes n goroutines of the service wait for ever: each for a connection that stays.
func (l *life) leak(s *soak, n int) {
	for range n {
		conn := l.dial(s)
		conn.SetDeadline(time.Time{})
		fmt.Fprint(conn, "GET /health HTTP/1.1\r\nHost: h\r\n\r\n")
		receive(s, conn)
	}
}

func (l *life) figures(t testing.TB) string {
	_, text := l.operator.do(t, "GET", "/metrics")
	return text
}

// calm waits until the service is as it was, as far as it ever is, and returns what it has.
func (s *soak) calm(l *life, before []calm) (c calm) {
	s.client.CloseIdleConnections()
	s.provider.server.CloseClientConnections()
	for deadline := time.Now().Add(3 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		text := l.figures(s)
		c = calm{s.figure(text, "go_goroutines"), s.figure(text, "go_memstats_next_gc_bytes"), s.figure(text, "process_resident_memory_bytes")}
		settled := len(before) == 0 && time.Until(deadline) < 2500*time.Millisecond || len(before) > 0 && c.goroutines <= before[0].goroutines
		if settled || time.Now().After(deadline) {
			return c
		}
	}
}

var figureLine = regexp.MustCompile(`(?m)^(\w+) ([0-9.e+]+)$`)

func (s *soak) figure(text, name string) float64 {
	for _, found := range figureLine.FindAllStringSubmatch(text, -1) {
		if found[1] == name {
			v, err := strconv.ParseFloat(found[2], 64)
			s.ok(err)
			return v
		}
	}
	s.Fatalf("there is no figure %s in\n%s", name, text)
	return 0
}

// flat holds the last calm moments to the first ones.
func (s *soak) flat(calms []calm) {
	third := max(1, len(calms)/3)
	first, last := calms[:third], calms[len(calms)-third:]
	median := func(of []calm, what func(calm) float64) float64 {
		var all []float64
		for _, c := range of {
			all = append(all, what(c))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	for _, held := range []struct {
		kind            string
		what            func(calm) float64
		factor, besides float64
	}{
		{"goroutines", func(c calm) float64 { return c.goroutines }, 1, soakSpread},
		{"memory", func(c calm) float64 { return c.heap }, 1.3, 8 << 20},
		{"memory", func(c calm) float64 { return c.resident }, 1.3, 24 << 20},
	} {
		from, to := median(first, held.what), median(last, held.what)
		if to > held.factor*from+held.besides {
			s.find(held.kind, "%.0f grew to %.0f: %s", from, to, told(calms))
		}
	}
}

func told(calms []calm) string {
	var b strings.Builder
	for _, c := range calms {
		fmt.Fprintf(&b, "%.0f goroutines %.0f MB goal %.0f MB resident; ", c.goroutines, c.heap/1e6, c.resident/1e6)
	}
	return b.String()
}

// stop stops the process as an orchestrator does: nobody begins a question once it is not ready.
func (s *soak) stop(l *life) {
	l.cmd.Process.Signal(syscall.SIGTERM)
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if status, _ := l.operator.do(s, "GET", "/ready"); status == 503 {
			break
		}
		if time.Now().After(deadline) {
			s.find("lost", "/ready does not fail after SIGTERM")
			break
		}
	}
	s.gate.Lock() // what has begun goes on
	l.flight.Wait()
	if code := l.exitCode(s); code != 0 {
		s.find("lost", "exit code %d", code)
	}
	s.ok(l.log.read())
}

// compare holds the log of a process to what the clients saw.
func (s *soak) compare(l *life) {
	var missing int64
	for id, o := range l.seen {
		status, logged := l.log.statuses[id]
		switch {
		case o.status == 0: // a client that left: as likely before the service heard of it
		case !logged && l.log.wasFull(o.at):
			missing++
		case !logged:
			s.find("log", "%s has no line, and status %d", id, o.status)
		case status != o.status:
			s.find("log", "%s has status %d in its line, %d for the client", id, status, o.status)
		}
		s.lines++
	}
	if missing > l.log.dropped {
		s.find("log", "%d requests have no line, and %d lines are said to be dropped", missing, l.log.dropped)
	}
	if missing == 0 && l.log.dropped > 0 || l.log.torn > 0 || len(l.log.twice) > 0 || l.log.events["panic"] > 0 {
		s.find("log", "%d lines are torn, %d panics, lines twice: %v, %d dropped", l.log.torn, l.log.events["panic"], l.log.twice, l.log.dropped)
	}
	s.lost += missing
}
