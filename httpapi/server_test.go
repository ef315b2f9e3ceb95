package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/ask"
)

// asker is a function that answers questions.
type asker func(ctx context.Context, req ask.Request) (*ask.Answer, error)

func (f asker) Ask(ctx context.Context, req ask.Request) (*ask.Answer, error) { return f(ctx, req) }

func answers(sql string) asker {
	return func(context.Context, ask.Request) (*ask.Answer, error) { return &ask.Answer{SQL: sql}, nil }
}

func fails(err error) asker {
	return func(context.Context, ask.Request) (*ask.Answer, error) { return nil, err }
}

// A running is a server on a port of its own.
type running struct {
	url  string
	logs *observer.ObservedLogs
	stop func()       // tells it to stop
	done <-chan error // gives what Serve returns
}

func serve(t *testing.T, options httpapi.Options, a httpapi.Asker) running {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	core, logs := observer.New(zap.DebugLevel)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- httpapi.New(options, a, zap.New(core)).Serve(ctx, ln) }()
	t.Cleanup(stop)
	return running{"http://" + ln.Addr().String(), logs, stop, done}
}

// post asks the question q with the correlation id "id-1" and returns status and body. They are
// zero if the connection was closed without a response.
func (r running) post(t *testing.T, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, r.url+"/ask", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Correlation-Id", "id-1")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, ""
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(data)
}

const question = `{"question":"q"}`

