package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/client"
	"github.com/asksql/asksql/docs"
)

// answering serves one response, and keeps what was sent.
func answering(t *testing.T, status int, header http.Header, body string) (*client.Client, *http.Request, *string) {
	t.Helper()
	got, sent := new(http.Request), new(string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		*got, *sent = *r, string(text)
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return &client.Client{URL: server.URL + "/", Header: http.Header{"X-Role": {"support"}}}, got, sent
}

func TestAsk(t *testing.T) {
	c, req, sent := answering(t, 200, nil, `{"ok":true,"correlationId":"a","sql":"SELECT 1 < 2","new":1}`)
	answer, err := c.Ask(t.Context(), client.Request{Question: "q", CorrelationID: "a"})
	if err != nil || answer.SQL != "SELECT 1 < 2" || answer.CorrelationID != "a" || answer.Explain != nil {
		t.Errorf("Ask = %+v, %v", answer, err)
	}
	if req.Method != "POST" || req.URL.Path != "/ask" || req.Header.Get("Content-Type") != "application/json" || req.Header.Get("X-Correlation-Id") != "a" || req.Header.Get("X-Role") != "support" || *sent != `{"question":"q"}` {
		t.Errorf("sent %s %s %v %s", req.Method, req.URL, req.Header, *sent)
	}
}

func TestErrors(t *testing.T) {
	failed := func(code, rule string) string {
		return `{"ok":false,"correlationId":"a","error":{"code":"` + code + `","message":"m","rule":"` + rule + `"},"explain":{"attempts":2}}`
	}
	c, _, _ := answering(t, 400, nil, failed("sql_validation_error", "read_only"))
	_, err := c.Ask(t.Context(), client.Request{Question: "q"})
	var refused *client.RefusedError
	if !errors.As(err, &refused) || refused.Rule != "read_only" || refused.Explain.Attempts != 2 || refused.CorrelationID != "a" || err.Error() != "asksql: read_only: m" {
		t.Errorf("a refusal is %#v", err)
	}
	c, _, _ = answering(t, 503, http.Header{"Retry-After": {"7"}}, failed("overloaded", ""))
	_, err = c.Ask(t.Context(), client.Request{Question: "q"})
	var unavailable *client.UnavailableError
	if !errors.As(err, &unavailable) || unavailable.RetryAfter != 7*time.Second {
		t.Errorf("overloaded is %#v", err)
	}
	for _, tc := range []struct {
		status int
		body   string
		want   client.Details
	}{
		{400, failed("bad_request", ""), client.Details{Status: 400, Code: client.CodeBadRequest, Message: "m", CorrelationID: "a"}},
		{400, failed("sql_validation_error", "syntax"), client.Details{Status: 400, Code: client.CodeValidation, Message: "m", CorrelationID: "a"}},
		{502, failed("sql_generation_error", ""), client.Details{Status: 502, Code: client.CodeGeneration, Message: "m", CorrelationID: "a"}},
		{502, "<html>", client.Details{Status: 502, Message: "Bad Gateway"}},
		{403, `{"error":"no"}`, client.Details{Status: 403, Message: "Forbidden"}},
		{200, "<html>", client.Details{Status: 200, Message: "the response is not what asksql sends"}},
	} {
		c, _, _ := answering(t, tc.status, nil, tc.body)
		answer, err := c.Ask(t.Context(), client.Request{Question: "q"})
		var e *client.Error
		if answer != nil || !errors.As(err, &e) || e.Details != tc.want {
			t.Errorf("%d %s: %+v %#v, want %+v", tc.status, tc.body, answer, err, tc.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Check(ctx, client.CheckRequest{SQL: "SELECT 1"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that is given up: %v", err)
	}
}

// The types have the members, and the constants the codes, that the document has.
func TestTypesAreTheDocuments(t *testing.T) {
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []any }
			}
		}
	}
	if err := json.Unmarshal(docs.OpenAPI, &doc); err != nil {
		t.Fatal(err)
	}
	for name, typ := range map[string]reflect.Type{
		"AskRequest": reflect.TypeFor[client.Request](), "Answer": reflect.TypeFor[client.Answer](), "Explain": reflect.TypeFor[client.Explain](),
		"CheckRequest": reflect.TypeFor[client.CheckRequest](), "CheckResult": reflect.TypeFor[client.CheckResult](), "CheckedViolation": reflect.TypeFor[client.CheckedViolation](),
		"Violation": reflect.TypeFor[client.Violation](), "RowLimit": reflect.TypeFor[client.RowLimit](), "RuleResult": reflect.TypeFor[client.RuleResult](),
		"Advice": reflect.TypeFor[client.Advice](), "Repair": reflect.TypeFor[client.Repair](), "PromptUse": reflect.TypeFor[client.PromptUse](),
		"ModelUse": reflect.TypeFor[client.ModelUse](), "Timings": reflect.TypeFor[client.Timings](), "AccessUse": reflect.TypeFor[client.AccessUse](), "Filter": reflect.TypeFor[client.Filter](),
	} {
		var members, want []string
		for f := range typ.Fields() {
			if member, _, _ := strings.Cut(f.Tag.Get("json"), ","); member != "-" {
				members = append(members, member)
			}
		}
		for member := range doc.Components.Schemas[name].Properties {
			if member != "ok" || name == "RuleResult" { // the error says it
				want = append(want, member)
			}
		}
		slices.Sort(members)
		slices.Sort(want)
		if !slices.Equal(members, want) {
			t.Errorf("%s has %v, and the document %v", typ, members, want)
		}
	}
	known := []client.Code{client.CodeNotFound, client.CodeBadRequest, client.CodePayloadTooLarge, client.CodeSchemaParse, client.CodeNotConfigured, client.CodeValidation, client.CodeGeneration, client.CodeInternal, client.CodeOverloaded}
	codes := doc.Components.Schemas["Reason"].Properties["code"].Enum
	for _, code := range codes {
		if !slices.Contains(known, client.Code(code.(string))) {
			t.Errorf("there is no constant for %s", code)
		}
	}
	if len(codes) != len(known) {
		t.Errorf("%d constants, and the document has %d codes", len(known), len(codes))
	}
}
