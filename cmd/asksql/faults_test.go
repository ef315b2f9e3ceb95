package main_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A fault is a row of the table in docs/operations.md. What its cells quote is what the test holds the program
// to, so that the page cannot say what is not so.
type fault struct {
	what, client, log, figures string

	env     []string
	scene   func(*testing.T, []string) *scene // nil for newScene
	model   http.HandlerFunc                  // what the provider does; nil for a good answer
	happens func(*testing.T, *scene) response // nil for a question
	waits   time.Duration                     // for log and figures; 0 for patience
}

func (f fault) patience() time.Duration {
	if f.waits > 0 {
		return f.waits
	}
	return patience
}

// An openAI error, as the provider writes it.
func saysFault(status int, code, message string) http.HandlerFunc {
	return saysRaw(status, "application/json", fmt.Sprintf(`{"error":{"message":%q,"type":%q,"code":%q}}`, message, code, code))
}

func absolute(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		panic(err)
	}
	return abs
}

var faults = []fault{
	{
		what:   "the provider cannot be reached",
		client: "502 `sql_generation_error`: `could not be reached`", log: "`model_called` and `ask_failed` with `connection`",
		figures: "`gen_ai_client_operation_duration_seconds_count` with `error_type=\"connection\"`",
		env:     []string{"ASKSQL_LLM_BASE_URL=http://127.0.0.1:1/v1"},
	}, {
		what:   "it fails again and again (`llm.breaker.failures`)",
		client: "502 `sql_generation_error`, at once", log: "`breaker_changed` with `\"to\":\"open\"`, then `circuit_open`",
		figures: "`asksql_breaker_open`, `error_type=\"circuit_open\"`",
		env:     []string{"ASKSQL_LLM_BREAKER_FAILURES=1"}, model: down,
		happens: func(t *testing.T, w *scene) response { w.post(t, question); return w.post(t, question) },
	}, {
		what:   "it answers 5xx",
		client: "502 `sql_generation_error`: `out of order`", log: "`ask_failed` with `unavailable`",
		figures: "`error_type=\"unavailable\"`",
		model:   down,
	}, {
		what:   "it is busy (429)",
		client: "502 `sql_generation_error`: `busy`", log: "`ask_failed` with `rate_limited`",
		figures: "`error_type=\"rate_limited\"`",
		model:   saysFault(429, "rate_limit_exceeded", "slow down"),
	}, {
		what:   "it takes longer than `llm.timeout`",
		client: "502 `sql_generation_error`: `did not answer in time`", log: "`ask_failed` with `timeout`",
		figures: "`error_type=\"timeout\"`",
		env:     []string{"ASKSQL_LLM_TIMEOUT=200ms"}, model: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	}, {
		what:   "its reply breaks off",
		client: "502 `sql_generation_error`: `could not be reached`", log: "`ask_failed` with `connection`",
		figures: "`error_type=\"connection\"`",
		model: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, `{"choices":[`)
		},
	}, {
		what:   "its reply is not what the protocol says",
		client: "502 `sql_generation_error`: `could not be read`", log: "`ask_failed` with `malformed`",
		figures: "`error_type=\"malformed\"`",
		model:   saysRaw(200, "text/html", "<p>Welcome to the portal"),
	}, {
		what:   "the key is wrong",
		client: "502 `sql_generation_error`: `whoever runs the service`", log: "`ask_failed` with `auth` and what to set",
		figures: "`error_type=\"auth\"`",
		model:   saysFault(401, "invalid_api_key", "no such key"),
	}, {
		what:   "the account is spent",
		client: "502 `sql_generation_error`: `nothing left`", log: "`ask_failed` with `quota`",
		figures: "`error_type=\"quota\"`",
		model:   saysFault(429, "insufficient_quota", "You exceeded your current quota"),
	}, {
		what:   "it has no such model",
		client: "502 `sql_generation_error`: `llm.model`", log: "`ask_failed` with `unknown_model`",
		figures: "`error_type=\"unknown_model\"`",
		model:   saysFault(404, "model_not_found", "The model does not exist"),
	}, {
		what:   "it withholds the answer",
		client: "502 `sql_generation_error`: `declined`", log: "`ask_failed` with `content_filter`",
		figures: "`error_type=\"content_filter\"`",
		model:   saysMessage(map[string]any{"role": "assistant"}, "content_filter"),
	}, {
		what:   "it fails, and a fallback answers",
		client: "200", log: "`model_called` with `\"after\":\"openai: unavailable`",
		figures: "`error_type=\"unavailable\"`; `asksql_questions_total{code=\"ok\"`",
		env:     []string{"ASKSQL_LLM_FALLBACK_PROVIDER=builtin"}, model: down,
	}, {
		what:   "no provider is configured",
		client: "500 `generation_not_configured`", log: "`generation_not_configured` at the start and in `ask_failed`",
		figures: "`/ready 503`, `code=\"generation_not_configured\"`",
		env:     []string{"ASKSQL_LLM_PROVIDER="},
	}, {
		what:   "the model's SQL is refused to the end",
		client: "400 `sql_validation_error` with the rule, as `read_only`", log: "`sql_checked` with rule, message and SQL: `DELETE FROM orders`",
		figures: "`asksql_refusals_total{rule=\"read_only\"}`, `asksql_questions_total{code=\"sql_validation_error\",rule=\"read_only\"}`",
		model:   saysSQL("DELETE FROM orders"),
	}, {
		what:   "the model says that it cannot answer",
		client: "400 `sql_validation_error`, rule `answerable`, with its reason", log: "`ask_failed` with `answerable`",
		figures: "`rule=\"answerable\"`",
		model:   saysCannot("there is no weather in the schema"),
	}, {
		what:   "a request's time is over before the model could be asked",
		client: "502 `sql_generation_error`: `the time of the request was over`", log: "`ask_failed` with `context deadline exceeded`; no provider is blamed",
		figures: "`code=\"sql_generation_error\"`",
		env:     []string{"ASKSQL_SERVER_REQUEST_TIMEOUT=100ms", "ASKSQL_SERVER_MAX_BODY_BYTES=8000000"}, happens: outOfTime,
	}, {
		what:   "there are more questions than `server.maxInFlight`",
		client: "503 `overloaded`, `Retry-After`", log: "`request_completed` with `\"status\":503`",
		figures: "`http_response_status_code=\"503\"`",
		env:     []string{"ASKSQL_SERVER_MAX_IN_FLIGHT=1"}, happens: oneTooMany,
	}, {
		what:   "a body is too large",
		client: "413 `payload_too_large`; the connection ends", log: "`\"status\":413`",
		figures: "`http_response_status_code=\"413\"`",
		env:     []string{"ASKSQL_SERVER_MAX_BODY_BYTES=10"},
	}, {
		what:   "a body is no JSON, or a field is wrong",
		client: "400 `bad_request`, which names the place", log: "`\"status\":400`",
		figures: "`http_response_status_code=\"400\"`",
		happens: func(t *testing.T, w *scene) response { return w.post(t, `{"question":7}`) },
	}, {
		what:   "a body does not arrive in time",
		client: "400 `bad_request`: `did not arrive in time`; the connection ends", log: "`\"status\":400`",
		figures: "`http_response_status_code=\"400\"`",
		env:     []string{"ASKSQL_SERVER_READ_BODY_TIMEOUT=200ms"},
		happens: func(t *testing.T, w *scene) response { return w.raw(t, postHead+"Content-Length: 90\r\n\r\n{") },
	}, {
		what:   "a schema that a request brings is faulty",
		client: "400 `schema_parse_error`, with the path of the fault: `$.tables`", log: "`ask_failed` with `schema_parse_error`",
		figures: "`code=\"schema_parse_error\"`",
		happens: func(t *testing.T, w *scene) response {
			return w.post(t, `{"question":"q","schemaJson":"{\"version\":1,\"schemaId\":\"s\",\"tables\":[]}"}`)
		},
	}, {
		what:   "a gateway does not say who asks, and an access file wants it",
		client: "400 `bad_request`, which names the header: `x-asksql-role`", log: "`ask_failed` with `bad_request`",
		figures: "`code=\"bad_request\"`",
		env:     []string{"ASKSQL_HOST_ACCESS_PATH=" + absolute("../../examples/shop/access.yaml"), "ASKSQL_HOST_INLINE_SCHEMA=narrow"},
	}, {
		what:   "a client leaves",
		client: "nothing", log: "`\"aborted\":\"client gone\"`; the call of the model is cancelled: `canceled`",
		figures: "`error_type=\"aborted\"`, `error_type=\"canceled\"`",
		model:   func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		happens: func(t *testing.T, w *scene) response {
			conn := w.dial(t)
			ask(t, conn)
			w.output.waitFor(t, "prompt_built")
			conn.Close()
			return response{}
		},
	}, {
		what:   "a client does not take its response",
		client: "nothing; the connection ends", log: "`\"aborted\":\"the response could not be written\"`",
		figures: "`error_type=\"aborted\"`",
		env:     []string{"ASKSQL_SERVER_REQUEST_TIMEOUT=100ms", "ASKSQL_SERVER_READ_BODY_TIMEOUT=100ms", "ASKSQL_LOGGING_LEVEL=info"},
		happens: takesNothing, waits: 3 * patience,
	}, {
		what:   "the log's reader stops or leaves, or the disk is full",
		client: "200, and nothing of it", log: "`log_lines_dropped` with a `count`, once lines are taken again",
		figures: "`asksql_log_lines_dropped_total`",
		scene:   newDeafScene, happens: talksToTheDeaf,
	}, {
		what:   "a reload meets a faulty artifact",
		client: "200, by the one before", log: "`schema_reload_failed` with the reason",
		figures: "`asksql_schema_reloads_total{result=\"failed\"}`",
		happens: func(t *testing.T, w *scene) response {
			put(t, w.schema, `{"version": 1, "schemaId": "broken", "tables": []}`)
			w.hangUp(t, "schema_reload_failed", "", "")
			return w.post(t, question)
		},
	}, {
		what:   "the service is stopped and `server.shutdownGrace` is too short",
		client: "500 `internal_error`: `the server is stopping`", log: "`server_stopping`, then `server_stopped` with `\"complete\":false`",
		figures: "`/ready 503` meanwhile",
		env:     []string{"ASKSQL_SERVER_SHUTDOWN_GRACE=3s"}, model: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		happens: stopped,
	}, {
		what:   "a panic",
		client: "500 `internal_error`", log: "`panic` with the `stack`",
		figures: "`http_response_status_code=\"500\"`",
		scene:   newPanicScene,
	},
}

