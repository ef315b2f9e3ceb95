package sqlgen

import "strings"

// column writes the name of a column: mostly of the innermost FROM clause.
func (g *generator) column() string {
	if g.one(20) {
		return pick(&g.dice, g.hidden...)
	}
	if g.one(25) {
		return pick(&g.dice, "nothing", "x.id", "shop.orders.id", "ID", "o.salary", "ſtatus", "_rowid", "DEFAULT(id)")
	}
	level := len(g.scopes) - 1
	for level > 0 && g.one(5) {
		level--
	}
	if level < 0 || len(g.scopes[level]) == 0 {
		return pick(&g.dice, "1", "id")
	}
	of := pick(&g.dice, g.scopes[level]...)
	if len(of.columns) == 0 {
		return "1"
	}
	name := pick(&g.dice, of.columns...)
	switch g.throw(8) {
	case 5:
		return name
	case 6:
		return of.name + "." + strings.ToUpper(name[:1]) + name[1:]
	default:
		return of.name + "." + name
	}
}

// condition writes something that is true or false.
func (g *generator) condition(depth int) string {
	if depth <= 0 {
		return g.column() + pick(&g.dice, " = 1", " IS NOT NULL", " > 2", " <> 'x'")
	}
	switch g.throw(10) {
	case 1:
		return g.condition(depth-1) + pick(&g.dice, " AND ", " OR ", " XOR ", " || ", " && ") + g.condition(depth-1)
	case 2:
		return "NOT " + g.condition(depth-1)
	case 3:
		return "(" + g.condition(depth-1) + pick(&g.dice, " OR ", " AND ") + g.condition(depth-1) + ")"
	case 4:
		return pick(&g.dice, "", "NOT ") + "EXISTS (" + g.existing(depth-1) + ")"
	case 5:
		sub, _ := g.query(depth-1, 1)
		return g.column() + pick(&g.dice, " IN (", " NOT IN (", " = ANY (", " >= ALL (", " = (") + sub + ")"
	case 6:
		return g.expr(depth-1) + pick(&g.dice, " BETWEEN ", " NOT BETWEEN ") + g.expr(0) + " AND " + g.expr(0)
	case 7:
		return g.column() + pick(&g.dice, " LIKE ", " NOT LIKE ") + pick(&g.dice, `'a%'`, `'\_%'`, `'%\\\\'`, `"it's"`, `'|' ESCAPE '|'`, "CONCAT('%', 'b')")
	case 8:
		return "(" + g.expr(0) + ", " + g.expr(0) + ")" + pick(&g.dice, " = ", " <> ") + "(" + g.expr(0) + ", " + g.expr(depth-1) + ")"
	case 9:
		return g.expr(depth-1) + pick(&g.dice, " REGEXP '^a'", " IS TRUE", " IS NOT FALSE", " IN (1, 2, 'x')", " <> 'a' COLLATE utf8mb4_bin")
	default:
		return g.expr(depth-1) + pick(&g.dice, " = ", " < ", " >= ", " <=> ", " != ") + g.expr(depth-1)
	}
}

// existing writes what EXISTS asks about.
func (g *generator) existing(depth int) string {
	if g.one(3) {
		sub, _ := g.query(depth, 1)
		return sub
	}
	table := pick(&g.dice, g.tables...)
	g.scopes = append(g.scopes, []relation{table})
	defer func() { g.scopes = g.scopes[:len(g.scopes)-1] }()
	return "SELECT " + pick(&g.dice, "*", table.name+".*", "1", "NULL") + " FROM " + table.name + " WHERE " + g.condition(min(depth, 1))
}

// expr writes an expression.
func (g *generator) expr(depth int) string {
	if depth <= 0 {
		return pick(&g.dice, g.column(), g.column(), "1", "'a'", "0.5", "1e3", "NULL", "TRUE", `'it''s \\ \n'`, "x'4A'", "0x4a", "b'01'", "N'é'", `"id"`, "DATE '2025-01-31'", "_binary'a'", "-1", "CURDATE()")
	}
	a := func() string { return g.expr(depth - 1) }
	switch g.throw(12) {
	case 1:
		return a() + pick(&g.dice, " + ", " - ", " * ", " / ", " DIV ", " % ", " | ", " & ", " ^ ", " << ", " >> ") + a()
	case 2:
		return "(" + a() + pick(&g.dice, " + ", " - ", " * ", " || ", " = ") + a() + ")" + pick(&g.dice, " * 2", " ^ 3", " - 1", "")
	case 3:
		return pick(&g.dice, "- ", "~ ", "! ", "BINARY ") + "(" + a() + ")"
	case 4:
		return pick(&g.dice, "ABS(", "LOWER(", "COALESCE(", "HEX(") + a() + ")"
	case 5:
		return "CONCAT(" + a() + ", " + a() + ")"
	case 6:
		return "CASE WHEN " + g.condition(depth-1) + " THEN " + a() + pick(&g.dice, "", " ELSE "+a()) + " END"
	case 7:
		sub, _ := g.query(depth-1, 1)
		return "(" + sub + ")"
	case 8:
		return pick(&g.dice, "CAST("+a()+" AS CHAR(5))", "CONVERT("+a()+", SIGNED)", "TRIM(BOTH 'x' FROM "+a()+")", "EXTRACT(YEAR FROM "+a()+")", "POSITION('a' IN "+a()+")", "SUBSTRING("+a()+" FROM 2)")
	case 9:
		return g.column() + pick(&g.dice, " + INTERVAL 1 DAY", " - INTERVAL 2 HOUR", "->'$.a'", "->>'$.a'")
	case 10:
		return pick(&g.dice, "SUM(", "AVG(", "LAG(", "FIRST_VALUE(") + g.column() + ") OVER " + pick(&g.dice, "w", "(PARTITION BY "+g.column()+")", "(w)", "(ORDER BY "+g.column()+" ROWS 2 PRECEDING)")
	case 11:
		return "(" + g.condition(depth-1) + ")"
	default:
		return g.expr(0)
	}
}
