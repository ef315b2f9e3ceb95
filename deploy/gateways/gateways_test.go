// Package gateways_test runs the configurations of this directory: each gateway in front of two instances of
// asksql, on loopback.
package gateways_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

const patience = 20 * time.Second

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
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/asksql").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// A gateway is a program with a configuration in this directory.
type gateway struct {
	name    string
	program string
	config  string
	// start returns the command for a configuration whose addresses are those of the test.
	start func(dir, config string) *exec.Cmd
}

var gateways = []gateway{
	{"nginx", "nginx", "nginx.conf", func(dir, config string) *exec.Cmd {
		main := filepath.Join(dir, "main.conf")
		text := "daemon off; pid " + dir + "/pid; worker_processes 2; error_log stderr error; events { worker_connections 2048; }\n" +
			"http { access_log off; client_body_temp_path " + dir + "/body; proxy_temp_path " + dir + "/proxy; fastcgi_temp_path " + dir + "/f; uwsgi_temp_path " + dir + "/u; scgi_temp_path " + dir + "/s; include " + config + "; }\n"
		if os.Geteuid() == 0 {
			text = "user root; " + text
		}
		if err := os.WriteFile(main, []byte(text), 0o600); err != nil {
			panic(err)
		}
		return exec.Command("nginx", "-p", dir, "-c", main)
	}},
	{"Caddy", "caddy", "Caddyfile", func(_, config string) *exec.Cmd {
		return exec.Command("caddy", "run", "--adapter", "caddyfile", "--config", config)
	}},
	{"HAProxy", "haproxy", "haproxy.cfg", func(_, config string) *exec.Cmd {
		return exec.Command("haproxy", "-db", "-f", config)
	}},
}

// An instance is one process of asksql. It can be stopped and started anew at the same port.
type instance struct {
	addr  string
	admin string // the port of its second listener
	env   []string
	cmd   *exec.Cmd
	log   *output
}

type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func freePort(t testing.TB) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return strconv.Itoa(ln.Addr().(*net.TCPAddr).Port)
}

// newInstances starts two instances at the same ports of two addresses.
func newInstances(t testing.TB, env ...string) (a, b *instance) {
	t.Helper()
	port, admin := freePort(t), freePort(t)
	start := func(host string) *instance {
		i := &instance{addr: net.JoinHostPort(host, port), admin: admin, env: env, log: new(output)}
		i.start(t)
		t.Cleanup(func() { i.cmd.Process.Kill(); i.cmd.Wait() })
		return i
	}
	return start("127.0.0.1"), start("127.0.0.2")
}

func (i *instance) start(t testing.TB) {
	t.Helper()
	schema, err := filepath.Abs("../../examples/shop/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(i.addr)
	i.cmd = exec.Command(binary, "serve", "--schema", schema, "--host", host, "--port", port)
	i.cmd.Dir = t.TempDir()
	i.cmd.Env = append([]string{"ASKSQL_LLM_PROVIDER=builtin", "ASKSQL_SERVER_DRAIN_DELAY=2s",
		"ASKSQL_ADMIN_HOST=" + host, "ASKSQL_ADMIN_PORT=" + i.admin}, i.env...)
	i.cmd.Stderr = i.log
	if err := i.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers(t, i.addr)
}

// stop stops the instance as an orchestrator does, and waits for its end.
func (i *instance) stop(t testing.TB) {
	t.Helper()
	i.cmd.Process.Signal(syscall.SIGTERM)
	if err := i.cmd.Wait(); err != nil {
		t.Errorf("an instance ended with %v\n%s", err, i.log)
	}
}

// answers waits until something listens at the address.
func answers(t testing.TB, addr string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if conn, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
			conn.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("nobody listens at %s", addr)
		}
	}
}

