package main_test

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// quietly starts the program with a log of the caller's, asks for /health until it answers, and returns it.
func quietly(t *testing.T, log *os.File, port string, env ...string) *service {
	t.Helper()
	cmd := command(t, append([]string{"ASKSQL_LLM_PROVIDER=builtin", "ASKSQL_LOGGING_LEVEL=debug"}, env...), "serve", "--schema", shop(t), "--port", port)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &service{cmd: cmd, output: new(output), exited: make(chan struct{}), addr: "127.0.0.1:" + port, url: "http://127.0.0.1:" + port}
	go func() {
		defer close(s.exited)
		cmd.Wait()
	}()
	t.Cleanup(func() { cmd.Process.Kill() })
	return s
}

// answersMany asks more questions than a pipe holds lines of.
func answersMany(t *testing.T, s *service) {
	t.Helper()
	for range 200 {
		if r := s.post(t, question); r.status != 200 {
			t.Fatalf("POST /ask = %d %s", r.status, r.body)
		}
	}
	if r := s.do(t, "GET", "/health", ""); r.status != 200 {
		t.Errorf("GET /health = %d", r.status)
	}
	s.cmd.Process.Signal(syscall.SIGTERM)
	if code := s.exitCode(t); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}

// firstLine reads the line that says where the service listens.
func firstLine(t *testing.T, r io.Reader) (addr string) {
	t.Helper()
	var line []byte
	for one := make([]byte, 1); ; {
		if _, err := r.Read(one); err != nil {
			t.Fatal(err)
		}
		if line = append(line, one[0]); one[0] != '\n' {
			continue
		}
		var fields struct{ Msg, Address string }
		if err := json.Unmarshal(line, &fields); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if fields.Msg == "server_started" {
			return fields.Address
		}
		line = line[:0]
	}
}

// Whoever reads the log may leave, or stop reading: the service goes on.
func TestLogReaderIsNoPartOfTheService(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		leave func(r *os.File)
	}{
		{"gone", func(r *os.File) { r.Close() }},
		{"asleep", func(*os.File) {}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			s := quietly(t, w, "0")
			w.Close()
			s.addr = firstLine(t, r)
			s.url = "http://" + s.addr
			tc.leave(r)
			answersMany(t, s)
		})
	}
}

// /dev/full is a disk without room.
func TestLogOnAFullDisk(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full to write the log to")
	}
	defer full.Close()
	s := quietly(t, full, freePort(t))
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if conn, err := dialOnce(s.addr); err == nil {
			conn.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the service does not answer")
		}
	}
	answersMany(t, s)
}

// An address may have the brackets that it has in an URL.
func TestHostInBrackets(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "ASKSQL_SERVER_HOST=[127.0.0.1]")
	if r := s.do(t, "GET", "/health", ""); r.status != 200 {
		t.Errorf("GET /health = %d", r.status)
	}
}

// A client's correlation id may fill its header; the log has the beginning of it, the response all.
func TestLongCorrelationIDInTheLog(t *testing.T) {
	t.Parallel()
	s := serve(t, newModel(t, saysSQL(goodSQL)))
	id := strings.Repeat("i", 50_000)
	if r := s.post(t, question, "x-correlation-id", id); r.header.Get("x-correlation-id") != id || !strings.Contains(r.body, id) {
		t.Error("the response has another correlation id")
	}
	line := s.output.waitFor(t, "request_completed")
	if got, _ := line["correlationId"].(string); got != id[:256]+"…" {
		t.Errorf("the log has %d bytes of the id, want the first 256", len(got))
	}
	if n := len(s.output.String()); n > 20_000 {
		t.Errorf("the log has %d bytes", n)
	}
}
