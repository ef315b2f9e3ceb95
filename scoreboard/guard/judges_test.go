package guard_test

import (
	"slices"
	"testing"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
)

var shop = []cases.Catalog{{ID: "shop", Database: "shop", Tables: []cases.Table{
	{Name: "orders", Columns: []cases.Column{{Name: "id"}, {Name: "total"}}},
	{Name: "employees", Columns: []cases.Column{{Name: "id"}, {Name: "name"}, {Name: "salary", Hidden: true}}},
}}}

func TestJudges(t *testing.T) {
	var judges []guard.Judge
	for _, newJudge := range []func([]cases.Catalog) (guard.Judge, error){guard.NewAsksql, guard.NewVitessParser, guard.NewVitessSemantics} {
		judge, err := newJudge(shop)
		if err != nil {
			t.Fatal(err)
		}
		judges = append(judges, judge)
	}
	const (
		yes = guard.Accepted
		no  = guard.Refused
	)
	for _, tc := range []struct {
		name                      string
		sql                       guard.Raw
		asksql, parser, semantics guard.Verdict
	}{
		{"a query", "SELECT o.id FROM orders o WHERE total > 1", yes, yes, yes},
		{"no table", "SELECT 1", yes, yes, yes},
		{"the table that is none", "SELECT 1 FROM dual", yes, yes, yes},
		{"letter case of a table", "SELECT id FROM ORDERS", yes, yes, yes},
		{"the schema's own database", "SELECT id FROM shop.orders", yes, yes, yes},
		{"a set operation", "SELECT id FROM orders UNION SELECT id FROM employees", yes, yes, yes},
		{"a CTE", "WITH w AS (SELECT id FROM orders) SELECT id FROM w", yes, yes, yes},
		{"an unknown table", "SELECT id FROM audit_log", no, yes, no},
		{"another database", "SELECT id FROM archive.orders", no, yes, no},
		{"an unknown column", "SELECT price FROM orders", no, yes, no},
		{"a hidden column", "SELECT salary FROM employees", no, yes, no},
		{"an ambiguous column", "SELECT id FROM orders, employees", no, yes, no},
		{"a statement that writes", "DELETE FROM orders", no, no, no},
		{"two statements", "SELECT 1; SELECT 2", no, no, no},
		{"no SQL", "Here is your query", no, no, no},
	} {
		t.Run(tc.name, func(t *testing.T) {
			want := []guard.Verdict{tc.asksql, tc.parser, tc.semantics}
			for i, judge := range judges {
				got := judge.Judge(guard.Text{SQL: tc.sql, Catalog: "shop", Dialect: "mysql"})
				if got.Verdict != want[i] {
					t.Errorf("%T says %+v to %q, want %s", judge, got, tc.sql, want[i])
				}
			}
		})
	}
}

func TestAsksqlNamesTheRulesInOrder(t *testing.T) {
	judge, err := guard.NewAsksql(shop)
	if err != nil {
		t.Fatal(err)
	}
	got := judge.Judge(guard.Text{SQL: "SELECT price FROM audit_log, orders FOR UPDATE", Catalog: "shop", Dialect: "mysql"})
	if want := []string{"read_only", "table_scope"}; len(got.Rules) < 2 || !slices.Equal(got.Rules[:2], want) {
		t.Errorf("the rules are %v, want %v first", got.Rules, want)
	}
}
