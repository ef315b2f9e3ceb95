// Package contract holds what the contract tests have sent and received to docs/openapi.json, by a library that knows
// OpenAPI as a whole. It is a module of its own, so that the library is in nobody's list. run.sh does all of it.
package contract

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

func document(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile("../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// The document is one of OpenAPI 3.1, its examples included.
func TestDocument(t *testing.T) {
	doc := document(t)
	if err := doc.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
	if doc.OpenAPI != "3.1.0" {
		t.Errorf("the version is %s", doc.OpenAPI)
	}
}

// An exchange is a line of the file that the contract tests write.
type exchange struct {
	Method, URL           string
	RequestHeader, Header http.Header
	RequestBody, Body     []byte
	Status                int
}

// Every answer is as it is described, and every request that is not is not answered with success.
func TestExchanges(t *testing.T) {
	name := os.Getenv("ASKSQL_EXCHANGES")
	if name == "" {
		t.Skip("ASKSQL_EXCHANGES names no file of exchanges; run.sh has the contract tests write one")
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	doc := document(t)
	doc.Servers = nil // the tests have ports of their own
	for _, path := range doc.Paths.Map() {
		path.Servers = nil
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	held, wrong, lines := 0, 0, bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e exchange
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequest(e.Method, e.URL, bytes.NewReader(e.RequestBody))
		if err != nil {
			t.Fatal(err)
		}
		req.Header = e.RequestHeader
		route, parameters, err := router.FindRoute(req)
		if err != nil || req.URL.RawPath != "" || e.Status == http.StatusNotFound {
			continue // cmd/asksql knows which routes there are
		}
		held++
		input := &openapi3filter.RequestValidationInput{Request: req, PathParams: parameters, Route: route}
		invalid := openapi3filter.ValidateRequest(t.Context(), input)
		if invalid != nil && e.Status < 400 {
			t.Errorf("%s %s takes %.300s: %v", e.Method, e.URL, e.RequestBody, invalid)
		}
		if invalid != nil {
			wrong++
		}
		res := &openapi3filter.ResponseValidationInput{
			RequestValidationInput: input, Status: e.Status, Header: e.Header, Body: io.NopCloser(bytes.NewReader(e.Body)),
			Options: &openapi3filter.Options{IncludeResponseStatus: true},
		}
		if e.Method == http.MethodHead || strings.HasPrefix(e.Header.Get("Content-Type"), "text/") {
			continue
		}
		if err := openapi3filter.ValidateResponse(t.Context(), res); err != nil {
			t.Errorf("%s %s %.300s = %d %.300s: %v", e.Method, e.URL, e.RequestBody, e.Status, e.Body, err)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d exchanges, %d of them with a request that the document does not allow", held, wrong)
	if held < 100 || wrong < 10 {
		t.Errorf("%d exchanges, %d of them with a wrong request; the file is not that of the contract tests", held, wrong)
	}
}