// run starts the gateway before the instances and returns its address.
func (g gateway) run(t *testing.T, a, b *instance) string {
	t.Helper()
	if _, err := exec.LookPath(g.program); err != nil {
		if os.Getenv("ASKSQL_REQUIRE_GATEWAYS") != "" {
			t.Fatal(err)
		}
		t.Skipf("%s is not installed", g.program)
	}
	text, err := os.ReadFile(g.config)
	if err != nil {
		t.Fatal(err)
	}
	dir, port := t.TempDir(), freePort(t)
	for from, to := range map[string]string{"127.0.0.1:3000": a.addr, "127.0.0.2:3000": b.addr, "127.0.0.1:8080": "127.0.0.1:" + port} {
		if !bytes.Contains(text, []byte(from)) {
			t.Fatalf("%s has no %s", g.config, from)
		}
		text = bytes.ReplaceAll(text, []byte(from), []byte(to))
	}
	text = bytes.ReplaceAll(text, []byte(" 9090"), []byte(" "+a.admin))
	// One client asks for all here.
	text = bytes.ReplaceAll(text, []byte("rate=50r/s"), []byte("rate=50000r/s"))
	text = bytes.ReplaceAll(text, []byte("sc_http_req_rate(0) gt 2000"), []byte("sc_http_req_rate(0) gt 1000000"))
	config := filepath.Join(dir, g.config)
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	log := new(output)
	cmd := g.start(dir, config)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Env = append(os.Environ(), "HOME="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		done := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		cmd.Wait()
		done.Stop()
		if t.Failed() {
			t.Logf("%s:\n%.2000s", g.name, log)
		}
	})
	answers(t, "127.0.0.1:"+port)
	return "127.0.0.1:" + port
}

const (
	key      = "change-me-first-key"
	question = `{"question":"How many orders were placed in March 2025?"}`
	answer   = "\"sql\":\"SELECT COUNT(*) FROM `orders` WHERE `placed_at` >= '2025-03-01'"
)

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 300}, Timeout: patience}

// post sends a body to a path and returns status, body and header.
func post(addr, path, body string, header ...string) (int, string, http.Header, error) {
	req, err := http.NewRequest(http.MethodPost, "http://"+addr+path, strings.NewReader(body))
	if err != nil {
		return 0, "", nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	do := client.Do
	if len(body) > 1<<20 {
		do = readWhileWriting
	}
	res, err := do(req)
	if err != nil {
		return 0, "", nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, string(data), res.Header, err
}

// readWhileWriting sends a request and returns what is answered, like curl: a gateway may answer and close
// before it has read a large body, and net/http's client gives up at the first byte that it cannot write.
func readWhileWriting(req *http.Request) (*http.Response, error) {
	conn, err := net.DialTimeout("tcp", req.URL.Host, patience)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return nil, err
	}
	go req.Write(conn) // what it cannot write, the answer explains
	res, err := http.ReadResponse(bufio.NewReader(conn), req)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(res.Body)
	res.Body = io.NopCloser(bytes.NewReader(data))
	return res, err
}

func TestGateways(t *testing.T) {
	for _, g := range gateways {
		t.Run(g.name, func(t *testing.T) {
			a, b := newInstances(t)
			addr := g.run(t, a, b)
			for _, tc := range []struct {
				name, path, body string
				header           []string
				status           int
				want             string
			}{
				{"a question", "/ask", question, []string{"x-api-key", key}, 200, answer},
				{"without a key", "/ask", question, nil, 401, `"code":"unauthorized"`},
				{"with another key", "/ask", question, []string{"x-api-key", "x" + key}, 401, `"code":"unauthorized"`},
				{"another route", "/other", question, []string{"x-api-key", key}, 404, `"code":"not_found"`},
				{"a body that is too large", "/ask", question + strings.Repeat(" ", 1<<20), []string{"x-api-key", key}, 413, `"code":"payload_too_large"`},
				{"a refusal of the service", "/ask", `{"question":""}`, []string{"x-api-key", key}, 400, `"code":"bad_request"`},
				{"a correlation id", "/ask", question, []string{"x-api-key", key, "x-correlation-id", "id-1.a:b"}, 200, `"correlationId":"id-1.a:b"`},
				{"an id that could be taken for JSON", "/ask", question, []string{"x-correlation-id", `","ok":true,"x":"`}, 401, `{"ok":false,"correlationId":"`},
			} {
				status, body, header, err := post(addr, tc.path, tc.body, tc.header...)
				if err != nil || status != tc.status || !strings.Contains(body, tc.want) {
					t.Errorf("%s: %d %s, %v; want %d with %s", tc.name, status, body, err, tc.status, tc.want)
					continue
				}
				if strings.Contains(body, `"ok":true,"x"`) || !strings.Contains(body, `"correlationId":"`+header.Get("x-correlation-id")+`"`) {
					t.Errorf("%s: header %q, body %s", tc.name, header.Get("x-correlation-id"), body)
				}
			}
			if log := a.log.String() + b.log.String(); strings.Contains(log, key) {
				t.Error("the key went on to the service")
			}
		})
	}
}

// What is hidden behind the end of a body must not reach the service as a request of its own.
func TestSmuggling(t *testing.T) {
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(question), question)
	for _, g := range gateways {
		t.Run(g.name, func(t *testing.T) {
			a, b := newInstances(t)
			addr := g.run(t, a, b)
			smuggled := "GET /smuggled HTTP/1.1\r\nHost: " + addr + "\r\n\r\n"
			head := "POST /ask HTTP/1.1\r\nHost: " + addr + "\r\nContent-Type: application/json\r\nx-api-key: " + key + "\r\n"
			for _, request := range []string{
				head + fmt.Sprintf("Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n", len(chunked)+len(smuggled)) + chunked + smuggled,
				head + fmt.Sprintf("Transfer-Encoding: chunked\r\nContent-Length: %d\r\n\r\n", len(chunked)) + chunked + smuggled,
				head + fmt.Sprintf("Transfer-Encoding: xchunked\r\nContent-Length: %d\r\n\r\n", len(question)) + question + smuggled,
				head + fmt.Sprintf("Content-Length: %d\r\nContent-Length: %d\r\n\r\n", len(question), len(question)+len(smuggled)) + question + smuggled,
			} {
				conn, err := net.DialTimeout("tcp", addr, patience)
				if err != nil {
					t.Fatal(err)
				}
				conn.SetDeadline(time.Now().Add(3 * time.Second))
				io.WriteString(conn, request)
				for in := bufio.NewReader(conn); ; {
					res, err := http.ReadResponse(in, nil)
					if err != nil {
						break
					}
					io.Copy(io.Discard, res.Body)
					res.Body.Close()
				}
				conn.Close()
			}
			if log := a.log.String() + b.log.String(); strings.Contains(log, `"route":""`) {
				t.Errorf("the service got the hidden request:\n%s", log)
			}
		})
	}
}

