package sqlcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A tableFilter is the condition that all rules of a table come to.
type tableFilter struct {
	table    tableKey
	rules    []int
	text     string       // with parameters by their names; "" where all rows may be read
	pieces   []piece      // of text
	tree     ast.ExprNode // of text; nobody writes to it
	mentions []string     // parameters in it
	names    []string     // of the relations that it looks into
	view     bool         // the table is one, whose columns may be expressions that fail: no server is to merge it
}

// A piece of a condition is text, the name of a parameter, or the name that the table is called by.
type piece struct {
	text      string
	parameter bool
	called    bool
}

// pieces takes the print apart at its parameters, an @ outside of strings and names, and at the columns of its own
// table, which alone have the names of the table and its database in front.
func (f *tableFilter) split() (list []piece) {
	start, text := 0, f.text
	own := quotedName(f.table.database) + "." + quotedName(f.table.name) + "."
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\'', '`':
			if strings.HasPrefix(text[i:], own) {
				i += len(quotedName(f.table.database)) + 1
				list = append(list, piece{text: text[start:i]}, piece{called: true})
				i += len(quotedName(f.table.name))
				start = i
				continue
			}
			for i++; i < len(text) && text[i] != c; i++ { // one that is doubled begins another string here
			}
		case '@':
			end := i + 1
			for end < len(text) && tree.IsNameByte(text[end]) {
				end++
			}
			list = append(list, piece{text: text[start:i]}, piece{text: text[i+1 : end], parameter: true})
			i, start = end-1, end
		}
	}
	return append(list, piece{text: text[start:]})
}

// Filters are an Access with the values of its parameters: what one caller may read. They are immutable and safe
// for concurrent use.
type Filters struct {
	access *Access
	values map[string]Value // nil while rules are read: parameters stand for themselves
}

// Bind gives the parameters their values. It is an error if one that the rules mention has none, or one of another
// type; values that no rule mentions do not matter.
func (a *Access) Bind(values map[string]Value) (*Filters, error) {
	f := &Filters{access: a, values: make(map[string]Value, len(a.parameters))}
	for _, p := range a.parameters {
		switch v, ok := values[p.Name]; {
		case !ok:
			return nil, fmt.Errorf("the parameter %s has no value", p.Name)
		case v.of != p:
			return nil, fmt.Errorf("the value of %s is of another parameter", p.Name)
		default:
			f.values[p.Name] = v
		}
	}
	return f, nil
}

// of returns the filter of a table, nil if the rules do not know the table.
func (f *Filters) of(t *Table) *tableFilter { return f.access.tables[keyOf(t)] }

// is reports whether expressions are what a parameter stands for.
func (f *Filters) is(name string, list []ast.ExprNode) bool {
	if f.values == nil {
		if len(list) != 1 {
			return false
		}
		v, ok := list[0].(*ast.VariableExpr)
		return ok && v.Name == name && !v.IsSystem && v.Value == nil
	}
	v, ok := f.values[name]
	return ok && v.is(list)
}

// A shownRows is the condition of one mention of a table.
type shownRows struct {
	filters *Filters
	of      *tableFilter
	places  *[]parameterPlace
}

// A parameterPlace is where the literals of a parameter stand in a print.
type parameterPlace struct {
	start, end int
	name       string
}

// AppendWhere implements print.Condition.
func (s *shownRows) AppendWhere(buf []byte, called string, ascii bool) []byte {
	for _, p := range s.of.pieces {
		switch {
		case p.called:
			buf = append(buf, quotedName(called)...)
		case !p.parameter:
			buf = append(buf, p.text...)
		case s.filters.values == nil:
			buf = append(append(buf, '@'), p.text...)
		default:
			start := len(buf)
			buf = s.filters.values[p.text].appendTo(buf, ascii)
			*s.places = append(*s.places, parameterPlace{start, len(buf), p.text})
		}
	}
	return buf
}

// An AppliedFilter says that rows of a table were left out by row rules. Tables that all rows of may be read have
// none.
type AppliedFilter struct {
	Database, Table string
	Rules           []int    // positions in the list of rules
	Parameters      []string // that the rules mention
}

// Filters returns the filters that the query carries, each once, in the order in which it mentions the tables.
func (q *Query) Filters() []AppliedFilter { return q.filters }

// Redacted returns the SQL with @name in the place of every literal that is the value of a parameter. It is what a
// log may show; it does not run.
func (q *Query) Redacted() string {
	if len(q.parameters) == 0 {
		return q.text
	}
	var buf []byte
	done := 0
	for _, p := range q.parameters {
		buf = append(append(append(buf, q.text[done:p.start]...), '@'), p.name...)
		done = p.end
	}
	return string(append(buf, q.text[done:]...))
}

// filtered notes which filters a query carries.
func (q *Query) filtered(r *resolver) {
	if r.filters == nil {
		return
	}
	q.parameters = slices.Clone(r.places)
	for i := range r.mentions {
		f := r.mentions[i].filter
		if !slices.ContainsFunc(q.filters, func(a AppliedFilter) bool { return a.Database == f.table.database && a.Table == f.table.name }) {
			q.filters = append(q.filters, AppliedFilter{f.table.database, f.table.name, slices.Clone(f.rules), slices.Clone(f.mentions)})
		}
	}
}

// filterBytes returns how long the derived tables of a print may be: they do not count against the limits of the
// query.
func (r *resolver) filterBytes() int {
	total := 0
	for i := range r.mentions {
		f := r.mentions[i].filter
		total += len(f.text) + 256
		for _, name := range f.mentions {
			for _, text := range r.filters.values[name].texts {
				total += 10 * (len(text) + 4) * len(f.pieces)
			}
		}
	}
	return total
}
