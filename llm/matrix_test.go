package llm

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A misbehaviour is what a server can do to us. With two tries allowed, tries says how many there
// are to be.
type misbehaviour struct {
	name    string
	handler http.HandlerFunc
	kind    Kind
	status  int // in the Error
	tries   int
	timeout time.Duration // of a call; 0 for plenty
	atLeast time.Duration // that the tries take
}

const (
	once  = 1
	twice = 2 // what may pass by itself is tried again
	brief = 2 * time.Second
)

func misbehaviours(target string) []misbehaviour {
	return []misbehaviour{
		{name: "401 that quotes the key", handler: saysJSON(401, `{"error":{"message":"no such key: ECHO"}}`), kind: KindAuth, status: 401, tries: once},
		{name: "401 that quotes a part of the key", handler: saysJSON(401, `{"error":{"message":"bad key `+key[:9]+`…`+key[20:]+`"}}`), kind: KindAuth, status: 401, tries: once},
		{name: "403", handler: saysJSON(403, `{"error":{"message":"ECHO"}}`), kind: KindAuth, status: 403, tries: once},
		{name: "400", handler: saysJSON(400, `{"error":{"message":"ECHO"}}`), kind: KindRejected, status: 400, tries: once},
		{name: "400 of a content filter", handler: saysJSON(400, `{"error":{"code":"content_filter","message":"ECHO"}}`), kind: KindFiltered, status: 400, tries: once},
		{name: "404 of the model", handler: saysJSON(404, `{"error":"model m not found ECHO"}`), kind: KindUnknownModel, status: 404, tries: once},
		{name: "404 of the address", handler: saysJSON(404, `{"detail":"Not Found ECHO"}`), kind: KindRejected, status: 404, tries: once},
		{name: "402", handler: saysJSON(402, `{"error":{"message":"ECHO"}}`), kind: KindQuota, status: 402, tries: once},
		{name: "413", handler: saysJSON(413, `{}`), kind: KindTooLong, status: 413, tries: once},
		{name: "400 of a long conversation", handler: saysJSON(400, `{"error":{"code":"context_length_exceeded","message":"ECHO"}}`), kind: KindTooLong, status: 400, tries: once},
		{name: "429 of a spent account", handler: saysJSON(429, `{"error":{"message":"ECHO","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`), kind: KindQuota, status: 429, tries: once},
		{name: "429 that is not to be tried again", handler: dressed(saysJSON(429, `{"error":{"message":"ECHO"}}`), "X-Should-Retry", "false"), kind: KindRateLimited, status: 429, tries: once},
		{name: "409 that is to be tried again", handler: dressed(saysJSON(409, `{"error":{"message":"ECHO"}}`), "X-Should-Retry", "true"), kind: KindRejected, status: 409, tries: twice},
		{name: "429 with milliseconds", handler: dressed(saysJSON(429, `{}`), "Retry-After-Ms", "1200"), kind: KindRateLimited, status: 429, tries: twice, atLeast: 1200 * time.Millisecond},
		{name: "408", handler: saysJSON(408, ``), kind: KindUnavailable, status: 408, tries: twice},
		{name: "429", handler: saysJSON(429, `{"error":{"message":"ECHO"}}`), kind: KindRateLimited, status: 429, tries: twice},
		{name: "429 with Retry-After", handler: later("1", 429), kind: KindRateLimited, status: 429, tries: twice, atLeast: time.Second},
		{name: "429 with Retry-After past the deadline", handler: later("3600", 429), kind: KindRateLimited, status: 429, tries: once},
		{name: "500", handler: saysJSON(500, `panic: ECHO`), kind: KindUnavailable, status: 500, tries: twice},
		{name: "502 with a page", handler: says(502, "text/html", "<html><h1>Bad Gateway</h1>ECHO</html>"), kind: KindUnavailable, status: 502, tries: twice},
		{name: "503", handler: saysJSON(503, ``), kind: KindUnavailable, status: 503, tries: twice},
		{name: "503 with Retry-After", handler: later("1", 503), kind: KindUnavailable, status: 503, tries: twice, atLeast: time.Second},
		{name: "529", handler: saysJSON(529, `{"error":{"type":"overloaded_error"}}`), kind: KindUnavailable, status: 529, tries: twice},
		{name: "an error of 100 MiB", handler: endless(500), kind: KindUnavailable, status: 500, tries: twice},
		{name: "an endless reply", handler: endless(200), kind: KindTooLarge, tries: once},
		{name: "an endless stream", handler: dressed(endlessEvents, "Content-Type", "text/event-stream"), kind: KindTooLarge, tries: once},
		{name: "an endless line of a stream", handler: dressed(endless(200), "Content-Type", "text/event-stream"), kind: KindTooLarge, tries: once},
		{name: "a slow stream", handler: dressed(slowEvents, "Content-Type", "text/event-stream"), kind: KindTimeout, tries: once, timeout: brief},
		{name: "a stream that breaks off", handler: says(200, "text/event-stream", "data: {}\n\n"), kind: KindConnection, tries: twice},
		{name: "a stream of something else", handler: says(200, "text/event-stream", "data: ECHO\n\n"), kind: KindMalformed, tries: once},
		{name: "a stream with an error", handler: says(200, "text/event-stream", `data: {"error":{"message":"ECHO","code":503}}`+"\n\n"), kind: KindUnavailable, tries: twice},
		{name: "a coding that nobody asked for", handler: dressed(saysJSON(200, "\x01\x02"), "Content-Encoding", "br"), kind: KindMalformed, tries: once},
		{name: "reset before the header", handler: reset, kind: KindConnection, tries: twice},
		{name: "reset within the body", handler: inTheMiddle(reset), kind: KindConnection, tries: twice},
		{name: "stall before the header", handler: stall, kind: KindTimeout, tries: once, timeout: brief},
		{name: "stall within the body", handler: inTheMiddle(stall), kind: KindTimeout, tries: once, timeout: brief},
		{name: "stall within a refusal", handler: stalledRefusal, kind: KindTimeout, tries: once, timeout: brief},
		{name: "trickle", handler: inTheMiddle(trickle), kind: KindTimeout, tries: once, timeout: brief},
		{name: "JSON that stops", handler: saysJSON(200, `{"choices":[{"mess ECHO`), kind: KindMalformed, tries: once},
		{name: "a page", handler: says(200, "text/html", "<html>ECHO</html>"), kind: KindMalformed, tries: once},
		{name: "a page that says it is JSON", handler: saysJSON(200, "<html>ECHO</html>"), kind: KindMalformed, tries: once},
		{name: "more than 1 MiB", handler: saysJSON(200, `{"x":"`+strings.Repeat("x", maxReplyBytes)+`"}`), kind: KindTooLarge, tries: once},
		{name: "more than 1 MiB in few bytes", handler: bomb, kind: KindTooLarge, tries: once},
		{name: "301", handler: redirect(301, target), kind: KindRedirect, status: 301, tries: once},
		{name: "302", handler: redirect(302, target), kind: KindRedirect, status: 302, tries: once},
		{name: "303", handler: redirect(303, target), kind: KindRedirect, status: 303, tries: once},
		{name: "307", handler: redirect(307, target), kind: KindRedirect, status: 307, tries: once},
		{name: "308", handler: redirect(308, target), kind: KindRedirect, status: 308, tries: once},
	}
}