func TestErrorsBecomeResponses(t *testing.T) {
	explain := &ask.Explain{SchemaID: "shop"}
	for _, tc := range []struct {
		name   string
		err    error
		status int
		body   string // what it holds
	}{
		{"bad request", &ask.Error{Code: ask.CodeBadRequest, Message: "m"}, 400, `"error":{"code":"bad_request","message":"m"}}`},
		{"schema", &ask.Error{Code: ask.CodeSchemaParse, Message: "m"}, 400, `"error":{"code":"schema_parse_error","message":"m"}}`},
		{"not configured", &ask.Error{Code: ask.CodeNotConfigured, Message: "m"}, 500, `"error":{"code":"generation_not_configured","message":"m"}}`},
		{"generation", &ask.Error{Code: ask.CodeGeneration, Message: "m"}, 502, `"error":{"code":"sql_generation_error","message":"m"}}`},
		{"internal", &ask.Error{Code: ask.CodeInternal, Message: "m"}, 500, `"error":{"code":"internal_error","message":"m"}}`},
		{"validation names the rule", &ask.Error{Code: ask.CodeValidation, Message: "m", Rule: "read_only"}, 400, `"error":{"code":"sql_validation_error","message":"m","rule":"read_only"}}`},
		{"validation explains if asked to", &ask.Error{Code: ask.CodeValidation, Message: "m", Rule: "r", Explain: explain}, 400, `"rule":"r"},"explain":{"schemaId":"shop",`},
		{"a wrapped error is found", fmt.Errorf("w: %w", &ask.Error{Code: ask.CodeGeneration, Message: "m"}), 502, `"message":"m"`},
		{"an error of another kind tells nothing", errors.New("secret of /etc/path"), 500, `"error":{"code":"internal_error","message":"something went wrong here; the log tells more under this correlation id"}}`},
		{"a code that nobody thought of", &ask.Error{Code: "teapot", Message: "m"}, 500, `"error":{"code":"teapot","message":"m"}}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			status, body := serve(t, httpapi.Options{}, fails(tc.err)).post(t, question)
			if status != tc.status || !strings.HasPrefix(body, `{"ok":false,"correlationId":"id-1",`) || !strings.Contains(body, tc.body) {
				t.Errorf("POST /ask = %d %s, want %d with %s", status, body, tc.status, tc.body)
			}
		})
	}
}

func TestSuccess(t *testing.T) {
	for _, tc := range []struct {
		name   string
		answer ask.Answer
		want   string
	}{
		{"three fields without explain", ask.Answer{SQL: "SELECT 1"}, `{"ok":true,"correlationId":"id-1","sql":"SELECT 1"}`},
		{"no HTML escaping", ask.Answer{SQL: "SELECT '<b>' & 1 > 0"}, `{"ok":true,"correlationId":"id-1","sql":"SELECT '<b>' & 1 > 0"}`},
		{"bytes that are not UTF-8 are replaced", ask.Answer{SQL: "a\xffb"}, "{\"ok\":true,\"correlationId\":\"id-1\",\"sql\":\"a\ufffdb\"}"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a := func(context.Context, ask.Request) (*ask.Answer, error) { return &tc.answer, nil }
			if status, body := serve(t, httpapi.Options{}, asker(a)).post(t, question); status != 200 || body != tc.want {
				t.Errorf("POST /ask = %d %s, want %s", status, body, tc.want)
			}
		})
	}
}

// Explain has all its keys, with lists that are empty and objects that are null.
func TestExplainHasAllItsKeys(t *testing.T) {
	a := func(context.Context, ask.Request) (*ask.Answer, error) {
		return &ask.Answer{SQL: "s", Explain: &ask.Explain{}}, nil
	}
	_, body := serve(t, httpapi.Options{}, asker(a)).post(t, question)
	want := `"explain":{"schemaId":"","mode":"","statement":"","tables":[],"columns":[],"sensitiveColumns":[],"functions":[],` +
		`"rules":[],"violations":[],"rowLimit":null,"warnings":[],"attempts":0,"repairs":[],"prompt":null,"model":null,"timings":null}}`
	if !strings.HasSuffix(body, want) {
		t.Errorf("POST /ask = %s, want %s", body, want)
	}
}

func TestRequestReachesTheAsker(t *testing.T) {
	var got ask.Request
	a := func(ctx context.Context, req ask.Request) (*ask.Answer, error) {
		got = req
		if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > 7*time.Second {
			t.Errorf("deadline %v, want one of RequestTimeout", deadline)
		}
		return &ask.Answer{}, nil
	}
	body := `{"question":"how\nmany","mode":"m","explain":true,"omitSensitiveFromPrompt":false,"schemaJson":"{}","more":1}`
	r := serve(t, httpapi.Options{RequestTimeout: 7 * time.Second}, asker(a))
	r.post(t, body)
	if got.CorrelationID != "id-1" || got.Question != "how\nmany" || *got.Mode != "m" || !got.Explain ||
		*got.OmitSensitiveFromPrompt || *got.SchemaJSON != "{}" {
		t.Errorf("Ask got %+v", got)
	}
	r.post(t, `{"question":"q","mode":null,"explain":null,"omitSensitiveFromPrompt":null,"schemaJson":null}`)
	if age := time.Since(got.Began); age <= 0 || age > time.Minute {
		t.Errorf("the request began %s ago, want the time from before its body was read", age)
	}
	if want := (ask.Request{CorrelationID: "id-1", Question: "q", Began: got.Began, Caller: got.Caller}); !reflect.DeepEqual(got, want) {
		t.Errorf("Ask got %+v of nulls, want %+v", got, want)
	}
	line := r.logs.FilterMessage("unknown_fields").All()
	if len(line) != 1 || fmt.Sprint(line[0].ContextMap()["fields"]) != "[more]" || line[0].ContextMap()["correlationId"] != "id-1" {
		t.Errorf("log %v, want one line that names the unknown field", line)
	}
}

func TestPanics(t *testing.T) {
	for _, tc := range []struct {
		name   string
		value  any
		status int
	}{
		{"a text", "secret of the stack", 500},
		{"an error", errors.New("secret of the stack"), 500},
		{"a fault of the runtime", nil, 500},
		{"the one that net/http knows closes the connection", http.ErrAbortHandler, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a := func(context.Context, ask.Request) (*ask.Answer, error) {
				if tc.value == nil {
					var nobody *ask.Request
					_ = nobody.Question
				}
				panic(tc.value)
			}
			r := serve(t, httpapi.Options{}, asker(a))
			status, body := r.post(t, question)
			if status != tc.status || strings.Contains(body, "secret") || strings.Contains(body, ".go") {
				t.Errorf("POST /ask = %d %s, want %d and nothing of the panic", status, body, tc.status)
			}
			if status != 0 && !strings.Contains(body, `"correlationId":"id-1","error":{"code":"internal_error"`) {
				t.Errorf("POST /ask = %s, want internal_error with the id kept", body)
			}
			r.stop()
			<-r.done
			lines := r.logs.FilterMessage("panic").All()
			if (len(lines) == 1) != (tc.status != 0) {
				t.Errorf("%d lines about a panic", len(lines))
			}
			if len(lines) == 1 && !strings.Contains(lines[0].ContextMap()["stack"].(string), "server_test.go") {
				t.Errorf("the line lacks the stack: %v", lines[0].ContextMap())
			}
			if status, _ := serve(t, httpapi.Options{}, answers("s")).post(t, question); status != 200 {
				t.Errorf("the next request: %d, want 200", status)
			}
		})
	}
}

func TestEveryRequestIsLogged(t *testing.T) {
	r := serve(t, httpapi.Options{}, answers("s"))
	r.post(t, question)
	res, err := http.Get(r.url + "/a%00b")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	r.stop()
	<-r.done
	var got []string
	for _, line := range r.logs.FilterMessage("request_completed").All() {
		m := line.ContextMap()
		if m["correlationId"] == "" || m["durationMs"] == nil {
			t.Errorf("line %v lacks a field", m)
		}
		got = append(got, fmt.Sprint(m["method"], m["route"], m["status"], m["bytes"].(int64) > 0))
	}
	if want := "[POST/ask200 true GET404 true]"; strings.ReplaceAll(fmt.Sprint(got), "  ", " ") != want {
		t.Errorf("log %v, want %s", got, want)
	}
}

func TestClientGoneEndsWithoutAResponse(t *testing.T) {
	asked, cancelled := make(chan bool, 1), make(chan bool, 1)
	a := func(ctx context.Context, _ ask.Request) (*ask.Answer, error) {
		asked <- true
		<-ctx.Done()
		cancelled <- true
		return nil, &ask.Error{Code: ask.CodeGeneration, Gone: true}
	}
	r := serve(t, httpapi.Options{}, asker(a))
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /ask HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(question), question)
	<-asked
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil { // half-closed counts as gone
		t.Fatal(err)
	}
	<-cancelled
	if data, err := io.ReadAll(conn); len(data) != 0 || err != nil {
		t.Errorf("the server sent %q, %v; want nothing", data, err)
	}
	r.stop()
	<-r.done
	lines := r.logs.FilterMessage("request_completed").All()
	if len(lines) != 1 || lines[0].ContextMap()["aborted"] != "client gone" {
		t.Errorf("log %v, want one line that says so", lines)
	}
}

func TestShutdownCutsOffWhatOutlastsTheGrace(t *testing.T) {
	asked := make(chan bool, 1)
	a := func(ctx context.Context, _ ask.Request) (*ask.Answer, error) {
		asked <- true
		<-ctx.Done()
		return nil, &ask.Error{Code: ask.CodeGeneration, Gone: true}
	}
	r := serve(t, httpapi.Options{ShutdownGrace: 50 * time.Millisecond}, asker(a))
	go func() {
		<-asked
		r.stop()
	}()
	status, body := r.post(t, question)
	if status != 500 || !strings.Contains(body, `"code":"internal_error","message":"the server is stopping`) {
		t.Errorf("POST /ask = %d %s, want internal_error", status, body)
	}
	if err := <-r.done; err != nil {
		t.Errorf("Serve = %v, want nil", err)
	}
	if lines := r.logs.FilterMessage("server_stopped").All(); len(lines) != 1 || lines[0].ContextMap()["complete"] != false {
		t.Errorf("log %v, want server_stopped with complete=false", lines)
	}
}

func TestServeSaysWhyItEnded(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ln.Close()
	if err := httpapi.New(httpapi.Options{}, answers(""), zap.NewNop()).Serve(t.Context(), ln); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Serve on a closed listener = %v, want net.ErrClosed", err)
	}
}

func TestListenAndServeOnAPortInUse(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	o := httpapi.Options{Port: ln.Addr().(*net.TCPAddr).Port}
	if err := httpapi.New(o, answers(""), zap.NewNop()).ListenAndServe(t.Context()); err == nil || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("ListenAndServe = %v, want address already in use", err)
	}
}

