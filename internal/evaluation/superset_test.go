package evaluation

import (
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
)

// What a print gives does not depend on what a server has beside the schema: neither on columns and
// tables of whatever name, nor on the values in them.
func TestSuperset(t *testing.T) { servertest.Each(t, testSuperset) }

func testSuperset(t *testing.T, kind servertest.Kind) {
	server := servertest.Start(t, kind)
	counts := newTally("texts", supersetColumns...)
	t.Run("queries", func(t *testing.T) {
		dbs := databases(t)
		inEach(t, dbs, candidates(t, dbs, kind), func(t *testing.T, d database, list []candidate) {
			compareWorlds(t, server, d.Document(), rowsPerTable, sample(list), counts, "")
		})
	})
	testSupersetShops(t, server, counts, "")
	folding := servertest.Start(t, kind, "--lower-case-table-names=1")
	testSupersetShops(t, folding, counts, ", tables in any letter case")
	t.Logf("prints on servers with more columns and tables%v", counts)
	publish(t, server, "superset", counts)
}

// testSupersetShops compares what is accepted for the shops.
func testSupersetShops(t *testing.T, server *servertest.Server, counts *tally, suffix string) {
	dialect := server.Kind().Dialect()
	t.Run("pages"+suffix, func(t *testing.T) {
		shop := pagesShop(t)
		compareWorlds(t, server, shop.Document(), rowsPerTable, asCandidates(acceptedPages(t, shop, dialect)), counts, "case pages"+suffix)
	})
	t.Run("tricks"+suffix, func(t *testing.T) {
		attacks, shop := tricks(t)
		compareWorlds(t, server, shop.Document(), rowsPerTable, asCandidates(acceptedTricks(t, attacks, shop, dialect)), counts, "attacks"+suffix)
	})
	t.Run("generated"+suffix, func(t *testing.T) {
		shop := pagesShop(t)
		compareWorlds(t, server, shop.Document(), rowsForFuzzed, asCandidates(acceptedGenerated(t, shop, dialect)), counts, "generated queries"+suffix)
	})
}

// The columns of the count.
const (
	worldsSame  = "the same"
	orderShows  = "depends on the order of rows"
	moreDiffers = "differs with more columns"
	interferes  = "shows what is hidden"
)

var supersetColumns = []string{prints, worldsSame, withRows, bothFail, byChance, orderShows, moreDiffers, interferes}

// compareWorlds runs the prints in databases that differ in what the schema does not show, and counts
// them as a set, or as the set of their file.
func compareWorlds(t *testing.T, server *servertest.Server, doc *schema.Document, n int, list []candidate, counts *tally, set string) {
	t.Helper()
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = c.query.String()
	}
	session := servertest.Session{Mode: servertest.Relaxed, StatementTimeout: patience}
	worlds := server.Worlds(t, doc, servertest.Rows(doc, n, literals(list)), session, texts)
	for i, c := range list {
		name := set
		if name == "" {
			name = setOf(c.file)
		}
		counts.add(name, append(worldColumns(t, c, worlds[i]), prints)...)
	}
}

// tied are the queries whose ORDER BY takes several of the generated rows for equal and whose LIMIT takes one
// of those: which one depends on how the server reads the table.
var tied = map[string]bool{
	"gold/bird bird-199":                   true, // ORDER BY milliseconds LIMIT 1
	"model-output/bird-gpt-4-32k bird-064": true, // ORDER BY remaining LIMIT 1
}

// worldColumns returns the columns of a print in the count.
func worldColumns(t *testing.T, c candidate, w servertest.Worlds) []string {
	t.Helper()
	switch {
	case c.calls("rand", "uuid"):
		return []string{byChance}
	case w.Unclear(), tied[c.name()] && !w.Interferes():
		return []string{orderShows}
	case !w.Invariant() || w.Interferes():
		t.Errorf("%s: with more columns and tables the print gives %v or %v, with other values in them %v; want %v\n%s\nprinted from %q",
			c.name(), w.Larger, w.Swapped, w.Other, w.Plain, c.query, c.SQL)
		columns := []string{moreDiffers}
		if w.Interferes() {
			columns = append(columns, interferes)
		}
		return columns
	case w.Plain.Errno != 0:
		return []string{worldsSame, bothFail}
	case w.Plain.Rows > 0:
		return []string{worldsSame, withRows}
	}
	return []string{worldsSame}
}
