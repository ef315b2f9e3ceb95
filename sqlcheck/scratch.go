package sqlcheck

import (
	"sync"

	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/spelling"
	"github.com/asksql/asksql/sqlcheck/internal/suggest"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A workspace is what one check works with: a parser, and a resolver for each of its two readings. It is
// used again by the next check, so that a check allocates little but its trees.
type workspace struct {
	reader  reader
	given   resolver // of the text that was given
	printed resolver // of the print
}

// workspaces keeps idle ones. Each is used by one check at a time.
var workspaces = sync.Pool{New: func() any { return new(workspace) }}

// release gives a workspace back, emptied so that it holds on to no tree and no catalog, and the next text
// meets nothing that this one has left in the parser.
func (w *workspace) release() {
	w.reader.reset()
	w.given.reset()
	w.printed.reset()
	workspaces.Put(w)
}

func (r *resolver) reset() {
	r.descent = descent{}
	if r.large() {
		r.scratch = scratch{}
		return
	}
	r.scratch.reset()
}

// scratch is the memory of a resolver that its next descent uses again. Nothing in it outlives the
// check; facts are copied out.
type scratch struct {
	// statements are what the parser made of the text.
	statements []ast.StmtNode
	pass       Pass

	facts   Facts
	scopes  []*scope
	used    int
	trace   []traced
	sources []BaseColumn
	print   []byte
	names   print.Names
	places  []parameterPlace // of parameters' literals in the print

	aggregations []aggregation
	visible      []suggest.Relation      // while an unknown name is explained
	seen         map[spelling.Shape]bool // while the names of a derived table are compared
}

// maxScratch is how much memory of one text is kept for the next, in elements of slices: a few megabytes.
const maxScratch = 1 << 15

func (m *scratch) reset() {
	for _, s := range m.scopes[:m.used] {
		s.reset()
	}
	m.facts.reset()
	m.names.Reset()
	m.statements, m.pass = emptied(m.statements), Pass{}
	m.trace, m.sources, m.print, m.used = emptied(m.trace), emptied(m.sources), m.print[:0], 0
	m.aggregations, m.places = emptied(m.aggregations), emptied(m.places)
}

// large reports whether a text has made the memory grow beyond what is worth keeping.
func (m *scratch) large() bool {
	const scope, bytes = 8, 64 // a scope is as large as so many elements, and so many bytes are as one
	f := &m.facts
	held := cap(m.statements) + cap(m.trace) + cap(m.sources) + cap(m.visible) + cap(m.print)/bytes + m.names.Held() + scope*m.used +
		cap(f.Statements) + cap(f.Writes) + cap(f.Calls) + cap(f.Variables) + cap(f.Tables) + cap(f.Columns) + cap(f.Faults) +
		cap(f.Misuses) + cap(f.Blocks) + cap(f.Projection) + cap(f.QuotedNames) + cap(f.WildcardLikes) + cap(f.CostlyPatterns)
	for _, s := range m.scopes[:m.used] {
		held += cap(s.relations) + cap(s.outputs) + cap(s.merged) + cap(s.joins) + cap(s.groups)
	}
	return held > maxScratch
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
	relations, merged, joins := emptied(s.relations), emptied(s.merged), emptied(s.joins)
	outputs, groups := emptied(s.outputs), emptied(s.groups)
	*s = scope{} // what is not kept below is forgotten
	s.relations, s.merged, s.joins, s.outputs, s.groups = relations, merged, joins, outputs, groups
}

// reset empties the facts and keeps their memory. A field that is not named here begins anew.
func (f *Facts) reset() {
	*f = Facts{
		Statements: emptied(f.Statements), Writes: emptied(f.Writes), Calls: emptied(f.Calls), Variables: emptied(f.Variables),
		Tables: emptied(f.Tables), Columns: emptied(f.Columns), Faults: emptied(f.Faults), Misuses: emptied(f.Misuses), Ungrouped: emptied(f.Ungrouped), Blocks: emptied(f.Blocks),
		Projection: emptied(f.Projection), QuotedNames: emptied(f.QuotedNames), WildcardLikes: emptied(f.WildcardLikes), CostlyPatterns: emptied(f.CostlyPatterns),
	}
}

// copied returns facts of their own memory.
func (f *Facts) copied() *Facts {
	// Most queries are one block, which then needs no memory apart from the facts.
	k := new(struct {
		facts     Facts
		statement [1]Statement
		block     [1]QueryBlock
	})
	c := &k.facts
	*c = *f // a field that is not named below is no memory that is used again
	c.Statements, c.Blocks = append(k.statement[:0], f.Statements...), append(k.block[:0], f.Blocks...)
	c.Writes, c.Calls, c.Variables = own(f.Writes), own(f.Calls), own(f.Variables)
	c.Tables, c.Columns, c.Faults, c.Misuses, c.Ungrouped = own(f.Tables), own(f.Columns), own(f.Faults), own(f.Misuses), own(f.Ungrouped)
	c.Projection, c.QuotedNames = own(f.Projection), own(f.QuotedNames)
	c.WildcardLikes, c.CostlyPatterns = own(f.WildcardLikes), own(f.CostlyPatterns)
	total := 0
	for i := range c.Projection {
		total += len(c.Projection[i].Columns)
	}
	columns := make([]BaseColumn, 0, total)
	for i := range c.Projection {
		start := len(columns)
		columns = append(columns, c.Projection[i].Columns...)
		c.Projection[i].Columns = columns[start:len(columns):len(columns)]
	}
	return c
}

func own[T any](s []T) []T {
	if len(s) == 0 {
		return nil
	}
	c := make([]T, len(s)) // unlike slices.Clone, this is not cleared first
	copy(c, s)
	return c
}

func emptied[T any](s []T) []T {
	clear(s)
	return s[:0]
}
