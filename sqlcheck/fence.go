package sqlcheck

import (
	"errors"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// Whether a query raises an error is an answer too. A server that merges a derived table into the query may compute
// the query's conditions before the filter, for rows that the caller may not see:
//
//	SELECT … FROM (SELECT id, note FROM orders WHERE tenant_id = 7) AS o
//	WHERE IF(o.note = 'secret', o.id + 9223372036854775807, 1)
//
// gives error 1690 where another tenant has that note. No server merges a derived table with a LIMIT, or pushes a
// condition into it (MySQL manual, 10.2.2.4 and 10.2.2.5; MariaDB's pages on merging and on pushdown). So where a
// query has any form but those that cannot fail, all its derived tables end in one.

// fence puts the LIMIT on the derived tables of a query that needs it.
func (r *resolver) fence(n ast.StmtNode) *RejectedError {
	if r.filters == nil || len(r.mentions) == 0 {
		return nil
	}
	f := r.mayFail(n)
	fenced := r.finishMentions(f.fails)
	switch {
	case f.valuesQuery:
		return rejectedBy(Violation{Rule: RuleSyntax, Message: "a subquery is not supported here in VALUES; write SELECT … UNION ALL SELECT …", Near: "VALUES", Offset: -1})
	case f.outerQuery:
		return rejectedBy(Violation{Rule: RuleSyntax, Message: "a subquery is not supported here in the ON of an outer join; join a derived table of what it selects", Near: "ON", Offset: -1})
	case f.weighs:
		return rejectedBy(Violation{Rule: RuleSyntax, Message: "MATCH … AGAINST weighs words by all rows of a table here, others than you may read among them; write it as a condition alone, IN BOOLEAN MODE", Near: "MATCH", Offset: -1})
	case f.sortsByMatch: // MySQL 9.7 crashes where it merges the block and so drops its ORDER BY
		return rejectedBy(Violation{Rule: RuleSyntax, Message: "MATCH … AGAINST is not supported here in the ORDER BY of a subquery; sort the query outside by it", Near: "MATCH", Offset: -1})
	case fenced && f.matches:
		return rejectedBy(Violation{Rule: RuleSyntax, Message: "MATCH … AGAINST is not supported here beside anything that may fail on some row, such as arithmetic; leave one of the two out", Near: "MATCH", Offset: -1})
	}
	return nil
}

// fenced holds the derived tables of a print to what it needs.
func (r *resolver) fenced(n ast.StmtNode) error {
	if r.filters == nil || len(r.mentions) == 0 {
		return nil
	}
	all := r.mayFail(n).fails
	for i, d := range r.names.Deriveds() {
		if !d.Fenced && (all || r.mentions[i].filter.isApart()) {
			return errors.New("a derived table of the print may be merged")
		}
	}
	return nil
}

// mayFail looks for what may raise an error for a row that a filter leaves out.
//
// What the block that is the statement selects, groups by and sorts by is computed for rows that have passed all
// its conditions, those of merged derived tables among them, so there anything may stand outside of subqueries. Not
// so where it has HAVING, which MariaDB moves into WHERE, and in blocks that may become a part of another one. A filter
// that looks into other tables could be joined after a sort; its derived table is never merged.
func (r *resolver) mayFail(n ast.StmtNode) failureFinder {
	f := failureFinder{resolver: r, fails: r.manyRows}
	block, ok := n.(*ast.SelectStmt)
	if !ok || block.Kind != ast.SelectStmtKindSelect || block.Having != nil || block.Fields == nil {
		n.Accept(&f)
		return f
	}
	f.fails = f.fails || f.groupsByLabel(block) || f.groupsUnderWindow(block)
	if block.With != nil {
		block.With.Accept(&f)
	}
	if block.From != nil {
		block.From.Accept(&f)
	}
	if block.Where != nil {
		f.condition(block.Where)
		block.Where.Accept(&f)
	}
	late := afterConditions{&f}
	for _, field := range block.Fields.Fields {
		field.Accept(late)
	}
	if block.GroupBy != nil {
		block.GroupBy.Accept(late)
	}
	for i := range block.WindowSpecs {
		block.WindowSpecs[i].Accept(late)
	}
	if block.OrderBy != nil {
		block.OrderBy.Accept(late)
	}
	return f
}

// afterConditions looks into subqueries only.
type afterConditions struct{ *failureFinder }

// Enter implements ast.Visitor.
func (f afterConditions) Enter(n ast.Node) (ast.Node, bool) {
	f.conditions(n)
	switch n := n.(type) {
	case *ast.GroupByClause:
		f.fails = f.fails || n.Rollup // see below
	case *ast.SubqueryExpr:
		n.Accept(f.failureFinder)
		return n, true
	case *ast.MatchAgainst:
		f.match(n)
	}
	return n, false
}

// Leave implements ast.Visitor.
func (f afterConditions) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// A failureFinder looks for what may raise an error for some row.
type failureFinder struct {
	*resolver
	fails        bool
	matches      bool
	sortsByMatch bool                // in a block that may be merged
	weighs       bool                // a MATCH tells how many rows have a word
	truths       []*ast.MatchAgainst // those that are conditions
	outerQuery   bool                // there is a subquery in the ON of an outer join
	valuesQuery  bool                // what MySQL reads in a subquery of VALUES has no conditions
}

// Enter implements ast.Visitor.
func (f *failureFinder) Enter(n ast.Node) (ast.Node, bool) {
	f.conditions(n)
	switch n := n.(type) {
	case *ast.SelectStmt:
		f.values(n)
		f.fails = f.fails || f.groupsByLabel(n) || f.groupsUnderWindow(n)
	case *ast.WithClause:
		// What MySQL warns of elsewhere, as of 'x' beside a number, is an error where it fills a recursive CTE.
		f.fails = f.fails || n.IsRecursive
	case *ast.GroupByClause:
		f.fails = f.fails || n.Rollup // MariaDB gives other rows where a column of a merged table is grouped under two names
	case *ast.Join:
		if n.Tp != ast.CrossJoin && n.On != nil && n.On.Expr.GetFlag()&ast.FlagHasSubquery != 0 {
			// MySQL 9.7 loses rows of an outer join whose ON looks into derived tables, or gives them twice.
			f.fails, f.outerQuery = true, f.outerQuery || f.options.Dialect == MySQL
		}
	case *ast.OrderByClause:
		within := failureFinder{resolver: f.resolver}
		for _, item := range n.Items {
			item.Accept(&within)
		}
		f.sortsByMatch = f.sortsByMatch || within.matches
	}
	e, ok := n.(ast.ExprNode)
	if !ok {
		return n, false
	}
	meant := tree.Unwrap(e)
	f.fails = f.fails || !cannotFail(meant)
	switch n := meant.(type) {
	case *ast.MatchAgainst:
		f.match(n)
	case ast.ValueExpr:
		return e, true // what was printed of a string is one
	}
	return n, false
}

// values notes a VALUES. In a subquery of one MySQL 9.7 joins tables without their ON, and forgets the conditions of
// merged derived tables and views, fenced or not.
func (f *failureFinder) values(n *ast.SelectStmt) {
	if n.Kind != ast.SelectStmtKindValues {
		return
	}
	for _, row := range n.Lists {
		for _, e := range row.Values {
			if e.GetFlag()&ast.FlagHasSubquery != 0 {
				f.fails, f.valuesQuery = true, f.options.Dialect == MySQL
			}
		}
	}
}

// Leave implements ast.Visitor.
func (f *failureFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// cannotFail reports whether an expression, apart from those in it, has a value for all values of its operands.
func cannotFail(e ast.ExprNode) bool {
	switch n := e.(type) {
	case *ast.ColumnNameExpr, ast.ValueExpr, *ast.PositionExpr, *ast.IsNullExpr, *ast.IsTruthExpr, *ast.BetweenExpr, *ast.PatternInExpr,
		*ast.SubqueryExpr, *ast.ExistsSubqueryExpr, *ast.CompareSubqueryExpr, *ast.CaseExpr, *ast.RowExpr, *ast.ParenthesesExpr,
		*ast.MatchAgainst, *ast.TimeUnitExpr:
		return true // of a subquery that is a value, the resolver has seen whether it may have several rows
	case *ast.BinaryOperationExpr:
		switch n.Op {
		case opcode.EQ, opcode.NE, opcode.LT, opcode.LE, opcode.GT, opcode.GE, opcode.NullEQ:
			return true
		}
		return isLogic(n.Op)
	case *ast.UnaryOperationExpr:
		if isNot(n) {
			return true
		}
		_, literal := tree.Unwrap(n.V).(ast.ValueExpr)
		return literal && n.Op == opcode.Minus
	case *ast.PatternLikeOrIlikeExpr:
		_, literal := tree.Unwrap(n.Pattern).(ast.ValueExpr)
		return literal
	case *ast.AggregateFuncExpr:
		return totals[strings.ToLower(n.F)]
	case *ast.FuncCallExpr:
		return builtin.NeverFails(n.FnName.L, len(n.Args)) && n.Schema.O == ""
	default:
		return false
	}
}

// totals are aggregates that have a value for all rows.
var totals = map[string]bool{ast.AggFuncCount: true, ast.AggFuncMin: true, ast.AggFuncMax: true, ast.AggFuncSum: true, ast.AggFuncAvg: true}

func isLogic(op opcode.Op) bool {
	return op == opcode.LogicAnd || op == opcode.LogicOr || op == opcode.LogicXor
}
