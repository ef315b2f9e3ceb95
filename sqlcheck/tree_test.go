package sqlcheck_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// A serverMode is a setting of a server. The parser knows what it does to the grammar.
type serverMode struct {
	name string
	mode mysql.SQLMode
}

// serverModes are those under which a print must mean the same. The last one is all of them.
var serverModes = []serverMode{
	{"ANSI_QUOTES", mysql.ModeANSIQuotes},
	{"NO_BACKSLASH_ESCAPES", mysql.ModeNoBackslashEscapes},
	{"PIPES_AS_CONCAT", mysql.ModePipesAsConcat},
	{"HIGH_NOT_PRECEDENCE", mysql.ModeHighNotPrecedence},
	{"IGNORE_SPACE", mysql.ModeIgnoreSpace},
	{"all of them", mysql.ModeANSIQuotes | mysql.ModeNoBackslashEscapes | mysql.ModePipesAsConcat |
		mysql.ModeHighNotPrecedence | mysql.ModeIgnoreSpace | mysql.ModeRealAsFloat},
}

var idle = sync.Pool{New: func() any { return parser.New() }}

// parsed returns the one statement of sql as the parser reads it under a mode.
func parsed(sql string, mode mysql.SQLMode) (ast.StmtNode, error) {
	p := idle.Get().(*parser.Parser)
	defer idle.Put(p)
	p.Reset()
	p.SetSQLMode(mode)
	statements, _, err := p.ParseSQL(sql)
	if err != nil {
		return nil, err
	}
	if len(statements) != 1 {
		return nil, fmt.Errorf("%d statements", len(statements))
	}
	return statements[0], nil
}

// parsedIn is parsed for a text of a dialect, which may have forms that the parser does not know.
func parsedIn(d builtin.Dialects, sql string, mode mysql.SQLMode) (ast.StmtNode, error) {
	if n, err := parsed(sql, mode); err == nil && !strings.Contains(strings.ToUpper(sql), "INTERVAL") {
		return n, nil
	}
	text := sqlcheck.ReadableText(sql, d)
	n, err := parsed(text.SQL, mode)
	if err != nil {
		return nil, err
	}
	return n, text.Apply([]ast.StmtNode{n})
}

// sameUnderEveryMode checks that a print has the same tree under every mode.
func sameUnderEveryMode(tb testing.TB, d builtin.Dialects, print string) {
	tb.Helper()
	sameUnder(tb, d, print, serverModes)
}

func sameUnder(tb testing.TB, d builtin.Dialects, print string, modes []serverMode) {
	tb.Helper()
	want, err := parsedIn(d, print, 0)
	if err != nil {
		tb.Errorf("the print %q does not parse: %v", print, err)
		return
	}
	for _, m := range modes {
		got, err := parsedIn(d, print, m.mode)
		switch {
		case err != nil:
			tb.Errorf("the print %q does not parse under %s: %v", print, m.name, err)
		case !new(comparison).same(want, got):
			tb.Errorf("the print %q means something else under %s", print, m.name)
		}
	}
}

// sameTree checks that a print has the tree of the text it was made from.
func sameTree(tb testing.TB, d builtin.Dialects, sql, print string) {
	tb.Helper()
	text, err := parsedIn(d, sql, 0)
	if err != nil {
		tb.Errorf("the accepted text %q does not parse: %v", sql, err)
		return
	}
	again, err := parsedIn(d, print, 0)
	if err != nil {
		tb.Errorf("the print %q does not parse: %v", print, err)
		return
	}
	if !new(comparison).same(text, again) {
		tb.Errorf("the print of %q is another query: %q", sql, print)
	}
}

// A comparison holds the tree of a print against that of the text. It is written against the
// parser's types and shares nothing with the resolver and the printer. What the print may do is:
// leave out parentheses, hints and modifiers; spell one thing in another way; qualify columns, and number
// an alias that would hide what qualifies one; write wildcards as columns, NATURAL JOIN and USING as
// conditions, and aliases as positions or as what they stand for; and put a block into a derived table,
// below its ORDER BY.
type comparison struct {
	blocks []blocks // those around, innermost last
	exists int      // calls of EXISTS around
}

// blocks are a query block of the text and that of the print.
type blocks struct{ text, print *ast.SelectStmt }

