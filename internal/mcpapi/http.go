package mcpapi

import (
	"bytes"
	"crypto/subtle"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// PeerHeader is in the header that Options.Request gets of a call over HTTP: where the connection comes from, in the
// form host:port. No client can send it.
const PeerHeader = "Asksql-Peer"

// Handler returns what serves clients over streamable HTTP. It keeps nothing between requests and answers each with
// JSON, so that clients of the newest revision of the protocol and of older ones are served alike. Where token is
// not empty, a request must carry it. Whose pages and names may reach it, the listener decides.
func Handler(service Service, options Options, token string) http.Handler {
	server := New(service, options)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless:           true,
		JSONResponse:        true,
		MaxRequestBodyBytes: options.MaxMessageBytes,
		// The listener knows the names that it is reached by, also through a proxy on the same machine.
		DisableLocalhostProtection: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if token != "" && !bears(r, token) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="asksql"`)
			http.Error(w, "send the header Authorization: Bearer with the token of this server", http.StatusUnauthorized)
			return
		}
		r.Header.Set(PeerHeader, r.RemoteAddr) // in the place of what a client may have sent
		if r.Method != http.MethodPost || oneMessage(w, r, options.MaxMessageBytes) {
			h.ServeHTTP(w, r)
		}
	})
}

// oneMessage reports whether the body of a request is one message, and answers where it is not: what is refused over
// standard input is here too. A batch would be any number of calls that whoever counts requests takes for one.
func oneMessage(w http.ResponseWriter, r *http.Request, limit int64) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		refuse(w, http.StatusRequestEntityTooLarge, invalidRequest, "the message is too long; send a shorter one")
		return false
	case err != nil:
		refuse(w, http.StatusBadRequest, invalidRequest, "the message does not come to its end")
		return false
	}
	if code, message := fault(body); code != 0 {
		refuse(w, http.StatusBadRequest, code, message)
		return false
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return true
}

func refuse(w http.ResponseWriter, status, code int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(refusal(code, message)) // a client that has left needs no answer
}

// bears reports whether a request carries the token. It takes the same time for every wrong one.
func bears(r *http.Request, token string) bool {
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return false
	}
	scheme, given, _ := strings.Cut(values[0], " ")
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1
}
