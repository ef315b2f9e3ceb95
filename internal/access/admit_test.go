package access_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/access"
)

// headers returns the header with the lines "name: value".
func headers(lines ...string) http.Header {
	h := http.Header{}
	for _, line := range lines {
		name, value, _ := strings.Cut(line, ": ")
		h.Add(name, value)
	}
	return h
}

const fromGateway = "127.0.0.1:40000"

func wantDenied(t *testing.T, g *access.Guard, c access.Caller, want string) {
	t.Helper()
	grant, err := g.Admit(c)
	var denied *access.Denied
	if grant != nil || !errors.As(err, &denied) || denied.Message != want {
		t.Errorf("Admit = %+v, %v\nwant %s", grant, err, want)
	}
}

const ways = `
parameters:
  tenant: {header: x-asksql-tenant, type: integer, required: true}
  regions: {header: x-asksql-regions, type: [string], pattern: "[a-z]{2}"}
  since: {header: x-asksql-since, type: date}
  share: {header: x-asksql-share, type: decimal, maxLength: 6}
role: {header: x-asksql-role, required: true, allowed: {header: x-asksql-groups}}
roles: {analyst: {tables: ["*"]}, support: {tables: [orders]}}
trust: {peers: [127.0.0.1, "10.0.0.0/8"]}
`

// What a header lacks or has wrong is said with its name and never with what is in it.
func TestAdmit(t *testing.T) {
	g := guard(t, ways)
	good := []string{"x-asksql-role: analyst", "x-asksql-groups: support, analyst", "x-asksql-tenant: 7"}
	with := func(lines ...string) http.Header { return headers(append(append([]string{}, good...), lines...)...) }
	without := func(name string, lines ...string) http.Header {
		h := with()
		h.Del(name)
		for n, v := range headers(lines...) {
			h[n] = append(h[n], v...)
		}
		return h
	}
	for _, tc := range []struct {
		name string
		h    http.Header
		want string // "" is admitted
	}{
		{"all that is required", with(), ""},
		{"and the rest", with("x-asksql-regions: de, fr", "x-asksql-since: 2024-02-29", "x-asksql-share: 0.25"), ""},
		{"an empty list", with("x-asksql-regions: "), ""},
		{"no role", without("x-asksql-role"), "header x-asksql-role is missing; the gateway has to send the role"},
		{"an empty role", without("x-asksql-role", "x-asksql-role: "), "header x-asksql-role is missing; the gateway has to send the role"},
		{"two roles", with("x-asksql-role: support"), "header x-asksql-role is there twice; the gateway has to send it once"},
		{"the same role twice", with("x-asksql-role: analyst"), "header x-asksql-role is there twice; the gateway has to send it once"},
		{"an unknown role", without("x-asksql-role", "x-asksql-role: root"), "header x-asksql-role names no role that may be used"},
		{"a role that is not allowed", without("x-asksql-groups", "x-asksql-groups: support"), "header x-asksql-role names no role that may be used"},
		{"an allowed role that does not exist", headers("x-asksql-role: root", "x-asksql-groups: root", "x-asksql-tenant: 7"), "header x-asksql-role names no role that may be used"},
		{"no groups", without("x-asksql-groups"), "header x-asksql-role names no role that may be used"},
		{"a role in other letters", without("x-asksql-role", "x-asksql-role: Analyst"), "header x-asksql-role names no role that may be used"},
		{"no tenant", without("x-asksql-tenant"), "header x-asksql-tenant is missing; the gateway has to send it"},
		{"an empty tenant", without("x-asksql-tenant", "x-asksql-tenant: "), "header x-asksql-tenant is missing; the gateway has to send it"},
		{"two tenants", with("x-asksql-tenant: 8"), "header x-asksql-tenant is there twice; the gateway has to send it once"},
		{"two tenants in one line", without("x-asksql-tenant", "x-asksql-tenant: 7, 8"), "header x-asksql-tenant must be a whole number"},
		{"a tenant of letters", without("x-asksql-tenant", "x-asksql-tenant: seven"), "header x-asksql-tenant must be a whole number"},
		{"a condition", without("x-asksql-tenant", "x-asksql-tenant: 7 OR 1=1"), "header x-asksql-tenant must be a whole number"},
		{"a long share", with("x-asksql-share: 0.1234567"), "header x-asksql-share is longer than 6 characters"},
		{"a region of another form", with("x-asksql-regions: de,Deutschland"), "header x-asksql-regions does not match the pattern of parameter regions"},
		{"a region that is a line of another", with("x-asksql-regions: de\nxx"), "header x-asksql-regions must be UTF-8 without control characters"},
		{"an empty region", with("x-asksql-regions: de,,fr"), "header x-asksql-regions has an empty value in its list"},
		{"bytes that are no text", with("x-asksql-regions: \xff\xfe"), "header x-asksql-regions must be UTF-8 without control characters"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.want != "" {
				wantDenied(t, g, access.FromHeader(tc.h, fromGateway), tc.want)
				return
			}
			if grant, err := g.Admit(access.FromHeader(tc.h, fromGateway)); err != nil || grant.Role != "analyst" {
				t.Errorf("Admit = %+v, %v, want a grant for analyst", grant, err)
			}
		})
	}
	grant, err := g.Admit(access.FromHeader(with("x-asksql-since: 2024-02-29"), fromGateway))
	if err != nil || fmt.Sprint(grant.Parameters) != "[tenant since]" {
		t.Errorf("Admit = %+v, %v, want the parameters tenant and since", grant, err)
	}
}

