package mcpapi

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServeStdio answers the messages of one client, a line each, until in ends or ctx is done. What is no message, or
// is too long, is answered with an error and passed over.
func ServeStdio(ctx context.Context, service Service, options Options, in io.Reader, out io.Writer) error {
	writer := &lineWriter{w: out}
	r, w := io.Pipe()
	filter := &lineFilter{in: bufio.NewReaderSize(in, 64<<10), limit: int(options.MaxMessageBytes), refuse: writer.refuse}
	go func() { w.CloseWithError(filter.copyTo(w)) }()
	defer r.Close()
	err := New(service, options).Run(ctx, &mcp.IOTransport{Reader: r, Writer: writer, MaxLineLength: -1}) // the filter bounds it
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// A lineWriter writes whole messages, by whomever.
type lineWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lineWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// Close leaves the output open: it is the process's.
func (l *lineWriter) Close() error { return nil }

// The codes of JSON-RPC 2.0 for what is no request.
const (
	parseError     = -32700
	invalidRequest = -32600
)

// refuse answers a message that could not be read.
func (l *lineWriter) refuse(code int, message string) {
	_, _ = l.Write(append(refusal(code, message), '\n')) // a client that has left needs no answer
}

// refusal returns the answer to a message that could not be read, whose id is not known then.
func refusal(code int, message string) []byte {
	type rpcError struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	body, err := json.Marshal(struct {
		Version string   `json:"jsonrpc"`
		ID      *int     `json:"id"`
		Error   rpcError `json:"error"`
	}{"2.0", nil, rpcError{code, message}})
	if err != nil {
		panic(err) // two values that have JSON
	}
	return body
}

// A lineFilter lets messages pass that the SDK would not end the session for.
type lineFilter struct {
	in     *bufio.Reader
	limit  int
	refuse func(code int, message string)
}

// copyTo copies messages until the input ends, and returns why it did.
func (f *lineFilter) copyTo(w io.Writer) error {
	for {
		line, tooLong, err := f.line()
		switch {
		case tooLong:
			f.refuse(invalidRequest, "the message is too long; send a shorter one")
		case len(line) > 0:
			if code, message := fault(line); code != 0 {
				f.refuse(code, message)
			} else if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
}

// line returns the next line without its end. Of one that is too long nothing is kept.
func (f *lineFilter) line() (line []byte, tooLong bool, err error) {
	for {
		part, err := f.in.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > f.limit; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), tooLong, err
		}
	}
}

// fault says what is wrong with a message; the code is 0 if nothing is.
func fault(line []byte) (code int, message string) {
	var head struct {
		Version string         `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Method  string         `json:"method"`
		Result  jsontext.Value `json:"result"`
		Error   jsontext.Value `json:"error"`
		Params  jsontext.Value `json:"params"`
	}
	value := jsontext.Value(line)
	if !value.IsValid() {
		return parseError, "the message is not valid JSON"
	}
	if value.Kind() == '[' {
		return invalidRequest, "batches are not supported; send one message at a time"
	}
	if err := json.Unmarshal(line, &head); err != nil || head.Version != "2.0" || head.Method == "" && head.Result == nil && head.Error == nil {
		return invalidRequest, "the message is no request of JSON-RPC 2.0"
	}
	switch head.ID.Kind() {
	case '"', '0', 'n', 0: // what an id may be, or none: a notification
	default:
		return invalidRequest, "the id of a request is a string or a number"
	}
	switch head.Params.Kind() {
	case '{', 0:
		return 0, ""
	default:
		return invalidRequest, "the params of a request are an object"
	}
}
