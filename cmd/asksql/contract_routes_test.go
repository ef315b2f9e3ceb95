package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestHealth(t *testing.T) {
	s := serve(t, nil)
	for _, tc := range []struct{ name, line string }{
		{"the route", "GET /health HTTP/1.1"},
		{"a query is ignored", "GET /health?deep=1 HTTP/1.1"},
		{"the absolute form that proxies send", "GET http://h/health HTTP/1.1"},
		{"the older protocol", "GET /health HTTP/1.0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := s.raw(t, tc.line+"\r\nHost: h\r\n\r\n")
			if r.status != 200 || r.body != `{"ok":true}` {
				t.Errorf("%s = %d %q, want exactly {\"ok\":true}", tc.line, r.status, r.body)
			}
			checkHeader(t, r)
		})
	}
	t.Run("HEAD has no body", func(t *testing.T) {
		r := s.do(t, "HEAD", "/health", "", "X-Correlation-Id", "h-1")
		if r.status != 200 || r.body != "" || r.header.Get("X-Correlation-Id") != "h-1" || r.header.Get("Content-Length") != "11" {
			t.Errorf("HEAD /health = %+v", r)
		}
	})
	t.Run("the id is in the header", func(t *testing.T) {
		if r := s.do(t, "GET", "/health", "", "X-Correlation-Id", "h-2"); r.header.Get("X-Correlation-Id") != "h-2" {
			t.Errorf("GET /health: header %v", r.header)
		}
	})
	t.Run("a half-closed connection is answered", func(t *testing.T) {
		conn := s.dial(t)
		fmt.Fprint(conn, "GET /health HTTP/1.1\r\nHost: h\r\n\r\n")
		conn.CloseWrite()
		if r := receive(t, conn); r.status != 200 {
			t.Errorf("GET /health = %d", r.status)
		}
	})
}

func TestHealthNeverCallsTheModel(t *testing.T) {
	m := newModel(t, saysSQL(goodSQL))
	serve(t, m).do(t, "GET", "/health", "")
	if n := len(m.called()); n != 0 {
		t.Errorf("%d calls of the model", n)
	}
}

func TestEverythingElseIsNotFound(t *testing.T) {
	s := serve(t, nil)
	for _, line := range []string{
		"GET /", "GET /metrics", "GET /openapi.json", "GET /favicon.ico",
		"GET /ask", "PUT /ask", "DELETE /ask", "PATCH /ask", "OPTIONS /ask", "TRACE /ask", "BREW /ask", "post /ask",
		"POST /health", "PUT /health", "OPTIONS /health", "DELETE /health",
		"POST /ask/", "GET /health/", "POST //ask", "GET //health", "POST /Ask", "POST /ASK", "GET /HEALTH",
		"POST /%61sk", "GET /healt%68", "POST /ask%2F", "POST /ask%00", "GET /./health", "GET /x/../health",
		"POST /v1/ask", "POST /ask;v=1", "GET /health%20",
		"OPTIONS *", "GET *", "CONNECT example.com:443", "CONNECT /ask", "GET http://h", "GET http://h/",
	} {
		t.Run(line, func(t *testing.T) {
			r := s.raw(t, line+" HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n\r\n")
			wantError{404, "not_found", "", "GET /health and POST /ask"}.check(t, r)
			if r.header.Get("Location") != "" {
				t.Error("a redirect")
			}
		})
	}
	t.Run("HEAD /ask", func(t *testing.T) {
		if r := s.do(t, "HEAD", "/ask", ""); r.status != 404 || r.body != "" || r.header.Get("X-Correlation-Id") == "" {
			t.Errorf("HEAD /ask = %+v", r)
		}
	})
	t.Run("with a body that nobody reads", func(t *testing.T) {
		wantError{404, "not_found", "", ""}.check(t, s.do(t, "POST", "/nowhere", strings.Repeat("x", 3<<20)))
	})
	t.Run("the connection is good for more", func(t *testing.T) {
		conn := s.dial(t)
		in := bufio.NewReader(conn)
		for range 3 {
			fmt.Fprint(conn, "POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc")
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			wantError{404, "not_found", "", ""}.check(t, read(t, res))
		}
	})
}

