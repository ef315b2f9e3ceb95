package llm

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestOddReplies: what is odd about a reply and does not touch the answer costs nobody the answer.
func TestOddReplies(t *testing.T) {
	const choice = `{"finish_reason":"stop","message":{"role":"assistant","content":"SELECT 1"}}`
	for _, tc := range []struct {
		name, body string
		in, out    int64 // tokens
	}{
		{"no usage", `{"model":"m","choices":[` + choice + `]}`, 0, 0},
		{"null for all that may lack", `{"model":null,"usage":null,"choices":[{"finish_reason":null,"message":{"content":"SELECT 1","refusal":null,"tool_calls":null}}]}`, 0, 0},
		{"usage of another type", `{"usage":"much","choices":[` + choice + `]}`, 0, 0},
		{"fields that nobody knows", `{"x":{"y":[1,{}]},"usage":{"prompt_tokens":3,"completion_tokens":4,"x":{}},"choices":[` + choice + `]}`, 3, 4},
		{"a second choice of another type", `{"choices":[` + choice + `,7]}`, 0, 0},
		{"a name twice", `{"model":"a","model":"m","choices":[` + choice + `]}`, 0, 0},
		{"a broken character", "{\"x\":\"\xff\",\"choices\":[" + choice + "]}", 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			reply, err := serve(t, ofOpenAI(), saysJSON(200, tc.body)).Generate(t.Context(), question)
			want := Reply{Text: "SELECT 1", Provider: "openai", Model: "m", InputTokens: tc.in, OutputTokens: tc.out, Tries: 1}
			if err != nil || reply != want {
				t.Errorf("Generate = %+v, %v, want %+v", reply, err, want)
			}
		})
	}
}

// TestOnePiece: a call leaves in one write, header and body together. Each further one would wake up
// the server once more.
func TestOnePiece(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		server := httptest.NewServer(saysJSON(200, d.answered))
		defer server.Close()
		var writes atomic.Int32
		web := newHTTPClient(nil, scrubber{})
		base := web.Transport.(*transport).base.(*http.Transport)
		dial := base.DialContext
		base.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial(ctx, network, address)
			return &countingConn{conn, &writes}, err
		}
		p, _ := find(d.provider)
		client, err := p.connect(Config{Model: "m", BaseURL: server.URL + d.base, APIKey: key}, web)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.call(t.Context(), question, shape{}); err != nil || writes.Load() != 1 {
			t.Errorf("call: %v, in %d writes, want 1", err, writes.Load())
		}
	})
}

// A countingConn counts writes.
type countingConn struct {
	net.Conn
	writes *atomic.Int32
}

func (c *countingConn) Write(p []byte) (int, error) {
	c.writes.Add(1)
	return c.Conn.Write(p)
}

// TestPromptGoesOutWhole: a prompt is many times as long as a buffer, and holds what JSON escapes.
func TestPromptGoesOutWhole(t *testing.T) {
	long := strings.Repeat("SELECT \"a\" < `b`\n\\ 漢字 \u2028", 10_000)
	each(t, func(t *testing.T, d dialect) {
		var got int
		model := serve(t, d, func(w http.ResponseWriter, r *http.Request) {
			got = strings.Count(strings.Join(texts(t, r), ""), long)
			saysJSON(200, d.answered)(w, r)
		})
		request := question
		request.System, request.Messages = long, []Message{{User, long}}
		if _, err := model.Generate(t.Context(), request); err != nil || got != 2 {
			t.Errorf("Generate: %v, with %d of 2 texts sent as they are", err, got)
		}
	})
}

// TestConversationsInTurn: each conversation is sent with its own system prompt and format, whatever the
// one before had.
func TestConversationsInTurn(t *testing.T) {
	other := &Format{Name: "answer", Schema: json.RawMessage(`{"type":"array"}`)}
	requests := []Request{
		{System: "a", Messages: question.Messages, Format: question.Format},
		{System: "a", Messages: []Message{{User, "another"}}, Format: question.Format},
		{System: "b\n\"", Messages: question.Messages, Format: question.Format},
		{System: "b\n\"", Messages: question.Messages, Format: other},
		{System: "b\n\"", Messages: question.Messages},
		{Messages: question.Messages},
		{System: "a", Messages: question.Messages, Format: question.Format},
		{System: "a"},
	}
	var sent []byte
	model := serve(t, ofOpenAI(), func(w http.ResponseWriter, r *http.Request) {
		sent, _ = io.ReadAll(r.Body)
		saysJSON(200, ofOpenAI().answered)(w, r)
	})
	for i, req := range requests {
		if _, err := model.Generate(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		if got, want := compact(t, sent), wanted(t, req); got != want {
			t.Errorf("conversation %d was sent as\n%s\nwant\n%s", i, got, want)
		}
	}
}

// wanted returns what openai is to be sent of a request.
func wanted(t *testing.T, req Request) string {
	t.Helper()
	messages := []map[string]any{}
	if req.System != "" {
		messages = append(messages, map[string]any{"role": "system", "content": req.System})
	}
	for _, m := range req.Messages {
		messages = append(messages, map[string]any{"role": m.Role, "content": m.Text})
	}
	body := map[string]any{"model": "m", "stream": false, "messages": messages}
	if f := req.Format; f != nil {
		body["response_format"] = map[string]any{
			"type": "json_schema", "json_schema": map[string]any{"name": f.Name, "schema": f.Schema, "strict": true},
		}
	}
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return compact(t, data)
}

// texts returns every string in the JSON body of a request.
func texts(t *testing.T, r *http.Request) (all []string) {
	t.Helper()
	var collect func(v any)
	collect = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, item := range v {
				collect(item)
			}
		case map[string]any:
			for _, item := range v {
				collect(item)
			}
		}
	}
	var body any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		t.Errorf("the body is no JSON: %v", err)
	}
	collect(body)
	return all
}
