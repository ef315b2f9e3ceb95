package peers_test

import (
	"testing"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/scoreboard/peers"
)

var catalogs = []cases.Catalog{
	{ID: "shop", Database: "shop", Tables: []cases.Table{
		{Name: "orders", Columns: []cases.Column{{Name: "id", Type: "bigint"}, {Name: "total", Type: "decimal(10,2)"}}},
		{Name: "employees", Columns: []cases.Column{{Name: "id", Type: "bigint"}, {Name: "salary", Type: "int", Hidden: true}}},
	}},
	{ID: "school", Database: "school", Tables: []cases.Table{
		{Name: "pupil (all)", Columns: []cases.Column{{Name: "id"}, {Name: "Free Meal Count (K-12)"}}},
	}},
}

const (
	yes = guard.Accepted
	no  = guard.Refused
)

// A peer is installed by the scoreboard, not by its tests.
type peer struct {
	name, version string
	command       func(peers.Cache) ([]string, error)
}

func (p peer) start(t *testing.T) *guard.Process {
	t.Helper()
	dir, err := peers.DefaultDir()
	if err != nil {
		t.Skip(err)
	}
	cache, err := peers.NewCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !cache.Installed(p.name, p.version) {
		t.Skipf("%s %s is not installed; the scoreboard does that", p.name, p.version)
	}
	command, err := p.command(cache)
	if err != nil {
		t.Fatal(err)
	}
	process := guard.NewProcess(command, catalogs, guard.Patience)
	t.Cleanup(process.Stop)
	return process
}

type fact struct {
	name, catalog string
	sql           guard.Raw
	want          guard.Verdict
}

func (p peer) check(t *testing.T, facts []fact) {
	process := p.start(t)
	for _, f := range facts {
		got, err := process.Judge(guard.Text{SQL: f.sql, Catalog: f.catalog, Dialect: "mysql"})
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != f.want {
			t.Errorf("%s: %s says %+v to %q, want %s", f.name, p.name, got, f.sql, f.want)
		}
	}
	if took, err := process.Time([]guard.Text{{SQL: "SELECT 1", Catalog: "shop"}}); err != nil || took <= 0 {
		t.Errorf("%s takes %v, %v; want some time", p.name, took, err)
	}
}

func TestNodeSQLParserTables(t *testing.T) {
	nodeSQLParser("tables").check(t, []fact{
		{"a query", "shop", "SELECT o.id FROM orders o", yes},
		{"the schema's own database", "shop", "SELECT id FROM shop.orders", yes},
		{"letter case", "shop", "SELECT id FROM ORDERS", yes},
		{"a hidden column is none of its business", "shop", "SELECT salary FROM employees", yes},
		{"an unknown table", "shop", "SELECT id FROM audit_log", no},
		{"a table of another schema", "school", "SELECT id FROM orders", no},
		{"a name with signs of a regular expression", "school", "SELECT id FROM `pupil (all)`", yes},
		{"a statement that writes", "shop", "DELETE FROM orders", no},
		{"no SQL", "shop", "Here is your query", no},
		{"a reserved word as an alias", "shop", "SELECT id AS rank FROM orders rank", no},
	})
}

func TestNodeSQLParserColumns(t *testing.T) {
	nodeSQLParser("columns").check(t, []fact{
		{"columns in scope", "shop", "SELECT o.id FROM orders o WHERE o.total > 1", yes},
		{"a hidden column", "shop", "SELECT salary FROM employees", no},
		{"an unknown column", "shop", "SELECT price FROM orders", no},
		{"a wildcard of a table with nothing hidden", "shop", "SELECT o.* FROM orders o", yes},
		{"a wildcard of a table with something hidden, which is absent", "shop", "SELECT e.* FROM employees e", yes},
		{"a wildcard where nothing is hidden", "school", "SELECT * FROM `pupil (all)`", yes},
		{"a wildcard where something is", "shop", "SELECT * FROM orders", yes},
		{"a name with signs of a regular expression", "school", "SELECT `Free Meal Count (K-12)` FROM `pupil (all)`", yes},
	})
}

func nodeSQLParser(mode string) peer {
	return peer{"node-sql-parser", peers.NodeSQLParser, func(c peers.Cache) ([]string, error) {
		return c.Node("node_sql_parser.mjs", "node-sql-parser", peers.NodeSQLParser, mode)
	}}
}

func TestDBHub(t *testing.T) {
	peer{"@bytebase/dbhub", peers.DBHub, func(c peers.Cache) ([]string, error) {
		return c.Node("dbhub.mjs", "@bytebase/dbhub", peers.DBHub)
	}}.check(t, []fact{
		{"a query", "shop", "SELECT id FROM orders", yes},
		{"several that only read", "shop", "SELECT 1; SELECT 2", yes},
		{"one of several writes", "shop", "SELECT 1; DROP TABLE orders", no},
		{"a write behind a CTE", "shop", "WITH w AS (SELECT 1) DELETE FROM orders", no},
		{"a file", "shop", "SELECT id INTO OUTFILE '/tmp/x' FROM orders", no},
		{"no SQL", "shop", "Here is your query", no},
	})
}

func TestSqlglot(t *testing.T) {
	peer{"sqlglot", peers.Sqlglot, func(c peers.Cache) ([]string, error) {
		return c.Python("sqlglot_qualify.py", "sqlglot", peers.Sqlglot)
	}}.check(t, []fact{
		{"a query", "shop", "SELECT o.id FROM orders o WHERE total > 1", yes},
		{"no table", "shop", "SELECT 1", yes},
		{"the table that is none", "shop", "SELECT 1 FROM dual", yes},
		{"letter case", "shop", "SELECT ID FROM ORDERS", yes},
		{"the schema's own database", "shop", "SELECT id FROM shop.orders", yes},
		{"a CTE", "shop", "WITH w AS (SELECT id FROM orders) SELECT id FROM w", yes},
		{"nothing after the semicolon", "shop", "SELECT 1;;", yes},
		{"a comment after the semicolon", "shop", "SELECT 1; -- done", yes},
		{"an unknown table of which nothing is read", "shop", "SELECT 1 FROM audit_log", no},
		{"a system table", "shop", "SELECT 1 FROM mysql.user", no},
		{"an unknown column", "shop", "SELECT o.price FROM orders o", no},
		{"a hidden column", "shop", "SELECT salary FROM employees", no},
		{"an ambiguous column", "shop", "SELECT id FROM orders, employees", no},
		{"two statements", "shop", "SELECT 1; SELECT 2", no},
		{"a statement that writes", "shop", "DELETE FROM orders", no},
		{"bytes that are not UTF-8", "shop", "SELECT id FROM orders WHERE total = 'caf\xe9'", yes},
		{"no text", "shop", "", no},
	})
}

func TestCacheWritesTheScripts(t *testing.T) {
	cache, err := peers.NewCache(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if cache.Installed("sqlglot", peers.Sqlglot) {
		t.Error("an empty cache says that sqlglot is installed")
	}
}
