package evaluation

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

// unwrapped returns the words for what was taken off a reply.
func (r record) unwrapped() string {
	var words []string
	for _, note := range r.extraction().Notes {
		words = append(words, string(note))
	}
	return strings.Join(words, ", ")
}

// Taking the statement out of a reply never changes a statement that is one already.
func TestExtractionKeepsStatements(t *testing.T) {
	dbs := databases(t)
	counts := newTally("file", "replies", "statements as they are", "statements once taken out")
	for _, f := range replies(t) {
		after := judgeAll(t, f.extracted(), dbs)
		for i, before := range judgeAll(t, f, dbs) {
			counts.add(f.name, "replies")
			if after[i].accepted() {
				counts.add(f.name, "statements once taken out")
			}
			if !before.accepted() {
				continue
			}
			counts.add(f.name, "statements as they are")
			if !after[i].accepted() || after[i].query.String() != before.query.String() {
				t.Errorf("%s %s: %s before, %s after extraction from %q",
					f.name, f.records[i].ID, before.detail(), after[i].detail(), f.records[i].SQL)
			}
		}
	}
	t.Logf("accepted replies%v", counts)
}

// extractions counts the replies that the server refused as a syntax error, and those of them whose
// statement is acceptable, by file and by what was taken off.
func extractions(t *testing.T, dbs map[string]database) (byFile, byKind *tally) {
	t.Helper()
	const refused, acceptable = "syntax errors to the server", "acceptable once taken out"
	byFile, byKind = newTally("model", refused, acceptable), newTally("taken away", refused, acceptable)
	for _, f := range replies(t) {
		name := strings.TrimPrefix(f.name, "model-output/bird-")
		for i, v := range judgeAll(t, f.extracted(), dbs) {
			r := f.records[i]
			if r.server.Errno != syntaxError {
				continue
			}
			columns := []string{refused}
			if v.accepted() {
				columns = append(columns, acceptable)
			}
			byFile.add(name, columns...)
			byKind.add(cmp.Or(r.unwrapped(), "nothing"), columns...)
		}
	}
	return byFile, byKind
}

// testExtracted runs the statements that are acceptable once they are taken out of a reply that,
// as it is, the server cannot read.
func testExtracted(t *testing.T, server *servertest.Server) {
	dbs := databases(t)
	runs := newTally("taken off", "replies", bothRan, printRan)
	rows := newTally("taken off", comparisonColumns...)
	inEach(t, dbs, readable(t, dbs), func(t *testing.T, d database, list []candidate) {
		server.Create(t, d.Document())
		originals, prints := runBoth(t, server, d.Document().Database, list)
		for i, c := range list {
			runs.add(c.file, "replies", outcome(originals[i], prints[i]))
			t.Logf("%s: %s: %s", c.ID, c.file, c.query)
			mended := slices.Contains(unreadable, originals[i].Errno) && prints[i].Errno == 0
			if prints[i].Errno != originals[i].Errno && !mended || slices.Contains(judged, prints[i].Errno) {
				t.Errorf("%s: the print gets %v, the statement in the reply gets %v\n%s\nprinted from %q", c.ID, prints[i], originals[i], c.query, c.SQL)
			}
		}
		server.Fill(t, d.Document(), servertest.Rows(d.Document(), rowsPerTable, literals(list)))
		for i, found := range compareRows(t, server, d.Document().Database, list) {
			rows.add(list[i].file, append(found, "accepted")...)
		}
	})
	t.Logf("replies that the server cannot read, and the statements in them, on empty tables%v", runs)
	t.Logf("with rows%v", rows)
}

// readable returns, by schema, the statements in replies that the server cannot read, as candidates
// whose file is what was taken off.
func readable(t *testing.T, dbs map[string]database) map[string][]candidate {
	t.Helper()
	bySchema := map[string][]candidate{}
	for _, f := range replies(t) {
		statements := f.extracted().records
		for i, v := range judgeAll(t, f.extracted(), dbs) {
			r := f.records[i]
			if r.server.Errno != syntaxError || !v.accepted() {
				continue
			}
			bySchema[r.SchemaID] = append(bySchema[r.SchemaID], candidate{
				file:   r.unwrapped(),
				record: record{ID: f.name + " " + r.ID, SQL: statements[i].SQL},
				query:  v.query,
			})
		}
	}
	return bySchema
}
