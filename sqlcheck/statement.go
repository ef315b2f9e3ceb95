package sqlcheck

import (
	"fmt"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// selectStmt resolves one query block and returns its projection, and whether it has one row at most. The
// clauses are taken in the order in which names become visible, which is not the order of the text.
func (r *resolver) selectStmt(n *ast.SelectStmt, ctes *cte, outer *scope, as role) (outputs []output, oneRow bool) {
	limited := n.Limit != nil || r.takeArmLimit()
	r.limitCompared(n.Limit, as)
	r.modifiers(n)
	around := r.beginEffort(outer.inside())
	inner := r.with(n.With, ctes, outer)
	s := r.newScope()
	s.parent, s.ctes, s.windows = outer, inner, n.WindowSpecs
	s.level = outer.inside()
	s.grouped, s.distinct = n.GroupBy != nil, n.Distinct
	s.limited, s.armOf, s.aggregates, s.top, s.body = limited, as.armOf, r.aggregates, as.top, as.body && !as.arm
	s.block = r.openBlock(n, as)
	if n.Fields != nil {
		s.selected = n.Fields.Fields
	}
	s.where, s.having = n.Where, n.Having != nil
	if n.GroupBy != nil {
		s.items = n.GroupBy.Items
	}
	if n.From != nil {
		s.tree = n.From.TableRefs
		r.from(n.From.TableRefs, s)
	}
	s.lo, s.hi = 0, len(s.relations)
	if n.Where != nil {
		s.clause, s.filtered = inWhere, true
		r.conditions(n.Where, s)
	}
	r.project(n, s, as)
	s.mixed = false
	s.oneRow = n.Kind == ast.SelectStmtKindSelect && !s.grouped && (n.From == nil || s.aggregated > 0)
	s.unordered = s.oneRow || as.exists && n.Limit == nil
	r.windowClause(n.WindowSpecs, s, as)
	r.groupBy(n.GroupBy, s)
	if n.Having != nil {
		s.clause = inHaving
		r.expr(n.Having.Expr, s)
	}
	r.orderBy(n, s)
	r.groupingArguments(s)
	r.limit(n.Limit)
	r.unshadow(s)
	r.closeBlock(s.block, n, s)
	r.fullyGrouped(n, s, as)
	if as.names {
		r.nameOutputs(n, s)
	}
	if s.wrapped && !r.refused() {
		r.wrap(n, s)
	}
	r.unused(inner, ctes)
	r.endEffort(around, n, s, as.semijoin)
	s.done, r.last = true, s
	return s.outputs, s.oneRow
}

// modifiers looks at the fields of a block that hold no names. INTO, locks and SQL_CALC_FOUND_ROWS
// do more than read; the others change no rows and are dropped from the print.
func (r *resolver) modifiers(n *ast.SelectStmt) {
	if n.SelectIntoOpt != nil {
		r.recordWrite("INTO OUTFILE", "leave it out: the rows are what the query returns", n.SelectIntoOpt)
	}
	if n.LockInfo != nil {
		r.recordWrite(strings.ToUpper(n.LockInfo.LockType.String()), "leave it out: reading needs no lock", n)
	}
	if n.SelectStmtOpts != nil && n.CalcFoundRows {
		r.recordWrite("SQL_CALC_FOUND_ROWS", "ask for the number of rows with COUNT(*)", n)
	}
	if n.AsViewSchema {
		r.unknownNode(n)
	}
}

// openBlock notes that a block begins. One that was put round another, so that its ORDER BY is computed
// over labels, is no block of the query.
func (r *resolver) openBlock(n *ast.SelectStmt, as role) int {
	if r.isWrapper(n) {
		return -1
	}
	r.facts.Blocks = append(r.facts.Blocks, QueryBlock{Top: as.top, Node: r.at(n, "")})
	return len(r.facts.Blocks) - 1
}

func (r *resolver) closeBlock(at int, n *ast.SelectStmt, s *scope) {
	if at < 0 {
		return
	}
	b := &r.facts.Blocks[at]
	b.Relations = len(s.relations)
	if !s.unsure {
		b.Unlinked = s.unlinked()
	}
	b.Filtered = s.filtered || n.Having != nil
	b.SingleRow = s.oneRow
	b.Aggregated = n.GroupBy != nil || b.SingleRow && n.From != nil
	for i := range s.relations {
		if s.relations[i].table != nil {
			b.BaseTables++
		}
	}
	if b.Unlinked > r.limits.Unlinked {
		r.complexity(fmt.Sprintf("%d groups of tables are joined without a condition; join them ON their keys", b.Unlinked))
	}
	r.recursion(n, s)
}

// conditions resolves a boolean expression conjunct by conjunct, linking the relations that each of
// them mentions.
func (r *resolver) conditions(e ast.ExprNode, s *scope) {
	e = tree.Unwrap(e)
	if and, ok := e.(*ast.BinaryOperationExpr); ok && tree.IsLogicAnd(and) {
		// AND chains are left-deep: the right operands, then the last left one.
		if !r.down() {
			return
		}
		var short [8]ast.ExprNode
		chain := append(short[:0], and.R)
		rest := tree.Unwrap(and.L)
		for {
			left, ok := rest.(*ast.BinaryOperationExpr)
			if !ok || !tree.IsLogicAnd(left) {
				break
			}
			chain, rest = append(chain, left.R), tree.Unwrap(left.L)
		}
		r.conditions(rest, s)
		for i := len(chain) - 1; i >= 0; i-- {
			r.conditions(chain[i], s)
		}
		r.up()
		return
	}
	outer, unknown := s.condition, r.unknown
	s.condition = condition{active: true, first: -1}
	r.expr(e, s)
	s.condition = outer
	if r.unknown > unknown {
		s.unsure = true
	} else {
		r.equate(e, s)
	}
}

// groupBy resolves GROUP BY, where a name is a column first and an alias second.
func (r *resolver) groupBy(n *ast.GroupByClause, s *scope) {
	if n == nil {
		return
	}
	s.clause, s.rollup = inGroup, n.Rollup
	for _, item := range n.Items {
		if item.Desc && r.options.Dialect != MariaDB {
			r.unsupported(item, "DESC", fmt.Sprintf("%s takes no DESC in GROUP BY; write ORDER BY … DESC", r.options.Dialect.product()))
		}
		before := r.facts.length()
		r.orderItem(item, s, len(s.outputs))
		if at := r.printedOutput(item.Expr, s); at > 0 {
			r.facts.truncate(before)
			item.Expr = &ast.PositionExpr{N: at}
		}
	}
}

// printedOutput returns the position of the first output that an item of GROUP BY is the same as, if it holds a
// string that is printed as a call: under ONLY_FULL_GROUP_BY two such calls are not one to MariaDB, as the strings
// are. It returns 0 for all others.
func (r *resolver) printedOutput(e ast.ExprNode, s *scope) int {
	if r.options.Dialect != MariaDB || r.refused() {
		return 0
	}
	if f := (callFinder{ascii: r.options.ASCII}); !f.finds(e) || !r.isRepeatable(e, false) {
		return 0
	}
	for i := range s.outputs {
		if o := &s.outputs[i]; !o.plain && o.expr != nil && r.sameExpr(o.expr, e, r.written) == certainly {
			return i + 1
		}
	}
	return 0
}

// A callFinder looks for a string that is printed as a call.
type callFinder struct{ ascii, found bool }

func (f *callFinder) finds(e ast.ExprNode) bool {
	e.Accept(f)
	return f.found
}

// Enter implements ast.Visitor.
func (f *callFinder) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case ast.ValueExpr:
		l, ok := literal.Read(n)
		f.found = f.found || ok && l.Kind == literal.String && !literal.Plain(l.Text, f.ascii)
	case *ast.FuncCallExpr:
		_, own := literal.Printed(n)
		f.found = f.found || own
	}
	return n, f.found
}