// TestMisbehaviour: whatever a server does comes out as an *Error of the right kind, with a cause
// for the log and no secret in it, after as many tries as it deserves.
func TestMisbehaviour(t *testing.T) {
	noSecretsPrinted(t)
	var followed atomic.Int32
	target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Add(1) }))
	t.Cleanup(func() {
		target.Close()
		if n := followed.Load(); n != 0 {
			t.Errorf("%d redirects were followed", n)
		}
	})
	// All at once, and not as many as there are cores: most of them wait.
	var all sync.WaitGroup
	defer all.Wait()
	for _, d := range dialects() {
		for _, m := range append(misbehaviours(target.URL), d.misbehaviours()...) {
			all.Go(func() {
				t.Run(d.provider+"/"+m.name, func(t *testing.T) { m.test(t, d) })
			})
		}
	}
}

// misbehaviours are the replies with status 200 that hold no answer.
func (d dialect) misbehaviours() (all []misbehaviour) {
	for _, r := range d.noAnswers {
		tries := once
		if (&Error{Kind: r.kind}).Retryable() {
			tries = twice
		}
		all = append(all, misbehaviour{name: r.name, handler: saysJSON(200, r.body), kind: r.kind, tries: tries})
	}
	return all
}

func (m misbehaviour) test(t *testing.T, d dialect) {
	var served atomic.Int32
	model := serve(t, d, func(w http.ResponseWriter, r *http.Request) {
		served.Add(1)
		m.handler(w, r)
	}, func(c *Config) {
		c.MaxRetries = twice - 1
		if m.timeout > 0 {
			c.Timeout = m.timeout
		}
	})
	start := time.Now()
	got := failure(t, model)
	if got.Kind != m.kind || got.Status != m.status || got.Provider != d.provider {
		t.Errorf("got %q (%+v), want %s with status %d", got, got, m.kind, m.status)
	}
	// On a busy machine the time may be over before the server has heard of the call.
	unheard := m.kind == KindTimeout && served.Load() == 0
	if got.Tries != m.tries || int(served.Load()) != m.tries && !unheard {
		t.Errorf("%d tries told and %d served, want %d", got.Tries, served.Load(), m.tries)
	}
	if took := time.Since(start); took < m.atLeast {
		t.Errorf("took %s, want at least %s", took, m.atLeast)
	}
	if got.Detail == "" && m.status == 0 {
		t.Errorf("%q says nothing about the cause", got)
	}
	if strings.ContainsAny(got.Detail, "\r\n") || len(got.Detail) > maxDetail {
		t.Errorf("not fit for a line of a log: %q", got.Detail)
	}
}

