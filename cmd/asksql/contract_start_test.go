package main_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// file writes a file and returns its path.
func file(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// oneSentence fails the test unless stderr, lines of the log aside, is one line that holds the words.
func oneSentence(t testing.TB, stderr, words string) {
	t.Helper()
	for line := range strings.Lines(stderr) {
		if strings.HasPrefix(line, "{") {
			stderr = strings.Replace(stderr, line, "", 1)
		}
	}
	if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "asksql: ") || !strings.Contains(stderr, words) {
		t.Errorf("standard error %q, want one line with %q", stderr, words)
	}
}

func TestStartThatIsStopped(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	config := func(yaml string) []string { return []string{"serve", "--config", file(t, "asksql.yaml", yaml)} }
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		args  []string
		env   string
		code  int
		words string
	}{
		{"a misspelt key", config("server: {prot: 1}"), "", 2, "unknown key server.prot; did you mean server.port"},
		{"a value out of range", config("server: {port: 99999}"), "", 2, "server.port must be"},
		{"a value of another type", config("llm: {timeout: 30}"), "", 2, "llm.timeout must be"},
		{"a credential in the file", config("llm: {apiKey: " + credential + "}"), "", 2, "API_KEY"},
		{"a file that is no YAML", config("server: {port: 1"), "", 2, "asksql.yaml"},
		{"a file that is binary", config("\x00\x01\x02"), "", 2, "asksql.yaml"},
		{"no such file", []string{"serve", "--config", "nowhere.yaml"}, "", 2, "nowhere.yaml: no such file"},
		{"a directory for a file", []string{"serve", "--config", "."}, "", 2, "directory"},
		{"a variable out of range", []string{"serve"}, "ASKSQL_LLM_MAX_RETRIES=-1", 2, "ASKSQL_LLM_MAX_RETRIES must be"},
		{"a flag out of range", []string{"serve", "--port", "x"}, "", 2, "server.port"},
		{"a key on the command line that nobody knows", []string{"serve", "--set", "server.prt=1"}, "", 2, "did you mean server.port"},
		{"no such schema", []string{"serve", "--schema", "nowhere.json"}, "", 2, "nowhere.json"},
		{"a directory for a schema", []string{"serve", "--schema", "."}, "", 2, "directory"},
		{"a pipe for a schema", []string{"serve", "--schema", fifo}, "", 2, "regular file"},
		{"a schema that is no JSON", []string{"serve", "--schema", file(t, "s.json", "{")}, "", 2, "s.json"},
		{"a schema with a fault", []string{"serve", "--schema", file(t, "s.json", `{"version":1,"schemaId":"s","tables":[{"name":"t","columns":[]}]}`)}, "", 2, "tables[0]"},
		{"a schema whose example is refused", []string{"serve", "--schema", file(t, "s.json",
			`{"version":1,"schemaId":"s","tables":[{"name":"t","columns":[{"name":"c"}]}],"examples":[{"question":"q","sql":"DROP TABLE t"}]}`)}, "", 2, "examples[0]"},
		{"a base URL that is none", []string{"serve", "--set", "llm.provider=openai", "--set", "llm.model=m", "--set", "llm.baseURL=ftp://x y"}, "", 2, "llm.baseURL"},
		{"a port in use", []string{"serve", "--port", port}, "", 1, "address already in use"},
		{"an address of another machine", []string{"serve", "--host", "192.0.2.1"}, "ASKSQL_SERVER_PORT=0", 1, "192.0.2.1"},
		{"no command", nil, "", 2, "expected one of"},
		{"a command that nobody knows", []string{"server"}, "", 2, "server"},
		{"a flag that nobody knows", []string{"serve", "--prot", "1"}, "", 2, "--prot"},
		{"an argument too many", []string{"serve", "now"}, "", 2, "now"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := run(t, nil, []string{tc.env, "API_KEY=" + credential}, tc.args...)
			if code != tc.code || stdout != "" {
				t.Errorf("exit code %d, standard output %q; want %d and nothing", code, stdout, tc.code)
			}
			oneSentence(t, stderr, tc.words)
		})
	}
}