// Leave implements ast.Visitor.
func (f *callFinder) Leave(n ast.Node) (ast.Node, bool) { return n, !f.found }

// orderBy resolves ORDER BY of a block. Where one of its labels needs the block to become a derived table,
// all of them are columns of that; and where no order is needed, because the block has one row or only whether
// it has rows matters, the clause goes.
func (r *resolver) orderBy(n *ast.SelectStmt, s *scope) {
	if n.OrderBy == nil {
		return
	}
	s.clause, s.spelled = inOrder, false
	before, aggregated := r.facts.length(), n.GroupBy != nil || s.aggregated > 0
	s.sorted = slices.ContainsFunc(n.OrderBy.Items, func(item *ast.ByItem) bool { return item.Expr.GetFlag()&ast.FlagHasSubquery != 0 })
	if s.sorted && n.Kind == ast.SelectStmtKindValues && r.options.Dialect == MariaDB { // 10.11 crashes
		r.unsupported(nil, "ORDER BY", "a subquery in the ORDER BY of VALUES is not supported for MariaDB; select from a derived table, and order that")
	}
	r.order(n.OrderBy.Items, s, len(s.outputs))
	s.noteOrder(n.OrderBy.Items)
	if s.wrapped && !r.refused() {
		if s.unordered {
			r.facts.truncate(before)
			n.OrderBy, s.wrapped = nil, false
			return
		}
		if s.spelled {
			r.facts.truncate(before)
			s.wrapping = true
			r.order(n.OrderBy.Items, s, len(s.outputs))
		}
	}
	r.ordered(n, s.aggregated > 0 && !aggregated)
}

