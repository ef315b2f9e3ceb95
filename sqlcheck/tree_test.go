package sqlcheck_test

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// serverModes are the settings of a server under which a print must mean the same. The parser knows
// what each of them does to the grammar.
var serverModes = []struct {
	name string
	mode mysql.SQLMode
}{
	{"ANSI_QUOTES", mysql.ModeANSIQuotes},
	{"NO_BACKSLASH_ESCAPES", mysql.ModeNoBackslashEscapes},
	{"PIPES_AS_CONCAT", mysql.ModePipesAsConcat},
	{"HIGH_NOT_PRECEDENCE", mysql.ModeHighNotPrecedence},
	{"IGNORE_SPACE", mysql.ModeIgnoreSpace},
	{"all of them", everyMode},
}

const everyMode = mysql.ModeANSIQuotes | mysql.ModeNoBackslashEscapes | mysql.ModePipesAsConcat |
	mysql.ModeHighNotPrecedence | mysql.ModeIgnoreSpace | mysql.ModeRealAsFloat

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

// tree returns what a statement means as nested lists, one for each node with the fields that are
// set. It is written against the parser's types and shares nothing with the resolver and the
// printer. What may differ between a text and its print is left out: parentheses, hints, letter case
// of names, aliases (they are facts), and the spellings of one and the same thing.
func tree(n ast.Node) string {
	var b strings.Builder
	writeTree(&b, reflect.ValueOf(n))
	return b.String()
}

func writeTree(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(ast.Node); ok && writeNode(b, n) {
			return
		}
		writeTree(b, v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			writeTree(b, v.Index(i))
		}
	case reflect.Struct:
		writeStruct(b, v)
	default:
		fmt.Fprintf(b, "%v", v.Interface())
	}
}

// leftOut are the fields that do not tell what a statement means, or that are written elsewhere.
var leftOut = map[string]bool{
	"SelectStmt.SelectStmtOpts":         true, // modifiers, which are dropped from the print
	"SelectStmt.TableHints":             true,
	"SelectStmt.IsInBraces":             true,
	"SelectStmt.WithBeforeBraces":       true,
	"SelectStmt.QueryBlockOffset":       true,
	"SetOprStmt.IsInBraces":             true,
	"SelectField.Offset":                true,
	"SelectField.AsName":                true, // implied names become aliases
	"TableName.IndexHints":              true,
	"Join.ExplicitParens":               true,
	"Join.StraightJoin":                 true,
	"CommonTableExpression.IsRecursive": true, // its WITH says so
	"FuncCastExpr.FunctionType":         true, // CONVERT(x, t) is printed as CAST(x AS t)
	"SubqueryExpr.MultiRows":            true, // IN (SELECT …) sets it, IN ((SELECT …)) does not
	"ByItem.NullOrder":                  true, // set where neither ASC nor DESC was written
}

func writeStruct(b *strings.Builder, v reflect.Value) {
	name := v.Type().Name()
	b.WriteString("(" + name)
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() || field.Anonymous || leftOut[name+"."+field.Name] || v.Field(i).IsZero() {
			continue
		}
		if v.Field(i).Type() == reflect.TypeFor[ast.JoinType]() && v.Field(i).Int() == int64(ast.CrossJoin) {
			continue // STRAIGHT_JOIN leaves it zero
		}
		b.WriteString(" " + field.Name + ":")
		writeTree(b, v.Field(i))
	}
	b.WriteByte(')')
}

