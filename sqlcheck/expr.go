package sqlcheck

import (
	"fmt"
	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// expr resolves an expression. Parentheses add no depth, and no node: what is printed gets its own.
func (r *resolver) expr(e ast.ExprNode, s *scope) {
	e = tree.Unwrap(e)
	if binary, ok := e.(*ast.BinaryOperationExpr); ok {
		r.binaryChain(binary, s)
		return
	}
	if !r.down() {
		return
	}
	defer r.up()
	switch n := e.(type) {
	case *ast.ColumnNameExpr:
		r.column(n.Name, n, s, Named, false)
	case ast.ParamMarkerExpr:
		r.unsupported(n, "?", "the parameter ? has no value here; write the value itself")
	case ast.ValueExpr:
		r.literal(n, s)
	case *ast.UnaryOperationExpr:
		if !print.Unary(n.Op) {
			r.unknownNode(n)
		}
		r.expr(n.V, s)
	case *ast.BetweenExpr:
		r.exprs(s, n.Expr, n.Left, n.Right)
	case *ast.PatternInExpr:
		r.in(n, s)
	case *ast.IsNullExpr:
		r.expr(n.Expr, s)
	case *ast.IsTruthExpr:
		r.expr(n.Expr, s)
	case *ast.PatternLikeOrIlikeExpr:
		r.like(n, s)
	case *ast.PatternRegexpExpr:
		r.exprs(s, n.Expr, n.Pattern)
		r.pattern(n.Pattern, n)
	case *ast.CaseExpr:
		r.caseExpr(n, s)
	case *ast.RowExpr:
		r.exprs(s, n.Values...)
		r.rowAsValue(n)
	case *ast.SetCollationExpr:
		if !builtin.Collation(n.Collate, r.dialect) {
			r.unsupported(n, n.Collate, fmt.Sprintf("the collation %s is not one of %s; leave COLLATE out or write one such as utf8mb4_general_ci", excerpt(n.Collate), r.options.Dialect.product()))
		}
		r.expr(n.Expr, s)
	case *ast.SubqueryExpr:
		r.subqueryAsValue(n, r.subquery(n, s, role{}))
	case *ast.ExistsSubqueryExpr:
		r.exists(n, s)
	case *ast.CompareSubqueryExpr:
		r.compareSubquery(n, s)
	default:
		r.callExpr(e, s)
	}
}

// callExpr resolves the expressions that are calls of something.
func (r *resolver) callExpr(e ast.ExprNode, s *scope) {
	switch n := e.(type) {
	case *ast.FuncCallExpr:
		r.call(n, s)
	case *ast.AggregateFuncExpr:
		r.aggregate(n, s)
	case *ast.WindowFuncExpr:
		r.windowCall(n, s)
	case *ast.FuncCastExpr:
		r.cast(n, s)
	case *ast.MatchAgainst:
		r.match(n, s)
	case *ast.DefaultExpr:
		// A default may be an expression, which reads other columns and calls functions.
		r.recordRefusedCall("DEFAULT", "DEFAULT(column) is not available; write the value itself", n)
	case *ast.VariableExpr:
		r.variable(n, s)
	case *ast.ValuesExpr:
		r.recordRefusedCall("VALUES", "VALUES(column) means something in INSERT only; name the column", n)
	default:
		r.unknownNode(e)
	}
}

func (r *resolver) exprs(s *scope, list ...ast.ExprNode) {
	for _, e := range list {
		r.expr(e, s)
	}
}

// binaryChain resolves a run of one binary operator, which counts as one level: a thousand ORed
// conditions are flat to a server. The run leans to the left, so it is walked in a loop.
func (r *resolver) binaryChain(n *ast.BinaryOperationExpr, s *scope) {
	if !r.down() {
		return
	}
	defer r.up()
	if !print.Binary(n.Op) {
		r.unknownNode(n)
	}
	if n.Op == opcode.NullEQ && r.options.Dialect == MariaDB && (isJSON(n.L) || isJSON(n.R)) {
		// MariaDB 10.11 ends when it compares one with a string column so.
		r.unsupported(n, "<=>", "a JSON value beside <=> is not supported for MariaDB; compare JSON_VALUE(…), or use = and IS NULL")
	}
	var short [8]ast.ExprNode
	chain := append(short[:0], n.R)
	rest := tree.Unwrap(n.L)
	for {
		left, ok := rest.(*ast.BinaryOperationExpr)
		if !ok || left.Op != n.Op {
			break
		}
		chain, rest = append(chain, left.R), tree.Unwrap(left.L)
	}
	if print.Compares(n.Op) {
		r.comparisons(n, rest, chain, s)
		return
	}
	r.expr(rest, s)
	for i := len(chain) - 1; i >= 0; i-- {
		r.expr(chain[i], s)
	}
}

// isJSON reports whether an expression is, or holds in a row, a call of a function of JSON but JSON_VALUE.
func isJSON(e ast.ExprNode) bool {
	switch n := tree.Unwrap(e).(type) {
	case *ast.FuncCallExpr:
		return strings.HasPrefix(n.FnName.L, "json_") && n.FnName.L != "json_value" || slices.ContainsFunc(n.Args, isJSON)
	case *ast.AggregateFuncExpr:
		return strings.HasPrefix(strings.ToLower(n.F), "json_")
	case *ast.RowExpr:
		return slices.ContainsFunc(n.Values, isJSON)
	case *ast.CaseExpr:
		return slices.ContainsFunc(n.WhenClauses, func(w *ast.WhenClause) bool { return isJSON(w.Result) }) || n.ElseClause != nil && isJSON(n.ElseClause)
	default:
		return false
	}
}

func (r *resolver) literal(n ast.ValueExpr, s *scope) {
	l, ok := literal.Read(n)
	switch {
	case !ok, l.Kind == literal.AllRows:
		r.unsupported(n, "", "this literal is not supported; write it as a plain number or string, without the name of a character set")
	case l.Kind == literal.Hex && l.Foreign && r.options.Dialect == MariaDB:
		// MariaDB tells 0x41 from x'41', and this value no longer does.
		r.unsupported(n, "", "this hexadecimal literal is not supported; write CAST(… AS CHAR) or a decimal number")
	case l.Kind == literal.String && l.Charset == "":
		r.quotedName(n, l.Text, s)
		r.countEscaped(l.Text)
	}
}

// maxEscaped is how many backslashes and control characters strings may hold, beside one for each escapedBytes
// bytes of the text, runs of them counted once: what is printed for each is ten times as long.
const (
	maxEscaped   = 128
	escapedBytes = 16
)

// countEscaped counts what in a string cannot stand between quotes as it is.
func (r *resolver) countEscaped(text string) {
	if r.again || literal.Plain(text, false) {
		return
	}
	r.escaped += literal.Escapes(text)
	if r.escaped > maxEscaped+len(r.source.SQL)/escapedBytes && !r.partial {
		r.partial = true
		r.complexity("the strings hold too many backslashes or control characters; write fewer of them, or join a table instead")
	}
}

// quotedName notes a double-quoted string that spells a visible column: it is a string here, and may
// have been meant as the column.
func (r *resolver) quotedName(n ast.ValueExpr, text string, s *scope) {
	at := n.OriginTextPosition()
	if at < 0 || at >= len(r.source.SQL) || r.source.SQL[at] != '"' {
		return
	}
	for sc := s; sc != nil; sc = sc.parent {
		if _, got := sc.find("", "", text, false); got == unique {
			r.recordQuotedName(text, n)
			return
		}
	}
}

func (r *resolver) in(n *ast.PatternInExpr, s *scope) {
	r.compared(n.Expr, s, role{})
	if len(n.List) == 1 {
		// IN ((SELECT …)) is IN (SELECT …) to a server.
		if sub, ok := tree.Unwrap(n.List[0]).(*ast.SubqueryExpr); ok && n.Sel == nil {
			n.Sel, n.List = sub, nil
		}
	}
	if n.Sel != nil {
		r.compared(n.Sel, s, role{compared: true, semijoin: true})
		r.joinedBySubquery(n, s, true)
		r.comparedWith(n.Expr, n.Sel, n)
	}
	for _, e := range n.List {
		r.compared(e, s, role{})
		r.comparedWith(n.Expr, e, n)
	}
}

func (r *resolver) caseExpr(n *ast.CaseExpr, s *scope) {
	if n.Value != nil {
		r.expr(n.Value, s)
	}
	for _, when := range n.WhenClauses {
		r.exprs(s, when.Expr, when.Result)
	}
	if n.ElseClause != nil {
		r.expr(n.ElseClause, s)
	}
}

func (r *resolver) exists(n *ast.ExistsSubqueryExpr, s *scope) {
	sub, ok := n.Sel.(*ast.SubqueryExpr)
	if !ok {
		r.unknownNode(n)
		return
	}
	r.subquery(sub, s, role{exists: true})
}

// subquery resolves the subquery of an expression, and returns how many columns it selects, 0 where that is
// not certain.
func (r *resolver) subquery(n *ast.SubqueryExpr, s *scope, as role) int {
	r.subqueries++
	n.Query = r.unbraced(n.Query)
	uncertain, reached := r.uncertain, s.reached
	as.scalar = !as.exists && !as.compared
	outputs, oneRow := r.query(n.Query, s.ctes, s, as)
	r.subqueries--
	r.manyRows = r.manyRows || as.scalar && !oneRow
	r.joinedBySubquery(n, s, s.reached > reached)
	if r.uncertain > uncertain {
		return 0
	}
	return len(outputs)
}

// joinedBySubquery refuses a subquery in ON that TiDB cannot compute before the join: one that is compared with
// the joined rows, or reads them.
func (r *resolver) joinedBySubquery(n ast.ExprNode, s *scope, depends bool) {
	if depends && s.clause == inFrom && r.options.Dialect == TiDB {
		r.misuse("TiDB takes no such subquery in ON; join a derived table of what it selects", r.at(n, "ON"))
	}
}

func (r *resolver) compareSubquery(n *ast.CompareSubqueryExpr, s *scope) {
	if !print.Comparison(n.Op) {
		r.unsupported(n, "", "only = <> < <= > >= may stand before ANY and ALL; write IN or EXISTS")
	}
	if _, ok := n.R.(*ast.SubqueryExpr); !ok {
		r.unknownNode(n)
	}
	r.compared(n.L, s, role{})
	r.compared(n.R, s, role{compared: true})
	r.joinedBySubquery(n, s, true)
	r.quantified(n)
}

// like resolves LIKE. A pattern that is a literal is printed with an escape character that no
// sql_mode re-reads; of any other, an escape character of its own must be one that can be printed.
func (r *resolver) like(n *ast.PatternLikeOrIlikeExpr, s *scope) {
	r.expr(n.Expr, s)
	escaped := r.escaped
	r.expr(n.Pattern, s)
	if !n.IsLike && r.options.Dialect != TiDB {
		r.unsupported(n, "ILIKE", fmt.Sprintf("%s has no ILIKE; write LIKE, which ignores letter case under most collations, or compare LOWER(…) of both sides", r.options.Dialect.product()))
	}
	pattern, _, ok := print.PatternOf(n)
	switch {
	case ok:
		r.escaped = escaped // it is printed as a string
		if pattern.Text != "" && (pattern.Text[0] == '%' || pattern.Text[0] == '_') {
			r.recordWildcardLike(n)
		}
		if _, _, ok := print.PortablePattern(pattern.Text, n.Escape); !ok || n.Escape == 0 && strings.Contains(pattern.Text, "\x00") {
			r.unsupported(n, "LIKE", "the escape characters of this LIKE pattern cannot be written in a portable way; name one that the pattern does not use, such as ESCAPE '!'")
		}
	case !n.EscapeExplicit && print.HidesLiteral(n.Pattern):
		r.unsupported(n, "LIKE", "a LIKE pattern with a backslash is not supported inside a CAST with a length or a character set; leave the CAST out, or cast the other side")
	case n.EscapeExplicit && !print.PrintableEscape(n.Escape):
		r.unsupported(n, "ESCAPE", "the ESCAPE of a LIKE pattern that is no literal cannot be a backslash or outside ASCII; use another character, such as ESCAPE '!'")
	}
}

// columnOnly resolves a name at a place where the grammar has room for a column only: an alias could
// not be written out there.
func (r *resolver) columnOnly(n *ast.ColumnName, e ast.ExprNode, s *scope) meaning {
	written := *n
	b := r.column(n, e, s, Named, false)
	if b.outcome == boundLabel {
		r.recordUnknownColumn(fmt.Sprintf("%s is an alias here; name the column that it stands for", excerpt(columnText(&written))), r.at(e, columnText(&written)))
	}
	return b
}

// match resolves MATCH (…) AGAINST (…): columns of one table, and what is the same for all rows (error 1210).
func (r *resolver) match(n *ast.MatchAgainst, s *scope) {
	first := -1
	for _, c := range n.ColumnNames {
		b := r.columnOnly(c, n, s)
		if b.outcome != boundColumn || !b.own {
			continue
		}
		if first >= 0 && b.column.relation != first {
			r.misuse("MATCH takes the columns of one table; write a MATCH for each table", r.at(n, "MATCH"))
		}
		first = b.column.relation
	}
	// The parser does not mark what a MATCH inside reads.
	reads, blocks := r.columnReads, len(r.facts.Blocks)
	r.expr(n.Against, s)
	if len(r.facts.Blocks) == blocks && (r.columnReads > reads || r.varies(n.Against)) {
		r.misuse("AGAINST takes text that is the same for all rows; write the words themselves", r.at(n, "AGAINST"))
	}
}

// variable records the use of a variable. An assignment writes, and so does not need to be one.
func (r *resolver) variable(n *ast.VariableExpr, s *scope) {
	name := "@" + n.Name
	if n.IsSystem {
		name = "@" + name
	}
	if r.isParameter(n) {
		return
	}
	if n.Value != nil {
		r.recordWrite(name+" :=", "compute the value in a subquery or with a window function", n)
		r.expr(n.Value, s)
		return
	}
	r.recordVariable(name, n)
}
