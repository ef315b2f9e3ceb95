package evaluation

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"
)

// marked returns the question with the record's id behind it: two records of a file may ask the
// same.
func (r record) marked() string { return fmt.Sprintf("%s [record %s]", r.Question, r.ID) }

var mark = regexp.MustCompile(`\[record (\S+)\]`)

// newModel starts a server that speaks the protocol of OpenAI's Chat Completions and replies to
// the question of each record of f with its text, byte for byte. It returns the base URL.
func newModel(t *testing.T, f file) string {
	t.Helper()
	recorded := map[string]string{}
	for _, r := range f.records {
		recorded[r.ID] = r.SQL
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, err := asked(r)
		text, ok := recorded[id]
		if err != nil || !ok {
			http.Error(w, fmt.Sprintf("no reply to %q: %v", id, err), http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(completion(text)); err != nil {
			t.Errorf("reply to %s: %v", id, err)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

// asked returns the id of the record whose question a request asks.
func asked(r *http.Request) (string, error) {
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return "", err
	}
	if r.URL.Path != "/v1/chat/completions" || len(body.Messages) == 0 {
		return "", fmt.Errorf("%s with %d messages is no question", r.URL.Path, len(body.Messages))
	}
	last := body.Messages[len(body.Messages)-1]
	found := mark.FindStringSubmatch(last.Content)
	if last.Role != "user" || found == nil {
		return "", fmt.Errorf("the message of %s has no record", last.Role)
	}
	return found[1], nil
}

// completion returns a reply of plain text.
func completion(text string) any {
	return map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "recorded",
		"choices": []any{map[string]any{
			"index": 0, "finish_reason": "stop",
			"message": map[string]string{"role": "assistant", "content": text},
		}},
	}
}

// schemaTexts returns the artifacts as text, by their ids.
func schemaTexts(t *testing.T, dbs map[string]database) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for id, d := range dbs {
		data, err := os.ReadFile(d.path)
		if err != nil {
			t.Fatal(err)
		}
		texts[id] = string(data)
	}
	return texts
}
