package evaluation

import (
	"fmt"
	"slices"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/sqlgen"
)

// What the checker refuses as nothing that the server runs, the server does not run: neither with grouping as
// strict as MySQL's nor without. It has the columns that the schema shows, and no rows.
func TestRefusedAsNotRunnable(t *testing.T) { servertest.Each(t, testRefusedAsNotRunnable) }

func testRefusedAsNotRunnable(t *testing.T, kind servertest.Kind) {
	server, counts := servertest.Start(t, kind, "--lower-case-table-names=1"), newTally("server")
	checker := newCheckers(t)[kind.Dialect()]
	shop := pagesShop(t)
	view := shop.View(everything)
	var texts []fuzzed
	for i := range uint64(4 * generatedQueries) {
		texts = append(texts, fuzzed{fmt.Sprint("generated ", i), sqlgen.Query(view.Tables(), kind.Dialect(), sqlgen.Choices(i))})
	}
	pages, err := corpus.Pages()
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		for _, c := range page.Cases {
			texts = append(texts, fuzzed{c.Position(), c.SQL})
		}
	}
	bySchema := map[*schema.Artifact][]fuzzed{shop: texts}
	dbs := databases(t)
	for _, f := range queries(t) {
		for _, r := range f.records {
			d := dbs[r.SchemaID].Artifact
			bySchema[d] = append(bySchema[d], fuzzed{f.name + " " + r.ID, r.SQL})
		}
	}
	for d, texts := range bySchema {
		var list []fuzzed
		for _, text := range texts {
			if v := judge(t, checker, text.sql, d.View(everything)); v.rule == rules.Runnable.Name {
				list = append(list, text)
			}
		}
		if len(list) == 0 {
			continue
		}
		server.Create(t, d.Document())
		db := server.Open(t, servertest.Session{User: servertest.Reader, Database: d.Document().Database, Mode: servertest.Relaxed, StatementTimeout: patience})
		for _, text := range list {
			said := run(t, db, text.sql)
			counts.add(said.number(), "refused")
			if said.Errno == 0 {
				t.Errorf("%s: the server runs it\n%s", text.name, text.sql)
			}
		}
	}
	slices.Sort(counts.names)
	t.Logf("what the server said to what is refused as not runnable%v", counts)
}
