package prompt

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/asksql/asksql/internal/estimate"
	"github.com/asksql/asksql/prompt/internal/lexical"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A ranking orders the tables of a view by what they have to do with a question.
type ranking struct {
	index   *lexical.Index
	columns map[int]*lexical.Index // the columns of tables that have many, by table
	links   links
	names   *naming
	costs   [details][]atomic.Int32 // in tokens, by detail and table; 0 as long as it is not known
}

// What a word counts for a table, by the place where it occurs.
const (
	inTableName   = 4
	inColumnName  = 2
	inDescription = 1
	inValue       = 0.5
	inExample     = 0.5
)

// manyColumns is how many columns a table has whose columns get an index that is kept.
const manyColumns = 50

func newRanking(view *schema.View) *ranking {
	tables := view.ShownTables()
	r := &ranking{columns: map[int]*lexical.Index{}, links: newLinks(view), names: newNaming(tables)}
	documents := make([]lexical.Document, len(tables))
	for i := range tables {
		documents[i] = tableDocument(&tables[i])
		if len(tables[i].Columns) > manyColumns {
			r.columns[i] = columnIndex(&tables[i])
		}
	}
	addExamples(documents, view)
	r.index = lexical.New(documents)
	for detail := range r.costs {
		r.costs[detail] = make([]atomic.Int32, len(tables))
	}
	return r
}

// tableDocument holds of a table what a prompt shows of it: no word of anything else is looked for.
func tableDocument(t *schema.Table) lexical.Document {
	d := lexical.Document{{Weight: inTableName, Text: t.Name}, {Weight: inDescription, Text: oneLine(t.Description, maxDescription)}}
	for i := range t.Columns {
		d = append(d, columnFields(&t.Columns[i])...)
	}
	return d
}

func columnFields(c *schema.Column) []lexical.Field {
	fields := []lexical.Field{{Weight: inColumnName, Text: c.Name}, {Weight: inDescription, Text: oneLine(c.Description, maxDescription)}}
	if strings.Contains(c.Type, "'") { // members of an ENUM or SET
		fields = append(fields, lexical.Field{Weight: inValue, Text: oneLine(c.Type, maxType)})
	}
	for _, value := range c.Values[:min(len(c.Values), maxValues)] {
		fields = append(fields, lexical.Field{Weight: inValue, Text: oneLine(value, maxValue)})
	}
	return fields
}

// columnIndex returns an index of the columns of the table.
func columnIndex(t *schema.Table) *lexical.Index {
	documents := make([]lexical.Document, len(t.Columns))
	for i := range t.Columns {
		documents[i] = columnFields(&t.Columns[i])
	}
	return lexical.New(documents)
}

// addExamples adds the questions of the examples to the tables that their SQL names.
func addExamples(documents []lexical.Document, view *schema.View) {
	numbers := tableNumbers(view.ShownTables())
	for _, e := range view.Examples() {
		for _, name := range identifiers(e.SQL) {
			if i, ok := numbers[sqlcheck.Fold(name)]; ok {
				documents[i] = append(documents[i], lexical.Field{Weight: inExample, Text: e.Question})
			}
		}
	}
}

// tableNumbers returns the places of the tables by their folded names.
func tableNumbers(tables []schema.Table) map[string]int {
	numbers := make(map[string]int, len(tables))
	for i := range tables {
		numbers[sqlcheck.Fold(tables[i].Name)] = i
	}
	return numbers
}

// identifiers returns the words of sql that may be names, each once.
func identifiers(sql string) []string {
	inName := func(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	words := strings.FieldsFunc(sql, func(r rune) bool { return !inName(r) })
	slices.Sort(words)
	return slices.Compact(words)
}

// order returns the tables that have most to do with the query first. Equal ones stand in the
// order of their links, then of the artifact.
func (r *ranking) order(query []lexical.Term) (order []int) {
	order, _ = r.about(query)
	return order
}

// about is order, and how many tables at its beginning have something to do with the query.
func (r *ranking) about(query []lexical.Term) (order []int, about int) {
	own := r.index.Scores(query)
	r.names.raise(own, query)
	scores := r.links.spread(own)
	order = numbers(len(scores))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(len(r.links[b]), len(r.links[a])))
	})
	order = r.links.closed(order, scores)
	for i, table := range order {
		if scores[table] > 0 {
			about = i + 1
		}
	}
	return order, about
}

// cost returns the length of the table in tokens.
func (r *ranking) cost(view *schema.View, table int, d detail) int {
	known := &r.costs[d][table]
	if n := known.Load(); n > 0 {
		return int(n)
	}
	n := estimate.Tokens(tableText(&view.ShownTables()[table], d))
	known.Store(int32(n))
	return n
}

func (r *ranking) bytes() int {
	bytes := r.index.Bytes() + r.links.bytes() + r.names.bytes() + 4*int(details)*len(r.costs[full])
	for _, index := range r.columns {
		bytes += index.Bytes()
	}
	return bytes
}
