package admin_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/admin"
)

// A surface answers those who reach it by a name that is its own, and no page of somebody else's.
func TestSurfacesAreGuarded(t *testing.T) {
	surface := admin.Surface{Path: "/check", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })}
	h := admin.Handler(admin.Parts{Surfaces: []admin.Surface{surface}, Hosts: []string{"asksql.internal"}, Log: zap.NewNop()})
	for _, tc := range []struct {
		name, host string
		header     http.Header
		status     int
	}{
		{"an address", "127.0.0.1:9090", nil, 418},
		{"an address of the newer kind", "[::1]:9090", nil, 418},
		{"localhost", "localhost:9090", nil, 418},
		{"in another letter case, with a dot", "LocalHost.:9090", nil, 418},
		{"a name that the operator vouches for", "asksql.internal", nil, 418},
		{"another name, which may have been made to mean this address", "rebound.example:9090", nil, 403},
		{"a name that begins like an address", "127.0.0.1.rebound.example", nil, 403},
		{"a name that ends like localhost", "x.localhost.example", nil, 403},
		{"no name", "", nil, 403},
		{"a page of this listener", "localhost:9090", http.Header{"Origin": {"http://localhost:9090"}}, 418},
		{"a page of another port", "localhost:9090", http.Header{"Origin": {"http://localhost:3000"}}, 403},
		{"a page of another host", "localhost:9090", http.Header{"Origin": {"https://evil.example"}}, 403},
		{"a page without an origin", "localhost:9090", http.Header{"Origin": {"null"}}, 403},
		{"a page of two origins", "localhost:9090", http.Header{"Origin": {"http://localhost:9090", "https://evil.example"}}, 403},
		{"a browser that says so in another way", "localhost:9090", http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := httptest.NewRequest("POST", "/check", strings.NewReader("{}"))
			r.Host = tc.host
			for name, values := range tc.header {
				r.Header[name] = values
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tc.status {
				t.Errorf("status %d, want %d: %s", w.Code, tc.status, w.Body)
			}
		})
	}
}
