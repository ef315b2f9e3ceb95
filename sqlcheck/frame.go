package sqlcheck

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// What window functions want of their windows and arguments.

// byRank are the window functions that look at the place of a row in the order, so that a frame means nothing
// to them; MariaDB refuses one (error 4017).
var byRank = []string{"CUME_DIST", "DENSE_RANK", "NTILE", "PERCENT_RANK", "RANK", "ROW_NUMBER"}

// byOrder are those that MariaDB wants an ORDER BY for (error 4018).
var byOrder = []string{"CUME_DIST", "DENSE_RANK", "LAG", "LEAD", "PERCENT_RANK", "RANK"}

// windowNeeds holds the window of a function to what MariaDB takes for it. A window that extends another one
// has its own ORDER BY or none there.
func (r *resolver) windowNeeds(n *ast.WindowFuncExpr, s *scope) {
	if r.options.Dialect != MariaDB {
		return
	}
	spec, name := &n.Spec, strings.ToUpper(n.Name)
	if spec.OnlyAlias {
		i := findWindow(s.windows, spec.Name.O)
		if i < 0 {
			return
		}
		spec = &s.windows[i]
	}
	if spec.Frame != nil && slices.Contains(byRank, name) {
		r.misuse(fmt.Sprintf("MariaDB takes no frame for %s, to which it means nothing; leave ROWS or RANGE … out", name), r.at(n, name))
	}
	if spec.OrderBy == nil && slices.Contains(byOrder, name) {
		r.misuse(fmt.Sprintf("MariaDB wants an ORDER BY in the window of %s; write %s(…) OVER (… ORDER BY …)", name, name), r.at(n, name))
	}
}

// writtenCount holds the count that NTILE, LAG, LEAD and NTH_VALUE take to what a server reads there (errors
// 1210 and 1327, or 1064). MariaDB takes any expression.
func (r *resolver) writtenCount(n *ast.WindowFuncExpr) {
	name := strings.ToUpper(n.Name)
	at, least, example := 1, 0, name+"(…, 1)"
	switch name {
	case "LAG", "LEAD":
	case "NTH_VALUE":
		least = 1
	case "NTILE":
		at, least, example = 0, 1, "NTILE(4)"
	default:
		return
	}
	if at >= len(n.Args) || r.options.Dialect == MariaDB {
		return
	}
	count := tree.Unwrap(n.Args[at])
	if name == "NTH_VALUE" && mayCount(count) || r.options.Dialect == TiDB && count.GetFlag()&ast.FlagHasReference == 0 && !isZero(count) {
		return
	}
	if value, whole := wholeNumber(count); !whole || value < uint64(least) || value > math.MaxInt64 {
		body := r.body
		if r.options.Dialect == MySQL && !whole {
			body = nil // MySQL's grammar has a number there, or a bare name, which the print qualifies
		}
		r.misuseWithin(body, fmt.Sprintf("%s takes a whole number from %d on that is written out, such as %s", name, least, example), r.at(n, name))
	}
}

// mayCount reports whether an expression may be the row of NTH_VALUE: MySQL takes what is constant and fits its
// grammar, and TRUE for 1.
func mayCount(e ast.ExprNode) bool {
	if e.GetFlag()&(ast.FlagHasReference|ast.FlagHasAggregateFunc|ast.FlagHasWindowFunc) != 0 && e.GetFlag()&ast.FlagHasSubquery == 0 {
		return false
	}
	switch n := e.(type) {
	case ast.ValueExpr:
		l, ok := literal.Read(n)
		return ok && l.Kind == literal.Bool && l.Text == "TRUE"
	case *ast.FuncCallExpr, *ast.FuncCastExpr, *ast.CaseExpr, *ast.SubqueryExpr:
		return true
	default:
		return false
	}
}

// wholeNumber returns the value of a literal without a sign.
func wholeNumber(e ast.ExprNode) (value uint64, ok bool) {
	v, ok := e.(ast.ValueExpr)
	if !ok {
		return 0, false
	}
	l, ok := literal.Read(v)
	if !ok || l.Kind != literal.Integer {
		return 0, false
	}
	value, err := strconv.ParseUint(l.Text, 10, 64)
	return value, err == nil
}

func isZero(e ast.ExprNode) bool {
	value, whole := wholeNumber(e)
	return whole && value == 0
}

// The places of frame bounds, in order.
const (
	fromTheFirst = iota
	rowsBefore
	currentRow
	rowsBehind
	toTheLast
)

