package httpapi

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/asksql/asksql/internal/ask"
)

func TestDecodeBodyNamesTheField(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"a wrong type", `{"question":1}`, "field question must be a string"},
		{"a text for a boolean", `{"question":"q","explain":"true"}`, "field explain must be true or false"},
		{"a number for a boolean", `{"question":"q","omitSensitiveFromPrompt":1}`, "field omitSensitiveFromPrompt must be true or false"},
		{"an object for a text", `{"schemaJson":{"version":1}}`, "field schemaJson must be a string"},
		{"a name twice", `{"question":"a","question":"b"}`, "field question is there twice"},
		{"a name twice, once in escapes", `{"mode":"a","mod\u0065":"b"}`, "field mode is there twice"},
		{"a name twice further down", `{"x":{"y":[{"z":1,"z":2}]}}`, "field x/y/0/z is there twice"},
		{"a text that is not UTF-8", "{\"question\":\"\xff\"}", "in field question: invalid UTF-8"},
		{"half a surrogate pair", `{"question":"\ud800"}`, "in field question: invalid surrogate pair"},
		{"a mark at the start", "\ufeff{}", "byte-order mark"},
		{"an array", `[]`, "the body must be one JSON object"},
		{"the end too early", `{"question":"q"`, "it ends before the object does"},
		{"more than one value", `{} {}`, "at byte 3"},
		{"a bomb of brackets", `{"x":` + strings.Repeat("[", 100_000), "not valid JSON"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := decodeBody[askBody]([]byte(tc.body)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("decodeBody(%.80q) = %v, want %q", tc.body, err, tc.want)
			}
		})
	}
}

// Whatever the body, it is decoded or refused as a bad request in a few words of UTF-8.
func FuzzDecodeBody(f *testing.F) {
	for _, seed := range []string{
		`{"question":"q","mode":null,"explain":true}`, `{"question":1}`, `{"a":{"b":1,"b":2}}`, `{"\ud800":1}`,
		"\ufeff{}", `{"` + strings.Repeat("é", 500) + `":`, strings.Repeat(`{"a":`, 20_000), "", "nul", `{"question":"\u0000"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := decodeBody[askBody](data)
		if err == nil {
			return
		}
		var e *ask.Error
		if !errors.As(err, &e) || e.Code != ask.CodeBadRequest {
			t.Fatalf("decodeBody(%q) = %v, want a bad request", data, err)
		}
		if len(e.Message) > 2*maxShown || !utf8.ValidString(e.Message) {
			t.Errorf("decodeBody(%q) says %q", data, e.Message)
		}
	})
}