func later(after string, status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", after)
		saysJSON(status, `{"error":{"message":"slow down"}}`)(w, r)
	}
}

// dressed returns the handler with a header.
func dressed(next http.HandlerFunc, name, value string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		next(&fixed{w, name, value}, r)
	}
}

// fixed is a ResponseWriter with a header that stays as it is.
type fixed struct {
	http.ResponseWriter
	name, value string
}

func (f *fixed) WriteHeader(status int) {
	f.Header().Set(f.name, f.value)
	f.ResponseWriter.WriteHeader(status)
}

func (f *fixed) Unwrap() http.ResponseWriter { return f.ResponseWriter }

// endless sends one line without end, or until the client has enough.
func endless(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(status)
		block := bytes.Repeat([]byte("x"), 1<<16)
		for range 100 << 4 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	}
}

func endlessEvents(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	w.WriteHeader(http.StatusOK)
	block := bytes.Repeat([]byte("data: {}\n\n: a comment\n\n"), 1000)
	for {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

func slowEvents(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	w.WriteHeader(http.StatusOK)
	for r.Context().Err() == nil {
		io.WriteString(w, "data: {}\n\n")
		http.NewResponseController(w).Flush()
		time.Sleep(10 * time.Millisecond)
	}
}

func redirect(status int, target string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, target, status) }
}

func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, _ := http.NewResponseController(w).Hijack()
	conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
}

// stall waits for the client to go. It reads the request first: that is when the server notices.
func stall(_ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

func stalledRefusal(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusInternalServerError)
	http.NewResponseController(w).Flush()
	stall(w, r)
}

func trickle(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		io.WriteString(w, " ")
		http.NewResponseController(w).Flush()
		time.Sleep(10 * time.Millisecond)
	}
}

// inTheMiddle begins a reply that next is to end.
func inTheMiddle(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "100000")
		io.WriteString(w, `{"choices":`)
		http.NewResponseController(w).Flush()
		next(w, r)
	}
}

func bomb(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	z.Write(bytes.Repeat([]byte(" "), 2*maxReplyBytes))
	z.Close()
}

// noSecretsPrinted looks at what is printed until the test is over.
func noSecretsPrinted(t *testing.T) {
	t.Helper()
	var logged bytes.Buffer
	printed, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = printed
	log.SetOutput(&logged)
	t.Cleanup(func() {
		os.Stderr = stderr
		log.SetOutput(stderr)
		text, _ := os.ReadFile(printed.Name())
		if part := leaked(logged.String() + string(text)); part != "" {
			t.Errorf("somebody printed %q, a part of a secret: %s%s", part, &logged, text)
		}
	})
}

// TestUnreachable: servers that no connection leads to.
func TestUnreachable(t *testing.T) {
	quiet := httptest.NewUnstartedServer(http.NotFoundHandler())
	quiet.Config.ErrorLog = log.New(io.Discard, "", 0)
	quiet.StartTLS()
	defer quiet.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for _, tc := range []struct {
		name, address string
		kind          Kind
		tries         int
	}{
		{"nobody listens", closed.URL, KindConnection, twice},
		{"a certificate of nobody", quiet.URL, KindTLS, once},
		{"no TLS", strings.Replace(plain.URL, "http:", "https:", 1), KindTLS, once},
	} {
		each(t, func(t *testing.T, d dialect) {
			t.Run(tc.name, func(t *testing.T) {
				t.Parallel()
				got := failure(t, connected(t, d, tc.address, func(c *Config) { c.MaxRetries = twice - 1 }))
				if got.Kind != tc.kind || got.Tries != tc.tries || got.Detail == "" {
					t.Errorf("got %+v, want %s after %d tries", got, tc.kind, tc.tries)
				}
			})
		})
	}
}

func TestCancellationReachesTheServer(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		arrived, gone := make(chan struct{}), make(chan struct{})
		model := serve(t, d, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			close(arrived)
			<-r.Context().Done()
			close(gone)
		})
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-arrived
			cancel()
		}()
		_, err := model.Generate(ctx, question)
		if !errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Generate: %v, want context.Canceled", err)
		}
		select {
		case <-gone:
		case <-time.After(5 * time.Second):
			t.Error("the call goes on at the server")
		}
	})
}

// TestReplyOfExactlyTheLimit: the limit is what still passes.
func TestReplyOfExactlyTheLimit(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		answer := strings.ReplaceAll(d.answered, "ECHO", "")
		padded := answer + strings.Repeat(" ", maxReplyBytes-len(answer))
		if reply, err := serve(t, d, saysJSON(200, padded)).Generate(t.Context(), question); err != nil || reply.Text != "SELECT 1" {
			t.Errorf("Generate = %+v, %v", reply, err)
		}
	})
}
