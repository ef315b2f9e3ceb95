package grammargen

import (
	"strconv"

	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// selectStatement derives one query block; what it returns is in result.
func (w *walk) selectStatement(s *grammar.Symbol, e env) *Node {
	p := w.choose(s, &e)
	outer := e.block
	e.block = &block{outer: outer}
	if e.recursive != nil {
		e.block.recursive = e.recursive
	}
	e.recursive = nil
	n := w.apply(p, e)
	w.result = e.block.output
	return n
}

// subSelect derives a query in parentheses, which is a level deeper.
func (w *walk) subSelect(s *grammar.Symbol, e env) *Node {
	e.depth++
	e.bare, e.tailOf, e.noHaving = false, nil, false
	e.clause, e.args, e.role = inFrom, 0, anyRole
	if e.row > 1 {
		e.width, e.row = e.row, 0
	}
	return w.apply(w.choose(s, &e), e)
}

// scalar has the query of an expression return one column.
func scalar(_ *walk, _ int, e *env) {
	e.width, e.distinct = max(1, e.row), false
}

// setOperation derives arms of the same width.
func (w *walk) setOperation(s *grammar.Symbol, e env) *Node {
	e.arms = &arms{width: e.width}
	e.tailOf = &block{outer: e.block}
	n := w.apply(w.choose(s, &e), e)
	w.result = e.arms.output
	return n
}

// arms are those of one set operation: the first one says how wide the others are, and what the
// columns are called.
type arms struct {
	width  int
	output []Column
}

// arms derives a production of a set operation.
func (w *walk) arms(s *grammar.Symbol, e env) *Node {
	p := w.choose(s, &e)
	w.left--
	w.reached(p)
	n := &Node{production: p}
	for i, of := range p.Right {
		inner := e
		switch of.Name {
		case "SelectStmt":
			inner.bare = i == 0 || w.one(2)
			n.children = append(n.children, w.arm(of, inner))
		case "SubSelect":
			n.children = append(n.children, w.arm(of, inner))
		case "OrderBy":
			inner.block = e.tailOf
			inner.block.output = e.arms.output
			n.children = append(n.children, w.expand(of, inner))
		default:
			n.children = append(n.children, w.child(p, i, inner))
		}
	}
	return n
}

func (w *walk) arm(s *grammar.Symbol, e env) *Node {
	first, of := e.arms.output == nil, e.arms
	e.width, e.arms = of.width, nil
	e.distinct = e.distinct && first
	if e.tailOf != nil {
		e.tailOf.output = of.output
	}
	n := w.expand(s, e)
	if first {
		of.width, of.output = len(w.result), append([]Column(nil), w.result...)
	}
	return n
}

func enterWhere(_ *walk, e *env) { e.clause, e.aggregates, e.windows = inWhere, false, false }

// whereClause derives a condition. That of a recursive arm ends the recursion.
func (w *walk) whereClause(s *grammar.Symbol, e env) *Node {
	b := e.block
	if b == nil || b.recursive == nil || len(b.relations) == 0 {
		return w.apply(s.Alternatives[0], e)
	}
	column := w.node("SimpleExpr: SimpleIdent", w.spelled("SimpleIdent", reference{table: b.relations[0].name, column: b.recursive.Columns[0].Name}))
	for _, line := range [...]string{"BitExpr: SimpleExpr", "PredicateExpr: BitExpr", "BoolPri: PredicateExpr"} {
		column = w.node(line, column)
	}
	bound := w.literal("3").children[0].children[0] // a predicate
	less := w.node("BoolPri: BoolPri CompareOp PredicateExpr", column, w.node("CompareOp: <", &Node{text: "<"}), bound)
	return w.node("WhereClause: WHERE Expression", &Node{text: "WHERE"}, w.node("Expression: BoolPri", less))
}

func enterGroup(_ *walk, e *env) { e.clause, e.aggregates, e.windows = inGroup, false, false }

func enterHaving(_ *walk, e *env) { e.clause, e.aggregates, e.windows = inHaving, true, false }

// enterOrder is for ORDER BY of a block, or of the set operation whose last arm it stands behind.
func enterOrder(_ *walk, e *env) {
	if e.tailOf != nil && e.arms == nil {
		e.block = e.tailOf
	}
	b := e.block
	e.clause = inOrder
	e.aggregates = b.grouped || b.aggregated
	e.windows = !b.distinct && len(b.relations) > 0
}

func enterWindow(_ *walk, e *env) { e.clause, e.windows = inWindow, false }

func enterFields(_ *walk, e *env) {
	e.clause, e.aggregates, e.windows = inField, e.block.recursive == nil, e.block.recursive == nil
}

// commonTable derives a CTE: its query first, because its columns are those of the query.
func (w *walk) commonTable(s *grammar.Symbol, e env) *Node {
	p := s.Alternatives[0]
	w.reached(p)
	scope := e.with
	name := w.newName("q", &e)
	cte := Table{Name: w.name}
	inner := e
	inner.distinct, inner.width, inner.block, inner.with = true, 0, nil, nil
	inner.ctes = append(inner.ctes[:len(inner.ctes):len(inner.ctes)], scope.ctes...)
	var list, query *Node
	if scope.recursive && !w.one(3) {
		list, query = w.recursive(&cte, inner)
	} else {
		query = w.expand(p.Right[3], inner)
		cte.Columns = append([]Column(nil), w.result...)
		list = w.columnNames(&cte, e)
	}
	scope.ctes = append(scope.ctes, cte)
	return &Node{production: p, children: []*Node{name, list, {text: "AS"}, query}}
}

// A with is a WITH clause while it is derived.
type with struct {
	recursive bool
	ctes      []Table
}

// columnNames derives the list of column names of a CTE, which renames them.
func (w *walk) columnNames(cte *Table, e env) *Node {
	aims := w.steering && (w.target.Left.Name == "IdentListWithParenOpt" || w.target.Left.Name == "IdentList")
	if len(cte.Columns) == 0 || !aims && !w.one(4) {
		return w.node("IdentListWithParenOpt:")
	}
	var names *Node
	for i := range cte.Columns {
		name := w.newName("r", &e)
		cte.Columns[i].Name = w.name
		if names == nil {
			names = w.node("IdentList: Identifier", name)
		} else {
			names = w.node("IdentList: IdentList , Identifier", names, &Node{text: ","}, name)
		}
	}
	return w.node("IdentListWithParenOpt: ( IdentList )", &Node{text: "("}, names, &Node{text: ")"})
}

// recursive derives the column names and the query of a recursive CTE: an arm that does not read it, and
// one that does and has a condition that ends it.
func (w *walk) recursive(cte *Table, e env) (list, query *Node) {
	e.depth++
	e.width = 1 + w.IntN(2)
	e.bare = true
	first := w.expand(w.grammar.Nonterminal("SelectStmt"), e)
	cte.Columns = append([]Column(nil), w.result...)
	list = w.columnNames(cte, e)
	operator := w.expand(w.grammar.Nonterminal("SetOpr"), e)
	for range 3 {
		if operator.production == w.p("SetOpr: UNION SetOprOpt") {
			break // the only one that servers take, mostly
		}
		operator = w.expand(w.grammar.Nonterminal("SetOpr"), e)
	}
	again := e
	again.ctes = append(again.ctes[:len(again.ctes):len(again.ctes)], *cte)
	again.recursive = cte
	again.distinct = false
	second := w.expand(w.grammar.Nonterminal("SelectStmt"), again)
	return list, w.node("SubSelect: ( SetOprStmt )", &Node{text: "("},
		w.node("SetOprStmt: SetOprStmtWoutLimitOrderBy",
			w.node("SetOprStmtWoutLimitOrderBy: SetOprClauseList SetOpr SelectStmt",
				w.node("SetOprClauseList: SetOprClause", w.node("SetOprClause: SelectStmt", first)), operator, second)),
		&Node{text: ")"})
}

// rowValue derives a row of VALUES.
func (w *walk) rowValue(s *grammar.Symbol, e env) *Node {
	b := e.block
	if len(b.output) == 0 {
		width := e.width
		if width == 0 {
			width = 1 + w.IntN(3)
		}
		for i := range width {
			b.output = append(b.output, Column{Name: "column_" + strconv.Itoa(i)})
		}
	}
	e.aggregates, e.windows = false, false
	var values *Node
	for range b.output {
		x := w.expand(w.grammar.Nonterminal("ExprOrDefault"), e)
		if values == nil {
			values = w.node("Values: ExprOrDefault", x)
		} else {
			values = w.node("Values: Values , ExprOrDefault", values, &Node{text: ","}, x)
		}
	}
	row := w.node("ValuesOpt: Values", values)
	if empty := w.p("ValuesOpt:"); w.steering && w.target == empty {
		row = w.node("ValuesOpt:")
	}
	return w.node("RowValue: ( ValuesOpt )", &Node{text: "("}, row, &Node{text: ")"})
}

// node returns a node of a production that setRules has looked up.
func (w *walk) node(line string, children ...*Node) *Node {
	p := w.p(line)
	w.reached(p)
	return &Node{production: p, children: children}
}
