package infer

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A table is a base table of the document.
type table struct {
	*schema.Table
	words    []string // of its name
	prefix   int      // how many of the words are the application's prefix
	columns  []column
	keys     []*column // those that are a primary or unique key by themselves, the primary one first
	lead     string    // the first word of most of its columns' names, "" if there is none
	proposed []*candidate
}

// name returns the words of the name without the prefix.
func (t *table) name() []string { return t.words[t.prefix:] }

type column struct {
	*schema.Column
	name     colName
	own      bool // it is the primary key by itself
	declared bool // it is part of a foreign key
}

// An index finds tables by what they and their keys are called.
type index struct {
	tables []*table
	// endings has the tables by how the last words of their names may be spelt.
	endings map[string][]*table
	// whole has those of which the ending is all but the prefix.
	whole map[string][]*table
	// keyed has the tables by the words of a key of one column.
	keyed  map[string][]*table
	single []*table // those whose name is one word
	users  []*table // those that hold the users of the application
	// hubs has the tables that a key of several columns is that of, by the key's first column.
	hubs map[string][]*table
}

func newIndex(doc *schema.Document) *index {
	x := &index{endings: map[string][]*table{}, whole: map[string][]*table{}, keyed: map[string][]*table{}}
	for i := range doc.Tables {
		if t := &doc.Tables[i]; t.Kind != schema.KindView {
			x.tables = append(x.tables, newTable(t))
		}
	}
	x.findPrefixes()
	x.findHubs()
	for _, t := range x.tables {
		x.addEndings(t)
		if len(t.name()) == 1 {
			x.single = append(x.single, t)
		}
		for _, key := range t.keys {
			name := strings.Join(key.name.words, "")
			x.keyed[name] = append(x.keyed[name], t)
		}
	}
	x.users = x.userTables()
	return x
}

func newTable(t *schema.Table) *table {
	out := &table{Table: t, words: wordsOf(t.Name), columns: make([]column, len(t.Columns))}
	leads := map[string]int{}
	for i := range t.Columns {
		c := &t.Columns[i]
		out.columns[i] = column{Column: c, name: newColName(c.Name), own: len(t.PrimaryKey) == 1 && same(t.PrimaryKey[0], c.Name)}
		if name := out.columns[i].name.words; len(name) > 1 {
			leads[name[0]]++
		}
	}
	for lead, n := range leads {
		if len(t.Columns) > 2 && 3*n > 2*len(t.Columns) {
			out.lead = lead
		}
	}
	out.addKeys()
	for _, k := range t.ForeignKeys {
		for _, name := range k.Columns {
			if c := out.find(name); c != nil {
				c.declared = true
			}
		}
	}
	return out
}

// addKeys notes the keys of one column.
func (t *table) addKeys() {
	for _, key := range slices.Concat([][]string{t.PrimaryKey}, t.UniqueKeys) {
		if len(key) != 1 {
			continue
		}
		if c := t.find(key[0]); c != nil && !slices.Contains(t.keys, c) {
			t.keys = append(t.keys, c)
		}
	}
}

func (t *table) find(name string) *column {
	for i := range t.columns {
		if same(t.columns[i].Name, name) {
			return &t.columns[i]
		}
	}
	return nil
}

func same(a, b string) bool { return sqlcheck.Fold(a) == sqlcheck.Fold(b) }

// maxNameWords bounds what is indexed of a name; one of 64 letters could have as many words.
const maxNameWords = 8

// addEndings enters the table under each ending of its name: ums_member is member too, and job_info is job.
func (x *index) addEndings(t *table) {
	for _, name := range [][]string{t.words, withoutFiller(t.words)} {
		for i := max(0, len(name)-maxNameWords); i < len(name); i++ {
			for _, spelling := range spellings(name[i:]) {
				if found := x.endings[spelling]; len(found) == 0 || found[len(found)-1] != t {
					x.endings[spelling] = append(found, t)
				}
				if i == t.prefix {
					x.whole[spelling] = append(x.whole[spelling], t)
				}
			}
		}
	}
}

// withoutFiller cuts off a last word that says no more than that the table holds something: job_info.
func withoutFiller(list []string) []string {
	n := len(list)
	if n < 2 {
		return list
	}
	switch list[n-1] {
	case "info", "table", "tbl", "master", "list", "data":
		return list[:n-1]
	}
	return list
}

// maxAlike is how many tables whose names end alike are looked at; among more, only a whole name tells them apart.
const maxAlike = 64

// called returns the tables whose names end with the words, plural aside.
func (x *index) called(list []string) []*table {
	var found []*table
	for _, spelling := range spellings(list) {
		tables := x.endings[spelling]
		if len(tables) > maxAlike {
			tables = x.whole[spelling]
		}
		for _, t := range tables[:min(len(tables), maxAlike)] {
			if !slices.Contains(found, t) {
				found = append(found, t)
			}
		}
	}
	return found
}