// outOfTime asks with schemas that nobody has sent before, many at once, until one waits longer for its turn
// than a request may take.
func outOfTime(t *testing.T, w *scene) (late response) {
	const atOnce = 8
	for round := 0; round < 20 && late.status == 0; round++ {
		all := make(chan response, atOnce)
		for n := range atOnce {
			go func() { all <- w.attempt(fmt.Sprintf(`{"question":"q","schemaJson":%s}`, wideSchema(round*atOnce+n))) }()
		}
		for range atOnce {
			if r := <-all; strings.Contains(r.body, "before the model could be asked") {
				late = r
			}
		}
	}
	return late
}

// oneTooMany asks while another question is being answered.
func oneTooMany(t *testing.T, w *scene) response {
	answer, letGo := release()
	w.model.will(answer)
	first := make(chan response, 1)
	go func() { first <- w.attempt(question) }()
	w.output.waitFor(t, "prompt_built")
	second := w.post(t, question)
	letGo()
	checkSQL(t, <-first)
	return second
}

// takesNothing sends requests whose responses fill every buffer on the way, and reads none.
func takesNothing(t *testing.T, w *scene) response {
	conn := w.dial(t)
	conn.SetReadBuffer(4096)
	conn.SetDeadline(time.Now().Add(w.patient()))
	request := "GET /other HTTP/1.1\r\nHost: h\r\nX-Correlation-Id: " + strings.Repeat("i", 50_000) + "\r\n\r\n"
	for range 400 {
		if _, err := io.WriteString(conn, request); err != nil {
			break // the service has stopped reading, which is as it should be
		}
		if strings.Contains(w.log(), "could not be written") {
			break
		}
	}
	return response{}
}