// leftOut are the fields that do not tell what a statement means, or that are compared elsewhere.
var leftOut = map[string]bool{
	"SelectStmt.SelectStmtOpts":         true, // modifiers, which are dropped from the print
	"SelectStmt.TableHints":             true,
	"SelectStmt.IsInBraces":             true,
	"SelectStmt.WithBeforeBraces":       true,
	"SelectStmt.QueryBlockOffset":       true,
	"SetOprStmt.IsInBraces":             true,
	"SelectField.Offset":                true,
	"SelectField.AsName":                true, // implied names become aliases; the facts have both
	"TableName.IndexHints":              true,
	"Join.ExplicitParens":               true,
	"Join.StraightJoin":                 true,
	"CommonTableExpression.IsRecursive": true, // its WITH says so
	"FuncCastExpr.FunctionType":         true, // CONVERT(x, t) is printed as CAST(x AS t)
	"FuncCallExpr.Tp":                   true,
	"SubqueryExpr.MultiRows":            true, // IN (SELECT …) sets it, IN ((SELECT …)) does not
	"ByItem.NullOrder":                  true, // set where neither ASC nor DESC was written
	"CIStr.O":                           true, // letter case
}

// same reports whether b, of the print, means what a, of the text, does.
func (c *comparison) same(a, b ast.Node) bool {
	a, b = plain(a), plain(b)
	if isNil(a) || isNil(b) {
		return isNil(a) && isNil(b)
	}
	switch a := a.(type) {
	case ast.ValueExpr:
		v, ok := b.(ast.ValueExpr)
		return ok && sameLiteral(a, v)
	case *ast.ColumnNameExpr:
		if column, ok := b.(*ast.ColumnNameExpr); ok && sameColumn(a.Name, column.Name) {
			return true
		}
		return c.standsFor(a, b)
	}
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return false
	}
	return c.sameNodes(a, b)
}

// sameNodes compares two nodes of one type.
func (c *comparison) sameNodes(a, b ast.Node) bool {
	switch a := a.(type) {
	case *ast.SelectStmt:
		if inner, ok := wrapped(a, b.(*ast.SelectStmt)); ok {
			block := *a
			block.OrderBy, block.Limit, block.With, block.Having, inner.Having = nil, nil, nil, nil, nil
			block.AfterSetOperator = nil
			return c.same(&block, inner)
		}
		c.blocks = append(c.blocks, blocks{a, b.(*ast.SelectStmt)})
		defer func() { c.blocks = c.blocks[:len(c.blocks)-1] }()
	case *ast.ColumnName:
		return sameColumn(a, b.(*ast.ColumnName))
	case *ast.FieldList:
		return c.sameFields(a.Fields, b.(*ast.FieldList).Fields)
	case *ast.Join:
		if a.NaturalJoin || a.Using != nil {
			return c.sameOperands(a, b.(*ast.Join))
		}
	case *ast.ByItem:
		return c.sameItem(a, b.(*ast.ByItem))
	case *ast.ExistsSubqueryExpr:
		return c.sameExists(a, b.(*ast.ExistsSubqueryExpr))
	case *ast.PatternLikeOrIlikeExpr:
		b := b.(*ast.PatternLikeOrIlikeExpr)
		if p, q := patternOf(a), patternOf(b); p != nil && q != nil {
			return a.Not == b.Not && a.IsLike == b.IsLike && c.same(a.Expr, b.Expr) && slices.Equal(p, q)
		}
	case *ast.WithClause:
		b := b.(*ast.WithClause)
		if a.IsRecursive && b.IsRecursive && len(a.CTEs) == len(b.CTEs) {
			return c.sameValues(reflect.ValueOf(byName(a.CTEs)), reflect.ValueOf(byName(b.CTEs)))
		}
	case *ast.TableSource:
		b := b.(*ast.TableSource)
		return a.Lateral == b.Lateral && sameAlias(a, b) && c.same(a.Source, b.Source) && c.sameValues(reflect.ValueOf(a.ColumnNames), reflect.ValueOf(b.ColumnNames))
	case *ast.AggregateFuncExpr:
		if !strings.EqualFold(a.F, b.(*ast.AggregateFuncExpr).F) {
			return false
		}
	case *ast.WindowFuncExpr:
		if !strings.EqualFold(a.Name, b.(*ast.WindowFuncExpr).Name) {
			return false
		}
	case *ast.FuncCastExpr:
		if a.Tp.String() != b.(*ast.FuncCastExpr).Tp.String() {
			return false
		}
	}
	return c.sameValues(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem())
}

// byName returns CTEs in an order that does not depend on that of the text: all of a WITH RECURSIVE see each
// other on MariaDB, and the print defines first what is read.
func byName(list []*ast.CommonTableExpression) []*ast.CommonTableExpression {
	return slices.SortedStableFunc(slices.Values(list), func(a, b *ast.CommonTableExpression) int { return strings.Compare(a.Name.L, b.Name.L) })
}