// noteOrder notes which outputs ORDER BY names, and whether it orders by anything but constants.
func (s *scope) noteOrder(items []*ast.ByItem) {
	for _, use := range s.labelUses {
		s.outputs[use.output].orders = true
	}
	for _, item := range items {
		position, ok := item.Expr.(*ast.PositionExpr)
		if !ok || position.N < 1 || position.N > len(s.outputs) {
			s.ordered = true
			continue
		}
		o := &s.outputs[position.N-1]
		_, constant := o.expr.(ast.ValueExpr)
		o.orders, s.ordered = true, s.ordered || !constant
	}
}

func (r *resolver) order(items []*ast.ByItem, s *scope, width int) {
	for _, item := range items {
		s.mixed = isMixed(item.Expr)
		r.orderItem(item, s, width)
	}
}

// orderItem resolves an item of ORDER BY or GROUP BY: a position, a bare name or an expression.
func (r *resolver) orderItem(item *ast.ByItem, s *scope, width int) {
	if at, ok := ordinal(item.Expr); ok {
		item.Expr = &ast.PositionExpr{N: at}
		if at < 1 || at > width {
			if !r.partial && width > 0 {
				r.fault(fmt.Sprintf("position %d is out of range for %s; name the column", at, counted(width, "column")), Node{near: fmt.Sprint(at)})
			}
		}
		if s.clause == inGroup && 1 <= at && at <= len(s.outputs) {
			r.group(at-1, fmt.Sprint(at), s)
		}
		return
	}
	if r.options.Dialect == MariaDB && foldsToOrdinal(item.Expr) {
		r.fault("MariaDB takes TRUE, FALSE and a negative number in ORDER BY or GROUP BY for a position; leave it out", Node{})
	}
	column, ok := tree.Unwrap(item.Expr).(*ast.ColumnNameExpr)
	if !ok {
		r.expr(item.Expr, s)
		if r.options.Dialect == MariaDB && s.clause == inOrder && r.spellsOrdinal(item.Expr) {
			s.wrapped, s.spelled = true, true
		}
		return
	}
	item.Expr = column
	switch b := r.column(column.Name, column, s, Named, true); {
	case b.outcome == boundColumn && b.own && s.clause == inGroup:
		if s.rollup && column.Name.Table.O == "" && s.rollsOtherwise(column.Name.Name.O, b.column) {
			r.unsupported(column, column.Name.Name.O, fmt.Sprintf("%s may be one of several items here, and servers differ on the rows that ROLLUP adds for it; qualify it in GROUP BY", excerpt(column.Name.Name.O)))
		}
		s.groups = append(s.groups, b.column)
	case b.outcome == boundLabel && r.names.Of(column.Name) == nil:
		item.Expr = &ast.PositionExpr{N: b.output + 1}
		if s.clause == inGroup {
			r.group(b.output, column.Name.Name.O, s)
		}
	}
}

// rollsOtherwise reports whether a name in GROUP BY … WITH ROLLUP may mean one of several items to a server: an
// alias is called like it, or its column is grouped or selected twice.
func (s *scope) rollsOtherwise(name string, b binding) bool {
	shown := 0
	for i := range s.outputs {
		if s.outputs[i].is(b) {
			shown++
		}
	}
	return shown > 1 || slices.Contains(s.groups, b) || s.relabels(name, b)
}

