package evaluation

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A merger makes one schema of many. Tables of one name are numbered: the name of their database
// would tell where a question belongs, which a real schema does not.
type merger struct {
	doc   schema.Document
	names map[string]map[string]string // by schema and folded name: the name in the merged schema
	taken map[string]int
}

func newMerger() *merger {
	return &merger{
		doc:   schema.Document{Version: schema.Version, SchemaID: "merged"},
		names: map[string]map[string]string{},
		taken: map[string]int{},
	}
}

func (m *merger) add(d *schema.Document) {
	names := map[string]string{}
	for i := range d.Tables {
		names[sqlcheck.Fold(d.Tables[i].Name)] = m.free(d.Tables[i].Name)
	}
	for _, t := range d.Tables {
		t.Name = names[sqlcheck.Fold(t.Name)]
		t.ForeignKeys = slices.Clone(t.ForeignKeys)
		for i := range t.ForeignKeys {
			to := &t.ForeignKeys[i].References
			to.Table = names[sqlcheck.Fold(to.Table)]
		}
		m.doc.Tables = append(m.doc.Tables, t)
	}
	if m.names[d.SchemaID] == nil { // a query means the first of several copies
		m.names[d.SchemaID] = names
	}
}

// free returns the name, with a number if there is a table of that name already.
func (m *merger) free(name string) string {
	key := sqlcheck.Fold(name)
	m.taken[key]++
	if n := m.taken[key]; n > 1 {
		return fmt.Sprintf("%s_%d", name, n)
	}
	return name
}

// merged returns one schema of all of BIRD and Spider, each so many times.
func merged(t *testing.T, dbs map[string]database, times int) *merger {
	t.Helper()
	m := newMerger()
	for range times {
		for _, id := range slices.Sorted(maps.Keys(dbs)) {
			if dataset := filepath.Base(filepath.Dir(dbs[id].path)); dataset == "bird" || dataset == "spider" {
				m.add(dbs[id].Document())
			}
		}
	}
	return m
}

// view returns the merged schema.
func (m *merger) view(t *testing.T) *schema.View {
	t.Helper()
	text, err := json.Marshal(m.doc)
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return artifact.View(everything)
}

// A need is a question and what the query that a person wrote for it reads, in the merged schema.
type need struct {
	id, question    string
	tables, columns []string // columns as table.column
}

// heldOut reports whether the question is of the half that nobody looked at while the ranking was
// made.
func (n need) heldOut() bool { return sha256.Sum256([]byte(n.id))[0]%2 == 1 }

// needs returns the questions over the merged schema whose queries the checker accepts.
func (m *merger) needs(t *testing.T, dbs map[string]database) []need {
	t.Helper()
	var all []need
	for _, f := range files(t, "gold") {
		for i, v := range judgeAll(t, f, dbs) {
			r := f.records[i]
			if names := m.names[r.SchemaID]; names != nil && v.accepted() {
				all = append(all, newNeed(r, names, v.query.Facts()))
			}
		}
	}
	return all
}

func newNeed(r record, names map[string]string, facts *sqlcheck.Facts) need {
	n := need{id: r.ID, question: r.Question}
	for _, ref := range facts.Tables {
		n.tables = append(n.tables, names[sqlcheck.Fold(ref.Table.Name())])
	}
	for _, ref := range facts.Columns {
		n.columns = append(n.columns, names[sqlcheck.Fold(ref.Table.Name())]+"."+ref.Column.Name)
	}
	return n
}
