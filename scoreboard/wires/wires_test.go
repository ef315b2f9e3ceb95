// Package wires holds what asksql sends to model providers, and what it makes of their replies, to the
// providers' own SDKs.
package wires

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/llm"
)

// conversations are what both sides are to say.
var conversations = []struct {
	name     string
	req      llm.Request
	settings settings
}{
	{"a question", llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "how many orders?"}}}, settings{}},
	{"a system prompt, turns and a format", llm.Request{
		System:   "be brief\nand \"quote\" <well> 漢字 \u2028",
		Messages: []llm.Message{{Role: llm.User, Text: "first"}, {Role: llm.Assistant, Text: "second"}, {Role: llm.User, Text: "third"}},
		Format:   format,
	}, settings{}},
	{"all settings", llm.Request{System: "be brief", Messages: []llm.Message{{Role: llm.User, Text: "q"}}, Format: format},
		settings{temperature: 0.25, limit: 700, effort: "low"}},
	{"no thinking", llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "q"}}}, settings{effort: "none"}},
}

var format = &llm.Format{Name: "answer", Schema: json.RawMessage(
	`{"type":"object","properties":{"sql":{"type":"string"}},"required":["sql"],"additionalProperties":false}`)}

// settings are those of both sides; zero values are not set.
type settings struct {
	temperature float64
	limit       int
	effort      string
}

// An sdk makes the call of an SDK and returns the text of its reply, the tokens in and out, and the status
// of a failure.
type sdk struct {
	provider string
	// call speaks to the server at the address, with the key.
	call func(t *testing.T, address string, s settings, req llm.Request) outcome
	// differs lists the members of the body and the headers that are not the same, each with the reason.
	differs map[string]string
	answers map[string]string // replies with status 200
}

// An outcome is what became of a call.
type outcome struct {
	text    string
	in, out int64
	status  int // of a failure; 0 with a reply
}

const key = "sk-0123456789"

// TestRequests: the two sides send the same, but for what differs.
func TestRequests(t *testing.T) {
	for _, k := range sdks() {
		for _, c := range conversations {
			t.Run(k.provider+"/"+c.name, func(t *testing.T) {
				theirs, ours := record(t, k, c.settings, c.req)
				if theirs.method != ours.method || theirs.path != ours.path {
					t.Errorf("called %s %s, the SDK %s %s", ours.method, ours.path, theirs.method, theirs.path)
				}
				for _, difference := range append(compared("", theirs.body, ours.body), headers(theirs.header, ours.header)...) {
					if k.reason(difference.name) == "" {
						t.Errorf("%s: sent %v, the SDK %v", difference.name, difference.ours, difference.theirs)
					}
					used[k.provider+" "+k.listed(difference.name)] = true
				}
			})
		}
		for name := range k.differs {
			if !used[k.provider+" "+name] {
				t.Errorf("%s: %s is listed as different and never was", k.provider, name)
			}
		}
	}
}

var used = map[string]bool{}

// listed returns the entry of differs that a difference falls under, or "".
func (k sdk) listed(name string) string {
	for entry := range maps.Keys(k.differs) {
		if prefix, ok := strings.CutSuffix(entry, "*"); entry == name || ok && strings.HasPrefix(name, prefix) {
			return entry
		}
	}
	return ""
}

func (k sdk) reason(name string) string { return k.differs[k.listed(name)] }

// TestReplies: the two sides read the same out of what a server says.
func TestReplies(t *testing.T) {
	for _, k := range sdks() {
		for _, name := range slices.Sorted(maps.Keys(k.answers)) {
			t.Run(k.provider+"/"+name, func(t *testing.T) {
				server := newServer(t, http.StatusOK, k.answers[name])
				theirs := k.call(t, server.URL, settings{}, conversations[0].req)
				ours := called(t, k, server.URL, settings{}, conversations[0].req)
				if theirs != ours || ours.text == "" {
					t.Errorf("read %+v, the SDK %+v", ours, theirs)
				}
			})
		}
		for _, status := range []int{400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 529} {
			t.Run(fmt.Sprintf("%s/%d", k.provider, status), func(t *testing.T) {
				server := newServer(t, status, `{"type":"error","error":{"type":"t","message":"m","code":"c","status":"s"}}`)
				theirs := k.call(t, server.URL, settings{}, conversations[0].req)
				ours := called(t, k, server.URL, settings{}, conversations[0].req)
				if theirs != ours || ours.status != status {
					t.Errorf("failed with %+v, the SDK with %+v", ours, theirs)
				}
			})
		}
	}
}
