package llm_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/llm"
)

// TestOllamaServer asks a server that this project did not write, in the three protocols that it
// speaks. Any model does, one with random weights too: what it says is of no account, except that a
// protocol with structured output has to keep to the format.
func TestOllamaServer(t *testing.T) {
	address, model := liveOllama(t)
	req := liveRequest
	for _, tc := range []struct {
		name, provider, path string
		structured           bool // the protocol has structured output there
	}{
		{"its own", "ollama", "", true},
		{"that of OpenAI", "openai", "/v1", true},
		{"that of Anthropic", "anthropic", "", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, err := llm.New(llm.Config{
				Provider: tc.provider, Model: model, BaseURL: address + tc.path,
				MaxOutputTokens: 300, Timeout: 2 * time.Minute,
			})
			if err != nil {
				t.Fatal(err)
			}
			checkLive(t, m, req, false)
			formed := req
			formed.Format = liveFormat
			checkLive(t, m, formed, tc.structured)
		})
		t.Run(tc.name+", a model that is not there", func(t *testing.T) {
			m, err := llm.New(llm.Config{Provider: tc.provider, Model: "no-such-model", BaseURL: address + tc.path})
			if err != nil {
				t.Fatal(err)
			}
			var failure *llm.Error
			if _, err := m.Generate(t.Context(), req); !errors.As(err, &failure) || failure.Kind != llm.KindUnknownModel || failure.Status != 404 {
				t.Errorf("Generate: %v, want a 404 that is %s", err, llm.KindUnknownModel)
			}
		})
	}
}

var (
	liveRequest = llm.Request{
		System:   `Reply with a JSON object that has the string "sql".`,
		Messages: []llm.Message{{Role: llm.User, Text: "How many orders are there?"}},
	}
	liveFormat = &llm.Format{Name: "answer", Schema: json.RawMessage(
		`{"type":"object","properties":{"sql":{"type":"string","maxLength":20}},"required":["sql"],"additionalProperties":false}`)}
)

// TestOllamaServerTruncatesNothing: the beginning of a conversation is where the schema stands.
func TestOllamaServerTruncatesNothing(t *testing.T) {
	address, model := liveOllama(t)
	m, err := llm.New(llm.Config{Provider: "ollama", Model: model, BaseURL: address, Timeout: 2 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	const words = 300_000 // more than the context window that Ollama gives a model by itself
	_, err = m.Generate(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: strings.Repeat("x y ", words/2)}}})
	var failure *llm.Error
	if !errors.As(err, &failure) || failure.Kind != llm.KindTooLong {
		t.Errorf("Generate: %v, want %s", err, llm.KindTooLong)
	}
}

// liveOllama returns the address of a server and a model that it has, or skips the test.
func liveOllama(t *testing.T) (address, model string) {
	t.Helper()
	address, model = strings.TrimSuffix(os.Getenv("ASKSQL_OLLAMA"), "/"), os.Getenv("ASKSQL_OLLAMA_MODEL")
	if address == "" || model == "" {
		t.Skip("set ASKSQL_OLLAMA to the address of an Ollama server, like http://localhost:11434, and ASKSQL_OLLAMA_MODEL to a model that it has")
	}
	return address, model
}

// checkLive asks. A reply has text and its cost; a model that talks on until its limit has none, and says
// so. A model with random weights keeps to a format only as far as the server makes it, and that gives up on
// bytes that are no text: one of a few replies has to be the object.
func checkLive(t *testing.T, m llm.Model, req llm.Request, structured bool) {
	t.Helper()
	for range 8 {
		reply, err := m.Generate(t.Context(), req)
		var failure *llm.Error
		if errors.As(err, &failure) && (failure.Kind == llm.KindTruncated || failure.Kind == llm.KindNoContent) {
			t.Logf("as a model with random weights may: %v", failure)
			if structured {
				continue
			}
			return
		}
		if err != nil {
			t.Fatalf("Generate: %v", err)
		}
		if reply.InputTokens == 0 || reply.OutputTokens == 0 || reply.Model == "" {
			t.Errorf("Generate = %+v, want tokens and a model", reply)
		}
		var object struct{ SQL *string }
		if err := json.Unmarshal([]byte(reply.Text), &object); !structured || err == nil && object.SQL != nil {
			return
		}
		t.Logf("no object: %q", reply.Text)
	}
	t.Error("none of the replies is an object with sql")
}