func (w *scene) patient() time.Duration { return 2 * patience }

// newDeafScene is a scene whose log is a pipe that is not read after the start until the service is asked for
// its log.
func newDeafScene(t *testing.T, env []string) *scene {
	t.Helper()
	r, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	w := &scene{model: newModel(t, saysSQL(goodSQL))}
	var admin []string
	w.operator, admin = withAdmin(t)
	s := quietly(t, out, "0", append(admin, env...)...)
	out.Close()
	s.addr = firstLine(t, r)
	s.url = "http://" + s.addr
	w.service, w.log = s, s.output.String
	w.figures = func(t testing.TB) string {
		_, metrics := w.operator.do(t, "GET", "/metrics")
		return metrics
	}
	w.wake = func() { go io.Copy(s.output, r) }
	return w
}

// talksToTheDeaf asks until lines are dropped, has them read again, and asks once more.
func talksToTheDeaf(t *testing.T, w *scene) response {
	long := fmt.Sprintf(`{"question":"how many orders are there? %s"}`, strings.Repeat("please ", 2000))
	for range 2000 {
		w.post(t, long)
		if !strings.Contains(w.figures(t), "asksql_log_lines_dropped_total 0\n") {
			break
		}
	}
	w.wake()
	return w.post(t, question)
}

// stopped stops the service under a question that has no end.
func stopped(t *testing.T, w *scene) response {
	answer := make(chan response, 1)
	go func() { answer <- w.attempt(question) }()
	w.output.waitFor(t, "prompt_built")
	w.cmd.Process.Signal(syscall.SIGTERM)
	w.output.waitFor(t, "server_stopping")
	last := w.figures(t)
	w.figures = func(testing.TB) string { return last } // afterwards there is nobody to ask
	r := <-answer
	w.exitCode(t)
	return r
}
