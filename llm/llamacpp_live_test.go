package llm_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/llm"
)

// TestLlamaCppServer asks a server of llama.cpp, in the two protocols that it speaks, as TestOllamaServer does.
// It has one model, and takes every name for that one's.
func TestLlamaCppServer(t *testing.T) {
	address := strings.TrimSuffix(os.Getenv("ASKSQL_LLAMACPP"), "/")
	if address == "" {
		t.Skip("set ASKSQL_LLAMACPP to the address of a llama.cpp server, like http://localhost:8080")
	}
	for _, tc := range []struct {
		name, provider, path string
		structured           bool
	}{
		{"that of OpenAI", "openai", "/v1", true},
		{"that of Anthropic", "anthropic", "", false},
	} {
		for _, extra := range []string{"", `{"chat_template_kwargs":{"enable_thinking":false},"cache_prompt":true}`} {
			t.Run(tc.name+extra, func(t *testing.T) {
				m, err := llm.New(llm.Config{Provider: tc.provider, Model: "m", BaseURL: address + tc.path, MaxOutputTokens: 300, ExtraBody: extra, Timeout: 2 * time.Minute})
				if err != nil {
					t.Fatal(err)
				}
				checkLive(t, m, liveRequest, false)
				formed := liveRequest
				formed.Format = liveFormat
				checkLive(t, m, formed, tc.structured)
			})
		}
		t.Run(tc.name+", a conversation that is too long", func(t *testing.T) {
			m, err := llm.New(llm.Config{Provider: tc.provider, Model: "m", BaseURL: address + tc.path, Timeout: 2 * time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			var failure *llm.Error
			_, err = m.Generate(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: strings.Repeat("x y ", 10_000)}}})
			if !errors.As(err, &failure) || failure.Kind != llm.KindTooLong {
				t.Errorf("Generate: %v, want %s", err, llm.KindTooLong)
			}
		})
	}
}