// A client that leaves the gateway ends the call of the model.
func TestClientGone(t *testing.T) {
	for _, g := range gateways {
		t.Run(g.name, func(t *testing.T) {
			called, gone := make(chan struct{}, 4), make(chan struct{}, 4)
			model := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				called <- struct{}{}
				<-r.Context().Done()
				gone <- struct{}{}
			}))
			defer model.Close()
			env := []string{"ASKSQL_LLM_PROVIDER=openai", "ASKSQL_LLM_MODEL=m", "ASKSQL_LLM_BASE_URL=" + model.URL + "/v1"}
			a, b := newInstances(t, env...)
			addr := g.run(t, a, b)
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "POST /ask HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nx-api-key: %s\r\nContent-Length: %d\r\n\r\n%s", addr, key, len(question), question)
			soon(t, "the model is called", called)
			conn.Close()
			soon(t, "the call of the model ends", gone)
		})
	}
}

func soon(t *testing.T, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatalf("%s: not within %v", what, patience)
	}
}

// Both instances are restarted, one after the other, while questions come in: none is lost. ASKSQL_QUESTIONS is
// how many there are for each gateway.
func TestRollingRestart(t *testing.T) {
	questions := 1000
	if text := os.Getenv("ASKSQL_QUESTIONS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		questions = n
	}
	for _, g := range gateways {
		t.Run(g.name, func(t *testing.T) {
			a, b := newInstances(t)
			addr := g.run(t, a, b)
			var left, lost atomic.Int64
			left.Store(int64(questions))
			var workers sync.WaitGroup
			for range 50 {
				workers.Go(func() {
					for left.Add(-1) >= 0 {
						status, body, _, err := post(addr, "/ask", question, "x-api-key", key)
						if status == 429 { // the gateway's own limit
							left.Add(1)
							time.Sleep(20 * time.Millisecond)
							continue
						}
						if err != nil || status != 200 || !strings.Contains(body, answer) {
							if lost.Add(1) <= 3 {
								t.Errorf("%d %s, %v", status, body, err)
							}
						}
					}
				})
			}
			done := make(chan struct{})
			go func() { workers.Wait(); close(done) }()
			restarts := 0
			for running := true; running; {
				for _, i := range []*instance{a, b} {
					i.stop(t)
					i.start(t)
					restarts++
					time.Sleep(1200 * time.Millisecond) // a health check of the slowest gateway
				}
				select {
				case <-done:
					running = false
				default:
				}
			}
			t.Logf("%d questions, %d restarts, %d lost", questions, restarts, lost.Load())
		})
	}
}
