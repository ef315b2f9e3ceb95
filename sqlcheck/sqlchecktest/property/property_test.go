package property_test

import (
	"fmt"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammargen"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/property"
)

var shop = grammargen.World{Database: "shop", Tables: []grammargen.Table{
	{Name: "orders", Columns: []grammargen.Column{{Name: "id"}, {Name: "total"}}},
}}

func checker() *sqlcheck.Checker {
	c, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		panic(err)
	}
	return c
}

// A larger catalog shows what the smaller one shows, and nothing else.
func TestLargerShowsNoMore(t *testing.T) {
	larger := property.Larger(shop, []string{"total", "salary", "margin"})
	shown := map[string]bool{}
	for _, c := range larger.Table("", "orders").Columns() {
		shown[c.Name] = c.InScope
	}
	if got, want := fmt.Sprint(shown), "map[id:true total:true]"; got != want {
		t.Errorf("columns of orders: %s, want %s", got, want)
	}
	if hidden := larger.Table("", "salary"); hidden == nil || len(hidden.Columns()) > 0 {
		t.Errorf("Table(salary) = %+v, want a table that shows nothing", hidden)
	}
}

// An answerer is a server whose answers are known.
type answerer map[string][]string

func (a answerer) Run(_, sql string) ([]string, uint16, error) {
	if rows, known := a[sql]; known {
		return rows, 0, nil
	}
	return nil, 1064, nil
}

func TestSame(t *testing.T) {
	s := answerer{"a": {"1", "2"}, "b": {"1", "2"}, "c": {"1"}}
	for _, tc := range []struct {
		name, a, b   string
		ifRuns, same bool
	}{
		{"the same rows", "a", "b", false, true},
		{"fewer rows", "a", "c", false, false},
		{"the second one fails", "a", "x", true, false},
		{"the first one fails, and need not run", "x", "a", true, true},
		{"the first one fails, and must run", "x", "a", false, false},
		{"the same error", "x", "y", false, true},
	} {
		difference, _, err := property.Same(s, property.Run{SQL: tc.a}, property.Run{SQL: tc.b}, tc.ifRuns)
		if err != nil || (difference == nil) != tc.same {
			t.Errorf("%s: Same() = %v, %v, want none: %v", tc.name, difference, err, tc.same)
		}
	}
}

func ExampleVerdict() {
	sql := "SELECT total FROM orders"
	fmt.Printf("%q", property.Verdict(checker(), sql, property.Shown(shop), property.Larger(shop, []string{"salary"})))
	// Output: ""
}
