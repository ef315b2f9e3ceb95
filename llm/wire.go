package llm

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
)

// A protocol is what a conversation looks like on its way to one kind of server, and what a reply does.
// All else is the same for all of them, and stands in caller.
type protocol interface {
	// body returns what is sent. system is Request.System as JSON, or nil where there is none.
	body(req Request, system jsontext.Value, s shape) object
	// read adds to the answer what a complete body says.
	read(body []byte, a *answer) error
	// event adds what one piece says of a reply that comes in pieces.
	event(data []byte, a *answer) error
}

// A caller makes the calls of one protocol: one POST of JSON each.
type caller struct {
	protocol protocol
	web      *http.Client
	url      string
	header   http.Header // of every call, the credential aside
	bearer   credential
	extra    object                       // Config.ExtraBody
	place    func(context.Context) string // Config.Traceparent
	last     atomic.Pointer[literal]
}

// newCaller returns a caller that lacks its address. cfg.ExtraBody has been looked at.
func newCaller(p protocol, cfg Config, web *http.Client) *caller {
	extra, _ := extraBody(cfg)
	return &caller{protocol: p, web: web, header: http.Header{}, bearer: newCredential(cfg), extra: extra, place: cfg.Traceparent}
}

// A literal is a text with its JSON. Most conversations are about one schema, and open with the same
// system prompt, which is most of what a call sends.
type literal struct {
	text string
	json jsontext.Value
}

// call makes one call.
func (c *caller) call(ctx context.Context, req Request, s shape) (answer, error) {
	res, err := c.post(ctx, c.protocol.body(req, c.system(req.System), s).patched(c.extra).json())
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	return c.read(res)
}

// system returns the text as JSON. It is encoded anew only where the call before had another.
func (c *caller) system(text string) jsontext.Value {
	if text == "" {
		return nil
	}
	if last := c.last.Load(); last != nil && last.text == text {
		return last.json
	}
	next := &literal{text, quoted(text)}
	c.last.Store(next)
	return next.json
}

func (c *caller) post(ctx context.Context, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range c.header {
		req.Header[name] = values
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Content-Type", "application/json")
	if c.place != nil {
		if place := c.place(ctx); place != "" {
			req.Header.Set("Traceparent", place)
		}
	}
	c.bearer.sign(req.Header)
	return c.web.Do(req)
}

// read returns what a response says. A server that streams although it was asked not to is read all the
// same, whatever it calls that: some gateways know nothing else.
func (c *caller) read(res *http.Response) (answer, error) {
	var a answer
	if coding := res.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return a, fmt.Errorf("the reply is encoded with %q, which nobody asked for", coding)
	}
	body := bufio.NewReader(res.Body)
	if streamed(res.Header.Get("Content-Type"), body) {
		return a, c.readEvents(body, &a)
	}
	data, err := io.ReadAll(body)
	if err != nil {
		return a, err
	}
	if fault := faultWithin(data); fault != nil {
		return a, fault
	}
	if err := c.protocol.read(data, &a); err != nil {
		return a, fmt.Errorf("the reply is not of the protocol: %w", unread{err, data})
	}
	if a.raw == "" {
		a.raw = string(data)
	}
	return a, nil
}

// unread is a fault of a reply, with the reply.
type unread struct {
	err  error
	data []byte
}

func (u unread) Error() string {
	var known *Error
	if errors.As(u.err, &known) {
		return u.err.Error()
	}
	return fmt.Sprintf("%s: %s", u.err, u.data)
}

func (u unread) Unwrap() error { return u.err }

// streamed reports whether a reply comes in events. Its type says so, or else its beginning.
func streamed(contentType string, body *bufio.Reader) bool {
	if eventStream(contentType) {
		return true
	}
	for _, field := range []string{"data:", "event:"} {
		if start, _ := body.Peek(len(field)); string(start) == field {
			return true
		}
	}
	return false
}

func eventStream(contentType string) bool {
	kind, _, _ := mime.ParseMediaType(contentType)
	return kind == "text/event-stream"
}
