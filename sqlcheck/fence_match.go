package sqlcheck

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The number that MATCH … AGAINST gives is made of how many rows of the whole table have a word, those that a filter
// leaves out among them; WITH QUERY EXPANSION looks for words of such rows; and in natural language mode a table of
// MyISAM or Aria finds no word that half of its rows have (MySQL manual, 14.9). In boolean mode whether a row matches
// is of that row alone.

// match notes a MATCH.
func (f *failureFinder) match(n *ast.MatchAgainst) {
	f.matches = true
	f.weighs = f.weighs || !f.showsAll(n) && !(slices.Contains(f.truths, n) && n.Modifier == ast.FulltextSearchModifierBooleanMode)
}

// showsAll reports whether a MATCH is over a table that all rows may be read of.
func (f *failureFinder) showsAll(n *ast.MatchAgainst) bool {
	for _, c := range n.ColumnNames {
		if b := f.names.Of(c); b == nil || !slices.Contains(f.allRows, b.Relation) {
			return false
		}
	}
	return true
}

// conditions notes which expressions right below a node are true or false, whatever else they are.
func (f *failureFinder) conditions(n ast.Node) {
	switch n := n.(type) {
	case *ast.SelectStmt:
		f.condition(n.Where)
		if n.Having != nil {
			f.condition(n.Having.Expr)
		}
	case *ast.Join:
		if n.On != nil {
			f.condition(n.On.Expr)
		}
	case *ast.BinaryOperationExpr:
		if isLogic(n.Op) {
			f.condition(n.L)
			f.condition(n.R)
		}
	case *ast.UnaryOperationExpr:
		if isNot(n) {
			f.condition(n.V)
		}
	case *ast.IsTruthExpr:
		f.condition(n.Expr)
	case *ast.FuncCallExpr:
		if n.FnName.L == "if" && len(n.Args) > 0 {
			f.condition(n.Args[0])
		}
	case *ast.CaseExpr:
		for _, when := range n.WhenClauses {
			if n.Value == nil {
				f.condition(when.Expr)
			}
		}
	}
}

func (f *failureFinder) condition(e ast.ExprNode) {
	if e == nil {
		return
	}
	if match, ok := tree.Unwrap(e).(*ast.MatchAgainst); ok {
		f.truths = append(f.truths, match)
	}
}
