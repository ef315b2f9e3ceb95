package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// soon fails the test unless the channel is closed before patience runs out.
func soon(t testing.TB, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("%s: not within %v", what, patience)
	}
}

// silence fails the test unless the connection ends without another byte.
func silence(t testing.TB, conn net.Conn) {
	t.Helper()
	if data, err := io.ReadAll(conn); err != nil || len(data) > 0 {
		t.Errorf("read %q, %v; want the end of the connection", data, err)
	}
}

// ask writes a question to the connection.
func ask(t testing.TB, conn net.Conn) {
	t.Helper()
	if _, err := fmt.Fprintf(conn, postHead+"Content-Length: %d\r\n\r\n%s", len(question), question); err != nil {
		t.Fatal(err)
	}
}

func TestSlowHeader(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "ASKSQL_SERVER_READ_HEADER_TIMEOUT=200ms")
	for _, tc := range []struct{ name, sent string }{
		{"nothing at all", ""},
		{"half a request line", "GET /hea"},
		{"a header without end", "GET /health HTTP/1.1\r\nHost: h\r\nX: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			conn := s.dial(t)
			io.WriteString(conn, tc.sent)
			// net/http says "400 Bad Request" to half a line, and nothing to the others.
			if data, err := io.ReadAll(conn); err != nil || strings.Contains(string(data), "200 OK") {
				t.Errorf("read %q, %v; want the end of the connection", data, err)
			}
		})
	}
}

func TestIdleConnection(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "ASKSQL_SERVER_IDLE_TIMEOUT=200ms")
	conn := s.dial(t)
	fmt.Fprint(conn, "GET /health HTTP/1.1\r\nHost: h\r\n\r\n")
	if r := receive(t, conn); r.status != 200 || r.closed {
		t.Fatalf("GET /health = %+v", r)
	}
	silence(t, conn)
}

// The time-out of the body must not reach into the time of the model, and that of one request not
// into the next.
func TestTimeoutsDoNotAddUp(t *testing.T) {
	t.Parallel()
	m := newModel(t, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(400 * time.Millisecond)
		saysSQL(goodSQL)(w, r)
	})
	s := serve(t, m, "ASKSQL_SERVER_READ_BODY_TIMEOUT=200ms", "ASKSQL_SERVER_READ_HEADER_TIMEOUT=200ms")
	conn := s.dial(t)
	in := bufio.NewReader(conn)
	for range 2 {
		ask(t, conn)
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkSQL(t, read(t, res))
	}
}

func TestSlowModel(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, limit string }{
		{"longer than one call may take", "ASKSQL_LLM_TIMEOUT=200ms"},
		{"longer than the request may take", "ASKSQL_SERVER_REQUEST_TIMEOUT=200ms"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			gone := make(chan struct{})
			s := serve(t, newModel(t, hangs(gone)), tc.limit, "ASKSQL_LLM_MAX_RETRIES=2")
			wantError{502, "sql_generation_error", "", ""}.check(t, s.post(t, question))
			soon(t, "the call is given up", gone)
		})
	}
}

func TestClientGone(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		leave func(*net.TCPConn) error
	}{
		{"closed", (*net.TCPConn).Close},
		{"reset", func(c *net.TCPConn) error { c.SetLinger(0); return c.Close() }},
		{"half-closed", (*net.TCPConn).CloseWrite},
	} {
		t.Run(tc.name, func(t *testing.T) {
			gone := make(chan struct{})
			m := newModel(t, hangs(gone))
			s := serve(t, m)
			conn := s.dial(t)
			ask(t, conn)
			s.output.waitFor(t, "prompt_built")
			for len(m.called()) == 0 {
				time.Sleep(time.Millisecond)
			}
			if err := tc.leave(conn); err != nil {
				t.Fatal(err)
			}
			soon(t, "the call is cancelled", gone)
			if line := s.output.waitFor(t, "request_completed"); line["aborted"] != "client gone" || line["status"] != 0.0 {
				t.Errorf("request_completed: %v", line)
			}
			if tc.name == "half-closed" {
				silence(t, conn) // no empty 200
			}
			m.will(saysSQL(goodSQL))
			checkSQL(t, s.post(t, question))
		})
	}
}

// release returns an answer that waits until it is let go.
func release() (answer http.HandlerFunc, letGo func()) {
	wait := make(chan struct{})
	return func(w http.ResponseWriter, r *http.Request) {
		<-wait
		saysSQL(goodSQL)(w, r)
	}, func() { close(wait) }
}