// Headers count only where the file says why.
func TestTrust(t *testing.T) {
	role := "role: {header: x-asksql-role, required: true}\nroles: {analyst: {tables: [orders]}}\ntrust: "
	const secret = "x-gateway: a secret of sixteen bytes"
	const not = "the request did not come through the gateway"
	for _, tc := range []struct {
		name, trust, peer string
		lines             []string
		want              string
	}{
		{"the listener", "{listener: gateway_only}", "203.0.113.9:1", nil, ""},
		{"a peer", "{peers: [10.0.0.0/8]}", "10.1.2.3:5", nil, ""},
		{"a peer in the form of IPv6", "{peers: [10.0.0.0/8]}", "[::ffff:10.1.2.3]:5", nil, ""},
		{"a peer of IPv6", "{peers: ['fd00::/8']}", "[fd00::1%eth0]:5", nil, ""},
		{"no peer", "{peers: [10.0.0.0/8]}", "11.1.2.3:5", nil, not},
		{"nobody knows who", "{peers: [10.0.0.0/8]}", "", nil, not},
		{"a peer that a header claims", "{peers: [10.0.0.0/8]}", "11.1.2.3:5", []string{"x-forwarded-for: 10.1.2.3"}, not},
		{"the secret", "{secret: {header: x-gateway}}", "", []string{secret}, ""},
		{"no secret", "{secret: {header: x-gateway}}", "", nil, not},
		{"another secret", "{secret: {header: x-gateway}}", "", []string{secret + "s"}, not},
		{"the secret twice", "{secret: {header: x-gateway}}", "", []string{secret, secret}, "header x-gateway is there twice; the gateway has to send it once"},
		{"peer without secret", "{peers: [10.0.0.0/8], secret: {header: x-gateway}}", "10.1.2.3:5", nil, not},
		{"secret from elsewhere", "{peers: [10.0.0.0/8], secret: {header: x-gateway}}", "11.1.2.3:5", []string{secret}, not},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := guard(t, role+tc.trust)
			c := access.FromHeader(headers(append(tc.lines, "x-asksql-role: analyst")...), tc.peer)
			if tc.want != "" {
				wantDenied(t, g, c, tc.want)
			} else if _, err := g.Admit(c); err != nil {
				t.Errorf("Admit = %v", err)
			}
		})
	}
}

func TestTheZeroCallerIsNobody(t *testing.T) {
	wantDenied(t, guard(t, ways), access.Caller{}, "the request did not come through the gateway")
	wantDenied(t, guard(t, strings.Replace(ways, "{peers: [127.0.0.1, \"10.0.0.0/8\"]}", "{listener: gateway_only}", 1)), access.Caller{},
		"header x-asksql-role is missing; the gateway has to send the role")
}

