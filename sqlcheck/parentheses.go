package sqlcheck

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/forms"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// ORDER BY, LIMIT and WITH round a query in parentheses.

// unbraced returns a query without the parentheses that mean nothing. Servers hang an ORDER BY or LIMIT
// behind a parenthesised query on the query itself, where its names are looked for in FROM too, unless the
// query has one of its own; the parser makes a set operation of one arm in both cases.
func (r *resolver) unbraced(n ast.ResultSetNode) ast.ResultSetNode {
	set, ok := n.(*ast.SetOprStmt)
	if !ok || len(set.SelectList.Selects) != 1 {
		return n
	}
	arm := r.unbracedArm(set.SelectList.Selects[0])
	set.SelectList.Selects[0] = arm
	switch arm := arm.(type) {
	case *ast.SelectStmt:
		if endsTwice(arm.OrderBy, arm.Limit, set.OrderBy, set.Limit) {
			return set
		}
		r.joinWith(&arm.With, set.With)
		if set.OrderBy != nil || set.Limit != nil {
			arm.OrderBy, arm.Limit = r.hung(set.OrderBy), set.Limit
		}
		return arm
	case *ast.SetOprSelectList:
		if endsTwice(arm.OrderBy, arm.Limit, set.OrderBy, set.Limit) {
			return set
		}
		r.joinWith(&set.With, arm.With)
		if set.OrderBy == nil && set.Limit == nil {
			set.OrderBy, set.Limit = arm.OrderBy, arm.Limit
		}
		set.SelectList = &ast.SetOprSelectList{Selects: arm.Selects}
		return set
	default:
		return set
	}
}

// unbracedArm is unbraced for an arm of a set operation, whose parentheses may hold one block only.
func (r *resolver) unbracedArm(n ast.Node) ast.Node {
	list, ok := n.(*ast.SetOprSelectList)
	if !ok || len(list.Selects) != 1 {
		return n
	}
	inner := r.unbracedArm(list.Selects[0])
	list.Selects[0] = inner
	with := tree.ListWith(list)
	switch inner := inner.(type) {
	case *ast.SelectStmt:
		if r.hang(list, with, &inner.With, &inner.OrderBy, &inner.Limit) {
			inner.AfterSetOperator = list.AfterSetOperator
			return inner
		}
	case *ast.SetOprSelectList:
		if r.hang(list, with, &inner.With, &inner.OrderBy, &inner.Limit) {
			inner.AfterSetOperator = list.AfterSetOperator
			return inner
		}
	}
	return list
}

// hang gives the query inside parentheses what stands round them, and reports whether that is possible.
func (r *resolver) hang(list *ast.SetOprSelectList, outer *ast.WithClause, with **ast.WithClause, order **ast.OrderByClause, limit **ast.Limit) bool {
	if endsTwice(*order, *limit, list.OrderBy, list.Limit) {
		return false
	}
	r.joinWith(with, outer)
	if list.OrderBy != nil || list.Limit != nil {
		*order, *limit = r.hung(list.OrderBy), list.Limit
	}
	return true
}

// hung returns an ORDER BY that moves from outside parentheses to the query in them. MySQL 9.7 does not
// compute a MATCH there, nor ask for its index (error 1191), as it does where the clause moves to.
func (r *resolver) hung(n *ast.OrderByClause) *ast.OrderByClause {
	if n != nil {
		var found matchFinder
		n.Accept(&found)
		if found {
			r.unsupported(n, "MATCH", "MATCH in the ORDER BY behind a query in parentheses is not supported; write it without those parentheses")
		}
	}
	return n
}

// A matchFinder tells whether a MATCH stands in a clause, outside of the subqueries in it.
type matchFinder bool

// Enter implements ast.Visitor.
func (f *matchFinder) Enter(n ast.Node) (ast.Node, bool) {
	switch n.(type) {
	case *ast.MatchAgainst:
		*f = true
	case *ast.SubqueryExpr:
		return n, true
	}
	return n, bool(*f)
}

// Leave implements ast.Visitor.
func (f *matchFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// endsTwice reports whether a query and the parentheses round it both have an ORDER BY or a LIMIT. Then
// the outer one sees the rows and the names that the inner one leaves.
func endsTwice(order *ast.OrderByClause, limit *ast.Limit, outerOrder *ast.OrderByClause, outerLimit *ast.Limit) bool {
	return (order != nil || limit != nil) && (outerOrder != nil || outerLimit != nil)
}

// joinWith gives a query the WITH that stands before its parentheses. MySQL lets a WITH inside replace
// that one, so that its names would be those of tables.
func (r *resolver) joinWith(inner **ast.WithClause, outer *ast.WithClause) {
	switch {
	case outer == nil || *inner == outer:
	case *inner == nil:
		*inner = outer
	default:
		r.withInParentheses()
	}
}

func (r *resolver) withInParentheses() {
	r.unsupported(nil, "WITH", "a WITH inside parentheses behind another WITH is not supported; define all CTEs in one WITH at the front")
}

// droppedWith refuses a text with a WITH clause that the descent did not meet: of two round one block the
// parser keeps the outer one only.
func (r *resolver) droppedWith() {
	if r.withs > 0 && !r.partial && (strings.Contains(r.source.SQL, "/*T!") || withClauses(r.source.SQL) != r.withs) {
		r.withInParentheses()
	}
}

// withClauses counts the words of a text that begin a WITH clause: WITH, perhaps RECURSIVE, a name, and AS
// or a list of columns.
func withClauses(sql string) int {
	count := 0
	var before [4]string // the last words, the latest one first; a name in quotes is "`"
	scanWords(sql, func(word string) {
		if opens := strings.EqualFold(word, "AS") || word == "("; opens {
			at := 1
			if strings.EqualFold(before[at], "RECURSIVE") {
				at++
			}
			if before[0] != "" && isName(before[0]) && strings.EqualFold(before[at], "WITH") && before[at+1] != "." {
				count++
			}
		}
		copy(before[1:], before[:])
		before[0] = word
	})
	return count
}

// isName reports whether a word of scanWords may be a name.
func isName(word string) bool { return word == "`" || word != "" && tree.IsNameByte(word[0]) }

// scanWords calls yield for each token of a text that the parser has read, as forms.Words does.
func scanWords(sql string, yield func(word string)) {
	forms.Words(sql, func(word string, _, _ int) { yield(word) })
}
