package sqlcheck

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// maxNameBytes is how long a name can be: 64 characters of four bytes (MySQL manual, 11.2.1).
const maxNameBytes = 64 * 4

// namesPending reports whether a name is the label of an item of the select list that is not resolved yet. A
// server finds it there, and stops with an error, where a subquery to the left or inside of it says the name.
func (r *resolver) namesPending(name string, s *scope) bool {
	if s.clause != inProjection || r.options.Dialect == TiDB || s.level < r.labelFloor {
		return false
	}
	if s.lastLabels == nil {
		s.lastLabels = make(map[string]int, len(s.selected))
		for i, f := range s.selected {
			if label := writtenLabel(f); label != "" {
				s.lastLabels[fold(label)] = i
			}
		}
	}
	last, found := s.lastLabels[fold(name)]
	return found && last >= s.selecting
}

// pendingLabel refuses such a name: error 1052 where an item before has the label too, else 1247.
func (r *resolver) pendingLabel(n *ast.ColumnName, s *scope, label found, m *mention) meaning {
	if label != absent {
		return r.byLabel(n, s, -1, ambiguous, nested, m)
	}
	m.at.near = excerpt(columnText(n))
	r.recordUnknownColumn(r.unknownInScopes(n, m.scope), m.at)
	return meaning{outcome: failed}
}

// isMixed reports whether an aggregate or a window function is part of an expression.
func isMixed(e ast.ExprNode) bool {
	return e != nil && e.GetFlag()&(ast.FlagHasAggregateFunc|ast.FlagHasWindowFunc) != 0
}

// isMixedIn reports whether an aggregate or a window function is part of an item, of s or of a block between it
// and outer, that is being resolved. MariaDB 10.11 computes a label of outer once for all its rows there.
func (s *scope) isMixedIn(outer *scope) bool {
	for ; s != nil && s != outer; s = s.parent {
		if s.mixed && s.clause != inHaving {
			return true
		}
	}
	return false
}

// writtenLabel returns the label that an item of a select list was given, or that it has from its text, "" for
// a wildcard and for one that is too long to be a name.
func writtenLabel(f *ast.SelectField) string {
	if f.WildCard != nil {
		return ""
	}
	if f.AsName.O != "" {
		return trimmed(f.AsName.O)
	}
	if column, ok := tree.Unwrap(f.Expr).(*ast.ColumnNameExpr); ok {
		return column.Name.Name.O
	}
	if text := strings.TrimSpace(f.OriginalText()); len(text) <= maxNameBytes {
		return text
	}
	return ""
}