func TestClaims(t *testing.T) {
	const file = `
parameters:
  tenant: {claim: "https://acme.example/tenant", type: integer, required: true}
  name: {claim: name, type: string}
  ids: {claim: ids, type: [integer]}
role: {claim: role, default: analyst}
roles: {analyst: {tables: ["*"]}, support: {tables: [orders]}}
claims: {header: x-jwt-payload, encoding: ENCODING}
trust: {listener: gateway_only}
`
	tenant := `"https://acme.example/tenant": 7`
	for _, tc := range []struct{ name, claims, want string }{
		{"a number", `{` + tenant + `}`, ""},
		{"the number as a text", `{"https://acme.example/tenant": "7"}`, ""},
		{"a role", `{` + tenant + `, "role": "support"}`, ""},
		{"a null is none", `{` + tenant + `, "role": null, "name": null, "ids": null}`, ""},
		{"lists", `{` + tenant + `, "ids": [1, "2"]}`, ""},
		{"an empty list", `{` + tenant + `, "ids": []}`, ""},
		{"no claims", ``, "claim https://acme.example/tenant in header x-jwt-payload is missing; the gateway has to send it"},
		{"no object", `[7]`, "header x-jwt-payload must hold one JSON object, with no name twice"},
		{"null", `null`, "header x-jwt-payload must hold one JSON object, with no name twice"},
		{"a claim twice", `{` + tenant + `, ` + tenant + `}`, "header x-jwt-payload must hold one JSON object, with no name twice"},
		{"two objects", `{` + tenant + `}{}`, "header x-jwt-payload must hold one JSON object, with no name twice"},
		{"an unknown role", `{` + tenant + `, "role": "root"}`, "claim role in header x-jwt-payload names no role that may be used"},
		{"a role that is a list", `{` + tenant + `, "role": ["support"]}`, "claim role in header x-jwt-payload must be a string"},
		{"a name that is a number", `{` + tenant + `, "name": 7}`, "claim name in header x-jwt-payload must be a string"},
		{"a tenant that is true", `{"https://acme.example/tenant": true}`, "claim https://acme.example/tenant in header x-jwt-payload must be a number or a string"},
		{"a tenant that is a list", `{"https://acme.example/tenant": [7]}`, "claim https://acme.example/tenant in header x-jwt-payload must be a number or a string"},
		{"a tenant that is a fraction", `{"https://acme.example/tenant": 7.5}`, "claim https://acme.example/tenant in header x-jwt-payload must be a whole number"},
		{"a list that is none", `{` + tenant + `, "ids": 7}`, "claim ids in header x-jwt-payload must be a list"},
		{"a list with an object", `{` + tenant + `, "ids": [{}]}`, "each value of claim ids in header x-jwt-payload must be a number or a string"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for encoding, encoded := range map[string]string{
				"json": tc.claims, "base64url": base64.RawURLEncoding.EncodeToString([]byte(tc.claims)),
			} {
				g := guard(t, strings.Replace(file, "ENCODING", encoding, 1))
				c := access.FromHeader(headers("x-jwt-payload: "+encoded), "")
				if tc.want != "" {
					wantDenied(t, g, c, tc.want)
				} else if _, err := g.Admit(c); err != nil {
					t.Errorf("Admit = %v", err)
				}
			}
		})
	}
	g := guard(t, strings.Replace(file, "ENCODING", "base64url", 1))
	wantDenied(t, g, access.FromHeader(headers("x-jwt-payload: {}"), ""), "header x-jwt-payload must hold base64url")
}

// The operator of the program says on the command line who asks, and is told in its words what is missing.
func TestNamed(t *testing.T) {
	g := guard(t, ways)
	support, root := "support", "root"
	if grant, err := g.Admit(access.Named(&support, map[string]string{"tenant": "7", "regions": "de,fr"})); err != nil || grant.Role != "support" {
		t.Errorf("Admit = %+v, %v", grant, err)
	}
	wantDenied(t, g, access.Named(nil, nil), "the access file wants a role; name one with --role")
	wantDenied(t, g, access.Named(&root, nil), "--role names no role that may be used")
	wantDenied(t, g, access.Named(&support, nil), "parameter tenant is missing; give it with --param tenant=VALUE")
	wantDenied(t, g, access.Named(&support, map[string]string{"tenant": "x"}), "--param tenant must be a whole number")
	wantDenied(t, g, access.Named(&support, map[string]string{"tenant": "7", "tennant": "7"}), "--param tennant is no parameter of the access file")
}

// A fingerprint tells one value from another to whoever has the key, and is another under another key.
func TestFingerprints(t *testing.T) {
	g := guard(t, ways)
	role := "analyst"
	mark := func(key string, values map[string]string) string {
		grant, err := g.Admit(access.Named(&role, values))
		if err != nil {
			t.Fatal(err)
		}
		return grant.Fingerprints([]byte(key))["tenant"]
	}
	seven, eight := map[string]string{"tenant": "7"}, map[string]string{"tenant": "8"}
	if a := mark("k", seven); a != mark("k", seven) || a == mark("k", eight) || a == mark("l", seven) || len(a) != 24 {
		t.Errorf("the fingerprints are %s, %s, %s and %s", a, mark("k", seven), mark("k", eight), mark("l", seven))
	}
}
