package main_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/asksql/asksql/docs"
)

// A description is docs/openapi.json, as far as exchanges are held to it.
type description struct {
	Paths map[string]map[string]json.RawMessage
	refs  map[string]json.RawMessage // components, by "#/components/responses/ask400"
	root  json.RawMessage            // the schemas
}

// closed returns the schemas with no members in answers but those that they have: the document says that new ones may
// come, and a test says when one has.
func closed(schemas map[string]json.RawMessage) map[string]map[string]any {
	all := map[string]map[string]any{}
	for name, text := range schemas {
		var schema map[string]any
		if err := json.Unmarshal(text, &schema); err != nil {
			panic(err)
		}
		if schema["type"] == "object" && !strings.HasSuffix(name, "Request") {
			schema["additionalProperties"] = false
		}
		all[name] = schema
	}
	return all
}

type operation struct {
	RequestBody struct{ Content map[string]mediaType }
	Responses   map[string]json.RawMessage
}

type documentedResponse struct {
	Ref     string `json:"$ref"`
	Headers map[string]any
	Content map[string]mediaType
}

type mediaType struct{ Schema json.RawMessage }

var documents = sync.OnceValue(func() *description {
	text := bytes.ReplaceAll(docs.OpenAPI, []byte("#/components/schemas/"), []byte("#/$defs/"))
	var d description
	var components struct {
		Components map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &d); err != nil {
		panic(err)
	}
	if err := json.Unmarshal(text, &components); err != nil {
		panic(err)
	}
	d.refs = map[string]json.RawMessage{}
	for kind, all := range components.Components {
		for name, value := range all {
			d.refs["#/components/"+kind+"/"+name] = value
		}
	}
	d.root, _ = json.Marshal(closed(components.Components["schemas"]))
	return &d
})

// documented holds an exchange to the document, in both directions: what is answered is described, with its status,
// its headers and its body; and a request that the document does not allow is not answered with success.
func documented(t testing.TB, req *http.Request, body string, res response) {
	t.Helper()
	record(t, req, body, res)
	d := documents()
	path, known := d.Paths[req.URL.EscapedPath()]
	operationText, known2 := path[strings.ToLower(req.Method)]
	if !known || !known2 {
		switch res.status {
		case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusForbidden:
		default:
			if req.URL.Path != "/" && !strings.HasPrefix(req.URL.Path, "/mcp") && req.Method != http.MethodHead && !strings.Contains(res.header.Get("Content-Type"), "text/html") {
				t.Errorf("%s %s = %d, and docs/openapi.json has no such route", req.Method, req.URL, res.status)
			}
		}
		return
	}
	var op operation
	if err := json.Unmarshal(operationText, &op); err != nil {
		t.Fatal(err)
	}
	if res.status == http.StatusNotFound && !strings.Contains(res.body, `"ok":true`) {
		return // a surface that is off, or another listener
	}
	raw, ok := op.Responses[strconv.Itoa(res.status)]
	if !ok {
		t.Errorf("%s %s = %d %.200s, a status that docs/openapi.json does not have", req.Method, req.URL, res.status, res.body)
		return
	}
	var described documentedResponse
	if err := json.Unmarshal(raw, &described); err != nil {
		t.Fatal(err)
	}
	if described.Ref != "" {
		if err := json.Unmarshal(d.refs[described.Ref], &described); err != nil {
			t.Fatalf("%s: %v", described.Ref, err)
		}
	}
	for name := range described.Headers {
		if res.header.Get(name) == "" && name != "Retry-After" {
			t.Errorf("%s %s = %d without the header %s", req.Method, req.URL, res.status, name)
		}
	}
	if media := described.Content["application/json"]; media.Schema != nil && strings.HasPrefix(res.header.Get("Content-Type"), "application/json") {
		if err := d.validate(media.Schema, res.body); err != nil {
			t.Errorf("%s %s = %d %.500s\nis not what docs/openapi.json says: %v", req.Method, req.URL, res.status, res.body, err)
		}
	}
	if media := op.RequestBody.Content["application/json"]; media.Schema != nil && res.status == http.StatusOK {
		if err := d.validate(media.Schema, body); err != nil {
			t.Errorf("%s %s takes %.500s, which docs/openapi.json does not: %v", req.Method, req.URL, body, err)
		}
	}
}