// sameValues compares what nodes are made of.
func (c *comparison) sameValues(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		if n, ok := a.Interface().(ast.Node); ok {
			m, _ := b.Interface().(ast.Node)
			return c.same(n, m)
		}
		if m, ok := b.Interface().(ast.Node); ok {
			return c.same(nil, m)
		}
		return a.IsNil() && b.IsNil() || !a.IsNil() && !b.IsNil() && c.sameValues(a.Elem(), b.Elem())
	case reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if !c.sameValues(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Struct:
		return c.sameStructs(a, b)
	default:
		return a.Equal(b)
	}
}

func (c *comparison) sameStructs(a, b reflect.Value) bool {
	name := a.Type().Name()
	for i := range a.NumField() {
		field := a.Type().Field(i)
		switch {
		case !field.IsExported(), field.Anonymous, leftOut[name+"."+field.Name]:
		case field.Type == reflect.TypeFor[ast.JoinType]():
			if max(a.Field(i).Int(), 1) != max(b.Field(i).Int(), 1) {
				return false // STRAIGHT_JOIN leaves it zero, which is a cross join
			}
		case name == "AggregateFuncExpr" && field.Name == "F", name == "WindowFuncExpr" && field.Name == "Name", name == "FuncCastExpr" && field.Name == "Tp":
		case !c.sameValues(a.Field(i), b.Field(i)):
			return false
		}
	}
	return true
}

func isNil(n ast.Node) bool { return n == nil || reflect.ValueOf(n).IsNil() }

// plain returns a node in the one spelling in which it is compared.
func plain(n ast.Node) ast.Node {
	for !isNil(n) {
		simpler, ok := simplified(n)
		if !ok {
			break
		}
		n = simpler
	}
	return n
}

func simplified(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.ParenthesesExpr:
		return n.Expr, true
	case *ast.Join:
		return n.Left, n.Right == nil
	case *ast.SetOprStmt:
		return onlyBlock(n)
	case *ast.SetOprSelectList:
		return onlyArm(n)
	case *ast.SelectStmt:
		if n.Kind == ast.SelectStmtKindTable {
			block := *n
			block.Kind = ast.SelectStmtKindSelect
			return &block, true
		}
	case *ast.FuncCallExpr:
		if l, ok := literal.Printed(n); ok {
			return ast.NewValueExpr(l.Text, "", "").(ast.Node), true
		}
	case *ast.PatternInExpr:
		if sub, ok := onlySubquery(n); ok {
			return &ast.PatternInExpr{Expr: n.Expr, Not: n.Not, Sel: sub}, true
		}
	case *ast.UnaryOperationExpr:
		switch n.Op {
		case opcode.Not2:
			return &ast.UnaryOperationExpr{Op: opcode.Not, V: n.V}, true
		case opcode.Plus: // it changes nothing
			return n.V, true
		}
	case *ast.ExistsSubqueryExpr:
		if n.Not {
			return &ast.UnaryOperationExpr{Op: opcode.Not, V: &ast.ExistsSubqueryExpr{Sel: n.Sel}}, true
		}
	}
	return nil, false
}

// onlyBlock returns the query that a set operation of one arm is: what stands behind its parentheses is the
// query's own, where that has none.
func onlyBlock(n *ast.SetOprStmt) (ast.Node, bool) {
	if len(n.SelectList.Selects) != 1 {
		return nil, false
	}
	arm := plain(n.SelectList.Selects[0])
	ends := n.OrderBy != nil || n.Limit != nil
	switch arm := arm.(type) {
	case *ast.SelectStmt:
		only := *arm
		if ends {
			only.OrderBy, only.Limit = n.OrderBy, n.Limit
		}
		if only.With == nil {
			only.With = n.With
		}
		return &only, !ends || arm.OrderBy == nil && arm.Limit == nil
	case *ast.SetOprSelectList:
		only := *n
		only.SelectList = &ast.SetOprSelectList{Selects: arm.Selects}
		if !ends {
			only.OrderBy, only.Limit = arm.OrderBy, arm.Limit
		}
		if only.With == nil {
			only.With = arm.With
		}
		return &only, len(arm.Selects) > 1 && (!ends || arm.OrderBy == nil && arm.Limit == nil)
	default:
		return nil, false
	}
}

