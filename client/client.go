// Package client asks a running asksql over HTTP. It has the types of docs/openapi.json and nothing of the server, so
// that it costs who imports it no more than net/http.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A Client asks one service. It is safe for concurrent use. The zero value but for URL is ready for use.
type Client struct {
	// URL is the address of the listener, such as http://127.0.0.1:3000. Check wants the second one's.
	URL string
	// HTTP sends the requests; nil is http.DefaultClient. Let it have no shorter time-out than the service's own, 55 s.
	HTTP *http.Client
	// Header is sent with each request: what your gateway wants, or what says who asks.
	Header http.Header
}

// A Request is a question. Only Question must be there.
type Request struct {
	Question string `json:"question"`
	Mode     Mode   `json:"mode,omitempty"`
	Explain  bool   `json:"explain,omitempty"`
	// OmitSensitiveFromPrompt hides sensitive columns; nil leaves it to the service.
	OmitSensitiveFromPrompt *bool `json:"omitSensitiveFromPrompt,omitempty"`
	// SchemaJSON is an artifact for this question alone; "" is the service's own.
	SchemaJSON string `json:"schemaJson,omitempty"`
	// Tables are those that the question is about, where the service has an access file: fewer than the caller may see,
	// never more.
	Tables []string `json:"tables,omitempty"`
	// CorrelationID tags the request in the service's log; without one the service makes one.
	CorrelationID string `json:"-"`
}

// A Mode is a way to generate SQL.
type Mode string

// The modes.
const (
	SchemaOnly     Mode = "schema_only"
	BoundedResults Mode = "bounded_results"
)

// An Answer is checked SQL. Nothing has run it.
type Answer struct {
	CorrelationID string   `json:"correlationId"`
	SQL           string   `json:"sql"`
	Explain       *Explain `json:"explain"` // nil unless the request asked for it
}

// A CheckRequest is a text to check. Only SQL must be there.
type CheckRequest struct {
	SQL                     string   `json:"sql"`
	Mode                    Mode     `json:"mode,omitempty"`
	OmitSensitiveFromPrompt *bool    `json:"omitSensitiveFromPrompt,omitempty"`
	SchemaJSON              string   `json:"schemaJson,omitempty"`
	Tables                  []string `json:"tables,omitempty"`
	CorrelationID           string   `json:"-"`
}

// Ask returns SQL that answers a question. Errors of the service are *RefusedError, *UnavailableError or *Error; those
// of the connection are of net/http.
func (c *Client) Ask(ctx context.Context, req Request) (*Answer, error) {
	answer := new(Answer)
	if err := c.post(ctx, "/ask", req.CorrelationID, req, answer); err != nil {
		return nil, err
	}
	return answer, nil
}

// Check tells whether SQL of other origin is one read-only statement inside the schema. A text that is not is no error.
func (c *Client) Check(ctx context.Context, req CheckRequest) (*CheckResult, error) {
	result := new(CheckResult)
	if err := c.post(ctx, "/check", req.CorrelationID, req, result); err != nil {
		return nil, err
	}
	return result, nil
}

// maxResponse is how long a response may be, in bytes.
const maxResponse = 16 << 20

// post sends a body and reads the response into out, or returns the error in it.
func (c *Client) post(ctx context.Context, path, id string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(c.URL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, values := range c.Header {
		req.Header[name] = values
	}
	req.Header.Set("Content-Type", "application/json")
	if id != "" {
		req.Header.Set("x-correlation-id", id)
	}
	sender := c.HTTP
	if sender == nil {
		sender = http.DefaultClient
	}
	res, err := sender.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxResponse))
	if err != nil {
		return fmt.Errorf("read the response: %w", err)
	}
	if res.StatusCode != http.StatusOK {
		return failure(res, text)
	}
	if err := json.Unmarshal(text, out); err != nil {
		return &Error{Details{Status: res.StatusCode, Message: "the response is not what asksql sends"}, err}
	}
	return nil
}

// failure returns the error that a response is. One that is not the service's own, such as a gateway's, has no code.
func failure(res *http.Response, text []byte) error {
	var body struct {
		CorrelationID string `json:"correlationId"`
		Error         struct {
			Code    Code   `json:"code"`
			Message string `json:"message"`
			Rule    string `json:"rule"`
		} `json:"error"`
		Explain *Explain `json:"explain"`
	}
	if err := json.Unmarshal(text, &body); err != nil || body.Error.Code == "" {
		return &Error{Details{Status: res.StatusCode, Message: http.StatusText(res.StatusCode)}, err}
	}
	d := Details{res.StatusCode, body.Error.Code, body.Error.Message, body.CorrelationID}
	switch d.Code {
	case CodeValidation:
		return &RefusedError{d, body.Error.Rule, body.Explain}
	case CodeGeneration, CodeOverloaded:
		seconds, _ := strconv.Atoi(res.Header.Get("Retry-After")) // 0 where there is none
		return &UnavailableError{d, time.Duration(seconds) * time.Second}
	default:
		return &Error{Details: d}
	}
}
