package evaluation

import (
	"slices"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// testPages runs what is accepted on the case pages.
func testPages(t *testing.T, server *servertest.Server, f figures) {
	shop := pagesShop(t)
	list := acceptedPages(t, shop, server.Kind().Dialect())
	for i := range list {
		list[i].misread = misread[server.Kind()][list[i].name()]
	}
	for name := range misread[server.Kind()] {
		if !slices.ContainsFunc(list, func(c shopCase) bool { return c.name() == name }) {
			t.Errorf("no accepted case is called %q; take it off the list", name)
		}
	}
	testShop(t, server, shop, list, f)
}

// misread are cases whose text a server reads in another way than the print, and why the print is
// right.
var misread = map[servertest.Kind]map[string]string{
	servertest.MariaDB: {
		"attack_comments TiDB's own comment #2": "the parser reads TiDB's comments, MariaDB does not",
	},
	servertest.MySQL: {
		"attack_comments TiDB's own comment #2": "the parser reads TiDB's comments, MySQL does not",
	},
}

// acceptedPages returns the accepted cases of the pages in each of the dialects they are written for.
func acceptedPages(t *testing.T, shop *schema.Artifact, dialects ...sqlcheck.Dialect) []shopCase {
	t.Helper()
	pages, err := corpus.Pages()
	if err != nil {
		t.Fatal(err)
	}
	var list []shopCase
	for _, page := range pages {
		for _, c := range page.Cases {
			for _, dialect := range dialects {
				// What a version of the server decides is for the test of the function table.
				if c.Accept && c.Settings.Server == "" && (len(c.Settings.Dialects) == 0 || slices.Contains(c.Settings.Dialects, dialect.String())) {
					list = addCase(list, pageCase(t, shop, page.Name, c, dialect))
				}
			}
		}
	}
	return list
}

// pageCase checks a case as it asks for, but for limits below the defaults: what passes those
// passes the defaults.
func pageCase(t *testing.T, shop *schema.Artifact, page string, c corpus.Case, dialect sqlcheck.Dialect) shopCase {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{
		Dialect: dialect, CaseSensitiveTables: c.Settings.CaseSensitive, ASCII: c.Settings.ASCII,
	})
	if err != nil {
		t.Fatal(err)
	}
	view := shop.View(schema.Policy{Sensitive: c.Settings.WithSensitive})
	query, err := checker.Check(c.SQL, view)
	if c.Settings.MaxRows > 0 {
		query, err = checker.CheckBounded(c.SQL, view, c.Settings.MaxRows)
	}
	if err != nil {
		t.Fatalf("%s: %v", c.Position(), err)
	}
	accepted := candidate{file: page, record: record{ID: c.Name, SQL: c.SQL}, query: query, open: c.Settings.WithSensitive}
	if c.Settings.MaxRows > 0 {
		accepted.SQL = query.String() // the original has more rows: the print stands for it
	}
	return shopCase{accepted, dialect, c.Settings.WithSensitive}
}
