package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// A model is a server that speaks the protocol of OpenAI's Chat Completions.
type model struct {
	url    string
	server *httptest.Server

	mu     sync.Mutex
	answer http.HandlerFunc
	calls  []call
}

// A call is one request that a model got.
type call struct {
	path   string
	header http.Header
	body   string
}

// newModel returns a model that answers every call with answer.
func newModel(t testing.TB, answer http.HandlerFunc) *model {
	t.Helper()
	m := &model{answer: answer}
	m.listen(t, m)
	return m
}

// listen has the handler answer what is sent to the model, until the test ends.
func (m *model) listen(t testing.TB, handler http.Handler) {
	m.server = httptest.NewServer(handler)
	m.url = m.server.URL
	t.Cleanup(m.server.Close)
}

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	m.mu.Lock()
	m.calls = append(m.calls, call{r.URL.Path, r.Header.Clone(), string(body)})
	answer := m.answer
	m.mu.Unlock()
	answer(w, r)
}

// will makes the model answer otherwise from now on.
func (m *model) will(answer http.HandlerFunc) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answer, m.calls = answer, nil
}

// called returns the calls since the last will.
func (m *model) called() []call {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]call(nil), m.calls...)
}

// saysSQL answers with the structured output that holds sql.
func saysSQL(sql string) http.HandlerFunc {
	return saysObject(map[string]string{"sql": sql, "cannotAnswer": ""})
}

// saysCannot answers that the question cannot be answered.
func saysCannot(reason string) http.HandlerFunc {
	return saysObject(map[string]string{"sql": "", "cannotAnswer": reason})
}

func saysObject(v any) http.HandlerFunc {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return saysText(string(text))
}

// saysText answers with a message whose content is text.
func saysText(text string) http.HandlerFunc {
	return saysMessage(map[string]any{"role": "assistant", "content": text}, "stop")
}

// saysMessage answers with one choice.
func saysMessage(message map[string]any, finish string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{
			"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "test-model",
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
			"usage":   map[string]int{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
		})
	}
}

// saysRaw answers with a status and a body of any kind.
func saysRaw(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// hangs answers nothing until the caller gives up, and then closes gone.
func hangs(gone chan<- struct{}) http.HandlerFunc {
	return func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		close(gone)
	}
}
