package sqlgen

import (
	"fmt"
	"strings"
)

// from writes a FROM clause and returns what it makes visible.
func (g *generator) from(depth int) (sql string, relations []relation) {
	if g.one(12) {
		return "", nil
	}
	sql, first := g.factor(depth, nil)
	relations = []relation{first}
	for range g.throw(3) {
		var join string
		join, relations = g.join(depth, relations)
		sql += join
	}
	return " FROM " + sql, relations
}

// join writes a join word, a right operand and its condition.
func (g *generator) join(depth int, left []relation) (string, []relation) {
	right, r := g.factor(depth, left)
	all := append(append([]relation(nil), left...), r)
	word := pick(&g.dice, " JOIN ", " LEFT JOIN ", " INNER JOIN ", " RIGHT JOIN ", " CROSS JOIN ", " STRAIGHT_JOIN ")
	switch g.throw(6) {
	case 1:
		return ", " + right, all
	case 2:
		return pick(&g.dice, " NATURAL JOIN ", " NATURAL LEFT JOIN ", " NATURAL RIGHT JOIN ") + right, all
	case 3:
		if common := shared(left, r); common != "" && word != " STRAIGHT_JOIN " && word != " CROSS JOIN " {
			return fmt.Sprintf("%s%s USING (%s)", word, right, common), all
		}
	case 4:
		if depth > 0 {
			inner, more := g.factor(depth-1, nil)
			return fmt.Sprintf(" LEFT JOIN (%s JOIN %s ON %s) ON %s", right, inner, g.on([]relation{r, more}), g.on(append(all, more))), append(all, more)
		}
	}
	if word == " CROSS JOIN " {
		return word + right, all
	}
	return word + right + " ON " + g.on(all), all
}

// on writes a condition over the operands of a join.
func (g *generator) on(operands []relation) string {
	g.scopes = append(g.scopes, operands)
	defer func() { g.scopes = g.scopes[:len(g.scopes)-1] }()
	return g.column() + pick(&g.dice, " = ", " > ", " <=> ") + g.column()
}

func shared(left []relation, right relation) string {
	for _, l := range left {
		for _, a := range l.columns {
			for _, b := range right.columns {
				if a == b {
					return a
				}
			}
		}
	}
	return ""
}

// factor writes one item of a FROM clause.
func (g *generator) factor(depth int, left []relation) (sql string, m relation) {
	kind := g.throw(8)
	switch {
	case kind == 1 && len(g.ctes) > 0:
		m = pick(&g.dice, g.ctes...)
		sql = m.name
	case kind == 2 && depth > 0:
		return g.derived(depth-1, left)
	case kind == 3 && g.one(6):
		m = relation{"audit_log", []string{"id"}}
		sql = m.name
	default:
		m = pick(&g.dice, g.tables...)
		sql = pick(&g.dice, m.name, m.name, m.name, "shop."+m.name, strings.ToUpper(m.name[:1])+m.name[1:])
	}
	if g.throw(4) != 1 {
		m.name = g.fresh("t")
		sql += pick(&g.dice, " AS ", " ") + m.name
	}
	return sql, m
}

func (g *generator) derived(depth int, left []relation) (string, relation) {
	lateral := ""
	scopes := g.scopes
	if g.lateral && left != nil && g.one(2) {
		lateral = "LATERAL "
		g.scopes = append(scopes, left)
	}
	body, columns := g.query(depth, 1+g.throw(3))
	g.scopes = scopes
	name := g.fresh("d")
	return fmt.Sprintf("%s(%s) AS %s", lateral, body, name), relation{name, columns}
}

// fields writes a select list and returns the names of its columns.
func (g *generator) fields(depth, width int, grouped bool) (string, []string) {
	var list, columns []string
	for len(columns) < width {
		sql, names := g.field(depth, width-len(columns), grouped)
		list, columns = append(list, sql), append(columns, names...)
	}
	return strings.Join(list, ", "), columns
}

func (g *generator) field(depth, room int, grouped bool) (string, []string) {
	if r := g.innermost(); len(r) > 0 && !grouped && g.one(8) {
		of := pick(&g.dice, r...)
		if len(of.columns) > 0 && len(of.columns) <= room+2 {
			return of.name + ".*", of.columns
		}
	}
	if g.throw(3) == 0 {
		column := g.column()
		name := column[strings.LastIndexByte(column, '.')+1:]
		return column, []string{name}
	}
	e := g.expr(depth)
	if grouped {
		e = pick(&g.dice, "COUNT(*)", "SUM("+g.column()+")", "GROUP_CONCAT("+g.column()+" ORDER BY "+g.column()+")", e)
	}
	if g.one(7) && !strings.ContainsAny(e, "`'\"(") {
		return e, []string{"`" + e + "`"} // its implied name
	}
	alias := g.fresh("c")
	g.aliases = append(g.aliases, alias)
	return e + " AS " + alias, []string{alias}
}

func (g *generator) innermost() []relation {
	if len(g.scopes) == 0 {
		return nil
	}
	return g.scopes[len(g.scopes)-1]
}
