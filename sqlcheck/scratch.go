package sqlcheck

import (
	"slices"
	"sync"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// scratch is memory that resolvers use again: most of what a check would allocate beside its two
// trees. Nothing in it outlives the check; facts are copied out.
type scratch struct {
	facts   Facts
	scopes  []*scope
	used    int
	trace   []traced
	sources []BaseColumn
	print   []byte
	// spelled are names that are printed as the expression that they mean.
	spelled map[*ast.ColumnName]ast.ExprNode
}

// maxScratch is how many elements a slice may have grown to and still be kept.
const maxScratch = 1 << 12

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// release gives the memory back, emptied so that it holds on to no tree and no catalog.
func (m *scratch) release() {
	if m.large() {
		return
	}
	for _, s := range m.scopes[:m.used] {
		s.reset()
	}
	m.facts.reset()
	clear(m.spelled)
	m.trace, m.sources, m.print, m.used = emptied(m.trace), emptied(m.sources), m.print[:0], 0
	scratches.Put(m)
}

// large reports whether a text has made the memory grow beyond what is worth keeping.
func (m *scratch) large() bool {
	f := &m.facts
	if m.used > 64 || max(cap(m.trace), cap(m.sources), cap(m.print)/16, len(m.spelled), cap(f.Columns), cap(f.Calls),
		cap(f.Tables), cap(f.Blocks), cap(f.Faults), cap(f.Projection), cap(f.QuotedNames)) > maxScratch {
		return true
	}
	for _, s := range m.scopes[:m.used] {
		if max(cap(s.relations), cap(s.outputs), cap(s.merged), cap(s.joins)) > maxScratch/4 {
			return true
		}
	}
	return false
}

// newScope returns an empty scope.
func (m *scratch) newScope() *scope {
	if m.used == len(m.scopes) {
		m.scopes = append(m.scopes, new(scope))
	}
	m.used++
	return m.scopes[m.used-1]
}

func (s *scope) reset() {
	*s = scope{
		relations: emptied(s.relations), merged: emptied(s.merged), joins: emptied(s.joins),
		outputs: emptied(s.outputs), groups: emptied(s.groups),
	}
}

func (f *Facts) reset() {
	*f = Facts{
		Statements: emptied(f.Statements), Writes: emptied(f.Writes), Calls: emptied(f.Calls),
		Variables: emptied(f.Variables), Tables: emptied(f.Tables), Columns: emptied(f.Columns),
		Faults: emptied(f.Faults), Blocks: emptied(f.Blocks), Projection: emptied(f.Projection),
		QuotedNames: emptied(f.QuotedNames), WildcardLikes: emptied(f.WildcardLikes),
	}
}

// copied returns facts of their own memory.
func (f *Facts) copied() *Facts {
	c := *f
	c.Statements, c.Writes, c.Calls = own(f.Statements), own(f.Writes), own(f.Calls)
	c.Variables, c.Tables, c.Columns = own(f.Variables), own(f.Tables), own(f.Columns)
	c.Faults, c.Blocks, c.Projection = own(f.Faults), own(f.Blocks), own(f.Projection)
	c.QuotedNames, c.WildcardLikes = own(f.QuotedNames), own(f.WildcardLikes)
	total := 0
	for _, o := range c.Projection {
		total += len(o.Columns)
	}
	columns := make([]BaseColumn, 0, total)
	for i, o := range c.Projection {
		start := len(columns)
		columns = append(columns, o.Columns...)
		c.Projection[i].Columns = columns[start:len(columns):len(columns)]
	}
	return &c
}

func own[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return slices.Clone(s)
}

func emptied[T any](s []T) []T {
	clear(s)
	return s[:0]
}