// validate holds a text to one of the document's schemas.
func (d *description) validate(schema json.RawMessage, text string) error {
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(`{"allOf":[`+string(schema)+`],"$defs":`+string(d.root)+`}`), &s); err != nil {
		return err
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return err
	}
	return resolved.Validate(value)
}

// exchanges is where exchanges are written for the tests of module contract, "" for nowhere.
var exchanges = os.Getenv("ASKSQL_EXCHANGES")

// record appends an exchange to the file exchanges.
func record(t testing.TB, req *http.Request, body string, res response) {
	if exchanges == "" {
		return
	}
	line, err := json.Marshal(map[string]any{
		"method": req.Method, "url": req.URL.String(), "requestHeader": req.Header, "requestBody": []byte(body),
		"status": res.status, "header": res.header, "body": []byte(res.body),
	})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(exchanges, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
}

// The document is served where it is asked for, word for word.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	s := serve(t, nil, append(env, "ASKSQL_ADMIN_OPENAPI=true")...)
	s.output.waitFor(t, "admin_started")
	if status, body := o.do(t, "GET", "/openapi.json"); status != 200 || body != string(docs.OpenAPI) {
		t.Errorf("GET /openapi.json = %d, %d bytes", status, len(body))
	}
	if status, _ := o.do(t, "POST", "/openapi.json"); status != 405 {
		t.Errorf("POST /openapi.json = %d, want 405", status)
	}
	if r := s.do(t, "GET", "/openapi.json", ""); r.status != 404 {
		t.Errorf("the first listener: GET /openapi.json = %d, want 404", r.status)
	}
}

// What holds exchanges to the document finds what is not in it.
func TestDocumentedFinds(t *testing.T) {
	d := documents()
	for _, tc := range []struct {
		schema, text string
		valid        bool
	}{
		{"Answer", `{"ok":true,"correlationId":"a","sql":"SELECT 1"}`, true},
		{"Answer", `{"ok":true,"correlationId":"a","sql":"SELECT 1","extra":1}`, false},
		{"Answer", `{"ok":true,"correlationId":"a"}`, false},
		{"Failure", `{"ok":false,"correlationId":"a","error":{"code":"bad_request","message":"m"}}`, true},
		{"Failure", `{"ok":false,"correlationId":"a","error":{"code":"oops","message":"m"}}`, false},
		{"AskRequest", `{"question":"q","mode":null,"explain":true,"more":1}`, true},
		{"AskRequest", `{"question":" "}`, false},
		{"AskRequest", `{"question":"q","mode":"fast"}`, false},
		{"CheckRequest", `{}`, false},
	} {
		err := d.validate(json.RawMessage(`{"$ref":"#/$defs/`+tc.schema+`"}`), tc.text)
		if (err == nil) != tc.valid {
			t.Errorf("%s %s: %v, want valid %t", tc.schema, tc.text, err, tc.valid)
		}
	}
}

// Every route that the document has is there, on the listener that it says.
func TestDocumentedRoutesExist(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	s := serve(t, nil, append(env, "ASKSQL_ADMIN_OPENAPI=true", "ASKSQL_ADMIN_CHECK=true")...)
	s.output.waitFor(t, "admin_started")
	for path, methods := range documents().Paths {
		_, second := methods["servers"]
		for method := range methods {
			if method == "servers" {
				continue
			}
			status := 0
			switch method = strings.ToUpper(method); {
			case !second:
				status = s.do(t, method, path, "{}", "Content-Type", "application/json").status
			case method == http.MethodPost:
				status = o.post(t, path, "{}").status
			default:
				status, _ = o.do(t, method, path)
			}
			if want := map[string]int{http.MethodPost: http.StatusBadRequest}[method]; status != want && (want != 0 || status != http.StatusOK) {
				t.Errorf("%s %s = %d", method, path, status)
			}
		}
	}
	if n := len(documents().Paths); n < 8 {
		t.Errorf("the document has %d paths", n)
	}
}
