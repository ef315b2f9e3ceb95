package admin

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
)

// A Surface is something that the listener answers only where an operator asks for it.
type Surface struct {
	Path    string        // a pattern of http.ServeMux without method and host
	Timeout time.Duration // for the response to be written, from the header of the request on; 0 is the listener's own
	Handler http.Handler
}

// Document returns what answers GET and HEAD with a document.
func Document(contentType string, body []byte) http.Handler {
	return only(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write(body) // a client that has left needs no answer
	})
}

// guarded refuses what a web page of somebody else's has a browser send. A page can reach this listener in two
// ways: by its address, and then the browser says in Origin whose page it is; or by a name of its own that
// suddenly means this address (DNS rebinding), and then Host is that name.
func guarded(hosts []string, s Surface) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !knownHost(r.Host, hosts):
			fail(w, http.StatusForbidden, "the host of the request is none of this listener's; use localhost or an address, or add the name to admin.hosts")
			return
		case !ownOrigin(r):
			fail(w, http.StatusForbidden, "the request comes from a page of another origin")
			return
		}
		if s.Timeout > 0 { // the listener's own is for short answers
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.Timeout)) // a writer that has none needs none
		}
		s.Handler.ServeHTTP(w, r)
	})
}

// knownHost reports whether the Host of a request is one that nobody else can make mean this listener: an
// address, localhost, or a name that the operator vouches for.
func knownHost(hostport string, hosts []string) bool {
	host := hostport
	if name, _, err := net.SplitHostPort(hostport); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if _, err := netip.ParseAddr(host); err == nil || host == "localhost" {
		return true
	}
	return slices.ContainsFunc(hosts, func(name string) bool { return strings.EqualFold(name, host) })
}

// ownOrigin reports whether no page sent the request, or one of this listener.
func ownOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return r.Header.Get("Sec-Fetch-Site") != "cross-site"
	}
	u, err := url.Parse(origins[0])
	return err == nil && len(origins) == 1 && strings.EqualFold(u.Host, r.Host) && (u.Scheme == "http" || u.Scheme == "https")
}
