package llm

import (
	"strings"
	"testing"
)

// streams are replies in events, for the same answer as dialect.answered.
var streams = map[string]string{
	"openai": `: keep-alive

data: {"model":"m-2025","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}

data: {"model":"m-2025","choices":[{"index":0,"delta":{"reasoning_content":"hm"}}]}

data: {"model":"m-2025","choices":[{"index":0,"delta":{"content":"SELECT"}}]}

data: {"model":"m-2025","choices":[{"index":0,"delta":{"content":" 1"}}]}

data: {"model":"m-2025","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"model":"m-2025","choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7}}

data: [DONE]

`,
	"anthropic": `event: message_start
data: {"type":"message_start","message":{"model":"m-2025","content":[],"stop_reason":null,"usage":{"input_tokens":8,"cache_creation_input_tokens":2,"cache_read_input_tokens":1,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}

event: ping
data: {"type":"ping"}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"SELECT"}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":" 1"}}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":7}}

event: message_stop
data: {"type":"message_stop"}

`,
	"gemini": `data: {"candidates":[{"content":{"role":"model","parts":[{"text":"hm","thought":true}]}}],"modelVersion":"m-2025"}

data: {"candidates":[{"content":{"role":"model","parts":[{"text":"SELECT"}]}}],"modelVersion":"m-2025"}

data: {"candidates":[{"content":{"role":"model","parts":[{"text":" 1"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":4,"thoughtsTokenCount":3}}

`,
	"ollama": `data: {"model":"m-2025","message":{"role":"assistant","content":"SELECT"},"done":false}

data: {"model":"m-2025","message":{"role":"assistant","content":" 1"},"done":true,"done_reason":"stop","prompt_eval_count":11,"eval_count":7}

`,
}

// TestStreams: a server that streams although it was asked not to is read, whatever it calls that and
// however its lines end.
func TestStreams(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		want := Reply{Text: "SELECT 1", Provider: d.provider, Model: "m-2025", InputTokens: 11, OutputTokens: 7, Tries: 1}
		plain := streams[d.provider]
		for name, body := range map[string]string{
			"as it should be":      plain,
			"with CRLF":            strings.ReplaceAll(plain, "\n", "\r\n"),
			"without its last end": strings.TrimRight(plain, "\n"),
			"without blanks":       strings.ReplaceAll(plain, "data: ", "data:"),
		} {
			for _, kind := range []string{"text/event-stream", "text/event-stream; charset=utf-8", "application/json", "text/plain"} {
				if strings.HasPrefix(body, ":") && kind[0] != 't' {
					continue // nothing tells it from JSON that is none
				}
				got, err := serve(t, d, says(200, kind, body)).Generate(t.Context(), question)
				if strings.HasPrefix(body, ":") && kind == "text/plain" {
					continue
				}
				if err != nil || got != want {
					t.Errorf("%s, %s: Generate = %+v, %v, want %+v", kind, name, got, err, want)
				}
			}
		}
	})
}

// TestLongStream: events wrap each word in a line; the bound of a reply is that of its text.
func TestLongStream(t *testing.T) {
	event := `data: {"id":"chatcmpl-0123456789","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"word "}}]}` + "\n\n"
	n := 3 * maxReplyBytes / len(event)
	body := strings.Repeat(event, n) + "data: [DONE]\n\n"
	got, err := serve(t, ofOpenAI(), says(200, "text/event-stream", body)).Generate(t.Context(), question)
	if err != nil || got.Text != strings.Repeat("word ", n) {
		t.Errorf("Generate = %d bytes, %v", len(got.Text), err)
	}
}

// TestOllamaLines: a proxy that drops "stream": false brings a line for each word.
func TestOllamaLines(t *testing.T) {
	body := strings.ReplaceAll(strings.ReplaceAll(streams["ollama"], "data: ", ""), "\n\n", "\n")
	for _, kind := range []string{"application/x-ndjson", "application/json"} {
		got, err := serve(t, ofOllama(), says(200, kind, body)).Generate(t.Context(), question)
		if err != nil || got.Text != "SELECT 1" || got.OutputTokens != 7 {
			t.Errorf("%s: Generate = %+v, %v", kind, got, err)
		}
	}
}

// TestParts: content comes as a text or as parts, with thinking among them.
func TestParts(t *testing.T) {
	for name, content := range map[string]string{
		"Mistral":      `[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"SELECT 1"}]`,
		"two texts":    `[{"type":"text","text":"SELECT"},{"type":"text","text":" 1"}]`,
		"no type":      `[{"text":"SELECT 1"}]`,
		"a reference":  `[{"type":"text","text":"SELECT 1"},{"type":"reference","reference_ids":[1]}]`,
		"Databricks":   `[{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]},{"type":"text","text":"SELECT 1"}]`,
		"output texts": `[{"type":"output_text","text":"SELECT 1"}]`,
	} {
		for _, d := range []dialect{ofOpenAI(), ofOllama()} {
			body := completion("stop", `"content":`+content)
			if d.provider == ollamaName {
				body = chat("stop", `"content":`+content)
			}
			got, err := serve(t, d, saysJSON(200, body)).Generate(t.Context(), question)
			if err != nil || got.Text != "SELECT 1" {
				t.Errorf("%s, %s: Generate = %+v, %v", d.provider, name, got, err)
			}
		}
	}
}