// A response that could not be written is no 200 in the log.
func TestResponseThatIsNotWritten(t *testing.T) {
	t.Parallel()
	late := asker(func(context.Context, ask.Request) (*ask.Answer, error) {
		time.Sleep(5500 * time.Millisecond) // past the time for writing: 5 s and the two below
		return &ask.Answer{SQL: "SELECT 1"}, nil
	})
	s := serve(t, httpapi.Options{RequestTimeout: 10 * time.Millisecond, ReadBodyTimeout: 100 * time.Millisecond}, late)
	if status, body := s.post(t, question); status != 0 {
		t.Fatalf("POST /ask = %d %s, want a connection that ends", status, body)
	}
	line := s.completed(t)
	if line["status"] != int64(0) || line["aborted"] != "the response could not be written" {
		t.Errorf("request_completed: %v", line)
	}
}

// completed waits for the line at the end of a request.
func (r running) completed(t *testing.T) map[string]any {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if lines := r.logs.FilterMessage("request_completed").All(); len(lines) > 0 {
			return lines[0].ContextMap()
		}
	}
	t.Fatal("no request_completed")
	return nil
}

// Above the operator's limit a question is refused at once; /health is not.
func TestMaxInFlight(t *testing.T) {
	wait := make(chan struct{})
	began := make(chan struct{}, 2)
	s := serve(t, httpapi.Options{MaxInFlight: 2}, asker(func(context.Context, ask.Request) (*ask.Answer, error) {
		began <- struct{}{}
		<-wait
		return &ask.Answer{SQL: "SELECT 1"}, nil
	}))
	statuses := make(chan int, 2)
	for range 2 {
		go func() {
			status, _ := s.post(t, question)
			statuses <- status
		}()
	}
	<-began
	<-began
	res, err := http.Post(s.url+"/ask", "application/json", strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") != "1" || !strings.Contains(string(body), `"code":"overloaded"`) {
		t.Errorf("the third question: %d %v %s", res.StatusCode, res.Header, body)
	}
	if health, err := http.Get(s.url + "/health"); err != nil || health.StatusCode != http.StatusOK {
		t.Errorf("GET /health: %v, %v", health, err)
	} else {
		health.Body.Close()
	}
	close(wait)
	for range 2 {
		if status := <-statuses; status != 200 {
			t.Errorf("a question within the limit: %d", status)
		}
	}
	if status, _ := s.post(t, question); status != 200 {
		t.Errorf("afterwards: %d, want 200: the limit is for questions at once", status)
	}
}
