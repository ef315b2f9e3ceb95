package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// binary is the program under test, built once as "make build" builds it.
var binary string

func TestMain(m *testing.M) { os.Exit(withBinary(m)) }

func withBinary(m *testing.M) int {
	dir, err := os.MkdirTemp("", "asksql")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "asksql")
	if out, err := exec.Command("make", "-s", "-C", "../..", "asksql", "BIN="+dir).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "make asksql: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

const (
	credential = "sk-very-secret-0123456789"
	patience   = 10 * time.Second // for what should happen at once
	question   = `{"question":"how many orders are there?"}`
	goodSQL    = "SELECT COUNT(*) FROM orders"
)

// shop returns the path of the shop example's artifact.
func shop(t testing.TB) string {
	t.Helper()
	path, err := filepath.Abs("../../examples/shop/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// command returns the program with args, in an empty working directory and with no other
// environment than env.
func command(t testing.TB, env []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append([]string{}, env...)
	return cmd
}

// A service is a running "asksql serve".
type service struct {
	url    string
	addr   string
	cmd    *exec.Cmd
	output *output
	exited chan struct{} // closed when the process has ended
}

// serve starts the program on a free port, with a schema and the model m unless env says
// otherwise, and stops it at the end of the test, when it must end with exit code 0 and must not
// have written the credential or a stack.
func serve(t testing.TB, m *model, env ...string) *service {
	t.Helper()
	s := start(t, m, env...)
	t.Cleanup(func() { s.stop(t) })
	return s
}

// start is serve without an end.
func start(t testing.TB, m *model, env ...string) *service {
	t.Helper()
	all := append([]string{
		"ASKSQL_SERVER_PORT=0",
		"ASKSQL_HOST_SCHEMA_PATH=" + shop(t),
		"ASKSQL_LLM_PROVIDER=openai",
		"ASKSQL_LLM_MODEL=test-model",
		"ASKSQL_LLM_MAX_RETRIES=0",
		"ASKSQL_LLM_MAX_REPAIRS=0",
		"API_KEY=" + credential,
	}, env...)
	if m != nil {
		all = append([]string{"ASKSQL_LLM_BASE_URL=" + m.url + "/v1"}, all...)
	}
	return launch(t, command(t, all, "serve"))
}

// launch starts a service with the command.
func launch(t testing.TB, cmd *exec.Cmd) *service {
	t.Helper()
	s := &service{cmd: cmd, output: new(output), exited: make(chan struct{})}
	s.cmd.Stdout, s.cmd.Stderr = s.output, s.output
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.exited)
		s.cmd.Wait()
	}()
	t.Cleanup(func() { s.cmd.Process.Kill() }) // for a test that fails half-way
	s.addr = s.output.waitFor(t, "server_started")["address"].(string)
	s.url = "http://" + s.addr
	return s
}

// stop ends the program and checks what must hold at the end of every run.
func (s *service) stop(t testing.TB) {
	t.Helper()
	s.cmd.Process.Signal(syscall.SIGTERM)
	if code := s.exitCode(t); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	innocent(t, s.output.String())
}

// exitCode waits for the end of the program and returns its exit code, -1 after a signal.
func (s *service) exitCode(t testing.TB) int {
	t.Helper()
	select {
	case <-s.exited:
	case <-time.After(patience):
		s.cmd.Process.Kill()
		<-s.exited
		t.Errorf("the server did not stop in %v", patience)
	}
	return s.cmd.ProcessState.ExitCode()
}

// innocent fails the test if a text that left the program tells a credential or a stack.
func innocent(t testing.TB, text string) {
	t.Helper()
	for _, secret := range []string{credential, credential[6:], "goroutine ", ".go:"} {
		if i := strings.Index(text, secret); i >= 0 {
			t.Errorf("output holds %q: …%.200s", secret, text[i:])
		}
	}
}

// An output is what a process writes, for several goroutines.
type output struct {
	mu    sync.Mutex
	bytes bytes.Buffer
	to    io.Writer // if not nil, it gets what comes instead
}

// divert has another writer get what the process writes from now on, where it is too much to keep.
func (o *output) divert(to io.Writer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.to = to
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.to != nil {
		return o.to.Write(p)
	}
	return o.bytes.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.bytes.String()
}

// find returns the first log line of the event that has the given value under key ("" for any).
func (o *output) find(event, key, value string) map[string]any {
	for line := range strings.Lines(o.String()) {
		fields := make(map[string]any)
		if json.Unmarshal([]byte(line), &fields) != nil || fields["msg"] != event {
			continue
		}
		if key == "" || fmt.Sprint(fields[key]) == value {
			return fields
		}
	}
	return nil
}

// waitFor waits for a log line of the event and returns its fields.
func (o *output) waitFor(t testing.TB, event string) map[string]any {
	t.Helper()
	return o.waitForLine(t, event, "", "")
}

