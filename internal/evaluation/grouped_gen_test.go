package evaluation

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// A groupedWorld is a small schema with keys of every kind.
const groupedTables = `
CREATE TABLE p (id INT PRIMARY KEY, a INT, b INT NOT NULL, k INT NOT NULL UNIQUE, n INT UNIQUE);
CREATE TABLE q (x INT, y INT, pid INT NOT NULL, v INT, w INT NOT NULL, PRIMARY KEY (x, y), UNIQUE (v, w));
CREATE TABLE r (u INT NOT NULL, v INT, w INT);
CREATE VIEW z AS SELECT id, a, b FROM p;
CREATE VIEW zg AS SELECT a, MAX(b) AS b FROM p GROUP BY a`

// groupedCatalog returns the tables of the world. known says that their keys are shown.
func groupedCatalog(known bool) sqlcheck.Catalog {
	tables := tableSet{}
	add := func(name string, view bool, columns, notNull, primary string, keys ...string) {
		var list []sqlcheck.Column
		for _, c := range strings.Fields(columns) {
			list = append(list, sqlcheck.Column{Name: c, InScope: true, NotNull: strings.Contains(" "+notNull+" ", " "+c+" ")})
		}
		table := sqlcheck.NewTable("", name, list)
		if view {
			table = sqlcheck.NewView("", name, list)
		} else if known {
			var unique [][]string
			for _, key := range keys {
				unique = append(unique, strings.Fields(key))
			}
			table = table.WithKeys(strings.Fields(primary), unique, true)
		}
		tables[name] = table
	}
	add("p", false, "id a b k n", "b k", "id", "k", "n")
	add("q", false, "x y pid v w", "pid w", "x y", "v w")
	add("r", false, "u v w", "u", "")
	add("z", true, "id a b", "", "")
	add("zg", true, "a b", "", "")
	return tables
}

type tableSet map[string]*sqlcheck.Table

// Table implements sqlcheck.Catalog.
func (s tableSet) Table(db, name string) *sqlcheck.Table {
	if db != "" {
		return nil
	}
	return s[sqlcheck.Fold(name)]
}

// A groupedMaker writes queries that group, aggregate or make rows distinct.
type groupedMaker struct {
	*rand.Rand
	dialect sqlcheck.Dialect
	views   bool
	ctes    []madeRelation
	names   int
}

// A madeRelation is a relation and its columns.
type madeRelation struct {
	name    string
	columns []string
}

func (m *groupedMaker) chance(percent int) bool { return m.IntN(100) < percent }

func (m *groupedMaker) fresh(letter string) string {
	m.names++
	return fmt.Sprintf("%s%d", letter, m.names)
}

func one[T any](m *groupedMaker, list ...T) T { return list[m.IntN(len(list))] }

// query writes one query.
func (m *groupedMaker) query() string {
	m.ctes, m.names = nil, 0
	var with []string
	for range m.IntN(3) * m.IntN(2) {
		body, columns := m.block(1, nil, false)
		name := m.fresh("c")
		with = append(with, name+" AS ("+body+")")
		m.ctes = append(m.ctes, madeRelation{name, columns})
	}
	text, _ := m.block(2, nil, true)
	if m.chance(6) {
		other, _ := m.blockOf(2, nil, true, strings.Count(strings.SplitN(text, " FROM ", 2)[0], ",")+1)
		text = "(" + text + ") UNION ALL (" + other + ")"
	}
	if len(with) > 0 {
		text = "WITH " + strings.Join(with, ", ") + " " + text
	}
	return text
}

// block writes a query block that may hold derived tables as deep as depth, and read the columns outer.
func (m *groupedMaker) block(depth int, outer []string, grouped bool) (text string, columns []string) {
	return m.blockOf(depth, outer, grouped, 1+m.IntN(3))
}

// A made is a block while it is written.
type made struct {
	*groupedMaker
	depth   int
	columns []string // of its relations
	outer   []string
	groups  []string
	grouped bool // it has GROUP BY or is to aggregate
}