func TestWarningsDoNotStopTheStart(t *testing.T) {
	s := serve(t, nil, "ASKSQL_SERVICE_HOST=10.0.0.1", "ASKSQL_SERVER_PROT=1")
	if out := s.output.String(); !strings.Contains(out, "unknown environment variable ASKSQL_SERVER_PROT; did you mean ASKSQL_SERVER_PORT") {
		t.Errorf("no warning in %s", out)
	}
}

// Precedence is package config's; here is that the program asks all of its sources.
func TestConfigurationReachesTheServer(t *testing.T) {
	m := newModel(t, saysSQL("SELECT id FROM orders"))
	path := file(t, "asksql.yaml", "server: {port: 0, maxBodyBytes: 500}\nhost: {maxRows: 7, schemaPath: "+shop(t)+"}\n"+
		"llm: {provider: openai, model: m, baseURL: \""+m.url+"/v1\"}\nlogging: {format: console, redact: [sql]}\n")
	code, stdout, stderr := run(t, nil, []string{"API_KEY=" + credential}, "ask", "--config", path, "--mode", "bounded_results", "how many?")
	if code != 0 || !strings.HasSuffix(stdout, "LIMIT 7\n") {
		t.Errorf("ask = %d %q %q, want host.maxRows of the file", code, stdout, stderr)
	}
}

func TestLogFormats(t *testing.T) {
	m := newModel(t, saysSQL("SELECT id FROM orders"))
	t.Run("redacted", func(t *testing.T) {
		s := serve(t, m, "ASKSQL_LOGGING_REDACT=question,sql")
		checkSQL(t, s.post(t, `{"question":"who is Jane Roe?"}`))
		s.output.waitFor(t, "request_completed")
		if out := s.output.String(); strings.Contains(out, "Jane") || strings.Contains(out, "SELECT") {
			t.Errorf("the log tells question or SQL: %s", out)
		}
	})
	t.Run("level", func(t *testing.T) {
		s := serve(t, m, "ASKSQL_LOGGING_LEVEL=debug")
		checkSQL(t, s.post(t, question))
	})
	t.Run("console", func(t *testing.T) {
		cmd := command(t, []string{"ASKSQL_SERVER_PORT=0", "ASKSQL_LOGGING_FORMAT=console"}, "serve")
		out := new(output)
		cmd.Stderr = out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(patience); !strings.Contains(out.String(), "server_started"); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("no line server_started in %q", out)
			}
		}
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil || strings.HasPrefix(out.String(), "{") {
			t.Errorf("%v, %q; want lines for people", err, out)
		}
	})
}

// BenchmarkColdStart measures from exec to the first 200.
func BenchmarkColdStart(b *testing.B) {
	for b.Loop() {
		coldStart(b)
	}
}

// The benchmark has the figure; this only keeps it from going out of sight on a busy machine.
func TestColdStart(t *testing.T) {
	if d := coldStart(t); d > 2*time.Second {
		t.Errorf("%v from exec to the first 200", d)
	}
}

func coldStart(t testing.TB) time.Duration {
	t.Helper()
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := probe.Addr().String()
	probe.Close()
	_, port, _ := net.SplitHostPort(addr)
	cmd := command(t, []string{"ASKSQL_SERVER_PORT=" + port, "ASKSQL_HOST_SCHEMA_PATH=" + shop(t)}, "serve")
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	for time.Since(begin) < patience {
		if conn, err := net.Dial("tcp", addr); err == nil {
			defer conn.Close()
			conn.Write([]byte("GET /health HTTP/1.1\r\nHost: h\r\n\r\n"))
			if r := receive(t, conn); r.status == 200 {
				return time.Since(begin)
			}
		}
		time.Sleep(200 * time.Microsecond)
	}
	t.Fatalf("no 200 within %v", patience)
	return 0
}
