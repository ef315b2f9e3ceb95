package sqlcheck

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/forms"
	"github.com/asksql/asksql/sqlcheck/internal/suggest"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A resolver descends one statement, once. It binds every name, rewrites it in the tree to its
// declared spelling, records facts, and refuses every node, field and value that it does not know.
// What it leaves in the tree is what the printer writes.
type resolver struct {
	descent
	scratch
}

// A descent is what a resolver knows of the one statement.
type descent struct {
	options   *Options
	dialect   builtin.Dialects
	server    builtin.Server  // dialect and version
	functions map[string]bool // Options.Functions, folded
	catalog   Catalog
	source    forms.Text
	limits    Limits

	// found are the findings of the engine's own checks.
	found []Violation
	// partial says that a limit stopped the descent, so that what was not reached is not a finding.
	partial bool

	operands   map[ast.ExprNode]operand // rows and subqueries that are compared
	uncertain  int                      // wildcards so far that stand for columns nobody knows
	mutual     bool                     // CTEs of a WITH read each other
	labelFloor int                      // no label of a block that has fewer around it is seen
	outermost  int                      // aggregations before it stand round something that sees no block outside

	depth        int
	aggregates   int     // aggregate calls around the current node
	subqueries   int     // subqueries of expressions around the current node
	effort       effort  // of the block that is resolved
	had          float64 // rows of the query that was resolved last
	largest      float64 // rows of the largest table so far
	weight       int     // relations so far, each CTE counted with all that its body holds
	later        []laterCTE
	outside      *cte                // CTEs from outside the WITH whose CTE is resolved
	forming      []formingCTE        // innermost last
	body         *cte                // the innermost CTE whose body is resolved
	cteReads     []cteRead           // mentions of CTEs so far
	defined      []string            // names of all CTEs so far, visible or not
	unknown      int                 // names so far that mean nothing
	columnReads  int                 // uses of columns so far
	starred      int                 // columns that wildcards stood for
	restarred    int                 // columns that a wildcard stood for after another one of the block
	escaped      int                 // strings that are printed as a call
	spelledNodes int                 // nodes of the expressions that aliases are printed as
	rereads      int                 // how often the recursive CTE whose body is resolved was read
	setApart     int                 // arms around the current node that MariaDB makes derived tables
	armLimited   bool                // the set operation whose arm is resolved has a LIMIT
	inJSON       bool                // an argument of a JSON function is resolved, where true is not 1
	builds       bool                // a function is called that can make long strings of short ones
	intervals    []*ast.FuncCallExpr // sums that begin with INTERVAL
	again        bool                // the text is a print
	numbers      map[string]*numbers // of the names that this package makes up
	withs        int                 // WITH clauses so far
	armCTEs      []string            // names of WITH clauses in arms before, of the set operations around
	setWith      *ast.WithClause     // in front of a set operation that is the statement
	outward      int                 // aggregates so far that belong to a block outside of where they stand
	wrappers     []string            // aliases of derived tables that this package has made, or in the print of which they are
	fullGroupBy  bool                // ONLY_FULL_GROUP_BY is in force
	last         *scope              // the block that was resolved last, nil where that was a set operation
	owners       aggregateOwners
	columns      int                // columns that wildcards and derived tables stand for, a measure of work
	filters      *Filters           // of the rows that are read, nil without
	mentions     []filteredMention  // of tables some of whose rows are read
	allRows      []*ast.TableSource // mentions of tables all of whose rows are
	rule         *ruleCondition     // the condition of a row rule that is resolved, nil for a query
	manyRows     bool               // a subquery that stands for a value may have several rows

	explained struct{ columns, functions, tables int } // how many unknown names of each kind were
	advisor   *suggest.Advisor                         // made when something is refused
}

// A traced is one entry of the trace, which lists the columns that were read, in order: the sources
// of an expression are what was added while it was resolved. It is a base column, or the column of a
// derived table or CTE with its own sources.
type traced struct {
	column  BaseColumn
	sources []BaseColumn
}

// aggregateOwners are the blocks that aggregates belong to, of those that belong to one outside of where they stand.
type aggregateOwners map[ast.Node]*scope

// maxColumns bounds the columns that all wildcards and derived tables of a text stand for. A server
// refuses more than 4,096 columns in one of them (manual 10.4.7).
const (
	maxColumns     = 1 << 18
	maxStarred     = 8192 // columns that all wildcards stand for: they are printed one by one
	maxRestarred   = 512  // of them, those that a wildcard of the block has shown before
	maxBlockWidth  = 4096
	maxWeight      = 1 << 30
	rowsOfOneBlock = "a query block has more than 4096 columns; select fewer"
)

// statement resolves the one statement of a text, and returns the one to print.
func (r *resolver) statement(n ast.StmtNode) ast.StmtNode {
	as := role{top: true, sources: true, names: true}
	r.effort = effort{level: -1, reached: nowhere}
	if set, ok := n.(*ast.SetOprStmt); ok {
		n = r.unbraced(set).(ast.StmtNode)
	}
	switch n := n.(type) {
	case *ast.SelectStmt:
		kind := StatementSelect
		if n.Kind == ast.SelectStmtKindValues {
			kind = StatementValues
		}
		r.recordStatement(Statement{Kind: kind})
		outputs, _ := r.selectStmt(n, nil, nil, as)
		r.recordProjection(outputs)
		r.facts.Limited = n.Limit != nil
	case *ast.SetOprStmt:
		r.recordStatement(Statement{Kind: StatementSet})
		r.setWith = n.With
		r.recordProjection(r.setOperation(n, nil, nil, as))
		r.facts.Limited = n.Limit != nil
	default:
		r.otherStatement(n)
		return n
	}
	r.checkWeight()
	r.holdRows()
	r.dropUnread()
	r.droppedWith()
	r.doubledNot()
	r.intervalSums(n)
	r.builtStrings(n)
	return n
}

