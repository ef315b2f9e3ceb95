package print

import "github.com/pingcap/tidb/pkg/parser/ast"

// A Binding is what the name of a column was bound to.
type Binding struct {
	// Relation is the table, derived table or CTE that the column is of; nil for a label, which stands
	// alone.
	Relation *ast.TableSource
	// Column is the column or label, in its declared spelling.
	Column string
	// Alone says that the name is printed without its relation: in that place no column of a larger
	// schema can be taken for it.
	Alone bool
	// Expr is printed in the place of a label, if it is not nil.
	Expr ast.ExprNode
}

// Names keeps the bindings of one tree. A name's own place in the text, which the parser does not keep
// for names of columns, holds the number of its binding; the binding knows its name, so that neither a
// copied nor a forgotten node finds the binding of another.
type Names struct {
	columns []column
	stars   []star
	derived []Derived
}

type column struct {
	at *ast.ColumnName
	Binding
}

type star struct {
	at       *ast.WildCardField
	relation *ast.TableSource
}

// Bind notes what a name means. A name that is bound again, because its expression is printed in several
// places, carries its relation if it must in one of them.
func (l *Names) Bind(n *ast.ColumnName, b Binding) {
	if before := l.Of(n); before != nil {
		b.Alone = b.Alone && (before.Alone || before.Relation == nil)
		*before = b
		return
	}
	l.columns = append(l.columns, column{n, b})
	n.SetOriginTextPosition(len(l.columns))
}

// Of returns the binding of a name, nil if it has none.
func (l *Names) Of(n *ast.ColumnName) *Binding {
	if i := n.OriginTextPosition(); 0 < i && i <= len(l.columns) && l.columns[i-1].at == n {
		return &l.columns[i-1].Binding
	}
	return nil
}

// BindStar notes that a wildcard is of one relation, or with nil of all.
func (l *Names) BindStar(w *ast.WildCardField, relation *ast.TableSource) {
	l.stars = append(l.stars, star{w, relation})
	w.SetOriginTextPosition(len(l.stars))
}

// Star returns the relation whose columns a wildcard stands for, nil for all, and whether it was bound.
func (l *Names) Star(w *ast.WildCardField) (*ast.TableSource, bool) {
	if i := w.OriginTextPosition(); 0 < i && i <= len(l.stars) && l.stars[i-1].at == w {
		return l.stars[i-1].relation, true
	}
	return nil, false
}

// Held returns for how many names there is memory.
func (l *Names) Held() int { return cap(l.columns) + cap(l.stars) + cap(l.derived) }

// Reset forgets all bindings, and keeps their memory.
func (l *Names) Reset() {
	clear(l.columns)
	clear(l.stars)
	clear(l.derived)
	l.columns, l.stars, l.derived = l.columns[:0], l.stars[:0], l.derived[:0]
}

// Called returns what a relation is called in its query block: its alias, or the name of its table.
func Called(n *ast.TableSource) string {
	if n.AsName.O != "" {
		return n.AsName.O
	}
	if table, ok := n.Source.(*ast.TableName); ok {
		return table.Name.O
	}
	return ""
}
