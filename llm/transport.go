package llm

import (
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"strconv"
	"time"
)

const (
	maxReplyBytes  = 1 << 20  // of a reply, after decompression
	maxStreamBytes = 8 << 20  // of one that comes in events, each of which wraps a word in a line
	maxErrorBytes  = 64 << 10 // of a failed response that are read for its cause
	maxHeaderBytes = 64 << 10 // of a response's header
	dialTimeout    = 10 * time.Second
	writeBuffer    = 16 << 10 // a connection; most prompts leave in one write
	idlePerHost    = 1024     // connections kept for 90 s: each request in flight holds one, and a handshake costs more than a check
)

// A transport is the one way out to a provider. It turns everything but a 2xx into an *Error, follows
// nothing, and cuts replies off at maxReplyBytes.
type transport struct {
	base    http.RoundTripper
	headers map[string]string // set on every request; an empty value removes what is there
	scrub   scrubber
}

// newHTTPClient returns the client for the calls of a provider. It sends the headers in place of the
// protocol's own; an empty value sends none. Proxies are those of the environment, as in any Go
// program.
func newHTTPClient(headers map[string]string, scrub scrubber) *http.Client {
	base := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:    dialTimeout,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    idlePerHost,
		WriteBufferSize:        writeBuffer,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeaderBytes,
		// Without pings, a connection that died silently takes every request with it until the
		// kernel gives up on it.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
	}
	all := map[string]string{"User-Agent": "asksql"}
	for name, value := range headers {
		all[http.CanonicalHeaderKey(name)] = value
	}
	return &http.Client{Transport: &transport{base: base, headers: all, scrub: scrub}}
}

// RoundTrip makes one call. Unlike other transports it reads the response's status: net/http would
// otherwise follow a 3xx.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := t.base.RoundTrip(t.dressed(req))
	if err != nil {
		return nil, t.broken(err)
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, t.refused(res)
	}
	limit := maxReplyBytes
	if eventStream(res.Header.Get("Content-Type")) {
		limit = maxStreamBytes
	}
	res.Body = &cappedBody{body: res.Body, limit: limit, left: limit, transport: t}
	return res, nil
}

// dressed returns the request with the headers: a copy, since the request is the caller's.
func (t *transport) dressed(req *http.Request) *http.Request {
	sent := req.WithContext(req.Context())
	sent.Header = maps.Clone(req.Header)
	for name, value := range t.headers {
		if value == "" {
			sent.Header.Del(name)
		} else {
			sent.Header.Set(name, value)
		}
	}
	return sent
}

// refused reads what a failed response has to say, and closes it.
func (t *transport) refused(res *http.Response) *Error {
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, maxErrorBytes)) // half a text is better than none
	return refusal(res.StatusCode, res.Header, body, t.scrub)
}

// broken classifies a failure of the network.
func (t *transport) broken(err error) *Error {
	kind := KindConnection
	if ofTLS(err) {
		kind = KindTLS
	}
	return &Error{Kind: kind, Detail: t.scrub.line(err.Error())}
}

// ofTLS reports whether the two sides could not agree on a safe connection. Trying again does not
// change that.
func ofTLS(err error) bool {
	var (
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
		alert       *net.OpError // net/tls keeps the type of its alerts to itself
	)
	return errors.As(err, &certificate) || errors.As(err, &record) || errors.Is(err, http.ErrSchemeMismatch) ||
		errors.As(err, &alert) && (alert.Op == "remote error" || alert.Op == "local error")
}

// A cappedBody reads at most left bytes and makes an *Error of what goes wrong.
type cappedBody struct {
	body      io.ReadCloser
	limit     int
	left      int
	transport *transport
}

func (b *cappedBody) Read(p []byte) (int, error) {
	// One byte beyond the limit is asked for, so that a body of exactly the limit ends by itself.
	n, err := b.body.Read(p[:min(len(p), b.left+1)])
	if n > b.left {
		return 0, tooLarge(b.limit)
	}
	b.left -= n
	if err != nil && !errors.Is(err, io.EOF) {
		err = b.transport.broken(err)
	}
	return n, err
}

func tooLarge(limit int) *Error {
	return &Error{Kind: KindTooLarge, Detail: "the reply is larger than " + strconv.Itoa(limit) + " bytes"}
}

func (b *cappedBody) Close() error { return b.body.Close() }
