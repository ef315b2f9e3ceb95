package access_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/schema"
)

// printed returns what becomes of a query under the grant of a caller.
func printed(t testing.TB, g *access.Guard, c access.Caller, sql string) string {
	t.Helper()
	grant, err := g.Admit(c)
	if err != nil {
		t.Fatal(err)
	}
	_, checker := artifactOf(t, shop)
	query, err := grant.Check(checker, sql, grant.Artifact.View(schema.Policy{Sensitive: true}), grant.Bound(0))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(query.String()), " ")
}

func as(role string, values ...string) access.Caller {
	given := map[string]string{}
	for _, v := range values {
		name, value, _ := strings.Cut(v, "=")
		given[name] = value
	}
	return access.Named(&role, given)
}

// The rules of a role are those for it and those for all, less those that except it; they hold together.
func TestRowRules(t *testing.T) {
	const file = `
parameters:
  tenant: {header: x-tenant, type: integer}
  regions: {header: x-regions, type: [string]}
role: {header: x-role, required: true}
roles:
  all: {tables: ["*"]}
  some: {tables: [customers], columns: {customers: {include: [id]}}}
  items: {tables: [order_items]}
  admin: {tables: [orders, customers]}
rows:
  - {tables: [orders, customers], where: "tenant_id = @tenant", except: [admin]}
  - {tables: [customers], where: "region IN (@regions)", roles: [some], collation: column}
  - {tables: [order_items], where: "order_id IN (SELECT id FROM orders)"}
  - {tables: [employees], where: "TRUE"}
trust: {listener: gateway_only}
`
	g := guard(t, file)
	for _, tc := range []struct {
		c         access.Caller
		sql, want string
	}{
		{as("all", "tenant=7"), "SELECT id FROM customers", "SELECT `id` FROM (SELECT `id` FROM `shop`.`customers` WHERE `shop`.`customers`.`tenant_id` = 7) AS `customers`"},
		{as("some", "tenant=7", "regions=de,fr"), "SELECT id FROM customers",
			"SELECT `id` FROM (SELECT `id` FROM `shop`.`customers` WHERE `shop`.`customers`.`tenant_id` = 7 AND `shop`.`customers`.`region` IN ('de', 'fr')) AS `customers`"},
		{as("some", "tenant=7", "regions="), "SELECT id FROM customers",
			"SELECT `id` FROM (SELECT `id` FROM `shop`.`customers` WHERE `shop`.`customers`.`tenant_id` = 7 AND `shop`.`customers`.`region` IN (NULL)) AS `customers`"},
		{as("items", "tenant=7"), "SELECT order_id FROM order_items",
			"SELECT `order_id` FROM (SELECT `order_id` FROM `shop`.`order_items` WHERE `shop`.`order_items`.`order_id` IN (SELECT `id` FROM (SELECT `id` FROM `shop`.`orders` WHERE `shop`.`orders`.`tenant_id` = 7) AS `orders`) LIMIT 18446744073709551615) AS `order_items`"},
		{as("all", "tenant=7"), "SELECT id FROM employees", "SELECT `id` FROM `employees`"},
		{as("admin"), "SELECT id FROM orders", "SELECT `id` FROM `orders`"},
	} {
		if got := printed(t, g, tc.c, tc.sql); got != tc.want {
			t.Errorf("%s prints\n%s\nwant\n%s", tc.sql, got, tc.want)
		}
	}
	// A parameter that no rule of the role mentions may be missing; one that a rule mentions may not.
	wantDenied(t, g, as("some", "tenant=7"), "parameter regions is missing; give it with --param regions=VALUE")
	wantDenied(t, g, as("all"), "parameter tenant is missing; give it with --param tenant=VALUE")
	grant, err := g.Admit(as("some", "tenant=7", "regions=de"))
	if err != nil || fmt.Sprint(grant.Conditions("customers")) != "[tenant_id = @tenant region IN (@regions)]" || fmt.Sprint(grant.Rules([]int{0, 1, 9})) != "[0 1]" {
		t.Errorf("the grant tells of %v", grant)
	}
}

