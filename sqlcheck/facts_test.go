package sqlcheck_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

// describe writes the facts of a query as the goldens have them: what was bound to what, without
// spellings and places. Two texts that mean the same have the same description.
func describe(f *sqlcheck.Facts) string {
	var b strings.Builder
	line := func(label, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-8s %s\n", label, text)
		}
	}
	line("tables", list(f.Tables, func(t sqlcheck.TableRef) string { return t.Table.Name() }))
	line("columns", list(f.Columns, describeColumn))
	line("calls", list(f.Calls, func(c sqlcheck.Call) string { return strings.ToUpper(c.Name) }))
	for _, block := range f.Blocks {
		line("block", describeBlock(block))
	}
	for _, o := range f.Projection {
		line("output", describeOutput(o))
	}
	if f.Limited {
		line("limited", "yes")
	}
	return b.String()
}

func describeColumn(c sqlcheck.ColumnRef) string {
	use := map[sqlcheck.Use]string{sqlcheck.Named: "", sqlcheck.Starred: " by *", sqlcheck.Joined: " by join"}
	return c.Table.Name() + "." + c.Column.Name + use[c.Use]
}

func describeBlock(b sqlcheck.QueryBlock) string {
	words := []string{fmt.Sprintf("relations %d", b.Relations)}
	if b.BaseTables != b.Relations {
		words = append(words, fmt.Sprintf("tables %d", b.BaseTables))
	}
	if b.Unlinked > 0 {
		words = append(words, fmt.Sprintf("unlinked %d", b.Unlinked))
	}
	for _, w := range []struct {
		word string
		is   bool
	}{{"top", b.Top}, {"filtered", b.Filtered}, {"aggregated", b.Aggregated}, {"one row", b.SingleRow}, {"starred", b.Starred}} {
		if w.is {
			words = append(words, w.word)
		}
	}
	return strings.Join(words, ", ")
}

func describeOutput(o sqlcheck.Output) string {
	name := o.Name
	if name == "" {
		name = "(expression)"
	}
	if len(o.Columns) == 0 {
		return name
	}
	return name + " <- " + list(o.Columns, func(c sqlcheck.BaseColumn) string { return c.Table.Name() + "." + c.Column.Name })
}

func list[T any](items []T, text func(T) string) string {
	var words []string
	for _, item := range items {
		words = append(words, text(item))
	}
	return strings.Join(words, ", ")
}

// Facts belong to their query: what is checked later does not change them.
func TestFactsOutliveTheCheck(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	queries := []string{
		"WITH t AS (SELECT city, COUNT(*) AS n FROM customers GROUP BY city) SELECT t.*, o.total FROM t, orders o WHERE o.id = n LIMIT 3",
		"SELECT SUM(total) OVER w AS s, customer_id FROM orders WINDOW w AS (PARTITION BY status) UNION SELECT price, id FROM products",
		"SELECT p.name FROM products p JOIN categories c USING (id) WHERE p.attrs LIKE '%x' AND \"sku\" = 1",
	}
	var kept []*sqlcheck.Query
	var want []string
	for _, sql := range queries {
		q := accepted(t, c, sql, catalog)
		kept, want = append(kept, q), append(want, describe(q.Facts())+q.String()+fmt.Sprint(q.Advice()))
	}
	for range 50 {
		for _, sql := range append(queries, "SELECT salary FROM employees", "SELECT * FROM orders o JOIN customers c ON c.id = o.id") {
			_, _ = c.Check(sql, catalog)
		}
	}
	for i, q := range kept {
		if got := describe(q.Facts()) + q.String() + fmt.Sprint(q.Advice()); got != want[i] {
			t.Errorf("the facts of %q have become\n%s\nthey were\n%s", queries[i], got, want[i])
		}
	}
}