// writeNode writes the nodes that have several spellings. It reports false for all others.
func writeNode(b *strings.Builder, n ast.Node) bool {
	switch n := n.(type) {
	case ast.ValueExpr:
		writeLiteral(b, n)
	case *ast.ParenthesesExpr:
		writeTree(b, reflect.ValueOf(n.Expr))
	case *ast.Join:
		if n.Right != nil {
			return false
		}
		writeTree(b, reflect.ValueOf(n.Left))
	case *ast.SetOprSelectList:
		only, ok := onlyArm(n)
		if !ok {
			return false
		}
		writeTree(b, reflect.ValueOf(only))
	case *ast.SetOprStmt:
		if len(n.SelectList.Selects) != 1 || n.OrderBy != nil || n.Limit != nil || n.With != nil {
			return false
		}
		writeTree(b, reflect.ValueOf(n.SelectList))
	case *ast.PatternInExpr:
		if sub, ok := onlySubquery(n); ok {
			writeTree(b, reflect.ValueOf(&ast.PatternInExpr{Expr: n.Expr, Not: n.Not, Sel: sub}))
			return true
		}
		return false
	case *ast.UnaryOperationExpr:
		if n.Op != opcode.Not && n.Op != opcode.Not2 {
			return false
		}
		writeNot(b, n.V)
	case *ast.ExistsSubqueryExpr:
		writeExists(b, n)
	case *ast.PatternLikeOrIlikeExpr:
		writeLike(b, n)
	case *ast.ByItem:
		writeItem(b, n)
	case *ast.FuncCallExpr:
		fmt.Fprintf(b, "(call %s", strings.ToLower(n.FnName.O))
		writeTree(b, reflect.ValueOf(n.Args))
		b.WriteByte(')')
	case *ast.AggregateFuncExpr:
		fmt.Fprintf(b, "(aggregate %s %t", strings.ToLower(n.F), n.Distinct)
		writeTree(b, reflect.ValueOf(n.Args))
		writeTree(b, reflect.ValueOf(n.Order))
		b.WriteByte(')')
	case *ast.FuncCastExpr:
		fmt.Fprintf(b, "(cast %s %t ", n.Tp, n.ExplicitCharSet)
		writeTree(b, reflect.ValueOf(n.Expr))
		b.WriteByte(')')
	default:
		return false
	}
	return true
}

// onlyArm returns the block or list that a pair of parentheses holds, with the operator before them.
func onlyArm(n *ast.SetOprSelectList) (ast.Node, bool) {
	if len(n.Selects) != 1 || n.OrderBy != nil || n.Limit != nil {
		return nil, false
	}
	switch arm := n.Selects[0].(type) {
	case *ast.SelectStmt:
		only := *arm
		if n.AfterSetOperator != nil {
			only.AfterSetOperator = n.AfterSetOperator
		}
		return &only, n.With == nil || n.With == arm.With
	case *ast.SetOprSelectList:
		only := *arm
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
	sub, ok := inner(n.List[0]).(*ast.SubqueryExpr)
	return sub, ok
}

func inner(e ast.ExprNode) ast.ExprNode {
	for {
		p, ok := e.(*ast.ParenthesesExpr)
		if !ok {
			return e
		}
		e = p.Expr
	}
}

func writeNot(b *strings.Builder, e ast.ExprNode) {
	b.WriteString("(not ")
	writeTree(b, reflect.ValueOf(e))
	b.WriteByte(')')
}

// writeExists writes NOT EXISTS as a negation, and EXISTS (SELECT * …) as EXISTS (SELECT 1 …).
func writeExists(b *strings.Builder, n *ast.ExistsSubqueryExpr) {
	if n.Not {
		writeNot(b, &ast.ExistsSubqueryExpr{Sel: n.Sel})
		return
	}
	sub, ok := n.Sel.(*ast.SubqueryExpr)
	if !ok {
		fmt.Fprintf(b, "(exists %T)", n.Sel)
		return
	}
	b.WriteString("(exists ")
	if block, ok := sub.Query.(*ast.SelectStmt); ok && block.Kind == ast.SelectStmtKindSelect && !block.Distinct &&
		len(block.Fields.Fields) == 1 && block.GroupBy == nil && block.Having == nil && block.OrderBy == nil {
		anything := *block
		if anything.Fields.Fields[0].WildCard != nil {
			anything.Fields = &ast.FieldList{Fields: []*ast.SelectField{{Expr: ast.NewValueExpr(int64(1), "", "")}}}
		}
		writeTree(b, reflect.ValueOf(&anything))
	} else {
		writeTree(b, reflect.ValueOf(sub))
	}
	b.WriteByte(')')
}

// writeLike writes what a literal pattern matches, however it escapes it.
func writeLike(b *strings.Builder, n *ast.PatternLikeOrIlikeExpr) {
	fmt.Fprintf(b, "(like %t %t ", n.IsLike, n.Not)
	writeTree(b, reflect.ValueOf(n.Expr))
	if v, ok := inner(n.Pattern).(ast.ValueExpr); ok {
		if l, ok := literal.Read(v); ok && l.Kind == literal.String && l.Charset == "" {
			fmt.Fprintf(b, " %q)", matches(l.Text, n.Escape))
			return
		}
	}
	fmt.Fprintf(b, " %c %t ", n.Escape, n.EscapeExplicit)
	writeTree(b, reflect.ValueOf(n.Pattern))
	b.WriteByte(')')
}

// matches returns the parts of a pattern: a character that stands for itself after a dot, a wildcard
// alone (MySQL manual, 14.8.1).
func matches(pattern string, escape byte) []string {
	var parts []string
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == escape && escape != 0 && i+1 < len(pattern):
			i++
			parts = append(parts, "."+pattern[i:i+1])
		case c == '%' || c == '_':
			parts = append(parts, string(c))
		default:
			parts = append(parts, "."+string(c))
		}
	}
	return parts
}

// writeItem writes a position in whatever way it was written.
func writeItem(b *strings.Builder, n *ast.ByItem) {
	fmt.Fprintf(b, "(item %t ", n.Desc)
	e := inner(n.Expr)
	for {
		plus, ok := e.(*ast.UnaryOperationExpr)
		if !ok || plus.Op != opcode.Plus {
			break
		}
		e = inner(plus.V)
	}
	if at, ok := position(e); ok {
		fmt.Fprintf(b, "position %d)", at)
		return
	}
	writeTree(b, reflect.ValueOf(n.Expr))
	b.WriteByte(')')
}

func position(e ast.ExprNode) (int, bool) {
	switch n := e.(type) {
	case *ast.PositionExpr:
		return n.N, true
	case ast.ValueExpr:
		number, ok := n.GetValue().(int64)
		return int(number), ok && n.GetType().GetFlag()&mysql.IsBooleanFlag == 0
	default:
		return 0, false
	}
}

// writeLiteral writes the value of a literal. Every string of the character set utf8mb4 is one,
// however it is spelled.
func writeLiteral(b *strings.Builder, v ast.ValueExpr) {
	l, ok := literal.Read(v)
	if !ok {
		fmt.Fprintf(b, "(unreadable %v)", v.GetValue())
		return
	}
	fmt.Fprintf(b, "(literal %d %q %s %t)", l.Kind, l.Text, l.Charset, l.Quoted)
}

// sameUnderEveryMode checks that a print has the same tree under every mode.
func sameUnderEveryMode(tb testing.TB, print string) {
	tb.Helper()
	for _, m := range serverModes {
		sameUnder(tb, print, m.name, m.mode)
	}
}

func sameUnder(tb testing.TB, print, name string, mode mysql.SQLMode) {
	tb.Helper()
	n, err := parsed(print, 0)
	if err != nil {
		tb.Errorf("the print %q does not parse: %v", print, err)
		return
	}
	other, err := parsed(print, mode)
	if err != nil {
		tb.Errorf("the print %q does not parse under %s: %v", print, name, err)
		return
	}
	if got, want := tree(other), tree(n); got != want {
		tb.Errorf("the print %q means something else under %s:\n%s\nby default:\n%s", print, name, got, want)
	}
}

// sameTree checks that a print has the tree of the text it was made from.
func sameTree(tb testing.TB, sql, print string) {
	tb.Helper()
	before, err := parsed(sql, 0)
	if err != nil {
		tb.Errorf("the accepted text %q does not parse: %v", sql, err)
		return
	}
	after, err := parsed(print, 0)
	if err != nil {
		tb.Errorf("the print %q does not parse: %v", print, err)
		return
	}
	if got, want := tree(after), tree(before); !strings.EqualFold(got, want) {
		tb.Errorf("the print %q of %q has another tree:\n%s\nthe text:\n%s", print, sql, got, want)
	}
}