func (m *groupedMaker) blockOf(depth int, outer []string, grouped bool, width int) (text string, columns []string) {
	b := &made{groupedMaker: m, depth: depth, outer: outer}
	from := b.from()
	where := ""
	if m.chance(60) {
		where = " WHERE " + b.condition(1+m.IntN(3))
	}
	distinct := m.chance(12)
	by := m.chance(map[bool]int{true: 70, false: 25}[grouped])
	aggregates := by || grouped && !distinct && m.chance(80) || m.chance(10)
	b.grouped = aggregates
	if by {
		for range 1 + m.IntN(3)*m.IntN(2) {
			b.groups = append(b.groups, b.groupItem())
		}
	}
	var list, labels []string
	for range width {
		label := m.fresh("l")
		list, labels = append(list, b.output()+" AS "+label), append(labels, label)
	}
	group := ""
	if by {
		items := append([]string(nil), b.groups...)
		if m.chance(12) {
			items[0] = one(m, labels...)
		} else if m.chance(6) {
			items[0] = fmt.Sprint(1 + m.IntN(width))
		}
		group = " GROUP BY " + strings.Join(items, ", ")
		if m.chance(4) {
			group += " WITH ROLLUP"
		}
	}
	having := ""
	if by && m.chance(15) {
		having = " HAVING " + one(m, "COUNT(*) > 1", one(m, labels...)+" > 2", "MAX("+b.column()+") > 1", "EXISTS (SELECT 1 FROM r WHERE r.v = "+b.column()+")")
	}
	order := ""
	if m.chance(25) {
		order = " ORDER BY " + one(m, b.column(), b.output(), one(m, labels...), one(m, labels...)+" + 1", "1", "-"+b.column())
	}
	limit := ""
	if m.chance(20) {
		limit = " LIMIT 3"
	}
	word := "SELECT "
	if distinct {
		word = "SELECT DISTINCT "
	}
	return word + strings.Join(list, ", ") + from + where + group + having + order + limit, labels
}

// from writes a FROM clause and notes the columns of its relations.
func (b *made) from() string {
	text := " FROM " + b.relation(nil)
	for range b.IntN(3) * b.IntN(2) {
		before := append([]string(nil), b.columns...)
		kind := one(b.groupedMaker, " JOIN ", " LEFT JOIN ", " LEFT JOIN ", " RIGHT JOIN ", ", ")
		right := b.relation(before)
		if b.chance(10) && kind != ", " {
			kinder := one(b.groupedMaker, " JOIN ", " LEFT JOIN ")
			more := b.relation(nil)
			right = "(" + right + kinder + more + " ON " + b.equality() + ")"
		}
		text += kind + right
		if kind != ", " {
			text += " ON " + b.equality()
			for b.chance(25) {
				text += " AND " + b.predicate()
			}
		}
	}
	return text
}

// relation writes a relation, which is linked to columns before it.
func (b *made) relation([]string) string {
	base := []madeRelation{{"p", strings.Fields("id a b k n")}, {"q", strings.Fields("x y pid v w")}, {"r", strings.Fields("u v w")}, {"p", strings.Fields("id a b k n")}}
	if b.views {
		base = append(base, madeRelation{"z", strings.Fields("id a b")}, madeRelation{"zg", strings.Fields("a b")})
	}
	base = append(base, b.ctes...)
	rel := base[b.IntN(len(base))]
	alias := b.fresh("t")
	text := rel.name + " AS " + alias
	if b.depth > 0 && b.chance(25) {
		body := ""
		if b.chance(5) {
			body, rel.columns = "SELECT 5 AS s, 6 AS t", []string{"s", "t"}
		} else {
			body, rel.columns = b.block(b.depth-1, nil, b.chance(40))
		}
		text = "(" + body + ") AS " + alias
	}
	for _, c := range rel.columns {
		b.columns = append(b.columns, alias+"."+c)
	}
	return text
}

func (b *made) column() string { return one(b.groupedMaker, b.columns...) }

