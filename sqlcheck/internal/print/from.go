package print

import "github.com/pingcap/tidb/pkg/parser/ast"

// from writes a FROM clause. Tables at its top that no join word links are listed with commas, which
// bind less tightly than any join.
func (p *printer) from(n ast.ResultSetNode) {
	var short [8]ast.ResultSetNode
	list := short[:0]
	for {
		j, ok := n.(*ast.Join)
		if !ok {
			break
		}
		if j.Right != nil && !isPlainCross(j) {
			break
		}
		if j.Right != nil {
			list = append(list, j.Right)
		}
		n = j.Left
	}
	p.joined(n)
	for i := len(list) - 1; i >= 0; i-- {
		p.str(", ")
		p.joined(list[i])
	}
}

// isPlainCross reports whether a join has no condition at all: a comma or CROSS JOIN.
func isPlainCross(j *ast.Join) bool {
	return j.On == nil && j.Tp != ast.LeftJoin && j.Tp != ast.RightJoin
}

// joined writes a table or a chain of joins, which lean to the left.
func (p *printer) joined(n ast.ResultSetNode) {
	j, ok := n.(*ast.Join)
	if !ok {
		p.tableFactor(n)
		return
	}
	var short [8]*ast.Join
	spine := short[:0]
	for ok {
		if j.Right != nil {
			spine = append(spine, j)
		}
		n = j.Left
		j, ok = n.(*ast.Join)
	}
	p.tableFactor(n)
	for i := len(spine) - 1; i >= 0; i-- {
		p.join(spine[i])
	}
}

func (p *printer) join(n *ast.Join) {
	p.joinWord(n)
	p.operand(n.Right)
	if n.Using != nil || n.NaturalJoin {
		p.fail(n) // the resolver has made conditions of them
		return
	}
	if n.On != nil {
		p.str(" ON ")
		p.expr(n.On.Expr, levelAny)
	}
}

func (p *printer) joinWord(n *ast.Join) {
	p.byte(' ')
	switch n.Tp {
	case ast.LeftJoin:
		p.str("LEFT JOIN ")
	case ast.RightJoin:
		p.str("RIGHT JOIN ")
	default:
		if isPlainCross(n) {
			p.str("CROSS ")
		}
		p.str("JOIN ")
	}
}

// operand writes the right operand of a join, in parentheses if it is a join itself.
func (p *printer) operand(n ast.ResultSetNode) {
	j, nested := n.(*ast.Join)
	for nested && j.Right == nil {
		n = j.Left
		j, nested = n.(*ast.Join)
	}
	if !nested {
		p.tableFactor(n)
		return
	}
	p.byte('(')
	p.joined(n)
	p.byte(')')
}

func (p *printer) tableFactor(n ast.ResultSetNode) {
	source, ok := n.(*ast.TableSource)
	if !ok {
		p.fail(n)
		return
	}
	if source.Lateral {
		p.str("LATERAL ")
	}
	if p.filters {
		if d := p.names.DerivedOf(source); d != nil {
			p.mention(source, d)
			return
		}
	}
	switch table := source.Source.(type) {
	case *ast.TableName:
		if table.Schema.O != "" {
			p.name(table.Schema.O)
			p.byte('.')
		}
		p.name(table.Name.O)
	default:
		p.subquery(table)
	}
	if source.AsName.O != "" {
		p.str(" AS ")
		p.name(source.AsName.O)
	}
	p.nameList(source.ColumnNames)
}

// mention leaves the place of a derived table free, and writes its alias.
func (p *printer) mention(source *ast.TableSource, d *Derived) {
	if d.at >= 0 {
		p.fail(source) // it stands in two places, and would read the columns of both
		return
	}
	d.at = len(p.buf)
	p.holes = append(p.holes, hole{len(p.buf), d})
	p.str(" AS ")
	p.name(Called(source))
}
