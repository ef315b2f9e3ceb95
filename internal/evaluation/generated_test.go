package evaluation

import (
	"fmt"
	"testing"

	"github.com/asksql/asksql/internal/mariadbtest"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/sqlgen"
)

// generatedQueries is how many queries are made of the grammar, of which a third is accepted.
const generatedQueries = 9000 / oneIn

// testGenerated runs what is accepted of queries that are made of the grammar.
func testGenerated(t *testing.T, f figures) {
	shop := pagesShop(t)
	testFuzzed(t, shop, acceptedGenerated(t, shop), f)
}

func acceptedGenerated(t *testing.T, shop *schema.Artifact) []shopCase {
	t.Helper()
	tables := shop.View(schema.Policy{}).Tables()
	var texts []fuzzed
	for i := range uint64(generatedQueries) {
		sql := sqlgen.Query(tables, sqlcheck.MariaDB, sqlgen.Choices(i))
		texts = append(texts, fuzzed{name: fmt.Sprint(i), sql: sql, dialect: sqlcheck.MariaDB})
	}
	return acceptedFuzzed(t, shop, "generated", texts)
}

// rowsForFuzzed is few, since machines write joins without conditions.
const rowsForFuzzed = 8

// testFuzzed runs the cases on a server that does not tell tables by their letter case, as nor does
// the checker: first for an account that may not see all of the shop, then with rows in it.
func testFuzzed(t *testing.T, shop *schema.Artifact, list []shopCase, f figures) {
	t.Helper()
	server, doc := mariadbtest.Start(t, "--lower-case-table-names=1"), shop.Document()
	server.Create(t, withHidden(doc, nil))
	server.GrantColumns(t, shop.View(schema.Policy{}))
	runnable := testGrants(t, server, shop, list, f)
	testShopRows(t, server, shop, runnable, rowsForFuzzed, f)
}

// A fuzzed text is one that a machine wrote.
type fuzzed struct {
	name, sql string
	dialect   sqlcheck.Dialect
}

// acceptedFuzzed returns the accepted ones of texts over the shop. The server is a MariaDB: what is accepted
// for another dialect is left out where it is refused for this one. Such queries fail there or, with a
// CTE that reads a column from outside, bring the server down.
func acceptedFuzzed(t *testing.T, shop *schema.Artifact, file string, texts []fuzzed) []shopCase {
	t.Helper()
	all, view := newCheckers(t), shop.View(schema.Policy{})
	var list []shopCase
	foreign := 0
	for _, text := range texts {
		if v := judge(t, all[text.dialect], text.sql, view); v.accepted() {
			if !judge(t, all[sqlcheck.MariaDB], text.sql, view).accepted() {
				foreign++
				continue
			}
			c := candidate{file: file, record: record{ID: text.name, SQL: text.sql}, query: v.query, byMachine: true}
			list = addCase(list, shopCase{candidate: c, dialect: text.dialect})
		}
	}
	t.Logf("%s: %d accepted texts are left out, because they are refused for MariaDB", file, foreign)
	return list
}