// What net/http refuses before routing has its own words, and must not look like a success.
func TestRefusedBeforeRouting(t *testing.T) {
	s := serve(t, nil)
	for _, tc := range []struct {
		name, request string
		status        int
	}{
		{"no request line", "\x16\x03\x01\r\n\r\n", 400},
		{"no host", "GET /health HTTP/1.1\r\n\r\n", 400},
		{"two hosts", "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
		{"a control character in a header", "GET /health HTTP/1.1\r\nHost: h\r\nX-Correlation-Id: a\x01b\r\n\r\n", 400},
		{"two lengths", "POST /ask HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
		{"a length below zero", "POST /ask HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400},
		{"another transfer coding", "POST /ask HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
		{"another protocol", "GET /health HTTP/3.0\r\nHost: h\r\n\r\n", 505},
		{"an expectation nobody knows", "POST /ask HTTP/1.1\r\nHost: h\r\nExpect: tea\r\n\r\n", 417},
		{"a header block over 64 KiB", "GET /health HTTP/1.1\r\nHost: h\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n\r\n", 431},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if r := s.raw(t, tc.request); r.status != tc.status {
				t.Errorf("%d %s, want %d", r.status, r.body, tc.status)
			}
		})
	}
	t.Run("a header block just below 64 KiB passes", func(t *testing.T) {
		if r := s.do(t, "GET", "/health", "", "X", strings.Repeat("x", 63<<10)); r.status != 200 {
			t.Errorf("GET /health = %d", r.status)
		}
	})
}

func TestCorrelationID(t *testing.T) {
	s := serve(t, nil)
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	for _, tc := range []struct{ name, header, want string }{ // want "" is a new UUID
		{"is kept", "x-correlation-id: order-17", "order-17"},
		{"in any letter case of the header", "X-CORRELATION-ID: a", "a"},
		{"outer blanks are trimmed", "x-correlation-id: \t a b \t", "a b"},
		{"quotes and backslashes are escaped, not changed", `x-correlation-id: "a\"},`, `"a\"},`},
		{"markup too", "x-correlation-id: <script>alert('1')</script>&amp;", "<script>alert('1')</script>&amp;"},
		{"letters beyond ASCII", "x-correlation-id: größe-日本-\u2028", "größe-日本-\u2028"},
		{"ten kilobytes", "x-correlation-id: " + strings.Repeat("x", 10_000), strings.Repeat("x", 10_000)},
		{"of several lines the first", "x-correlation-id: one\r\nx-correlation-id: two", "one"},
		{"absent", "x-other: 1", ""},
		{"empty", "x-correlation-id:", ""},
		{"only blanks", "x-correlation-id:   ", ""},
		{"not UTF-8", "x-correlation-id: a\xffb", ""},
		{"the first of several is empty", "x-correlation-id:\r\nx-correlation-id: two", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := s.raw(t, "GET /nowhere HTTP/1.1\r\nHost: h\r\n"+tc.header+"\r\n\r\n")
			var body struct{ CorrelationID string }
			if err := json.Unmarshal([]byte(r.body), &body); err != nil {
				t.Fatalf("body %q: %v", r.body, err)
			}
			if got := r.header.Get("X-Correlation-Id"); got != body.CorrelationID {
				t.Errorf("header %q, body %q", got, body.CorrelationID)
			}
			if got := body.CorrelationID; got != tc.want && (tc.want != "" || !uuid.MatchString(got)) {
				t.Errorf("id %q, want %q", got, tc.want)
			}
		})
	}
}

func TestCorrelationIDIsInTheLog(t *testing.T) {
	s := serve(t, newModel(t, saysSQL(goodSQL)))
	const id = `"}{"msg":"forged"`
	s.post(t, question, "X-Correlation-Id", id)
	for _, event := range []string{"request_completed", "ask_received", "prompt_built", "model_called", "sql_checked", "sql_generated"} {
		if line := s.output.waitFor(t, event); line["correlationId"] != id {
			t.Errorf("%s: id %q, want %q", event, line["correlationId"], id)
		}
	}
	line := s.output.waitFor(t, "request_completed")
	if line["method"] != "POST" || line["route"] != "/ask" || line["status"] != 200.0 || line["bytes"].(float64) <= 0 || line["durationMs"] == nil {
		t.Errorf("request_completed: %v", line)
	}
}
