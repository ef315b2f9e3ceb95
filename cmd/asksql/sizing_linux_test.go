package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// cpu returns the processor's time that a process has taken so far, in all of its threads.
func cpu(t testing.TB, pid int) time.Duration {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(threads) == 0 {
		t.Fatalf("no threads: %v", err)
	}
	var all time.Duration
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		var ran int64
		if _, err := fmt.Sscan(string(text), &ran); err != nil {
			t.Fatal(err)
		}
		all += time.Duration(ran)
	}
	return all
}

// askMany asks n times, some at once, and returns the processor's time that each question took the service.
func askMany(t testing.TB, s *service, client *http.Client, n int, body func(i int) string) time.Duration {
	t.Helper()
	const atOnce = 16
	before := cpu(t, s.cmd.Process.Pid)
	next := make(chan int)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for i := range next {
				if _, err := (target{s.url + "/ask", body(i)}).call(context.Background(), client); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
	return (cpu(t, s.cmd.Process.Pid) - before) / time.Duration(n)
}

// tables returns an artifact with the table orders among n.
func tables(n int) string {
	var b strings.Builder
	b.WriteString(`{"version":1,"schemaId":"sized","tables":[{"name":"orders","columns":[{"name":"id"}]}`)
	for i := range n - 1 {
		fmt.Fprintf(&b, `,{"name":"table_%d","columns":[`, i)
		for j := range 14 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"column_%d_%d","type":"varchar(40)"}`, i, j)
		}
		b.WriteString("]}")
	}
	return b.String() + "]}"
}

func needsSizing(t *testing.T) {
	if os.Getenv("ASKSQL_SIZING") == "" {
		t.Skip("make sizing sets ASKSQL_SIZING")
	}
}

// TestSizing prints what a question costs the service. The processor's time is that of the process, so that others
// on the machine matter little; the provider answers at once.
func TestSizing(t *testing.T) {
	needsSizing(t)
	for _, tc := range []struct {
		name   string
		schema string // "" for the shop's
		n      int
		body   func(i int) string
	}{
		{"a question, a schema of 6 tables", "", 5000, func(int) string { return question }},
		{"a question, a schema of 1,000 tables", tables(1000), 1000, func(int) string { return question }},
		{"a question with a schema of 100 tables that is known", "", 1000, inline(func(int) string { return tables(100) })},
		{"a question with a schema of 100 tables that is new", "", 300, inline(func(i int) string {
			return strings.Replace(tables(100), "sized", fmt.Sprint("s", i), 1)
		})},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newCrowd(t, 0)
			env := []string{"ASKSQL_LOGGING_LEVEL=info"}
			if tc.schema != "" {
				env = append(env, "ASKSQL_HOST_SCHEMA_PATH="+file(t, "schema.json", tc.schema))
			}
			s := serve(t, m.model, env...)
			s.output.divert(new(loads)) // the log is written, and not kept
			client := crowdClient(t, 16)
			idle := resident(t, s.cmd.Process.Pid)
			askMany(t, s, client, tc.n/10, func(i int) string { return tc.body(-i) })
			each := askMany(t, s, client, tc.n, tc.body)
			t.Logf("%v of a core: %.0f questions a second and core; resident %d MB idle, %d MB afterwards", each.Round(time.Microsecond),
				float64(time.Second)/float64(each), idle>>20, resident(t, s.cmd.Process.Pid)>>20)
		})
	}
}

// inline returns questions that bring a schema.
func inline(schema func(i int) string) func(i int) string {
	return func(i int) string {
		body, err := json.Marshal(map[string]string{"question": "how many orders are there?", "schemaJson": schema(i)})
		if err != nil {
			panic(err)
		}
		return string(body)
	}
}

// TestSizingInFlight prints what a question holds while its model thinks.
func TestSizingInFlight(t *testing.T) {
	needsSizing(t)
	const asks = 1000
	m := newCrowd(t, 0)
	s := serve(t, m.model)
	service, _ := targets(t, s, m.model)
	files := func() int {
		all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	m.waits = 3 * time.Second
	m.arrived.Store(0)
	idle, held := files(), heldByEach(t, s, m, asks)
	connections := make(chan int, 1)
	go func() {
		reach(t, "calls that reach the provider", &m.arrived, asks)
		connections <- files() - idle
	}()
	if _, errs := service.wave(t.Context(), crowdClient(t, asks), asks); len(errs) > 0 {
		t.Fatal(errs[0])
	}
	t.Logf("%d at once: %d KB of memory and %.1f connections each", asks, <-held/1000, float64(<-connections)/asks)
}

// TestSizingOfMetrics prints what metrics and traces cost: services with and without them are asked in turn.
func TestSizingOfMetrics(t *testing.T) {
	needsSizing(t)
	const rounds, asks = 300, 100
	m := newCrowd(t, 0)
	collector := newCrowd(t, 0) // which takes spans, and says something that nobody reads
	_, admin := withAdmin(t)
	client := crowdClient(t, 16)
	variants := []struct {
		name string
		env  []string
	}{
		{"neither", nil},
		{"metrics", admin},
		{"traces", []string{"ASKSQL_TRACES_ENDPOINT=" + collector.url}},
	}
	services := make([]*service, len(variants))
	for i, v := range variants {
		services[i] = serve(t, m.model, v.env...)
		services[i].output.divert(new(loads))
		askMany(t, services[i], client, asks, func(int) string { return question })
	}
	took := make([][]time.Duration, len(variants))
	for round := range rounds {
		for k := range variants {
			i := (k + round) % len(variants)
			took[i] = append(took[i], askMany(t, services[i], client, asks, func(int) string { return question }))
		}
	}
	for i, v := range variants {
		var ratios []float64
		for round := range rounds {
			ratios = append(ratios, float64(took[i][round])/float64(took[0][round]))
		}
		slices.Sort(ratios)
		slices.Sort(took[i])
		t.Logf("%s: %v a question; beside neither ×%.3f, the median of %d rounds (%.3f to %.3f)", v.name, took[i][rounds/2].Round(time.Microsecond),
			ratios[rounds/2], rounds, ratios[rounds/4], ratios[3*rounds/4])
	}
}