// value writes what a column is compared with.
func (b *made) value() string {
	if len(b.outer) > 0 && b.chance(40) {
		return one(b.groupedMaker, b.outer...)
	}
	return one(b.groupedMaker, "5", "2 + 3", "'7'", b.column(), b.column()+" + 1", "ABS(4)", "NULL", "(SELECT MAX(u) FROM r)", "YEAR(NOW())")
}

func (b *made) equality() string { return b.column() + " = " + b.column() }

func (b *made) condition(n int) string {
	var parts []string
	for range n {
		parts = append(parts, b.predicate())
	}
	return strings.Join(parts, " AND ")
}

// predicate writes a condition.
func (b *made) predicate() string {
	c := b.column()
	switch b.IntN(22) {
	case 0, 1, 2, 3:
		return b.equality()
	case 4, 5, 6:
		return c + " = " + b.value()
	case 7:
		return b.value() + " = " + c
	case 8:
		return c + " IS NOT NULL"
	case 9:
		return c + " > 3"
	case 10:
		return c + " IN (4)"
	case 11:
		return c + " IN (4, 5)"
	case 12:
		return "(" + c + " = 1 OR " + b.column() + " = 2)"
	case 13:
		return "NOT " + c + " = 3"
	case 14:
		return "NOT " + c + " <> 3"
	case 15:
		return "COALESCE(" + c + ", 1) = 1"
	case 16:
		return "(" + c + ", " + b.column() + ") = (3, " + b.column() + ")"
	case 17:
		return c + " + " + b.column() + " = 4"
	case 18:
		return c + " <=> " + b.value()
	case 19:
		return c + " BETWEEN 1 AND 4"
	case 20:
		return one(b.groupedMaker, c+" IN (SELECT u FROM r)", "EXISTS (SELECT 1 FROM r WHERE r.v = "+c+")", c+" IS NULL", "ABS("+c+") = 3", "("+c+" = 4) IS TRUE", c+" NOT IN (1, 2)")
	default:
		return "NOT (" + c + " = 1 AND " + b.column() + " > 2)"
	}
}

// groupItem writes an item of GROUP BY.
func (b *made) groupItem() string {
	if b.chance(80) {
		return b.column()
	}
	return b.scalar()
}

// scalar writes an expression of columns.
func (b *made) scalar() string {
	c := b.column()
	return one(b.groupedMaker, c+" + 1", "-"+c, "IFNULL("+c+", 0)", c+" + "+b.column(), "CASE WHEN "+c+" > 1 THEN 'x' ELSE 'y' END", c+" IS NULL", "ABS("+c+")", "CONCAT("+c+", '-')")
}

// output writes an output.
func (b *made) output() string {
	if len(b.groups) > 0 && b.chance(25) {
		g := one(b.groupedMaker, b.groups...)
		if b.chance(30) {
			return g + " + 2"
		}
		return g
	}
	if b.grouped && b.chance(35) {
		any := "ANY_VALUE(" + b.column() + ")"
		if b.dialect == sqlcheck.MariaDB {
			any = "AVG(" + b.column() + ")"
		}
		return one(b.groupedMaker, "COUNT(*)", "MAX("+b.column()+")", "SUM("+b.column()+")", any, "MIN("+b.column()+") + 1")
	}
	switch b.IntN(14) {
	case 0:
		return b.scalar()
	case 1:
		if b.depth > 0 {
			inner, _ := (&made{groupedMaker: b.groupedMaker}).subquery(b.columns)
			return "(" + inner + ")"
		}
	case 2:
		return one(b.groupedMaker, "ROW_NUMBER() OVER (ORDER BY "+b.column()+")", "SUM("+b.column()+") OVER (PARTITION BY "+b.column()+")", "SUM(COUNT(*)) OVER ()")
	case 3:
		return one(b.groupedMaker, "5", "'x'", "NULL")
	}
	return b.column()
}

// subquery writes a scalar subquery that reads columns outside.
func (b *made) subquery(outer []string) (string, []string) {
	if b.chance(50) {
		return "SELECT MAX(r.u) FROM r WHERE r.v = " + one(b.groupedMaker, outer...), nil
	}
	text, columns := b.blockOf(0, outer, true, 1)
	return text + " LIMIT 1", columns
}