func placeOfBound(n *ast.FrameBound) int {
	switch {
	case n.Type == ast.CurrentRow:
		return currentRow
	case n.Type == ast.Preceding && n.UnBounded:
		return fromTheFirst
	case n.Type == ast.Preceding:
		return rowsBefore
	case n.UnBounded:
		return toTheLast
	default:
		return rowsBehind
	}
}

// frameMisuse refuses frames that no server computes: MySQL's errors 3584 to 3587, 3590 and 3596, MariaDB's
// 4014, 4019 and 4020.
func (r *resolver) frameMisuse(n *ast.WindowSpec, s *scope) {
	start, end := placeOfBound(&n.Frame.Extent.Start), placeOfBound(&n.Frame.Extent.End)
	at := Node{near: "BETWEEN"}
	crossed := start == rowsBehind && end == rowsBefore && r.options.Dialect == MariaDB // no rows there
	if start == toTheLast || end == fromTheFirst || start > end && !crossed {
		r.misuse("the frame ends before it begins; write the earlier bound first, as in BETWEEN 1 PRECEDING AND CURRENT ROW", at)
	}
	for _, bound := range []*ast.FrameBound{&n.Frame.Extent.Start, &n.Frame.Extent.End} {
		if bound.Expr != nil {
			r.distance(bound, n, s)
		}
	}
}

// distance holds the distance of a frame bound to what its frame counts.
func (r *resolver) distance(n *ast.FrameBound, w *ast.WindowSpec, s *scope) {
	interval := n.Unit != ast.TimeUnitInvalid
	switch {
	case w.Frame.Type == ast.Ranges && sortKeys(w, s) != 1:
		r.misuse("a RANGE frame with a distance needs an ORDER BY of one column in its window; order by one, or count rows with ROWS", Node{near: "RANGE"})
	case w.Frame.Type == ast.Rows && interval:
		r.misuse("a ROWS frame counts rows, and takes no INTERVAL; write RANGE", Node{near: "ROWS"})
	case interval && r.varies(n.Expr):
		r.misuse("the INTERVAL of a frame is the same for all rows; write a number", Node{near: "INTERVAL"})
	case w.Name.O == "" || r.options.Dialect == MariaDB:
		r.distanceUsed(n, w)
	}
}

// distanceUsed holds the distance of a frame bound to a number of rows, or one that is not negative. MySQL
// looks at those of windows that are used.
func (r *resolver) distanceUsed(n *ast.FrameBound, w *ast.WindowSpec) {
	_, whole := wholeNumber(n.Expr)
	value, constant := constantValue(n.Expr)
	v, isLiteral := tree.Unwrap(n.Expr).(ast.ValueExpr)
	switch {
	case w.Frame.Type == ast.Rows && !whole && n.Unit == ast.TimeUnitInvalid:
		r.misuse("a ROWS frame counts whole rows; write a whole number", Node{near: "ROWS"})
	case constant && value < 0, isLiteral && v.GetValue() == nil:
		r.misuse("the distance of a frame bound is no negative number, and not NULL; write FOLLOWING for PRECEDING, or the other way round", Node{near: "RANGE"})
	}
}

// usedFrame looks at the frame of a window of the WINDOW clause that is used.
func (r *resolver) usedFrame(w *ast.WindowSpec) {
	if w.Frame == nil || r.options.Dialect == MariaDB {
		return
	}
	for _, bound := range []*ast.FrameBound{&w.Frame.Extent.Start, &w.Frame.Extent.End} {
		if bound.Expr != nil {
			r.distanceUsed(bound, w)
		}
	}
}

// varies reports whether an expression is another value for each row, as far as it has no subquery.
func (r *resolver) varies(e ast.ExprNode) bool {
	return e.GetFlag()&ast.FlagHasSubquery == 0 && (e.GetFlag()&(ast.FlagHasReference|ast.FlagHasAggregateFunc|ast.FlagHasWindowFunc) != 0 || !r.isRepeatable(e, true))
}

// sortKeys returns how many expressions a window is ordered by, its own or those of the one that it extends.
func sortKeys(w *ast.WindowSpec, s *scope) int {
	for range len(s.windows) + 1 { // a window that is defined by itself has been refused
		if w.OrderBy != nil {
			return len(w.OrderBy.Items)
		}
		base := findWindow(s.windows, w.Ref.O)
		if base < 0 {
			return 0
		}
		w = &s.windows[base]
	}
	return 0
}
