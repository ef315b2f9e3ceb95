package access_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/access"
)

// example is the whole format, as the documentation has it.
const example = `
parameters:
  tenant: {header: x-asksql-tenant, type: integer, required: true}
  regions: {header: x-asksql-regions, type: [string], separator: "|", pattern: "[a-z]{2}"}
role: {header: x-asksql-role, required: true}
roles:
  analyst: {tables: ["*"], exclude: [employees], columns: {customers: {exclude: [email, phone]}}}
  support: {tables: [customers, orders], mode: bounded_results, maxRows: 200}
  admin: {tables: ["*"], modes: [bounded_results, schema_only]}
rows:
  - {tables: [orders, customers], where: "tenant_id = @tenant", roles: ["*"], except: [admin]}
  - {tables: [order_items], where: "order_id IN (SELECT id FROM orders)", except: [admin]}
  - {tables: [employees], where: "TRUE"}
trust: {peers: [127.0.0.1, "10.0.0.0/8"]}
`

func TestParse(t *testing.T) {
	if _, err := access.Parse("access.yaml", []byte(example), ""); err != nil {
		t.Fatal(err)
	}
}

const minimal = "roles: {a: {tables: [t]}}\nrole: {default: a}\n"

// Every fault of the text has one sentence, with the file and the line.
func TestFaultsOfTheText(t *testing.T) {
	param := func(p string) string {
		return minimal + "trust: {listener: gateway_only}\nparameters:\n  p: " + p + "\n"
	}
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "access.yaml, line 1: the file is empty; see docs/access.md for what belongs into it"},
		{"no YAML", "roles: [", "access.yaml, line 1: this is not YAML: did not find expected node content"},
		{"tabs", "roles:\n\ta: 1", "access.yaml, line 2: this is not YAML: found character that cannot start any token"},
		{"no mapping", "- roles", "access.yaml, line 1: the access file must hold keys and values"},
		{"two documents", minimal + "---\nrows: []\n", "access.yaml, line 3: there is a second document; keep one"},
		{"an unknown key", minimal + "row: []", "access.yaml, line 3: unknown key row; the access file may have parameters, role, roles, rows, claims, separator and trust"},
		{"a key twice", minimal + "role: {default: a}", "access.yaml, line 3: role is there twice; keep one"},
		{"a role twice", "role: {default: a}\nroles:\n  a: {tables: [t]}\n  a: {tables: [u]}", "access.yaml, line 4: a is there twice; keep one"},
		{"no value", "role:\nroles: {a: {tables: [t]}}", "access.yaml, line 1: role has no value; give one, or leave the key out"},
		{"an alias", "roles: {a: &x {tables: [t]}, b: *x}\nrole: {default: a}", "access.yaml, line 1: anchors and aliases are not read here; write the value out"},
		{"a merge", "roles: {a: {<<: {tables: [t]}}}\nrole: {default: a}", "access.yaml, line 1: role a has a key that is no name"},
		{"nothing at all", "separator: \";\"", "access.yaml, line 1: the access file has neither roles nor rows, so it would change nothing; add one, or leave host.accessPath empty"},
		{"roles for nobody", "roles: {a: {tables: [t]}}", "access.yaml, line 1: there are roles and no key role, which says who has which; add role: {header: x-asksql-role, required: true}"},
		{"a role without roles", "role: {default: a}\nrows: [{tables: [t], where: \"TRUE\"}]", "access.yaml, line 1: there is a key role and there are no roles; add roles, or leave it out"},
		{"a default that is none", "role: {default: b}\nroles: {a: {tables: [t]}}", "access.yaml, line 1: role.default names b, which is none of the roles"},
		{"neither required nor default", "role: {header: x-role}\nroles: {a: {tables: [t]}}", "access.yaml, line 1: role needs required: true, or the default for a request that names none"},
		{"required and default", "role: {header: x-role, required: true, default: a}\nroles: {a: {tables: [t]}}", "access.yaml, line 1: role is required, so that its default is never used; keep one of the two"},
		{"required of nowhere", "role: {required: true}\nroles: {a: {tables: [t]}}", "access.yaml, line 1: role is required, and nothing says where it comes from; add a header or a claim"},
		{"allowed of nowhere", "role: {default: a, allowed: {header: x-groups}}\nroles: {a: {tables: [t]}}", "access.yaml, line 1: role.allowed is for a role that the request names; add a header or a claim"},
		{"no trust", "role: {header: x-role, required: true}\nroles: {a: {tables: [t]}}", "access.yaml, line 1: headers are believed here, and nothing says why; add trust: {listener: gateway_only}, trust: {peers: […]} or trust: {secret: {header: …}}"},
		{"another listener", minimal + "trust: {listener: public}", "access.yaml, line 3: trust.listener must be gateway_only"},
		{"no network", minimal + "trust: {peers: [gateway]}", "access.yaml, line 3: trust.peers has gateway, which is no network such as 10.0.0.0/8 and no address"},
		{"a network with bits behind its mask", minimal + "trust: {peers: [10.0.0.1/8]}", "access.yaml, line 3: trust.peers has 10.0.0.1/8, which is no network such as 10.0.0.0/8 and no address"},
		{"no secret", minimal + "trust: {secret: {header: x-gateway}}", "access.yaml, line 3: environment variable ASKSQL_ACCESS_SECRET must hold the secret of the gateway, at least 16 bytes"},
		{"a secret in no file", minimal + "trust: {secret: {header: x-gateway, file: none}}", "access.yaml, line 3: the file of trust.secret cannot be read: no such file or directory"},
		{"a role's table forgotten", "role: {default: a}\nroles: {a: {exclude: [t]}}", `access.yaml, line 2: role a has no tables; name them, or write tables: ["*"] for all`},
		{"a role with an odd name", "role: {default: a}\nroles: {\"a b\": {tables: [t]}}", "access.yaml, line 2: a b is no name of a role; use up to 64 ASCII letters, digits, dots, hyphens and underscores"},
		{"tables as a text", "role: {default: a}\nroles: {a: {tables: t}}", "access.yaml, line 2: role a.tables must be a list of at least one text, such as [orders]"},
		{"a table that is a number", "role: {default: a}\nroles: {a: {tables: [7]}}", "access.yaml, line 2: each of role a.tables must be a text"},
		{"another mode", "role: {default: a}\nroles: {a: {tables: [t], mode: all}}", "access.yaml, line 2: role a.mode must be schema_only or bounded_results"},
		{"mode and modes", "role: {default: a}\nroles: {a: {tables: [t], mode: schema_only, modes: [schema_only]}}", "access.yaml, line 2: role a has mode and modes; keep one"},
		{"no rows at all", "role: {default: a}\nroles: {a: {tables: [t], maxRows: 0}}", "access.yaml, line 2: role a.maxRows must be a whole number from 1 to 1000000000"},
		{"columns of nothing", "role: {default: a}\nroles: {a: {tables: [t], columns: {t: {}}}}", "access.yaml, line 2: role a.columns.t needs include or exclude"},
		{"a rule without tables", minimal + "rows: [{where: \"TRUE\"}]", "access.yaml, line 3: a rule of rows has no tables; name those whose rows it is about"},
		{"a rule without a condition", minimal + "rows: [{tables: [t]}]", `access.yaml, line 3: a rule of rows has no where; write where: "TRUE" for all rows`},
		{"a truth that is no text", minimal + "rows: [{tables: [t], where: TRUE}]", "access.yaml, line 3: where of a rule must be a text"},
		{"a rule for a role that is none", minimal + "rows: [{tables: [t], where: \"TRUE\", roles: [b]}]", "access.yaml, line 3: the rule is for b, which is none of the roles"},
		{"another collation", minimal + "rows: [{tables: [t], where: \"TRUE\", collation: binary}]", "access.yaml, line 3: collation of a rule must be exact or column"},
		{"a parameter without a type", param("{header: x-p}"), "access.yaml, line 5: parameter p has no type; give integer, string, date or decimal, or a list of one of them such as [integer]"},
		{"a parameter of another type", param("{header: x-p, type: float}"), "access.yaml, line 5: parameter p.type must be integer, string, date or decimal, or a list of one of them such as [integer]"},
		{"a list of two types", param("{header: x-p, type: [integer, string]}"), "access.yaml, line 5: parameter p.type must be integer, string, date or decimal, or a list of one of them such as [integer]"},
		{"a parameter of nowhere", param("{type: integer}"), "access.yaml, line 5: parameter p needs one of header and claim"},
		{"a parameter of two places", param("{type: integer, header: x-p, claim: p}"), "access.yaml, line 5: parameter p needs one of header and claim"},
		{"a claim of nowhere", param("{type: integer, claim: p}"), "access.yaml, line 5: parameter p comes from a claim, and the key claims does not say which header has them"},
		{"claims for nobody", minimal + "trust: {listener: gateway_only}\nclaims: {header: x-claims}", "access.yaml, line 1: claims names a header, and nothing comes from a claim; leave it out"},
		{"no header", param("{type: integer, header: \"x p\"}"), "access.yaml, line 5: x p is no name of a header; use ASCII letters, digits and hyphens"},
		{"an underscore", param("{type: integer, header: x_p}"), "access.yaml, line 5: x_p is no name of a header; use ASCII letters, digits and hyphens"},
		{"a header that the client sets", param("{type: integer, header: X-Correlation-Id}"), "access.yaml, line 5: header x-correlation-id has another use; take one of your own such as x-asksql-tenant"},
		{"a header for two", param("{type: integer, header: x-p}\n  q: {type: integer, header: X-P}"), "access.yaml, line 6: header x-p serves parameter p and parameter q; give each its own"},
		{"no pattern", param("{type: string, header: x-p, pattern: \"(\"}"), "access.yaml, line 5: parameter p.pattern is no regular expression of RE2"},
		{"a length of nothing", param("{type: string, header: x-p, maxLength: 0}"), "access.yaml, line 5: parameter p.maxLength must be a whole number from 1 to 1024"},
		{"a word for a truth", param("{type: string, header: x-p, required: maybe}"), "access.yaml, line 5: parameter p.required must be true or false"},
		{"an odd name", strings.Replace(param("{type: string, header: x-p}"), "  p:", "  P q:", 1), "access.yaml, line 5: P q is no name of a parameter; use lower-case ASCII letters, digits and underscores"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := access.Parse("access.yaml", []byte(tc.text), "")
			var fault *access.Error
			if !errors.As(err, &fault) || err.Error() != tc.want {
				t.Errorf("Parse = %v\nwant    %s", err, tc.want)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	put("secret", "sixteen bytes or more\n")
	secured := "trust: {secret: {header: x-gateway, file: secret}}\n"
	if _, err := access.Load(put("access.yaml", minimal+secured), ""); err != nil {
		t.Errorf("a secret in a file beside: %v", err)
	}
	for _, tc := range []struct{ path, want string }{
		{filepath.Join(dir, "none.yaml"), "no such file"},
		{dir, "not a regular file"},
		{put("large.yaml", strings.Repeat("#", 1<<20+1)), "larger than 1048576 bytes"},
	} {
		if _, err := access.Load(tc.path, ""); err == nil || !strings.Contains(err.Error(), tc.want) || !strings.HasPrefix(err.Error(), "load access file "+tc.path) {
			t.Errorf("Load(%s) = %v, want %s", tc.path, err, tc.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(example)
	f.Add(minimal)
	f.Add("a: &a [*a]")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := access.Parse("access.yaml", []byte(text), "a secret of sixteen bytes")
		var fault *access.Error
		if err != nil && (!errors.As(err, &fault) || strings.ContainsAny(err.Error(), "\n\x00\x1b") || file != nil) {
			t.Errorf("Parse(%q) = %v, %q: want an *Error of one line", text, file, err)
		}
	})
}