// group notes that GROUP BY names an output.
func (r *resolver) group(output int, name string, s *scope) {
	o := &s.outputs[output]
	if o.plain {
		s.groups = append(s.groups, o.from)
	}
	r.groupedOutput(o, name)
}

// ordinal returns the position that an item names. A server takes (2) and +2 for 2, which the parser
// does not.
func ordinal(e ast.ExprNode) (int, bool) {
	switch n := tree.Unwrap(e).(type) {
	case *ast.PositionExpr:
		return n.N, n.P == nil
	case ast.ValueExpr:
		i, ok := n.GetValue().(int64)
		if !ok || n.GetType().GetFlag()&mysql.IsBooleanFlag != 0 || i > 1<<20 {
			return 0, false
		}
		return int(i), true
	default:
		return 0, false
	}
}

// spellsOrdinal is foldsToOrdinal for what labels are printed as.
func (r *resolver) spellsOrdinal(e ast.ExprNode) bool {
	switch n := tree.Unwrap(e).(type) {
	case *ast.UnaryOperationExpr:
		return r.spellsOrdinal(n.V)
	case *ast.ColumnNameExpr:
		b := r.names.Of(n.Name)
		return b != nil && b.Expr != nil && foldsToOrdinal(b.Expr)
	default:
		return false
	}
}

// foldsToOrdinal reports whether an expression is nothing but a truth value or a number, with minus or
// NOT in front. MariaDB folds such a thing before it looks for positions: TRUE is 1, NOT TRUE is 0.
func foldsToOrdinal(e ast.ExprNode) bool {
	switch n := tree.Unwrap(e).(type) {
	case *ast.UnaryOperationExpr:
		return n.Op != opcode.BitNeg && foldsToOrdinal(n.V)
	case ast.ValueExpr:
		value, ok := literal.Read(n)
		return ok && (value.Kind == literal.Integer || value.Kind == literal.Bool)
	default:
		_, whole := ordinal(n)
		return whole
	}
}

func (r *resolver) limit(n *ast.Limit) {
	if n == nil {
		return
	}
	for _, e := range []ast.ExprNode{n.Offset, n.Count} {
		if e == nil {
			continue
		}
		if _, ok := tree.RowCount(e); !ok {
			r.unsupported(e, "LIMIT", "LIMIT and OFFSET take whole numbers only; write the number itself")
		}
	}
}

// identifier refuses a name that could not be printed safely on the connection.
func (r *resolver) identifier(name, what string) {
	switch {
	case name == "":
	case r.options.ASCII && !isASCII(name):
		r.engine(RuleSyntax, fmt.Sprintf("%s %s holds characters outside ASCII, which are switched off here; use ASCII letters", what, excerpt(name)), Node{near: excerpt(name)})
	case len(name) > maxAlias && utf8.RuneCountInString(name) > maxAlias:
		r.fault(fmt.Sprintf("%s %s has more than %d characters; write a shorter one", what, excerpt(name), maxAlias), Node{near: excerpt(name)})
	case strings.IndexFunc(name, func(c rune) bool { return c > 0xffff }) >= 0:
		r.engine(RuleSyntax, fmt.Sprintf("%s %s holds a character that servers have in no name; write another name", what, excerpt(name)), Node{near: excerpt(name)}) // error 1300
	case hasControl(name):
		r.engine(RuleSyntax, what+" holds a control character; leave it out", Node{})
	}
}

// hasControl reports whether a name has a control character.
func hasControl(name string) bool {
	for i := range len(name) {
		if name[i] < ' ' || name[i] >= 0x7f {
			return strings.IndexFunc(name[i:], unicode.IsControl) >= 0
		}
	}
	return false
}

// tableIdentifier is identifier for names that others are held against: servers differ on blanks at
// their ends.
func (r *resolver) tableIdentifier(name, what string) {
	r.identifier(name, what)
	r.outerBlanks(name, what)
}

func (r *resolver) outerBlanks(name, what string) {
	if name != "" && (isBlank(name[0]) || isBlank(name[len(name)-1])) {
		r.fault(fmt.Sprintf("%s %q begins or ends with a blank; leave the blank out", what, excerpt(name)), Node{near: excerpt(name)})
	}
}
