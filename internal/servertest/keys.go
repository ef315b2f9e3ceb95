package servertest

import (
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A columnID is a column of a table, both names folded.
type columnID struct{ table, column string }

func newColumnID(table, column string) columnID {
	return columnID{sqlcheck.Fold(table), sqlcheck.Fold(column)}
}

// keys are the values of columns that foreign keys link. Columns that are linked, over any number
// of keys, share one list of values, of which row r of a unique column has the r-th: so whatever a
// referring column takes from the list is there. The values differ as far as the domain goes.
type keys struct {
	n      int
	unique map[columnID]bool // referred to, or the whole of a primary key
	parent map[columnID]columnID
	values map[columnID][]string // by root
}

func newKeys(doc *schema.Document, n int, seen Literals) *keys {
	k := &keys{n: n, unique: map[columnID]bool{}, parent: map[columnID]columnID{}, values: map[columnID][]string{}}
	for _, t := range doc.Tables {
		if len(t.PrimaryKey) == 1 {
			k.unique[newColumnID(t.Name, t.PrimaryKey[0])] = true
		}
		for _, key := range t.ForeignKeys {
			for i, name := range key.Columns {
				far := newColumnID(key.References.Table, key.References.Columns[i])
				k.unique[far] = true
				k.link(newColumnID(t.Name, name), far)
			}
		}
	}
	k.addValues(doc, seen)
	return k
}

// addValues makes the list of each set of linked columns, of values that all of them can hold.
func (k *keys) addValues(doc *schema.Document, seen Literals) {
	domains, literals := map[columnID]domain{}, map[columnID][]string{}
	for _, t := range doc.Tables {
		for _, c := range t.Columns {
			id := newColumnID(t.Name, c.Name)
			root := k.root(id)
			if !k.unique[id] && root == id {
				continue
			}
			d := newDomain(c.Type)
			if other, ok := domains[root]; ok {
				d = d.common(other)
			}
			domains[root] = d
			literals[root] = append(literals[root], seen[sqlcheck.Fold(c.Name)]...)
		}
	}
	for root, d := range domains {
		k.values[root] = d.distinct(k.n, literals[root])
	}
}

// value returns value r of the list of a column.
func (k *keys) value(id columnID, r int) string {
	list := k.values[k.root(id)]
	return list[r%len(list)]
}

// root returns the column that stands for all that are linked to id.
func (k *keys) root(id columnID) columnID {
	for {
		next, ok := k.parent[id]
		if !ok {
			return id
		}
		id = next
	}
}

func (k *keys) link(a, b columnID) {
	if a, b = k.root(a), k.root(b); a != b {
		k.parent[a] = b
	}
}