// What is wrong with a condition is said with file and line when the file is loaded.
func TestFaultsOfRowRules(t *testing.T) {
	head := "parameters:\n  tenant: {header: x-tenant, type: integer}\n  name: {header: x-name, type: string}\ntrust: {listener: gateway_only}\nrows:\n  - {tables: [orders, order_items, employees], where: \"TRUE\"}\n"
	for _, tc := range []struct{ name, where, want string }{
		{"no SQL", "tenant_id =", "access.yaml, line 7: the row rule: "},
		{"an unknown column", "tennant_id = @tenant", "access.yaml, line 7: the row rule: "},
		{"an unknown table", "id IN (SELECT id FROM tenants)", "access.yaml, line 7: the row rule: "},
		{"an unknown parameter", "tenant_id = @tennant", "access.yaml, line 7: the row rule: @tennant is none of the parameters; the file has tenant and name"},
		{"a number and a string", "tenant_id = @name", "access.yaml, line 7: the row rule: "},
		{"a second statement", "TRUE; DROP TABLE orders", "access.yaml, line 7: the row rule: "},
		{"a way out of parentheses", "TRUE) OR (TRUE", "access.yaml, line 7: the row rule: "},
		{"a table behind itself", "id IN (SELECT id FROM customers)", "access.yaml, line 7: the row rule: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := guardErr(t, head+"  - {tables: [customers], where: \""+tc.where+"\"}\n")
			var fault *access.Error
			if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), tc.want) || strings.HasSuffix(tc.want, ": ") && len(err.Error()) < len(tc.want)+10 {
				t.Errorf("Guard = %v\nwant    %s…", err, tc.want)
			}
		})
	}
}

const typed = `
parameters:
  n: {header: x-n, type: integer, required: true}
  m: {header: x-m, type: decimal, required: true}
  d: {header: x-d, type: date, required: true}
  s: {header: x-s, type: string, required: true, maxLength: 1024}
rows:
  - {tables: [t], where: "n = @n AND m = @m AND d = @d AND s = @s", collation: column}
trust: {listener: gateway_only}
`

// shape is the print of a query over typed, with the literals as groups.
var shape = regexp.MustCompile("(?s)\\ASELECT `n` FROM \\(SELECT `n` FROM `db`\\.`t` WHERE `db`\\.`t`\\.`n` = (-?[0-9]+) AND `db`\\.`t`\\.`m` = (-?[0-9]+(?:\\.[0-9]+)?) " +
	"AND `db`\\.`t`\\.`d` = '([0-9]{4}-[0-9]{2}-[0-9]{2})' AND `db`\\.`t`\\.`s` = ('(?:[^'\\\\]|'')*'|CONCAT\\((?:'(?:[^'\\\\]|'')*'|_ascii x'[0-9a-f]*'|, )*\\)|_ascii x'[0-9a-f]*')\\) AS `t`\\z")

var piece = regexp.MustCompile(`_ascii x'([0-9a-f]*)'|'((?:[^']|'')*)'`)

// unquoted reads a literal as a server does under every sql_mode: no backslash is in it, and a quote is written
// twice.
func unquoted(t *testing.T, literal string) string {
	t.Helper()
	var text strings.Builder
	for _, m := range piece.FindAllStringSubmatch(literal, -1) {
		raw, err := hex.DecodeString(m[1])
		if err != nil {
			t.Fatal(err)
		}
		text.Write(raw)
		text.WriteString(strings.ReplaceAll(m[2], "''", "'"))
	}
	return text.String()
}

