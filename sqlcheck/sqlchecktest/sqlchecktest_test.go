package sqlchecktest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// noOrders is a rule that asksql does not have: case pages run against any set.
var noOrders = &sqlcheck.Rule{
	Name: "no_orders",
	Doc:  "the table orders is not read",
	Check: func(p *sqlcheck.Pass) {
		for _, ref := range p.Tables {
			if ref.Table != nil && ref.Table.Name() == "orders" {
				p.Report(ref.Node, "leave orders out")
			}
		}
	},
}

// mentionsCities is advice that asksql does not have.
var mentionsCities = &sqlcheck.Rule{
	Name:     "mentions_cities",
	Doc:      "no column is called city",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		for _, ref := range p.Columns {
			if ref.Column != nil && ref.Column.Name == "city" {
				p.Report(ref.Node, "a city")
			}
		}
	},
}

const ordersPage = "# no_orders\n\nOrders are not read.\n\n## orders\n\n" +
	"They are left out.\n\n```sql reject no_orders mysql\nSELECT id FROM orders\n```\n\n```text\nstale\n```\n\n" +
	"Products are not.\n\n```sql accept\nSELECT id FROM products\n```\n\n```text\nstale\n```\n"

const citiesPage = "# mentions_cities\n\nNo column is called city.\n\n## cities\n\n" +
	"A city is mentioned.\n\n```sql accept advise mentions_cities\nSELECT city FROM customers\n```\n\n```text\n```\n\n" +
	"A name is none.\n\n```sql accept\nSELECT name FROM customers\n```\n\n" +
	"A bound is put.\n\n```sql accept bounded=3\nSELECT name FROM customers LIMIT 9\n```\n\n```text\n```\n\n" +
	"The row of a secret.\n\n```sql accept with-sensitive\nSELECT email FROM customers\n```\n"

func TestRunRewritesAndThenAgrees(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "no_orders.md", ordersPage)
	write(t, dir, "mentions_cities.md", citiesPage)

	suite := sqlchecktest.Suite{Rules: []*sqlcheck.Rule{noOrders, mentionsCities}, Rewrite: dir}
	suite.Pages = []corpus.Page{load(t, dir, "no_orders.md"), load(t, dir, "mentions_cities.md")}
	t.Run("rewrite", suite.Run)

	suite.Rewrite = ""
	suite.Pages = []corpus.Page{load(t, dir, "no_orders.md"), load(t, dir, "mentions_cities.md")}
	t.Run("compare", suite.Run)

	for _, want := range []string{
		"no_orders: leave orders out",
		"SELECT `id` FROM `products`",
		"SELECT `city` FROM `customers`\n-- mentions_cities: a city",
		"SELECT `name` FROM `customers` LIMIT 3",
	} {
		if text := read(t, dir, "no_orders.md") + read(t, dir, "mentions_cities.md"); !strings.Contains(text, want) {
			t.Errorf("the pages lack %q after rewriting:\n%s", want, text)
		}
	}
	if text := read(t, dir, "no_orders.md"); strings.Contains(text, "stale") {
		t.Errorf("the page keeps its old text:\n%s", text)
	}
}

func TestRunAsksForTheCatalogOfEachCase(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "no_orders.md", "# no_orders\n\nOrders are not read.\n\n## another shop\n\nIt has a table of its own.\n\n```sql accept\nSELECT seat FROM bookings\n```\n")
	bookings := sqlcheck.NewTable("", "bookings", []sqlcheck.Column{{Name: "seat", InScope: true}})
	asked := 0
	sqlchecktest.Suite{
		Rules: []*sqlcheck.Rule{noOrders},
		Pages: []corpus.Page{load(t, dir, "no_orders.md")},
		Catalog: func(corpus.Case) sqlcheck.Catalog {
			asked++
			return theatre{bookings}
		},
	}.Run(t)
	if asked != 3 {
		t.Errorf("Run asked for a catalog %d times, want once for each dialect", asked)
	}
}

// A theatre is a catalog with one table.
type theatre struct{ bookings *sqlcheck.Table }

func (c theatre) Table(_, name string) *sqlcheck.Table {
	if name != c.bookings.Name() {
		return nil
	}
	return c.bookings
}

func FuzzSeeds(f *testing.F) {
	sqlchecktest.Seeds(f)
	f.Fuzz(func(t *testing.T, sql string) {
		checker, err := sqlcheck.New([]*sqlcheck.Rule{noOrders}, sqlcheck.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if query, err := checker.Check(sql, sqlchecktest.Shop(corpus.Settings{})); err == nil && query.String() == "" {
			t.Errorf("Check(%q) accepts and prints nothing", sql)
		}
	})
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func load(t *testing.T, dir, name string) corpus.Page {
	t.Helper()
	page, err := corpus.Parse(name, read(t, dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return page
}
