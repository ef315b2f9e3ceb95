package access_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

const shop = `{"version": 1, "schemaId": "shop", "dialect": "mysql", "database": "shop", "tables": [
	{"name": "customers", "primaryKey": ["id"], "columns": [{"name": "id", "type": "bigint"}, {"name": "tenant_id", "type": "bigint"}, {"name": "region", "type": "char(2)"},
		{"name": "email", "type": "varchar(200)"}, {"name": "phone", "type": "varchar(20)"}]},
	{"name": "orders", "primaryKey": ["id"], "columns": [{"name": "id", "type": "bigint"}, {"name": "tenant_id", "type": "bigint"}, {"name": "customer_id", "type": "bigint"}]},
	{"name": "order_items", "columns": [{"name": "order_id", "type": "bigint"}, {"name": "amount", "type": "decimal(10,2)"}]},
	{"name": "employees", "columns": [{"name": "id", "type": "bigint"}, {"name": "salary", "type": "decimal(10,2)"}]}]}`

func artifactOf(t testing.TB, text string) (*schema.Artifact, *sqlcheck.Checker) {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: sqlcheck.MySQL})
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return artifact, checker
}

func guardErr(t testing.TB, text string) (*access.Guard, error) {
	t.Helper()
	file, err := access.Parse("access.yaml", []byte(text), "a secret of sixteen bytes")
	if err != nil {
		t.Fatal(err)
	}
	artifact, checker := artifactOf(t, shop)
	return file.Guard(t.Context(), artifact, checker)
}

func guard(t testing.TB, text string) *access.Guard {
	t.Helper()
	g, err := guardErr(t, text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What the file says of a schema is held to the schema when it is loaded: a slip in what is excluded would
// show it.
func TestFaultsAgainstTheSchema(t *testing.T) {
	role := func(one string) string { return "role: {default: a}\nroles:\n  a: " + one + "\n" }
	for _, tc := range []struct{ name, text, want string }{
		{"a table that is none", role("{tables: [orders, invoices]}"), "access.yaml, line 3: role a names table invoices, which the schema does not have"},
		{"a pattern that is none", role(`{tables: ["x*"]}`), "access.yaml, line 3: role a names table x*, which the schema does not have"},
		{"an excluded table that is none", role(`{tables: ["*"], exclude: [employee]}`), "access.yaml, line 3: role a names table employee, which the schema does not have"},
		{"columns of a table that is none", role(`{tables: ["*"], columns: {employee: {exclude: [salary]}}}`), "access.yaml, line 3: role a names table employee, which the schema does not have"},
		{"an excluded column that is none", role(`{tables: ["*"], columns: {employees: {exclude: [wage]}}}`), "access.yaml, line 3: role a names column wage of table employees, which the schema does not have"},
		{"nothing is left", role(`{tables: [orders], exclude: ["*"]}`), "access.yaml, line 3: role a is left no column to see; show it a table"},
		{"a rule for a table that is none", role("{tables: [orders]}") + "rows: [{tables: [invoices], where: \"TRUE\"}]", "access.yaml, line 4: a row rule names table invoices, which the schema does not have"},
		{"a table without a rule", role("{tables: [orders, customers]}") + "rows: [{tables: [orders], where: \"TRUE\"}]",
			`access.yaml, line 4: role a: table customers has no row rule, while others have one; add one, with where: "TRUE" if all its rows may be read`},
		{"a rule for another role only", "role: {default: a}\nroles: {a: {tables: [orders]}, b: {tables: [orders]}}\nrows: [{tables: [orders], where: \"id = 1\", roles: [b]}]",
			`access.yaml, line 3: role a: table orders has no row rule, while others have one; add one, with where: "TRUE" if all its rows may be read`},
		{"no roles, and a table without a rule", "rows: [{tables: [orders, customers, order_items], where: \"TRUE\"}]",
			`access.yaml, line 1: table employees has no row rule, while others have one; add one, with where: "TRUE" if all its rows may be read`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := guardErr(t, tc.text)
			var fault *access.Error
			if !errors.As(err, &fault) || err.Error() != tc.want {
				t.Errorf("Guard = %v\nwant    %s", err, tc.want)
			}
		})
	}
}

// A role sees its tables and columns, whatever the letter case of the file.
func TestRoles(t *testing.T) {
	g := guard(t, `
role: {header: x-asksql-role, required: true}
roles:
  analyst: {tables: ["*"], exclude: [EMPLOYEES], columns: {"cust*": {exclude: [email, "ph?ne"]}}}
  support: {tables: [Customers, "order*"], exclude: [order_items], columns: {customers: {include: [id, region]}}}
trust: {listener: gateway_only}
`)
	for role, want := range map[string]string{
		"analyst": "customers.id customers.tenant_id customers.region orders.id orders.tenant_id orders.customer_id order_items.order_id order_items.amount",
		"support": "customers.id customers.region orders.id orders.tenant_id orders.customer_id",
	} {
		grant, err := g.Admit(access.Named(&role, nil))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, table := range grant.Artifact.Document().Tables {
			for _, column := range table.Columns {
				got = append(got, table.Name+"."+column.Name)
			}
		}
		if strings.Join(got, " ") != want || grant.Filters != nil {
			t.Errorf("role %s sees %s\nwant %s", role, strings.Join(got, " "), want)
		}
	}
}

// A role may only be narrower than the request: its mode where it has one, the lower of two bounds.
func TestModesAndBounds(t *testing.T) {
	g := guard(t, `
role: {default: kept}
roles:
  kept: {tables: [orders], mode: bounded_results, maxRows: 200}
  both: {tables: [orders], modes: [schema_only, bounded_results], maxRows: 5000}
  free: {tables: [orders]}
`)
	for _, tc := range []struct {
		role, asked, mode string
		rows, bound       uint64
	}{
		{"kept", "schema_only", "bounded_results", 1000, 200},
		{"kept", "bounded_results", "bounded_results", 100, 100},
		{"both", "schema_only", "schema_only", 0, 5000},
		{"both", "bounded_results", "bounded_results", 1000, 1000},
		{"free", "schema_only", "schema_only", 0, 0},
	} {
		grant, err := g.Admit(access.Named(&tc.role, nil))
		if err != nil {
			t.Fatal(err)
		}
		if mode, bound := grant.Mode(tc.asked), grant.Bound(tc.rows); mode != tc.mode || bound != tc.bound {
			t.Errorf("%s, asked for %s and %d: %s and %d, want %s and %d", tc.role, tc.asked, tc.rows, mode, bound, tc.mode, tc.bound)
		}
	}
	var none *access.Grant
	if none.Mode("schema_only") != "schema_only" || none.Bound(7) != 7 {
		t.Error("without an access file, mode or bound is another")
	}
}
