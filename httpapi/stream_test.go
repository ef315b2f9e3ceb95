package httpapi_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/zap"

	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/sqlcheck"
)

// streamed posts a body to the second listener's /ask and returns status, content type and body.
func streamed(t *testing.T, a httpapi.Asker, accept, body string) (int, string, string) {
	t.Helper()
	server := httptest.NewServer(httpapi.New(httpapi.Options{}, a, zap.NewNop()).AskHandler())
	defer server.Close()
	req, err := http.NewRequest("POST", server.URL+"/ask", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Correlation-Id", "id-1")
	if accept != "" {
		req.Header.Set("Accept", accept)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header.Get("Content-Type"), string(text)
}

// inSteps tells of two steps and then ends as it is told to.
func inSteps(answer *ask.Answer, err error) asker {
	return func(_ context.Context, req ask.Request) (*ask.Answer, error) {
		if req.Watch != nil {
			req.Watch.Told(ask.Stage{Name: ask.StageAsked, Attempt: 1})
			req.Watch.Told(ask.Stage{Name: ask.StageRefused, Attempt: 1, SQL: "DROP TABLE t", Violations: []sqlcheck.Violation{{Rule: "read_only", Message: "two\nlines", Offset: -1}}})
		}
		return answer, err
	}
}

const steps = "event: model_asked\ndata: {\"stage\":\"model_asked\",\"attempt\":1}\n\n" +
	"event: sql_refused\ndata: {\"stage\":\"sql_refused\",\"attempt\":1,\"violations\":[{\"rule\":\"read_only\",\"message\":\"two\\nlines\",\"near\":\"\",\"offset\":-1}]}\n\n"

func TestStream(t *testing.T) {
	good := inSteps(&ask.Answer{SQL: "SELECT 1"}, nil)
	bad := inSteps(nil, &ask.Error{Code: ask.CodeValidation, Message: "no", Rule: "read_only"})
	early := fails(&ask.Error{Code: ask.CodeBadRequest, Message: "question is missing or blank; ask something"})
	const events, object = "text/event-stream", "application/json; charset=utf-8"
	for name, tc := range map[string]struct {
		asker        asker
		accept, body string
		status       int
		contentType  string
		want         string
	}{
		"an answer": {good, "text/event-stream", `{"question":"q"}`, 200, events, steps + "event: answer\ndata: {\"ok\":true,\"correlationId\":\"id-1\",\"sql\":\"SELECT 1\"}\n\n"},
		"a refusal": {bad, "application/json;q=0.5, text/event-stream", `{"question":"q"}`, 200, events,
			steps + "event: error\ndata: {\"ok\":false,\"correlationId\":\"id-1\",\"error\":{\"code\":\"sql_validation_error\",\"message\":\"no\",\"rule\":\"read_only\"}}\n\n"},
		"a failure before the first step": {early, "text/event-stream", `{"question":""}`, 400, object, `{"ok":false,"correlationId":"id-1","error":{"code":"bad_request","message":"question is missing or blank; ask something"}}`},
		"a body that is none":             {good, "text/event-stream", `[]`, 400, object, `{"ok":false,"correlationId":"id-1","error":{"code":"bad_request","message":"the body must be one JSON object"}}`},
		"nobody asks for steps":           {good, "", `{"question":"q"}`, 200, object, `{"ok":true,"correlationId":"id-1","sql":"SELECT 1"}`},
		"nobody wants them":               {good, "text/event-stream; q=0", `{"question":"q"}`, 200, object, `{"ok":true,"correlationId":"id-1","sql":"SELECT 1"}`},
	} {
		status, contentType, body := streamed(t, tc.asker, tc.accept, tc.body)
		if status != tc.status || contentType != tc.contentType || body != tc.want {
			t.Errorf("%s: %d %s\n%s\nwant %d %s\n%s", name, status, contentType, body, tc.status, tc.contentType, tc.want)
		}
	}
}

// The main listener knows neither steps nor history: what asks for them is answered as ever.
func TestMainListenerDoesNotStream(t *testing.T) {
	var got ask.Request
	r := serve(t, httpapi.Options{}, asker(func(_ context.Context, req ask.Request) (*ask.Answer, error) {
		got = req
		return &ask.Answer{SQL: "SELECT 1"}, nil
	}))
	status, body := r.post(t, `{"question":"q","history":[{"question":"a","sql":"b"}]}`)
	if status != 200 || got.Watch != nil || got.History != nil {
		t.Errorf("%d %s, and Ask got %+v", status, body, got)
	}
}

func TestHistoryReachesTheAsker(t *testing.T) {
	var got ask.Request
	keep := asker(func(_ context.Context, req ask.Request) (*ask.Answer, error) {
		got = req
		return &ask.Answer{SQL: "SELECT 1"}, nil
	})
	streamed(t, keep, "", `{"question":"q","history":[{"question":"a","sql":"b","more":1},{"question":"c"}]}`)
	if len(got.History) != 2 || got.History[0] != (ask.Exchange{Question: "a", SQL: "b"}) || got.History[1] != (ask.Exchange{Question: "c"}) {
		t.Errorf("Ask got %+v", got.History)
	}
	for body, want := range map[string]string{
		`{"question":"q","history":"a"}`:            "field history must be a list",
		`{"question":"q","history":["a"]}`:          "field history/0 must be an object",
		`{"question":"q","history":[{"sql":1}]}`:    "field history/0/sql must be a string",
		`{"question":"q","history":[],"history":1}`: "field history is there twice",
	} {
		if status, _, text := streamed(t, keep, "", body); status != 400 || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s, want %q", body, status, text, want)
		}
	}
	if _, _, text := streamed(t, keep, "", `{"question":"q","history":null}`); got.History != nil || !strings.Contains(text, "SELECT 1") {
		t.Errorf("no history: %s, and Ask got %+v", text, got.History)
	}
}
