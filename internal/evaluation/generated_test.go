package evaluation

import (
	"fmt"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/sqlgen"
)

// generatedQueries is how many queries are made of the grammar, of which a third is accepted.
const generatedQueries = 9000 / oneIn

// testGenerated runs what is accepted of queries that are made of the grammar.
func testGenerated(t *testing.T, kind servertest.Kind, f figures) {
	shop := pagesShop(t)
	testFuzzed(t, kind, shop, acceptedGenerated(t, shop, kind.Dialect()), f)
}

func acceptedGenerated(t *testing.T, shop *schema.Artifact, dialect sqlcheck.Dialect) []shopCase {
	t.Helper()
	tables := shop.View(schema.Policy{}).Tables()
	var texts []fuzzed
	for i := range uint64(generatedQueries) {
		texts = append(texts, fuzzed{fmt.Sprint(i), sqlgen.Query(tables, dialect, sqlgen.Choices(i))})
	}
	return acceptedFuzzed(t, shop, "generated", texts, dialect)
}

// rowsForFuzzed is few, since machines write joins without conditions.
const rowsForFuzzed = 8

// testFuzzed runs the cases on a server that does not tell tables by their letter case, as nor does
// the checker: first for an account that may not see all of the shop, then with rows in it.
func testFuzzed(t *testing.T, kind servertest.Kind, shop *schema.Artifact, list []shopCase, f figures) {
	t.Helper()
	server, doc := servertest.Start(t, kind, "--lower-case-table-names=1"), shop.Document()
	server.Create(t, withHidden(doc, nil))
	server.GrantColumns(t, shop.View(schema.Policy{}))
	runnable := testGrants(t, server, shop, list, f)
	testShopRows(t, server, shop, runnable, rowsForFuzzed, f)
}

// A fuzzed text is one that a machine wrote.
type fuzzed struct{ name, sql string }

// acceptedFuzzed returns the texts over the shop that are accepted in a dialect.
func acceptedFuzzed(t *testing.T, shop *schema.Artifact, file string, texts []fuzzed, dialect sqlcheck.Dialect) []shopCase {
	t.Helper()
	checker, view := newCheckers(t)[dialect], shop.View(schema.Policy{})
	var list []shopCase
	for _, text := range texts {
		if v := judge(t, checker, text.sql, view); v.accepted() {
			c := candidate{file: file, record: record{ID: text.name, SQL: text.sql}, query: v.query, byMachine: true}
			list = addCase(list, shopCase{candidate: c, dialect: dialect})
		}
	}
	return list
}
