package evaluation

import (
	"regexp"
	"slices"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A shopCase is an accepted case that runs in the shop.
type shopCase struct {
	candidate
	dialect sqlcheck.Dialect
	open    bool // sensitive columns are in scope
}

// addCase adds a case unless it prints like the last one, which differs in dialect at most.
func addCase(list []shopCase, c shopCase) []shopCase {
	if n := len(list); n > 0 && list[n-1].name() == c.name() && list[n-1].query.String() == c.query.String() {
		return list
	}
	return append(list, c)
}

// testTricks runs what is accepted of the tricks.
func testTricks(t *testing.T, server *servertest.Server, f figures) {
	attacks, shop := tricks(t)
	testShop(t, server, shop.Artifact, acceptedTricks(t, attacks, shop, server.Kind().Dialect()), f)
}

// acceptedTricks returns the accepted tricks in each of the dialects.
func acceptedTricks(t *testing.T, attacks []attack, shop database, dialects ...sqlcheck.Dialect) []shopCase {
	t.Helper()
	var list []shopCase
	all := newCheckers(t)
	for _, a := range attacks {
		for _, dialect := range dialects {
			v := judge(t, all[dialect], a.SQL, shop.View(schema.Policy{}))
			if v.accepted() {
				c := candidate{file: "tricks", record: record{ID: a.ID, SQL: a.SQL}, query: v.query}
				list = addCase(list, shopCase{candidate: c, dialect: dialect})
			}
		}
	}
	return list
}

// testShop runs the cases in the shop: first for an account that may not see all of it, then with
// rows in it.
func testShop(t *testing.T, server *servertest.Server, shop *schema.Artifact, list []shopCase, f figures) {
	t.Helper()
	server.Create(t, withHidden(shop.Document(), list))
	server.GrantColumns(t, shop.View(schema.Policy{}))
	testShopRows(t, server, shop, testGrants(t, server, shop, list, f), rowsPerTable, f)
}

// testShopRows compares the rows of the cases in a shop of so many rows in each table. The server has what
// the cases may see and nothing else: with more columns, the text may be another query.
func testShopRows(t *testing.T, server *servertest.Server, shop *schema.Artifact, list []candidate, rows int, f figures) {
	t.Helper()
	counts := newTally("page", comparisonColumns...)
	for _, open := range []bool{false, true} {
		doc, some := shop.Document(), slices.DeleteFunc(slices.Clone(list), func(c candidate) bool { return c.open != open })
		if len(some) == 0 {
			continue
		}
		if !open {
			doc = withoutSensitive(doc)
		}
		server.Create(t, doc)
		server.Fill(t, doc, servertest.Rows(doc, rows, literals(some)))
		for i, found := range compareRows(t, server, doc.Database, some) {
			counts.add(some[i].file, append(found, "accepted")...)
			f.rows.add(f.set, append(found, "accepted")...)
		}
	}
	t.Logf("rows of originals and of prints under %d settings%v", len(settings), counts)
}

// withoutSensitive returns the shop as its server would be without the columns that are hidden.
func withoutSensitive(doc *schema.Document) *schema.Document {
	shown := *doc
	shown.Tables = slices.Clone(doc.Tables)
	for i := range shown.Tables {
		shown.Tables[i].Columns = slices.DeleteFunc(slices.Clone(shown.Tables[i].Columns), func(c schema.Column) bool { return c.Sensitive })
	}
	return &shown
}

// withHidden returns the shop as a server may have it: with tables that the schema does not show,
// and in each table with columns that it does not show, called like the labels that the queries
// give their columns. Whatever takes one of those for what it means is denied.
func withHidden(doc *schema.Document, list []shopCase) *schema.Document {
	all := *doc
	all.Tables = slices.Clone(doc.Tables)
	hidden := labels(doc, list)
	for i := range all.Tables {
		all.Tables[i].Columns = slices.Concat(all.Tables[i].Columns, hidden)
	}
	for _, name := range []string{"audit_log", "secret_notes"} {
		all.Tables = append(all.Tables, schema.Table{Name: name, Columns: []schema.Column{{Name: "id"}, {Name: "note"}}})
	}
	return &all
}

// plainName matches what every server takes for the name of a column, and for no other one.
var plainName = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// labels returns a column for each label that a query gives to a column of its own and that no
// column of the schema has: beside one of those it would make names ambiguous.
func labels(doc *schema.Document, list []shopCase) []schema.Column {
	taken := map[string]bool{}
	for _, t := range doc.Tables {
		for _, c := range t.Columns {
			taken[sqlcheck.Fold(c.Name)] = true
		}
	}
	var columns []schema.Column
	for _, c := range list {
		for _, output := range c.query.Facts().Projection {
			if name := sqlcheck.Fold(output.Name); plainName.MatchString(name) && !taken[name] {
				taken[name] = true
				columns = append(columns, schema.Column{Name: name, Type: "int"})
			}
		}
	}
	return columns
}
