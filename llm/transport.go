package llm

import (
	"crypto/tls"
	"encoding/json"
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
	maxErrorBytes  = 8 << 10  // of a failed response that are read for Error.Detail
	maxHeaderBytes = 64 << 10 // of a response's header
	dialTimeout    = 10 * time.Second
	writeBuffer    = 16 << 10 // a connection; most prompts leave in one write
	idlePerHost    = 1024     // connections kept for 90 s: each request in flight holds one, and a handshake costs more than a check
)

// A transport is the one way out to a provider, whichever SDK is in front of it. It turns
// everything but a 2xx into an *Error, follows nothing, and cuts replies off at maxReplyBytes.
type transport struct {
	base    http.RoundTripper
	headers map[string]string // set on every request; an empty value removes what is there
	scrub   scrubber
}

// newHTTPClient returns the client that a provider's SDK is to use. It sends the headers in place
// of the SDK's own; an empty value sends none. Proxies are those of the environment, as in any Go
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

// RoundTrip makes one call. Unlike other transports it reads the response's status: an SDK of its
// own would otherwise follow a 3xx, and lose the status of a body that it cannot read.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, err := t.dressed(req)
	if err != nil {
		return nil, t.broken(err)
	}
	res, err := t.base.RoundTrip(sent)
	if err != nil {
		return nil, t.broken(err)
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, t.refused(res)
	}
	res.Body = &cappedBody{body: res.Body, left: maxReplyBytes, transport: t}
	return res, nil
}

// dressed returns the request with the headers: a copy, since the request is the caller's. Its body is
// the plain one again that an SDK has wrapped: of a body that it does not know, net/http sends the
// header by itself first, and copies the rest once more.
func (t *transport) dressed(req *http.Request) (*http.Request, error) {
	sent := req.WithContext(req.Context())
	sent.Header = maps.Clone(req.Header)
	for name, value := range t.headers {
		if value == "" {
			sent.Header.Del(name)
		} else {
			sent.Header.Set(name, value)
		}
	}
	if req.GetBody == nil {
		return sent, nil
	}
	_ = req.Body.Close() // nothing of it was read
	var err error
	sent.Body, err = req.GetBody()
	return sent, err
}

// refused reads what a failed response has to say, and closes it.
func (t *transport) refused(res *http.Response) *Error {
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, maxErrorBytes)) // half a text is better than none
	kind := statusKind(res.StatusCode)
	if kind == KindRejected && filtered(body) {
		kind = KindFiltered
	}
	return &Error{
		Kind:       kind,
		Status:     res.StatusCode,
		Detail:     t.scrub.line(string(body)),
		RetryAfter: retryAfter(res.Header.Get("Retry-After"), time.Now()),
	}
}

// filtered reports whether the body of a refusal says that the prompt was filtered. Azure and
// whoever passes its answers on say so with a 400.
func filtered(body []byte) bool {
	var said struct {
		Error struct {
			Code any `json:"code"` // a number with some
		} `json:"error"`
	}
	return json.Unmarshal(body, &said) == nil && said.Error.Code == "content_filter"
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

// retryAfter reads a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3). It returns 0
// for one that is absent, past or unreadable.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(header); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}

// A cappedBody reads at most left bytes and makes an *Error of what goes wrong.
type cappedBody struct {
	body      io.ReadCloser
	left      int
	transport *transport
}

func (b *cappedBody) Read(p []byte) (int, error) {
	// One byte beyond the limit is asked for, so that a body of exactly the limit ends by itself.
	n, err := b.body.Read(p[:min(len(p), b.left+1)])
	if n > b.left {
		return 0, &Error{Kind: KindTooLarge, Detail: "the reply is larger than " + strconv.Itoa(maxReplyBytes) + " bytes"}
	}
	b.left -= n
	if err != nil && !errors.Is(err, io.EOF) {
		err = b.transport.broken(err)
	}
	return n, err
}

func (b *cappedBody) Close() error { return b.body.Close() }
