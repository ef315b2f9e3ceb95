package sqlcheck

import (
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// MariaDB lets a CTE of a WITH RECURSIVE read those that are defined further on. The print defines first what
// is read, which means the same there: all of them see each other, whatever their order.

// orderCTEs puts the CTEs of a WITH RECURSIVE into an order in which each reads none further on. It leaves them
// alone where there is none, and where a WITH inside has the name of one that is read: MariaDB 10.11 takes
// such a name for the one outside.
func (r *resolver) orderCTEs(w *ast.WithClause) {
	if r.options.Dialect != MariaDB || !w.IsRecursive || len(w.CTEs) < 2 {
		return
	}
	o := cteOrder{ctes: w.CTEs, at: make(map[string]int, len(w.CTEs)), state: make([]visit, len(w.CTEs))}
	for i, n := range w.CTEs {
		o.at[fold(n.Name.O)] = i
	}
	o.reads = make([][]int, len(w.CTEs))
	later := false
	for i, n := range w.CTEs {
		f := cteFinder{order: &o, self: i}
		n.Query.Accept(&f)
		if f.hides {
			return
		}
		o.reads[i], later = f.reads, later || f.later
	}
	if !later {
		return
	}
	for i := range w.CTEs {
		if !o.place(i) {
			r.mutual = true
			return
		}
	}
	copy(w.CTEs, o.placed)
}

type visit uint8

const (
	unplaced visit = iota
	placing
	placed
)

// A cteOrder finds an order of CTEs.
type cteOrder struct {
	ctes   []*ast.CommonTableExpression
	at     map[string]int // their positions by their names, folded
	reads  [][]int        // what each reads, itself left out
	state  []visit
	placed []*ast.CommonTableExpression
}

// place places a CTE behind all that it reads. It reports false if one of those reads it.
func (o *cteOrder) place(i int) bool {
	switch o.state[i] {
	case placed:
		return true
	case placing:
		return false
	}
	o.state[i] = placing
	for _, read := range o.reads[i] {
		if !o.place(read) {
			return false
		}
	}
	o.state[i] = placed
	o.placed = append(o.placed, o.ctes[i])
	return true
}

// A cteFinder finds the CTEs that the body of one reads.
type cteFinder struct {
	order *cteOrder
	self  int
	reads []int
	later bool // one is defined further on
	hides bool // a WITH inside has the name of one
}

// Enter implements ast.Visitor.
func (f *cteFinder) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.CommonTableExpression:
		if _, ok := f.order.at[fold(n.Name.O)]; ok {
			f.hides = true
		}
	case *ast.TableName:
		if i, ok := f.order.at[fold(n.Name.O)]; ok && n.Schema.O == "" && i != f.self {
			f.reads, f.later = append(f.reads, i), f.later || i > f.self
		}
	}
	return n, f.hides
}

// Leave implements ast.Visitor.
func (f *cteFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }
