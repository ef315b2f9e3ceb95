// Package print writes a resolved tree as SQL.
//
// Every name of a column is written by what it was bound to, with the relation that it is of: nothing is
// left for a server to bind by itself. A name that nobody bound cannot be printed.
package print

import (
	"fmt"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"strconv"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A Style is what a print depends on beside the tree.
type Style struct {
	builtin.Server      // what runs the text
	ASCII          bool // nothing outside ASCII stands in the text
	// Name, if it is not nil, returns what is written for a column.
	Name func(*ast.ColumnName) string
	// Root, if it is not nil, is a table whose columns are written with its name and that of its database: such
	// a name means nothing but a column of that table.
	Root *ast.TableSource
	// Parameters says that a user variable is a parameter, and is written as one.
	Parameters bool
}

// Statement appends the text of a resolved statement to buf. An error says what could not be written:
// the resolver should have refused it.
func Statement(buf []byte, n ast.StmtNode, names *Names, style Style) ([]byte, error) {
	names.begin()
	p := printer{Style: style, names: names, buf: buf, filters: len(names.derived) > 0}
	p.query(n)
	return p.filled(), p.failed
}

// Expression appends the text of a resolved expression to buf.
func Expression(buf []byte, e ast.ExprNode, names *Names, style Style) ([]byte, error) {
	p := printer{Style: style, names: names, buf: buf}
	p.expr(e, levelAny)
	return p.buf, p.failed
}

// Filter appends the text of a resolved condition to buf, with the derived tables that stand in its subqueries.
func Filter(buf []byte, e ast.ExprNode, names *Names, style Style) ([]byte, error) {
	names.begin()
	p := printer{Style: style, names: names, buf: buf, filters: true}
	p.expr(e, levelAny)
	return p.filled(), p.failed
}

// A printer writes a tree that was resolved. It writes every name in back-quotes, every column by its
// binding, every string so that no sql_mode reads it otherwise, and nothing that it does not know: the
// parser's own printer writes function names raw, drops introducers and changes precedence.
type printer struct {
	Style
	names  *Names
	buf    []byte
	failed error

	filters bool // mentions are printed as the derived tables that they are noted to be
	holes   []hole

	pattern ast.ValueExpr   // the literal of a LIKE that is written anew, nil outside of one
	anew    literal.Literal // what it is written as
}

func (p *printer) fail(n any) {
	if p.failed == nil {
		p.failed = fmt.Errorf("cannot print %T", n)
	}
}

func (p *printer) str(s string) { p.buf = append(p.buf, s...) }

func (p *printer) byte(b byte) { p.buf = append(p.buf, b) }

func (p *printer) integer(n int) { p.buf = strconv.AppendInt(p.buf, int64(n), 10) }

// name writes an identifier in back-quotes, those inside it doubled (MySQL manual, 11.2).
func (p *printer) name(s string) {
	p.byte('`')
	for at := strings.IndexByte(s, '`'); at >= 0; at = strings.IndexByte(s, '`') {
		p.str(s[:at+1])
		p.byte('`')
		s = s[at+1:]
	}
	p.str(s)
	p.byte('`')
}

// comma writes ", " before all but the first item of a list.
func (p *printer) comma(i int) {
	if i > 0 {
		p.str(", ")
	}
}

func (p *printer) literal(n ast.ValueExpr) {
	l, ok := literal.Read(n)
	if n == p.pattern {
		l = p.anew
	}
	if !ok {
		p.fail(n)
		return
	}
	p.buf = literal.Append(p.buf, l, p.ASCII)
}

// plainString writes a string at a place where the grammar has no room for hexadecimal.
func (p *printer) plainString(s string) {
	if !literal.Plain(s, p.ASCII) {
		p.failed = fmt.Errorf("a string at this place cannot be written safely")
		return
	}
	p.buf = literal.Append(p.buf, literal.Literal{Kind: literal.String, Text: s}, p.ASCII)
}

// column writes the column or label that a name was bound to. A name that was not bound cannot be written.
func (p *printer) column(n *ast.ColumnName) {
	b := p.names.Of(n)
	if b == nil || b.Relation == nil && !b.Alone {
		p.fail(n)
		return
	}
	if p.Name != nil {
		p.name(p.Name(n))
		return
	}
	if p.filters && b.Relation != nil {
		if d := p.names.DerivedOf(b.Relation); d != nil {
			d.reads(b.Column)
		}
	}
	switch {
	case p.Root != nil && b.Relation == p.Root:
		table := p.Root.Source.(*ast.TableName)
		p.name(table.Schema.O)
		p.byte('.')
		p.name(table.Name.O)
		p.byte('.')
	case !b.Alone:
		p.name(Called(b.Relation))
		p.byte('.')
	}
	p.name(b.Column)
}

func (p *printer) with(n *ast.WithClause) {
	if n == nil {
		return
	}
	p.str("WITH ")
	if n.IsRecursive {
		p.str("RECURSIVE ")
	}
	for i, c := range n.CTEs {
		p.comma(i)
		p.name(c.Name.O)
		p.nameList(c.ColNameList)
		p.str(" AS ")
		p.subquery(c.Query.Query)
	}
	p.byte(' ')
}

// nameList writes a list of columns in parentheses, or nothing.
func (p *printer) nameList(list []ast.CIStr) {
	if len(list) == 0 {
		return
	}
	p.str(" (")
	for i, n := range list {
		p.comma(i)
		p.name(n.O)
	}
	p.byte(')')
}

// query writes a block or a set operation.
func (p *printer) query(n ast.Node) {
	switch n := n.(type) {
	case *ast.SelectStmt:
		p.selectStmt(n)
	case *ast.SetOprStmt:
		p.setOperation(n)
	default:
		p.fail(n)
	}
}

// subquery writes a query in parentheses.
func (p *printer) subquery(n ast.Node) {
	p.byte('(')
	p.query(n)
	p.byte(')')
}

func (p *printer) selectStmt(n *ast.SelectStmt) {
	p.with(n.With)
	switch n.Kind {
	case ast.SelectStmtKindTable:
		p.str("TABLE ")
		p.from(n.From.TableRefs)
	case ast.SelectStmtKindValues:
		p.rows(n.Lists)
	case ast.SelectStmtKindSelect:
		p.selectBody(n)
	default:
		p.fail(n)
	}
	p.orderBy(n.OrderBy)
	p.limit(n.Limit)
}

func (p *printer) selectBody(n *ast.SelectStmt) {
	p.str("SELECT ")
	if n.Distinct {
		p.str("DISTINCT ")
	}
	for i, f := range n.Fields.Fields {
		p.comma(i)
		p.field(f)
	}
	if n.From != nil {
		p.str(" FROM ")
		p.from(n.From.TableRefs)
	}
	if n.Where != nil {
		p.str(" WHERE ")
		p.expr(n.Where, levelAny)
	}
	if n.GroupBy != nil {
		p.str(" GROUP BY ")
		p.items(n.GroupBy.Items)
		if n.GroupBy.Rollup {
			p.str(" WITH ROLLUP")
		}
	}
	if n.Having != nil {
		p.str(" HAVING ")
		p.expr(n.Having.Expr, levelAny)
	}
	p.windows(n.WindowSpecs)
}

func (p *printer) field(f *ast.SelectField) {
	if f.WildCard != nil {
		p.wildcard(f.WildCard)
		return
	}
	p.expr(f.Expr, levelAny)
	if f.AsName.O != "" {
		p.str(" AS ")
		p.name(f.AsName.O)
	}
}

// wildcard writes * or t.* of derived tables and CTEs, which have no other columns than the text shows.
func (p *printer) wildcard(w *ast.WildCardField) {
	relation, bound := p.names.Star(w)
	if !bound {
		p.fail(w)
		return
	}
	if relation != nil {
		p.name(Called(relation))
		p.byte('.')
	}
	p.byte('*')
}

func (p *printer) rows(lists []*ast.RowExpr) {
	p.str("VALUES ")
	for i, row := range lists {
		p.comma(i)
		if p.Dialect != builtin.MariaDB {
			p.str("ROW") // which MariaDB leaves out
		}
		p.byte('(')
		p.exprs(row.Values)
		p.byte(')')
	}
}

// setOperation writes the arms in order; a server groups INTERSECT first, as the text given did.
func (p *printer) setOperation(n *ast.SetOprStmt) {
	p.with(n.With)
	p.arms(n.SelectList)
	p.orderBy(n.OrderBy)
	p.limit(n.Limit)
}

func (p *printer) arms(n *ast.SetOprSelectList) {
	for i, arm := range n.Selects {
		if i > 0 {
			p.setOperator(arm)
		}
		switch arm := arm.(type) {
		case *ast.SelectStmt:
			p.arm(arm, len(n.Selects) == 1)
		case *ast.SetOprSelectList:
			p.armList(arm, len(n.Selects) == 1)
		default:
			p.fail(arm)
		}
	}
}

// arm writes a block, in parentheses where its own clauses would else be those of the whole.
func (p *printer) arm(n *ast.SelectStmt, only bool) {
	if only || n.With != nil || n.OrderBy != nil || n.Limit != nil {
		p.subquery(n)
		return
	}
	p.selectStmt(n)
}

// armList writes a parenthesised arm. One that holds a single block is that block.
func (p *printer) armList(n *ast.SetOprSelectList, only bool) {
	if sel, ok := tree.SingleArm(n); ok {
		p.arm(sel, only)
		return
	}
	p.byte('(')
	p.with(tree.ListWith(n))
	p.arms(n)
	p.orderBy(n.OrderBy)
	p.limit(n.Limit)
	p.byte(')')
}

var setOperators = map[ast.SetOprType]string{
	ast.Union: " UNION ", ast.UnionAll: " UNION ALL ",
	ast.Except: " EXCEPT ", ast.ExceptAll: " EXCEPT ALL ",
	ast.Intersect: " INTERSECT ", ast.IntersectAll: " INTERSECT ALL ",
}

func (p *printer) setOperator(arm ast.Node) {
	op := tree.OperatorOf(arm)
	if op == nil || setOperators[*op] == "" {
		p.fail(arm)
		return
	}
	p.str(setOperators[*op])
}

func (p *printer) orderBy(n *ast.OrderByClause) {
	if n == nil {
		return
	}
	p.str(" ORDER BY ")
	p.items(n.Items)
}

func (p *printer) items(items []*ast.ByItem) {
	for i, item := range items {
		p.comma(i)
		if at, ok := item.Expr.(*ast.PositionExpr); ok {
			p.integer(at.N)
		} else {
			p.expr(item.Expr, levelAny)
		}
		if item.Desc {
			p.str(" DESC")
		}
	}
}

func (p *printer) limit(n *ast.Limit) {
	if n == nil {
		return
	}
	p.str(" LIMIT ")
	p.rowCount(n.Count)
	if n.Offset != nil {
		p.str(" OFFSET ")
		p.rowCount(n.Offset)
	}
}

func (p *printer) rowCount(e ast.ExprNode) {
	count, ok := tree.RowCount(e)
	if !ok {
		p.fail(e)
		return
	}
	p.buf = strconv.AppendUint(p.buf, count, 10)
}
