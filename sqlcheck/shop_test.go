package sqlcheck_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// The tests of this package query the shop of the case pages: customers (email and phone are out of
// scope), orders, order_items, products, categories, employees (salary is out of scope).

var dialects = []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB}

// checker returns a checker with all rules.
func checker(tb testing.TB, options sqlcheck.Options) *sqlcheck.Checker {
	tb.Helper()
	c, err := sqlcheck.New(rules.All(), options)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// accepted returns the query that sql is checked to.
func accepted(tb testing.TB, c *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) *sqlcheck.Query {
	tb.Helper()
	q, err := c.Check(sql, catalog)
	if err != nil {
		tb.Fatalf("Check(%q) = %v, want it accepted", sql, err)
	}
	return q
}

// refused returns why sql is not accepted.
func refused(tb testing.TB, c *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) []sqlcheck.Violation {
	tb.Helper()
	q, err := c.Check(sql, catalog)
	if err == nil {
		tb.Fatalf("Check(%q) = %q, want it refused", sql, q)
	}
	return violations(tb, err)
}

func violations(tb testing.TB, err error) []sqlcheck.Violation {
	tb.Helper()
	var rejected *sqlcheck.RejectedError
	if !errors.As(err, &rejected) || len(rejected.Violations) == 0 {
		tb.Fatalf("the error %v is no *RejectedError with violations", err)
	}
	return rejected.Violations
}

// verdict returns the first rule that refuses sql, or "accept".
func verdict(tb testing.TB, c *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) string {
	tb.Helper()
	if _, err := c.Check(sql, catalog); err != nil {
		return violations(tb, err)[0].Rule
	}
	return "accept"
}

// names returns the rules of violations, one for each.
func names(list []sqlcheck.Violation) string {
	var rules []string
	for _, v := range list {
		rules = append(rules, v.Rule)
	}
	return fmt.Sprint(rules)
}

// shop is the schema of the case pages without its sensitive columns.
func shop(testing.TB) sqlcheck.Catalog { return sqlchecktest.Shop(corpus.Settings{}) }

// A catalogFunc is a catalog made of its one method.
type catalogFunc func(db, name string) *sqlcheck.Table

func (f catalogFunc) Table(db, name string) *sqlcheck.Table { return f(db, name) }

// A tableMap is a catalog that finds a table at once, however many there are.
type tableMap map[string]*sqlcheck.Table

func (m tableMap) Table(db, name string) *sqlcheck.Table {
	t := m[sqlcheck.Fold(name)]
	if t == nil || db != "" && sqlcheck.Fold(db) != sqlcheck.Fold(t.Database()) {
		return nil
	}
	return t
}