func (o *output) waitForLine(t testing.TB, event, key, value string) map[string]any {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if fields := o.find(event, key, value); fields != nil {
			return fields
		}
	}
	t.Fatalf("no log line %s (%s=%s) in\n%s", event, key, value, o)
	return nil
}

// A response is a response as a client sees it.
type response struct {
	status int
	header http.Header
	body   string
	closed bool // it says that the server closes the connection
}

// do sends a request with the standard client.
func (s *service) do(t testing.TB, method, path, body string, header ...string) response {
	t.Helper()
	req, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	res, err := new(http.Transport).RoundTrip(req) // follows nothing, keeps nothing
	if err != nil {
		t.Fatal(err)
	}
	r := read(t, res)
	documented(t, req, body, r)
	return r
}

// attempt is post for a goroutine, which may not end the test, and for a client that the service may hang up on:
// status 0 is no response.
func (s *service) attempt(body string) response {
	req, err := http.NewRequest(http.MethodPost, s.url+"/ask", strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		return response{}
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return response{}
	}
	return response{status: res.StatusCode, header: res.Header, body: string(data), closed: res.Close}
}

// post sends a question as JSON.
func (s *service) post(t testing.TB, body string, header ...string) response {
	t.Helper()
	return s.do(t, "POST", "/ask", body, append([]string{"Content-Type", "application/json"}, header...)...)
}

func read(t testing.TB, res *http.Response) response {
	t.Helper()
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response{status: res.StatusCode, header: res.Header, body: string(body), closed: res.Close}
}

// dial opens a connection that writes what it is told and nothing else.
func (s *service) dial(t testing.TB) *net.TCPConn {
	t.Helper()
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(patience))
	return conn.(*net.TCPConn)
}

// raw sends bytes and reads one response, and whether the connection ends after it.
func (s *service) raw(t testing.TB, request string) response {
	t.Helper()
	conn := s.dial(t)
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	return receive(t, conn)
}

// receive reads one response from conn.
func receive(t testing.TB, conn net.Conn) response {
	t.Helper()
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("no response: %v", err)
	}
	return read(t, res)
}

// A wantError is an error response: its status, code and rule, and words in its message.
type wantError struct {
	status  int
	code    string
	rule    string
	message string
}

// check fails the test unless r is the error response w, in exactly the shape of the contract.
func (w wantError) check(t testing.TB, r response) {
	t.Helper()
	var got struct {
		OK            *bool  `json:"ok"`
		CorrelationID string `json:"correlationId"`
		Error         struct{ Code, Message, Rule string }
	}
	if err := json.Unmarshal([]byte(r.body), &got); err != nil {
		t.Fatalf("body %q is not JSON: %v", r.body, err)
	}
	if r.status != w.status || got.Error.Code != w.code || got.Error.Rule != w.rule {
		t.Errorf("%d %s, want %d %s %s", r.status, r.body, w.status, w.code, w.rule)
	}
	if !strings.Contains(got.Error.Message, w.message) || got.Error.Message == "" {
		t.Errorf("message %q, want %q in it", got.Error.Message, w.message)
	}
	if got.OK == nil || *got.OK || got.CorrelationID == "" || got.CorrelationID != r.header.Get("X-Correlation-Id") {
		t.Errorf("body %s, header %q: want ok=false and the same id", r.body, r.header.Get("X-Correlation-Id"))
	}
	checkHeader(t, r)
	innocent(t, r.body)
}

func checkHeader(t testing.TB, r response) {
	t.Helper()
	if got := r.header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("content type %q", got)
	}
	if r.header.Get("X-Correlation-Id") == "" {
		t.Error("no x-correlation-id in the header")
	}
}

// badRequest is the commonest error response.
func badRequest(message string) wantError {
	return wantError{status: 400, code: "bad_request", message: message}
}

// checkSQL fails the test unless r is a success with exactly three fields.
func checkSQL(t testing.TB, r response) string {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal([]byte(r.body), &got); err != nil {
		t.Fatalf("body %q is not JSON: %v", r.body, err)
	}
	if r.status != 200 || got["ok"] != true || len(got) != 3 || got["correlationId"] != r.header.Get("X-Correlation-Id") {
		t.Fatalf("%d %s, want a success with three fields", r.status, r.body)
	}
	checkHeader(t, r)
	return got["sql"].(string)
}

// run runs the program to its end and returns exit code, standard output and standard error.
func run(t testing.TB, stdin io.Reader, env []string, args ...string) (int, string, string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := command(t, env, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	timer := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	innocent(t, stdout.String()+stderr.String())
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// freePort returns a port that nobody listens on.
func freePort(t testing.TB) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	return port
}

func dialOnce(addr string) (net.Conn, error) { return net.DialTimeout("tcp", addr, patience) }