func TestShutdownFinishesWhatIsInFlight(t *testing.T) {
	t.Parallel()
	for name, signal := range map[string]syscall.Signal{"SIGTERM": syscall.SIGTERM, "SIGINT": syscall.SIGINT} {
		t.Run(name, func(t *testing.T) {
			answer, letGo := release()
			m := newModel(t, answer)
			s := start(t, m)
			idle, busy := s.dial(t), s.dial(t)
			fmt.Fprint(idle, "GET /health HTTP/1.1\r\nHost: h\r\n\r\n")
			receive(t, idle)
			ask(t, busy)
			s.output.waitFor(t, "prompt_built")

			s.cmd.Process.Signal(signal)
			s.output.waitFor(t, "server_stopping")
			silence(t, idle)
			if conn, err := net.Dial("tcp", s.addr); err == nil {
				conn.Close()
				t.Error("a new connection is accepted")
			}
			letGo()
			r := receive(t, busy)
			checkSQL(t, r)
			if !r.closed {
				t.Error("the connection stays open")
			}
			if code := s.exitCode(t); code != 0 {
				t.Errorf("exit code %d, want 0", code)
			}
			if line := s.output.waitFor(t, "server_stopped"); line["complete"] != true {
				t.Errorf("server_stopped: %v", line)
			}
		})
	}
}

func TestShutdownCutsOffTheRest(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{})
	s := start(t, newModel(t, hangs(gone)), "ASKSQL_SERVER_SHUTDOWN_GRACE=200ms")
	conn := s.dial(t)
	ask(t, conn)
	s.output.waitFor(t, "prompt_built")
	s.cmd.Process.Signal(syscall.SIGTERM)
	wantError{500, "internal_error", "", "stopping"}.check(t, receive(t, conn))
	soon(t, "the call is cancelled", gone)
	if code := s.exitCode(t); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}

func TestSecondSignalEndsAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t, newModel(t, hangs(make(chan struct{}))))
	conn := s.dial(t)
	ask(t, conn)
	s.output.waitFor(t, "prompt_built")
	s.cmd.Process.Signal(syscall.SIGTERM)
	s.output.waitFor(t, "server_stopping")
	s.cmd.Process.Signal(syscall.SIGTERM)
	if code := s.exitCode(t); code != -1 {
		t.Errorf("exit code %d, want death by the signal", code)
	}
}

func TestServerEvents(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.stop(t)
	var got []string
	for line := range strings.Lines(s.output.String()) {
		var fields struct{ Msg string }
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Errorf("line %q is not JSON", line)
		}
		got = append(got, fields.Msg)
	}
	if want := "[schema_loaded server_started server_stopping server_stopped]"; fmt.Sprint(got) != want {
		t.Errorf("events %v, want %s", got, want)
	}
}

// wideSchema is an artifact of about 1 MiB that no other request has, as a JSON string.
func wideSchema(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"version":1,"schemaId":"s%d","tables":[`, n)
	for i := range 1100 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"table_%d","columns":[`, i)
		for j := range 14 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"a_column_of_the_table_called_%d","type":"varchar(40)"}`, j)
		}
		b.WriteString("]}")
	}
	b.WriteString("]}")
	text, _ := json.Marshal(b.String())
	return string(text)
}

// Time that is used up by work of our own is nobody else's fault: no call is begun, no call is blamed, and
// what the log says is what the clients got.
func TestOwnTimeIsOver(t *testing.T) {
	t.Parallel()
	m := newModel(t, saysSQL(goodSQL))
	s := serve(t, m, "ASKSQL_SERVER_REQUEST_TIMEOUT=10ms", "ASKSQL_SERVER_MAX_BODY_BYTES=8000000")
	const asks = 6
	got, rounds := map[int]int{}, 0
	for ; got[502] == 0 && rounds < 20; rounds++ { // on a busy machine it may be the body that does not come in time
		statuses := make(chan int, asks)
		for n := range asks {
			body := fmt.Sprintf(`{"question":"q","schemaJson":%s}`, wideSchema(rounds*asks+n))
			go func() { statuses <- s.attempt(body).status }()
		}
		for range asks {
			got[<-statuses]++
		}
	}
	if got[502] == 0 || got[200] > 0 { // 400 in time: the schema has no orders
		t.Errorf("statuses %v, want 502 for what took too long", got)
	}
	for deadline := time.Now().Add(patience); strings.Count(s.output.String(), `"msg":"request_completed"`) < rounds*asks && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	log := s.output.String()
	for status, n := range got {
		if status == 0 {
			continue
		}
		// A client that was hung up on while it was writing may not have read what it was told.
		if said := strings.Count(log, fmt.Sprintf(`"status":%d`, status)); said < n || said > n+got[0] {
			t.Errorf("the log has status %d %d times, the clients %d times", status, said, n)
		}
	}
	if strings.Contains(log, "timeout: no reply") || strings.Contains(log, "breaker_changed") {
		t.Errorf("the provider is blamed:\n%s", log)
	}
}
