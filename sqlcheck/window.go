package sqlcheck

import (
	"fmt"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// windowCall resolves a call with OVER.
func (r *resolver) windowCall(n *ast.WindowFuncExpr, s *scope) {
	f, known := builtin.LookupWindow(n.Name, r.server)
	switch {
	case known && f.WindowOK(n, r.dialect):
		r.recordCall(f.SQL, f, n)
	case known:
		r.recordRefusedCall(n.Name, fmt.Sprintf("function %s does not take these arguments with OVER; look up its window form", strings.ToUpper(n.Name)), n)
	default:
		r.recordRefusedCall(n.Name, fmt.Sprintf("function %s is no window function of %s; use an aggregate such as SUM, or ROW_NUMBER, RANK, LAG and their kind", strings.ToUpper(n.Name), r.options.Dialect.product()), n)
	}
	r.windowPlace(n, s)
	r.windowNeeds(n, s)
	r.writtenCount(n)
	s.overCalls++
	s.inOver++
	defer func() { s.inOver-- }()
	r.arguments(f, n.Args, s)
	if n.Spec.OnlyAlias {
		r.useWindow(n.Spec.Name.O, &n.Spec.Name, s)
		return
	}
	if n.Spec.Name.O != "" {
		r.unknownNode(n)
	}
	if s.clause == inProjection {
		s.overs = append(s.overs, windowOf{len(s.outputs), &n.Spec}) // it may name labels that come later
		return
	}
	r.windowSpec(&n.Spec, s)
}

// windowPlace refuses a window function where none may stand: it is computed when all other clauses are, ORDER
// BY aside (errors 3593, 3595 and 4015, 4016, 4074).
func (r *resolver) windowPlace(n *ast.WindowFuncExpr, s *scope) {
	name := strings.ToUpper(n.Name)
	const instead = "compute it in a derived table"
	message := ""
	switch {
	case s.inOver > 0, s.clause == inPartition, s.clause == inWindowOrder:
		message = fmt.Sprintf("the window function %s cannot stand inside another one or its OVER; %s, and the other one over that", name, instead)
	case r.aggregates > s.aggregates:
		message = fmt.Sprintf("the window function %s cannot stand inside an aggregate; %s, and aggregate over that", name, instead)
	case s.clause == inWhere, s.clause == inFrom, s.clause == inHaving:
		message = fmt.Sprintf("the window function %s cannot stand in WHERE, ON or HAVING; %s, and filter outside: SELECT … FROM (SELECT …, %s(…) OVER (…) AS w FROM …) AS d WHERE w …", name, instead, name)
	case s.clause == inGroup:
		message = fmt.Sprintf("the window function %s cannot stand in GROUP BY; %s, and group that", name, instead)
	case s.clause == inSetOrder:
		message = fmt.Sprintf("the window function %s cannot stand in ORDER BY of a set operation; select it in the arms and order by its name", name)
	case s.clause == inValues:
		message = fmt.Sprintf("the window function %s cannot stand in VALUES; write SELECT", name)
	default:
		return
	}
	r.misuse(message, r.at(n, name))
}

// windowInHaving refuses a name in HAVING that means an output which a window function computes (errors 3594
// and 4015).
func (r *resolver) windowInHaving(o *output, s *scope, m *mention) {
	if s.clause == inHaving && o.windows {
		r.misuse(fmt.Sprintf("HAVING cannot see %s, which a window function computes; compute it in a derived table, and filter outside: SELECT … FROM (SELECT … AS %s FROM …) AS d WHERE %s …", excerpt(o.name), excerpt(o.name), excerpt(o.name)), m.at)
	}
}

// overClauses resolves the windows of the select list, and adds what they read to the sources of the
// outputs that are computed over them.
func (r *resolver) overClauses(s *scope, as role) {
	for _, over := range s.overs {
		start, unknown := len(r.trace), r.unknown
		s.computed = over.output
		r.windowSpec(over.spec, s)
		if over.output >= len(s.outputs) {
			continue // the select list was cut off
		}
		o := &s.outputs[over.output]
		o.broken = o.broken || r.unknown > unknown
		if as.sources {
			o.sources = unite(o.sources, r.sourcesSince(start))
		}
	}
}

// maxWindows is how many windows a server takes in one query block (MySQL manual, 14.20.4).
const maxWindows = 127

// windowClause resolves WINDOW name AS (…), … of a block, and adds what the windows read to the sources
// of the outputs that are computed over them.
func (r *resolver) windowClause(specs []ast.WindowSpec, s *scope, as role) {
	r.overClauses(s, as)
	if len(specs) == 0 {
		return
	}
	if len(specs) > maxWindows {
		r.partial = true
		r.complexity(fmt.Sprintf("a query block defines more than %d windows; define fewer", maxWindows))
		return
	}
	cycle := r.windowCycle(specs)
	uses := s.windowUses // those in the clause itself are no outputs
	read := make([][]BaseColumn, len(specs))
	for i := range specs {
		start := len(r.trace)
		r.namedWindow(specs, i, s)
		read[i] = r.sourcesSince(start)
		if base := findWindow(specs, specs[i].Ref.O); base > i && !cycle && r.options.Dialect == MariaDB {
			name := excerpt(specs[i].Name.O)
			r.unsupported(nil, name, fmt.Sprintf("MariaDB wants window %s defined before window %s, which extends it; change their order", excerpt(specs[base].Name.O), name))
		}
	}
	if cycle || !as.sources {
		return
	}
	for _, use := range uses {
		o := &s.outputs[use.output]
		through := r.throughWindows(use.window, specs, read)
		if r.spend(len(through)); r.partial {
			return
		}
		o.sources = unite(o.sources, through)
	}
}

// namedWindow resolves the window at position i.
func (r *resolver) namedWindow(specs []ast.WindowSpec, i int, s *scope) {
	spec, name := &specs[i], excerpt(specs[i].Name.O)
	r.identifier(spec.Name.O, "the window name")
	s.windowNames = append(s.windowNames, spelled{name: spec.Name.O})
	own := &s.windowNames[i]
	for j := range i {
		if other := &s.windowNames[j]; sameName(other.name, own.name) || other.looksLike(own) {
			r.fault(fmt.Sprintf("window %s is defined twice; give one of them another name", name), Node{near: name})
		}
	}
	if spec.OnlyAlias {
		r.unknownNode(spec)
	}
	r.windowSpec(spec, s)
}

// throughWindows returns what a window reads, with what those that it extends read. read has what each
// reads itself.
func (r *resolver) throughWindows(at int, specs []ast.WindowSpec, read [][]BaseColumn) []BaseColumn {
	for base := findWindow(specs, specs[at].Ref.O); base >= 0 && !r.partial; base = findWindow(specs, specs[base].Ref.O) {
		r.spend(1 + len(read[base]))
		read[at] = unite(read[at], read[base])
	}
	return read[at]
}

// windowCycle refuses windows that are defined by each other. It reports whether there are any.
func (r *resolver) windowCycle(specs []ast.WindowSpec) bool {
	for i := range specs {
		at := i
		for range specs {
			next := findWindow(specs, specs[at].Ref.O)
			if next < 0 {
				break
			}
			if at = next; at == i {
				r.fault(fmt.Sprintf("window %s is defined by itself; write out what one of the windows needs", excerpt(specs[i].Name.O)), Node{near: excerpt(specs[i].Name.O)})
				return true
			}
		}
	}
	return false
}

func findWindow(specs []ast.WindowSpec, name string) int {
	for i := range specs {
		if name != "" && sameName(specs[i].Name.O, name) {
			return i
		}
	}
	return -1
}

// unknownWindow says that a window is not defined in the block.
func (r *resolver) unknownWindow(name string, s *scope) {
	message := fmt.Sprintf("window %s is not defined in this query block", excerpt(name))
	var names []string
	for i := range s.windows {
		names = append(names, s.windows[i].Name.O)
	}
	if len(names) == 0 {
		message += "; write OVER (…), or define it in a WINDOW clause"
	} else {
		message += "; there is " + listed(names)
	}
	r.fault(message, Node{near: excerpt(name)})
}

// useWindow binds the name of a window, which is known in its own block only. Where an output is
// being computed, it is over that window.
func (r *resolver) useWindow(name string, to *ast.CIStr, s *scope) {
	i := findWindow(s.windows, name)
	if i < 0 {
		r.unknownWindow(name, s)
		return
	}
	to.O = s.windows[i].Name.O
	r.usedFrame(&s.windows[i])
	s.windowUses = append(s.windowUses, windowUse{output: s.computed, window: i})
}

// windowSpec resolves the inside of a window. Its names mean columns first and aliases second, where
// they could mean both.
func (r *resolver) windowSpec(n *ast.WindowSpec, s *scope) {
	if n.Ref.O != "" {
		r.useWindow(n.Ref.O, &n.Ref, s)
		r.extension(n, s)
	}
	was := s.clause
	if n.PartitionBy != nil {
		s.clause = inPartition
		r.windowItems(n.PartitionBy.Items, s)
	}
	if n.OrderBy != nil {
		s.clause = inWindowOrder
		r.windowItems(n.OrderBy.Items, s)
	}
	s.clause = was
	if n.Frame != nil {
		r.frame(n.Frame, s)
		r.frameMisuse(n, s)
	}
}

// extension holds a window that extends another one to what it may add (MySQL manual, 14.20.4).
func (r *resolver) extension(n *ast.WindowSpec, s *scope) {
	i := findWindow(s.windows, n.Ref.O)
	if i < 0 {
		return
	}
	base := &s.windows[i]
	at := Node{near: excerpt(base.Name.O)}
	switch {
	case n.PartitionBy != nil:
		r.fault(fmt.Sprintf("a window that extends window %s cannot have a PARTITION BY; write it out without %s", at.near, at.near), at)
	case base.Frame != nil:
		r.fault(fmt.Sprintf("window %s has a frame, so no other can extend it; write it out, or use OVER %s", at.near, at.near), at)
	case n.OrderBy != nil && base.OrderBy != nil:
		r.fault(fmt.Sprintf("window %s has an ORDER BY, so a window that extends it cannot have another; write it out without %s", at.near, at.near), at)
	}
}

// windowItems resolves PARTITION BY and ORDER BY of a window, where MySQL refuses a position
// (manual 14.20.4) and others take it for a constant.
func (r *resolver) windowItems(items []*ast.ByItem, s *scope) {
	for _, item := range items {
		if at, ok := ordinal(item.Expr); ok {
			item.Expr = ast.NewValueExpr(nil, "", "") // no number in OVER is to be taken for a position
			if r.options.Dialect == MySQL {
				r.fault(fmt.Sprintf("position %d cannot be used in a window; name the column", at), Node{near: fmt.Sprint(at)})
			}
			continue
		}
		if column, ok := tree.Unwrap(item.Expr).(*ast.ColumnNameExpr); ok {
			item.Expr = column
			r.column(column.Name, column, s, Named, true)
			if b := r.names.Of(column.Name); b != nil && b.Expr != nil && foldsToOrdinal(b.Expr) {
				item.Expr = ast.NewValueExpr(nil, "", "") // the same for each row, as the number is
			}
			continue
		}
		r.expr(item.Expr, s)
	}
}

func (r *resolver) frame(n *ast.FrameClause, s *scope) {
	if _, ok := builtin.Frame(n.Type); !ok {
		r.unknownNode(n)
	}
	for _, bound := range []*ast.FrameBound{&n.Extent.Start, &n.Extent.End} {
		r.frameBound(bound, s)
	}
}

func (r *resolver) frameBound(n *ast.FrameBound, s *scope) {
	switch n.Type {
	case ast.Preceding, ast.Following, ast.CurrentRow:
	default:
		r.unknownNode(n)
	}
	if n.Unit != ast.TimeUnitInvalid {
		_, ok := builtin.Unit(n.Unit)
		if !ok || !builtin.FrameInterval(r.dialect) {
			r.unsupported(n, "INTERVAL", fmt.Sprintf("%s takes no interval in a window frame; count rows, or order by a number", r.options.Dialect.product()))
		}
	}
	if n.Expr != nil {
		r.expr(n.Expr, s)
	}
}