// onlyArm returns the block or list that a pair of parentheses holds, with the operator before them.
func onlyArm(n *ast.SetOprSelectList) (ast.Node, bool) {
	if len(n.Selects) != 1 {
		return nil, false
	}
	ends := n.OrderBy != nil || n.Limit != nil
	switch arm := plain(n.Selects[0]).(type) {
	case *ast.SelectStmt:
		if ends && (arm.OrderBy != nil || arm.Limit != nil) {
			return nil, false
		}
		only := *arm
		if ends {
			only.OrderBy, only.Limit = n.OrderBy, n.Limit
		}
		if n.AfterSetOperator != nil {
			only.AfterSetOperator = n.AfterSetOperator
		}
		return &only, n.With == nil || n.With == arm.With
	case *ast.SetOprSelectList:
		if ends && (arm.OrderBy != nil || arm.Limit != nil) {
			return nil, false
		}
		only := *arm
		if ends {
			only.OrderBy, only.Limit = n.OrderBy, n.Limit
		}
		if n.AfterSetOperator != nil {
			only.AfterSetOperator = n.AfterSetOperator
		}
		return &only, n.With == nil
	default:
		return nil, false
	}
}

func onlySubquery(n *ast.PatternInExpr) (ast.ExprNode, bool) {
	if n.Sel != nil || len(n.List) != 1 {
		return nil, false
	}
	sub, ok := plain(n.List[0]).(*ast.SubqueryExpr)
	return sub, ok
}

// sameLiteral compares values. Every string of the character set utf8mb4 is one, however it is
// spelled.
func sameLiteral(a, b ast.ValueExpr) bool {
	if m, length := a.GetValue().(int); length { // of the grammar: no literal
		n, ok := b.GetValue().(int)
		return ok && m == n
	}
	x, xok := literal.Read(a)
	y, yok := literal.Read(b)
	return xok && yok && unmarked(x) == unmarked(y)
}

// unmarked returns a string without the name of its character set, where that is the connection's.
func unmarked(l literal.Literal) literal.Literal {
	if l.Charset == "utf8mb4" {
		l.Charset = ""
	}
	return l
}

// sameColumn compares names. The print may qualify what the text did not, needs no database to tell
// relations apart, and may have numbered an alias.
func sameColumn(a, b *ast.ColumnName) bool {
	return a.Name.L == b.Name.L && (a.Table.L == "" || a.Table.L == b.Table.L || isNumbered(a.Table.L, b.Table.L)) && b.Schema.L == ""
}

// sameAlias compares what relations are called: an alias that would hide another one is numbered.
func sameAlias(a, b *ast.TableSource) bool {
	called := a.AsName.L
	if table, ok := a.Source.(*ast.TableName); ok && called == "" {
		called = table.Name.L
	}
	return a.AsName.L == b.AsName.L || isNumbered(called, b.AsName.L)
}

func isNumbered(name, numbered string) bool {
	rest, ok := strings.CutPrefix(numbered, name+"_")
	return ok && rest != "" && strings.Trim(rest, "0123456789") == ""
}

// wrapped returns the block that a print has made a derived table of, with what ORDER BY needs beside the
// select list taken off, and a copy of what stands inside.
func wrapped(text, print *ast.SelectStmt) (*ast.SelectStmt, bool) {
	if text.OrderBy != nil && print.OrderBy == nil && print.GroupBy == nil {
		same := *print // a single row, which needs no order
		return &same, true
	}
	if text.OrderBy == nil || print.From == nil || print.From.TableRefs.Right != nil {
		return nil, false
	}
	source, ok := print.From.TableRefs.Left.(*ast.TableSource)
	if !ok || strings.TrimRight(source.AsName.L, "0123456789") != "d" {
		return nil, false
	}
	block, ok := source.Source.(*ast.SelectStmt)
	if !ok || block.OrderBy != nil || text.Fields == nil || len(block.Fields.Fields) < len(text.Fields.Fields) {
		return nil, false
	}
	if from := text.From; from != nil && from.TableRefs.Right == nil {
		if own, ok := from.TableRefs.Left.(*ast.TableSource); ok && own.AsName.L == source.AsName.L {
			return nil, false // the text's own
		}
	}
	inner := *block
	inner.Limit = nil
	inner.Fields = &ast.FieldList{}
	if slices.ContainsFunc(text.Fields.Fields, func(f *ast.SelectField) bool { return f.WildCard != nil }) {
		for i, f := range print.Fields.Fields { // they are written out
			field := *block.Fields.Fields[i]
			field.AsName = f.AsName
			inner.Fields.Fields = append(inner.Fields.Fields, &field)
		}
		return &inner, true
	}
	for i, f := range text.Fields.Fields {
		field := *block.Fields.Fields[i] // which has a name of its own inside
		if f.Expr != nil {
			field.AsName = ast.NewCIStr(labelOf(f))
		}
		inner.Fields.Fields = append(inner.Fields.Fields, &field)
	}
	return &inner, true
}
