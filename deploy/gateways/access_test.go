package gateways_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What docs/access.md gives to nginx is run as it stands there: the tenant is whom the gateway names, whatever
// a client says of itself.

const accessFile = `
parameters:
  tenant: {header: x-asksql-tenant, type: integer, required: true}
role: {header: x-asksql-role, required: true}
roles:
  analyst: {tables: [customers, orders]}
  support: {tables: [orders], mode: bounded_results, maxRows: 20}
rows:
  - {tables: [orders], where: "customer_id = @tenant"}
  - {tables: [customers], where: "id = @tenant"}
trust: {peers: [127.0.0.1], secret: {header: x-asksql-gateway}}
`

// blocks returns the code blocks of the page that are for nginx.
func blocks(t *testing.T) (all []string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/access.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, rest := range strings.Split(string(page), "\n```nginx\n")[1:] {
		block, _, _ := strings.Cut(rest, "\n```\n")
		all = append(all, block)
	}
	return all
}

// who answers subrequests: the header authorization names somebody, of whom it knows role and tenant, or
// groups and address.
func who(t *testing.T) string {
	people := map[string]map[string]string{
		"alice":  {"x-who-tenant": "7", "x-who-role": "analyst", "X-Auth-Request-Groups": "staff,asksql-analysts", "X-Auth-Request-Email": "alice@acme.example"},
		"bob":    {"x-who-tenant": "8", "x-who-role": "support", "X-Auth-Request-Groups": "asksql-support", "X-Auth-Request-Email": "bob@globex.example"},
		"carol":  {"X-Auth-Request-Groups": "no-asksql-support", "X-Auth-Request-Email": "carol@acme.example.evil"},
		"nobody": nil,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known, ok := people[r.Header.Get("Authorization")]
		if !ok {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		for name, value := range known {
			w.Header().Set(name, value)
		}
		w.WriteHeader(http.StatusAccepted)
	}))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

func TestAccess(t *testing.T) {
	if _, err := exec.LookPath("nginx"); err != nil {
		if os.Getenv("ASKSQL_REQUIRE_GATEWAYS") != "" {
			t.Fatal(err)
		}
		t.Skip("nginx is not installed")
	}
	configs := blocks(t)
	if len(configs) != 2 {
		t.Fatalf("docs/access.md has %d configurations for nginx, want auth_request and oauth2-proxy", len(configs))
	}
	dir := t.TempDir()
	access := filepath.Join(dir, "access.yaml")
	if err := os.WriteFile(access, []byte(accessFile), 0o600); err != nil {
		t.Fatal(err)
	}
	a, _ := newInstances(t, "ASKSQL_HOST_ACCESS_PATH="+access, "ASKSQL_HOST_INLINE_SCHEMA=deny", "ASKSQL_ACCESS_SECRET=change-me-to-a-long-secret")
	authority := who(t)
	for i, name := range []string{"auth_request", "oauth2-proxy"} {
		t.Run(name, func(t *testing.T) {
			addr := nginx(t, configs[i], a.addr, authority)
			rowsOf := func(tenant int) string {
				return fmt.Sprintf("FROM (SELECT `placed_at` FROM `shop`.`orders` WHERE `shop`.`orders`.`customer_id` = %d", tenant)
			}
			for _, tc := range []struct {
				name   string
				header []string // name and value, some names more than once
				status int
				want   string
			}{
				{"alice sees her rows", []string{"authorization", "alice"}, 200, rowsOf(7)},
				{"bob sees his, with the bound of his role", []string{"authorization", "bob"}, 200, rowsOf(8)},
				{"a tenant of one's own is replaced", []string{"authorization", "alice", "x-asksql-tenant", "8"}, 200, rowsOf(7)},
				{"in any letter case", []string{"authorization", "alice", "X-ASKSQL-TENANT", "8"}, 200, rowsOf(7)},
				{"twice too", []string{"authorization", "alice", "x-asksql-tenant", "8", "x-asksql-tenant", "9"}, 200, rowsOf(7)},
				{"and with underscores", []string{"authorization", "alice", "x_asksql_tenant", "8"}, 200, rowsOf(7)},
				{"what the subrequest would say too", []string{"authorization", "alice", "x-who-tenant", "8", "x-auth-request-email", "bob@globex.example"}, 200, rowsOf(7)},
				{"a role of one's own is replaced", []string{"authorization", "bob", "x-asksql-role", "analyst"}, 200, "LIMIT 20"},
				{"who has none gets none by saying so", []string{"authorization", "nobody", "x-asksql-tenant", "7", "x-asksql-role", "analyst"}, 400, "header x-asksql-role is missing"},
				{"names that resemble others are none", []string{"authorization", "carol"}, 400, "header x-asksql-role is missing"},
				{"nobody is let in", nil, 401, ""},
				{"nor who calls himself the gateway", []string{"x-asksql-gateway", "change-me-to-a-long-secret", "x-asksql-tenant", "7", "x-asksql-role", "analyst"}, 401, ""},
			} {
				status, body := postLines(t, addr, tc.header)
				if status != tc.status || !strings.Contains(body, tc.want) {
					t.Errorf("%s: %d %s\nwant %d with %s", tc.name, status, body, tc.status, tc.want)
				}
			}
		})
	}
	// Past the gateway nobody is believed.
	status, body := postLines(t, a.addr, []string{"x-asksql-tenant", "7", "x-asksql-role", "analyst"})
	if status != 400 || !strings.Contains(body, "the request did not come through the gateway") {
		t.Errorf("past the gateway: %d %s", status, body)
	}
}

// postLines asks the question with header lines of which several may have one name.
func postLines(t *testing.T, addr string, lines []string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, "http://"+addr+"/ask", strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(lines); i += 2 {
		req.Header[lines[i]] = append(req.Header[lines[i]], lines[i+1]) // as it is spelled
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// nginx runs a configuration of the page before the service and who answers its subrequests.
func nginx(t *testing.T, config, service, authority string) string {
	t.Helper()
	port := freePort(t)
	for from, to := range map[string]string{"127.0.0.1:3000": service, "127.0.0.1:9000": authority, "127.0.0.1:8080": "127.0.0.1:" + port} {
		if !strings.Contains(config, from) {
			t.Fatalf("the configuration has no %s", from)
		}
		config = strings.ReplaceAll(config, from, to)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "site.conf")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd, log := gateways[0].start(dir, path), new(output)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		done := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		cmd.Wait()
		done.Stop()
		if t.Failed() {
			t.Logf("nginx:\n%.2000s", log)
		}
	})
	answers(t, "127.0.0.1:"+port)
	return "127.0.0.1:" + port
}
