package builtin

import (
	"strconv"
	"strings"
)

// A printer writes a query as SQL.
type printer struct {
	strings.Builder
	qualified bool // more than one relation: columns say whose they are
}

// printed returns the SQL of a query. relations is their number, those of subqueries included.
func printed(q *query, relations int) string {
	p := &printer{qualified: relations > 1}
	p.query(q)
	return p.String()
}

func (p *printer) query(q *query) {
	p.WriteString("SELECT ")
	if q.distinct {
		p.WriteString("DISTINCT ")
	}
	p.list(q.items, ", ")
	p.WriteString(" FROM ")
	p.relation(q.from)
	for _, j := range q.joins {
		p.WriteString(" JOIN ")
		p.relation(j.relation)
		p.WriteString(" ON ")
		p.list(j.on, " AND ")
	}
	p.clause(" WHERE ", q.where, " AND ")
	p.clause(" GROUP BY ", q.group, ", ")
	p.clause(" HAVING ", q.having, " AND ")
	for i, o := range q.order {
		p.WriteString([]string{" ORDER BY ", ", "}[min(i, 1)])
		o.by.print(p)
		if o.desc {
			p.WriteString(" DESC")
		}
	}
	if q.limit > 0 {
		p.WriteString(" LIMIT " + strconv.Itoa(q.limit))
	}
}

func (p *printer) clause(keyword string, list []expr, separator string) {
	if len(list) > 0 {
		p.WriteString(keyword)
		p.list(list, separator)
	}
}

func (p *printer) list(list []expr, separator string) {
	for i, e := range list {
		if i > 0 {
			p.WriteString(separator)
		}
		e.print(p)
	}
}

func (p *printer) relation(r *relation) {
	p.WriteString(quotedName(r.table.name))
	if r.alias != r.table.name {
		p.WriteString(" AS " + quotedName(r.alias))
	}
}

func quotedName(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

func (e columnExpr) print(p *printer) {
	if p.qualified {
		p.WriteString(quotedName(e.relation.alias) + ".")
	}
	p.WriteString(quotedName(e.column.name))
}

func (e literalExpr) print(p *printer) {
	if e.numeric {
		p.WriteString(e.text)
		return
	}
	p.WriteString("'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(e.text) + "'")
}

func (e callExpr) print(p *printer) {
	p.WriteString(e.function + "(")
	if e.distinct {
		p.WriteString("DISTINCT ")
	}
	if e.argument == nil {
		p.WriteString("*")
	} else {
		e.argument.print(p)
	}
	p.WriteString(")")
}

func (e binaryExpr) print(p *printer) {
	e.left.print(p)
	p.WriteString(" " + e.operator + " ")
	e.right.print(p)
}

func (e betweenExpr) print(p *printer) {
	e.operand.print(p)
	p.WriteString(" BETWEEN ")
	e.low.print(p)
	p.WriteString(" AND ")
	e.high.print(p)
}

func (e inExpr) print(p *printer) {
	e.operand.print(p)
	p.WriteString(map[bool]string{false: " IN (", true: " NOT IN ("}[e.not])
	p.list(e.list, ", ")
	p.WriteString(")")
}

func (e nullExpr) print(p *printer) {
	e.operand.print(p)
	p.WriteString(map[bool]string{false: " IS NULL", true: " IS NOT NULL"}[e.not])
}

func (e existsExpr) print(p *printer) {
	p.WriteString(map[bool]string{false: "EXISTS (", true: "NOT EXISTS ("}[e.not])
	p.query(e.query)
	p.WriteString(")")
}

func (e scalarExpr) print(p *printer) {
	p.WriteString("(")
	p.query(e.query)
	p.WriteString(")")
}

func (e anyExpr) print(p *printer) {
	p.WriteString("(")
	p.list(e.parts, " OR ")
	p.WriteString(")")
}

func (e allExpr) print(p *printer) {
	p.WriteString("(")
	p.list(e.parts, " AND ")
	p.WriteString(")")
}

func (e formatExpr) print(p *printer) {
	p.WriteString("DATE_FORMAT(")
	e.operand.print(p)
	p.WriteString(", ")
	literalExpr{text: e.format}.print(p)
	p.WriteString(")")
}

func (e dateExpr) print(p *printer) { p.WriteString(e.text) }
