package servertest

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// Literals are texts that queries compare columns with, by the folded name of the column. Rows
// that hold some of them are rows that conditions let through.
type Literals map[string][]string

// nullShare is one NULL in so many values of a column that may be NULL.
const nullShare = 8

// Rows returns n rows for each table of doc, by the table's name, in the order of its columns. The
// same arguments give the same rows. Every foreign key is satisfied or NULL. Other columns have
// NULLs, duplicates, and values that show where a query was read in another way: quotes,
// backslashes, wildcards, other letters and letter cases, numbers as text, blanks.
func Rows(doc *schema.Document, n int, seen Literals) map[string][][]any {
	keys := newKeys(doc, n, seen)
	rows := map[string][][]any{}
	for i := range doc.Tables {
		g := newGenerator(doc, &doc.Tables[i], keys, seen)
		for r := range n {
			rows[g.table.Name] = append(rows[g.table.Name], g.row(r))
		}
	}
	return rows
}

// A generator makes the rows of one table.
type generator struct {
	table   *schema.Table
	keys    *keys
	seen    Literals
	random  *rand.Rand
	foreign []schema.ForeignKey // those of several columns first: they leave no choice
}

func newGenerator(doc *schema.Document, t *schema.Table, k *keys, seen Literals) *generator {
	g := &generator{table: t, keys: k, seen: seen, random: newRandom(doc.Database + "." + t.Name)}
	g.foreign = slices.Clone(t.ForeignKeys)
	slices.SortStableFunc(g.foreign, func(a, b schema.ForeignKey) int { return len(b.Columns) - len(a.Columns) })
	return g
}

// newRandom returns random numbers that depend on name only.
func newRandom(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// row returns row r.
func (g *generator) row(r int) []any {
	parents := g.parents()
	row := make([]any, len(g.table.Columns))
	for i := range row {
		column := &g.table.Columns[i]
		id := newColumnID(g.table.Name, column.Name)
		parent, refers := parents[id]
		switch {
		case g.keys.unique[id]:
			row[i] = g.keys.value(id, r)
		case refers && parent < 0 && !column.NotNull():
			row[i] = nil
		case refers:
			row[i] = g.keys.value(id, max(parent, 0))
		case !column.NotNull() && g.random.IntN(nullShare) == 0:
			row[i] = nil
		default:
			row[i] = value(g.random, newDomain(column.Type), g.seen[sqlcheck.Fold(column.Name)])
		}
	}
	return row
}

// parents chooses a row to refer to for each foreign key, by the columns of the keys; -1 is none.
func (g *generator) parents() map[columnID]int {
	chosen := map[columnID]int{}
	for _, key := range g.foreign {
		parent := g.random.IntN(g.keys.n)
		if g.random.IntN(nullShare) == 0 {
			parent = -1
		}
		for _, name := range key.Columns {
			id := newColumnID(g.table.Name, name)
			if _, taken := chosen[id]; !taken {
				chosen[id] = parent
			}
		}
	}
	return chosen
}