// otherStatement records a statement that is no query. Its inside does not matter.
func (r *resolver) otherStatement(n ast.StmtNode) {
	verb := firstWord(r.source.SQL)
	if n.OriginalText() != "" {
		verb = firstWord(n.OriginalText())
	}
	if verb == "WITH" {
		verb = map[bool]string{true: "DELETE"}[isDelete(n)]
		if verb == "" {
			verb = "UPDATE"
		}
	}
	r.recordStatement(Statement{Kind: StatementOther, Verb: verb})
	r.recordWrite(verb, "write one SELECT", n)
}

func isDelete(n ast.StmtNode) bool {
	_, ok := n.(*ast.DeleteStmt)
	return ok
}

func (r *resolver) checkWeight() {
	if r.weight > r.limits.Relations {
		r.complexity(fmt.Sprintf("the query reads more than %d tables, a CTE counted as often as it is used; join fewer", r.limits.Relations))
	}
}

func (r *resolver) addWeight(n int) { r.weight = min(r.weight+n, maxWeight) }

// down enters a node that adds to the depth. It reports false where the limit is passed; then the
// caller must not descend.
func (r *resolver) down() bool {
	if r.depth >= r.limits.Depth {
		r.partial = true
		r.complexity(fmt.Sprintf("the query is nested deeper than %d levels; flatten it, or name its parts as CTEs", r.limits.Depth))
		return false
	}
	r.depth++
	return true
}

func (r *resolver) up() { r.depth-- }

// A role is what a query's rows are for.
type role struct {
	top         bool // it is the statement itself, or an arm of it
	sources     bool // somebody asks for the base columns behind its outputs
	lateral     bool // it is a LATERAL derived table
	exists      bool // only whether it has rows matters
	armOfExists bool // it is an arm of a set operation under EXISTS
	semijoin    bool // it is the subquery of IN, or an arm of it
	compared    bool // it is the subquery of IN, ANY or ALL, or an arm of it
	armOf       *cte // the recursive CTE that it is an arm of
	scalar      bool // it is a subquery that is a value, or an arm of it
	body        bool // it is a derived table or CTE
	arm         bool // it is one of several arms of a set operation
	names       bool // its columns are the statement's, so that their names reach the caller
}

// query resolves a subquery in any place. outer is the scope that its names may reach into.
func (r *resolver) query(n ast.Node, ctes *cte, outer *scope, as role) (outputs []output, oneRow bool) {
	if !r.down() {
		return nil, false
	}
	defer r.up()
	switch n := n.(type) {
	case *ast.SelectStmt:
		return r.selectStmt(n, ctes, outer, as)
	case *ast.SetOprStmt:
		return r.setOperation(n, ctes, outer, as), false
	default:
		r.unknownNode(n)
		return nil, false
	}
}

// sourcesSince gathers the base columns that were read since the trace had the length given, each
// once, in order of first use.
func (r *resolver) sourcesSince(start int) []BaseColumn {
	entries := r.trace[start:]
	switch {
	case len(entries) == 0:
		return nil
	case len(entries) > 1:
		return r.unionOf(entries)
	case entries[0].sources != nil:
		return entries[0].sources
	}
	r.sources = append(r.sources, entries[0].column)
	return slices.Clip(r.sources[len(r.sources)-1:])
}

func (r *resolver) unionOf(entries []traced) []BaseColumn {
	set := columnSet{list: r.sources[len(r.sources):]}
	for _, t := range entries {
		if t.column.Column != nil {
			set.add(t.column)
			r.spend(1)
		}
		r.spend(len(t.sources))
		if r.partial {
			break
		}
		for _, c := range t.sources {
			set.add(c)
		}
	}
	// The list was gathered behind the sources so far, unless it outgrew them.
	r.sources = append(r.sources, set.list...)
	return slices.Clip(r.sources[len(r.sources)-len(set.list):])
}

// spend counts work that grows with the schema, not with the text.
func (r *resolver) spend(columns int) {
	r.columns += columns
	if r.columns > maxColumns && !r.partial {
		r.partial = true
		r.complexity("the query carries too many columns through its subqueries; select fewer")
	}
}

// A columnSet gathers columns, each once, in order of first use.
type columnSet struct {
	list []BaseColumn
	seen map[*Column]bool // made when the list gets long
}

func (s *columnSet) add(c BaseColumn) {
	if s.seen == nil {
		for i := range s.list {
			if s.list[i].Column == c.Column {
				return
			}
		}
		if s.list = append(s.list, c); len(s.list) > 16 {
			s.seen = make(map[*Column]bool, 2*len(s.list))
			for i := range s.list {
				s.seen[s.list[i].Column] = true
			}
		}
		return
	}
	if !s.seen[c.Column] {
		s.seen[c.Column] = true
		s.list = append(s.list, c)
	}
}

// severalStatements records one of several statements. It is refused anyway, so only what it is
// matters.
func (r *resolver) severalStatements(n ast.StmtNode) {
	switch n.(type) {
	case *ast.SelectStmt:
		r.recordStatement(Statement{Kind: StatementSelect})
	case *ast.SetOprStmt:
		r.recordStatement(Statement{Kind: StatementSet})
	default:
		r.otherStatement(n)
	}
}
