package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// tableOnly is an artifact with the one table, which gives it its name.
func tableOnly(table string) string {
	return fmt.Sprintf(`{"version": 1, "schemaId": %q, "tables": [{"name": %q, "columns": [{"name": "id"}]}]}`, table, table)
}

// put replaces a file at once, as whoever deploys an artifact should.
func put(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file+".new", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
}

// saysShown answers with a query of the table that the prompt shows.
func saysShown(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	for _, table := range []string{"first", "second"} {
		if strings.Contains(string(body), table) {
			saysSQL("SELECT id FROM "+table)(w, r)
			return
		}
	}
	saysCannot("no table")(w, r)
}

// A loads counts the lines of schemas in a log, and keeps nothing but the line that has begun.
type loads struct {
	line           []byte
	loaded, failed atomic.Int64
}

func (l *loads) Write(p []byte) (int, error) {
	l.line = append(l.line, p...)
	for {
		line, rest, whole := bytes.Cut(l.line, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		if bytes.Contains(line, []byte(`"msg":"schema_loaded"`)) {
			l.loaded.Add(1)
		}
		if bytes.Contains(line, []byte(`"msg":"schema_reload_failed"`)) {
			l.failed.Add(1)
		}
		l.line = rest
	}
}

// serveReloading starts the service with the artifact in a file, which SIGHUP loads again.
func serveReloading(t testing.TB, text string, env ...string) (*service, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "schema.json")
	put(t, file, text)
	m := newModel(t, nil)
	m.server.Config.Handler = http.HandlerFunc(saysShown) // which records nothing
	return serve(t, m, append([]string{"ASKSQL_HOST_RELOAD_ON_SIGHUP=true", "ASKSQL_HOST_SCHEMA_PATH=" + file}, env...)...), file
}

// hangUp sends the signal and waits for the line of the event with the value under key.
func (s *service) hangUp(t testing.TB, event, key, value string) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	s.output.waitForLine(t, event, key, value)
}

func TestReload(t *testing.T) {
	s, file := serveReloading(t, tableOnly("first"))
	asks := func(want string) {
		t.Helper()
		if sql := checkSQL(t, s.post(t, question)); !strings.Contains(sql, want) {
			t.Errorf("the answer is %s, want one over %s", sql, want)
		}
	}
	asks("first")

	put(t, file, `{"version": 1, "schemaId": "broken", "tables": [{"name": "second"}]}`)
	s.hangUp(t, "schema_reload_failed", "reason", "load schema "+file+": $.tables[0].columns: must hold at least one column")
	asks("first")

	put(t, file, strings.Replace(tableOnly("second"), "]}]", `]}], "examples": [{"question": "q", "sql": "DROP TABLE second"}]`, 1))
	if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	waitUntil(t, func() bool { return strings.Count(s.output.String(), "schema_reload_failed") == 2 })
	asks("first")

	put(t, file, tableOnly("second"))
	s.hangUp(t, "schema_loaded", "schemaId", "second")
	if digest := s.output.find("schema_loaded", "schemaId", "second")["digest"]; len(fmt.Sprint(digest)) != 64 {
		t.Errorf("schema_loaded has the digest %v", digest)
	}
	asks("second")
}

func waitUntil(t testing.TB, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not come in time")
		}
	}
}

// Who did not ask for it keeps the usual effect of the signal.
func TestNoReloadByDefault(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("SIGHUP is ignored here, as under nohup, and so it is by every child")
	}
	s := start(t, newModel(t, saysSQL(goodSQL)))
	if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if code := s.exitCode(t); code != -1 {
		t.Errorf("exit code %d, want an end by the signal", code)
	}
}

// TestReloadUnderLoad: 200 reloads during 10,000 questions fail none of them, and each answer is over
// one schema: what the prompt showed, what the checker allowed and what explain says are the same.
func TestReloadUnderLoad(t *testing.T) {
	const reloads, clients = 200, 16
	asks := 10_000
	if testing.Short() {
		asks = 1_000
	}
	s, file := serveReloading(t, tableOnly("first"))
	counted := new(loads)
	s.output.divert(counted)
	var (
		asked  atomic.Int64
		over   [2]atomic.Int64 // by schema
		group  sync.WaitGroup
		client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
		begin  = time.Now()
	)
	defer client.CloseIdleConnections()
	for range clients {
		group.Go(func() {
			for asked.Add(1) <= int64(asks) {
				table, err := askExplained(client, s.url)
				switch {
				case err != nil:
					t.Error(err)
				case table == "first":
					over[0].Add(1)
				case table == "second":
					over[1].Add(1)
				}
			}
		})
	}
	for i := range reloads {
		put(t, file, tableOnly([]string{"second", "first"}[i%2]))
		if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		waitUntil(t, func() bool { return counted.loaded.Load() == int64(i+1) })
		waitUntil(t, func() bool { return asked.Load() >= int64(asks*i/reloads) }) // spread over the questions
	}
	during := asked.Load()
	group.Wait()
	t.Logf("%d questions in %v, %d of them before the last of %d reloads; %d over the first schema, %d over the second",
		asks, time.Since(begin).Round(time.Millisecond), min(during, int64(asks)), reloads, over[0].Load(), over[1].Load())
	if n := over[0].Load() + over[1].Load(); n != int64(asks) || counted.failed.Load() != 0 {
		t.Errorf("%d answers to %d questions, %d reloads failed", n, asks, counted.failed.Load())
	}
	if over[0].Load() == 0 || over[1].Load() == 0 {
		t.Error("one of the schemas was never asked; the reloads did not happen during the questions")
	}
}

// askExplained asks a question and returns the table that the answer is over.
func askExplained(client *http.Client, url string) (string, error) {
	res, err := client.Post(url+"/ask", "application/json", strings.NewReader(`{"question": "which ids are there?", "explain": true}`))
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	var got struct {
		SQL     string
		Explain struct {
			SchemaID string
			Tables   []string
		}
	}
	body, err := io.ReadAll(res.Body)
	if err == nil {
		err = json.Unmarshal(body, &got)
	}
	id := got.Explain.SchemaID
	if err != nil || res.StatusCode != http.StatusOK || len(got.Explain.Tables) != 1 || got.Explain.Tables[0] != id || !strings.Contains(got.SQL, "`"+id+"`") {
		return "", fmt.Errorf("%d %s: want an answer over one schema (%w)", res.StatusCode, body, err)
	}
	return id, nil
}