// Whatever is in the headers, nothing but one literal of the parameter's type reaches the print, and it is what
// the header says; or the request is refused in words that do not repeat it.
func FuzzHeaders(f *testing.F) {
	for _, seed := range []string{"7", "-7", "07", "+7", "7.0", "1e3", "0x7", "18446744073709551616", "7 OR 1=1", "7; DROP TABLE t", "7--", "7/*", "٧",
		"1.50", ".5", "5.", "NaN", "Infinity", "2024-02-29", "2023-02-29", "2024-2-9", "0000-00-00", "'2024-02-29'", "a", "", " ", "'", "''", `\`, `\'`, "a' OR 'a'='a",
		"`", "@n", "NULL", "%", "ü", "\u2028", "\x00", "\x1a", "\xff", "\ufffd", "a\tb", "_utf8mb4 x'61'", strings.Repeat("a", 300), "x') AND 1=1 -- ", "\u00a0", "＇", "e\u0301"} {
		f.Add(seed, seed, seed, seed)
		f.Add("7", "1.5", "2024-02-29", seed)
		f.Add(seed, "1.5", "2024-02-29", "a")
		f.Add("7", seed, "2024-02-29", "a")
		f.Add("7", "1.5", seed, "a")
	}
	file, err := access.Parse("access.yaml", []byte(typed), "")
	if err != nil {
		f.Fatal(err)
	}
	artifact, checker := artifactOf(f, `{"version": 1, "schemaId": "t", "dialect": "mysql", "database": "db", "tables": [{"name": "t", "columns": [
		{"name": "n", "type": "bigint"}, {"name": "m", "type": "decimal(65,30)"}, {"name": "d", "type": "date"}, {"name": "s", "type": "varchar(1024)"}]}]}`)
	g, err := file.Guard(f.Context(), artifact, checker)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, n, m, d, s string) {
		given := []string{n, m, d, s}
		h := http.Header{"X-N": {n}, "X-M": {m}, "X-D": {d}, "X-S": {s}}
		grant, err := g.Admit(access.FromHeader(h, ""))
		var denied *access.Denied
		if errors.As(err, &denied) {
			for _, value := range given {
				if len(value) > 8 && strings.Contains(denied.Message, value) && !strings.Contains("header must be a whole number UTF-8 without control characters missing; the gateway has to send it", value) {
					t.Errorf("%q is refused with %q", given, denied.Message)
				}
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		query, err := checker.CheckFiltered("SELECT n FROM t", artifact.View(schema.Policy{}), grant.Filters, nil)
		if err != nil {
			t.Fatalf("%q is admitted and refused: %v", given, err)
		}
		literals := shape.FindStringSubmatch(strings.Join(strings.Split(query.String(), "\n"), " "))
		if literals == nil {
			t.Fatalf("%q prints\n%s", given, query)
		}
		if got := []string{literals[1], literals[2], literals[3], unquoted(t, literals[4])}; fmt.Sprintf("%q", got) != fmt.Sprintf("%q", given) {
			t.Errorf("%q prints the values %q", given, got)
		}
		if redacted := query.Redacted(); strings.Count(redacted, "@") != 4 || strings.Contains(redacted, literals[4]) && len(literals[4]) > 12 {
			t.Errorf("the log has %s", redacted)
		}
	})
}

// What a query carries is told by the tables that it mentions, never by those that only a condition reads.
func TestFiltersOfAQuery(t *testing.T) {
	g := guard(t, `
parameters:
  tenant: {header: x-tenant, type: integer}
role: {default: items}
roles: {items: {tables: [order_items]}}
rows:
  - {tables: [orders], where: "tenant_id = @tenant"}
  - {tables: [order_items], where: "order_id IN (SELECT id FROM orders)"}
trust: {listener: gateway_only}
`)
	grant, err := g.Admit(as("items", "tenant=7"))
	if err != nil {
		t.Fatal(err)
	}
	_, checker := artifactOf(t, shop)
	query, err := grant.Check(checker, "SELECT order_id FROM order_items", grant.Artifact.View(schema.Policy{}), 0)
	if err != nil {
		t.Fatal(err)
	}
	filters := query.Filters()
	if len(filters) != 1 || filters[0].Table != "order_items" || fmt.Sprint(filters[0].Parameters) != "[tenant]" || fmt.Sprint(grant.Rules(filters[0].Rules)) != "[1]" {
		t.Errorf("the filters are %+v", filters)
	}
	if tables := query.Facts().Tables; len(tables) != 1 || tables[0].Table.Name() != "order_items" {
		t.Errorf("the facts have the tables %v", tables)
	}
	_, err = grant.Check(checker, "SELECT order_id FROM order_items JOIN orders ON 1 = 1", grant.Artifact.View(schema.Policy{}), 0)
	if err == nil || !strings.Contains(err.Error(), "table orders is not in the schema") {
		t.Errorf("a table that only a condition reads: %v", err)
	}
}
