package wires

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/llm"
)

// A recorded is one request as it came over the wire.
type recorded struct {
	method, path string
	header       http.Header
	body         any
}

// record makes both calls of one server and returns what it saw.
func record(t *testing.T, k sdk, s settings, req llm.Request) (theirs, ours recorded) {
	t.Helper()
	var seen []recorded
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var body any
		if err := json.Unmarshal(data, &body); err != nil {
			t.Errorf("%v: %s", err, data)
		}
		seen = append(seen, recorded{r.Method, r.URL.String(), r.Header.Clone(), body})
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, k.answers["plain"])
	}))
	defer server.Close()
	k.call(t, server.URL, s, req)
	called(t, k, server.URL, s, req)
	if len(seen) != 2 {
		t.Fatalf("%d calls, want 2", len(seen))
	}
	return seen[0], seen[1]
}

func newServer(t *testing.T, status int, body string) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server
}

// called makes our call.
func called(t *testing.T, k sdk, address string, s settings, req llm.Request) outcome {
	t.Helper()
	cfg := llm.Config{Provider: k.provider, Model: "m", BaseURL: address, APIKey: key, MaxOutputTokens: s.limit, ReasoningEffort: s.effort}
	if s.temperature != 0 {
		cfg.Temperature = &s.temperature
	}
	model, err := llm.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := model.Generate(t.Context(), req)
	var failure *llm.Error
	if errors.As(err, &failure) {
		return outcome{status: failure.Status}
	}
	return outcome{text: reply.Text, in: reply.InputTokens, out: reply.OutputTokens}
}

// A difference is a value that the two sides do not agree on.
type difference struct {
	name         string
	theirs, ours any
}

// compared returns the differences between two bodies, by the paths of their members.
func compared(at string, theirs, ours any) (all []difference) {
	theirObject, ok := theirs.(map[string]any)
	ourObject, both := ours.(map[string]any)
	if !ok || !both {
		if !reflect.DeepEqual(theirs, ours) {
			all = append(all, difference{at, theirs, ours})
		}
		return all
	}
	names := maps.Clone(theirObject)
	maps.Copy(names, ourObject)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, compared(strings.TrimPrefix(at+"."+name, "."), theirObject[name], ourObject[name])...)
	}
	return all
}

func headers(theirs, ours http.Header) (all []difference) {
	names := maps.Clone(theirs)
	maps.Copy(names, ours)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if a, b := fmt.Sprint(theirs[name]), fmt.Sprint(ours[name]); a != b && name != "Content-Length" {
			all = append(all, difference{name, a, b})
		}
	}
	return all
}
