// Package sqlgen writes queries of MySQL's grammar over given tables, for tests of what reads SQL. A
// sequence of bytes chooses the query: the same bytes give the same one, and a fuzzer that changes
// them changes the query.
package sqlgen

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// Query returns the query that the bytes choose over tables, of which there is at least one. Many of
// its names resolve; a good part does not, or is of a column that is not in scope. It has only
// syntax of the dialect, as far as the dialects differ in it.
func Query(tables []*sqlcheck.Table, dialect sqlcheck.Dialect, choices []byte) string {
	g := &generator{dice: dice{choices}, lateral: dialect != sqlcheck.MariaDB}
	for _, t := range tables {
		shown, hidden := relationOf(t)
		g.tables = append(g.tables, shown)
		g.hidden = append(hidden, g.hidden...)
	}
	if g.hidden == nil {
		g.hidden = []string{"nothing"} // which is out of scope everywhere
	}
	sql, _ := g.query(3, 1+g.throw(3))
	return sql
}

// relationOf returns a table with the columns that are in scope, and the other columns.
func relationOf(t *sqlcheck.Table) (shown relation, hidden []string) {
	shown.name = t.Name()
	for _, c := range t.Columns() {
		if c.InScope {
			shown.columns = append(shown.columns, c.Name)
		} else {
			hidden = append(hidden, c.Name)
		}
	}
	return shown, hidden
}

// Choices returns bytes for Query, which are others for every seed.
func Choices(seed uint64) []byte {
	const enough = 200 // for most queries
	choices := make([]byte, enough)
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	_, _ = rand.NewChaCha8(key).Read(choices) // it never fails
	return choices
}

// A relation is one that a generated query may name: an alias and its columns.
type relation struct {
	name    string
	columns []string
}

// A generator writes one query. Most names are right; some are hidden, ambiguous, out of reach or
// spelled like something else, because that is where resolvers go wrong.
type generator struct {
	dice
	tables  []relation
	hidden  []string
	lateral bool // the dialect has LATERAL, TABLE, VALUES
	ctes    []relation
	scopes  [][]relation // the FROM clauses around, innermost last
	aliases []string     // of the block's projection so far
	names   int
}

// fresh returns a new name, or rarely one that is spelled like something else.
func (g *generator) fresh(prefix string) string {
	g.names++
	if g.one(9) {
		return pick(&g.dice, "orders", "id", "salary", "name", "O", "o", "`a``b`", "größe", "total")
	}
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// query writes a query of so many columns and returns their names. depth is how many more levels it
// may nest.
func (g *generator) query(depth, width int) (sql string, columns []string) {
	ctes := g.ctes
	defer func() { g.ctes = ctes }()
	with := ""
	if depth > 0 && g.one(4) {
		with = g.with(depth - 1)
	}
	if depth > 0 && g.one(6) {
		sql, columns = g.union(depth-1, width)
	} else {
		sql, columns = g.block(depth, width, true)
	}
	return with + sql, columns
}

func (g *generator) with(depth int) string {
	var list []string
	for range 1 + g.throw(2) {
		name := g.fresh("cte")
		body, columns := g.query(depth, 1+g.throw(3))
		if g.one(3) {
			renamed := make([]string, len(columns))
			for i := range renamed {
				renamed[i] = fmt.Sprintf("r%d", i)
			}
			list = append(list, fmt.Sprintf("%s (%s) AS (%s)", name, strings.Join(renamed, ", "), body))
			columns = renamed
		} else {
			list = append(list, fmt.Sprintf("%s AS (%s)", name, body))
		}
		g.ctes = append(g.ctes, relation{name, columns})
	}
	return "WITH " + strings.Join(list, ", ") + " "
}

func (g *generator) union(depth, width int) (sql string, columns []string) {
	sql, columns = g.block(depth, width, false)
	for range 1 + g.throw(2) {
		operator := pick(&g.dice, " UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ")
		arm, _ := g.block(depth, len(columns), false)
		if g.one(3) {
			arm = "(" + arm + pick(&g.dice, "", " LIMIT 3") + ")"
		}
		sql += operator + arm
	}
	if g.one(2) {
		sql += " ORDER BY " + pick(&g.dice, columns[0], columns[0]+" DESC", "1", "id", "o.id")
	}
	return sql, columns
}

// block writes one SELECT. tail says whether ORDER BY and LIMIT may follow.
func (g *generator) block(depth, width int, tail bool) (sql string, columns []string) {
	outer := g.aliases
	g.aliases = nil
	defer func() { g.aliases = outer }()
	from, relations := g.from(depth)
	g.scopes = append(g.scopes, relations)
	defer func() { g.scopes = g.scopes[:len(g.scopes)-1] }()

	where := ""
	if g.one(2) {
		where = " WHERE " + g.condition(depth)
	}
	grouped := len(relations) > 0 && g.one(3)
	fields, columns := g.fields(depth, width, grouped)
	sql = "SELECT " + pick(&g.dice, "", "", "", "DISTINCT ") + fields + from + where
	if grouped {
		sql += g.group(depth)
	}
	window := ""
	if strings.Contains(fields, "OVER w") {
		window = " WINDOW w AS (PARTITION BY " + g.column() + pick(&g.dice, "", " ORDER BY "+g.column()) + ")"
	}
	sql += window
	if tail && g.one(3) {
		sql += " ORDER BY " + g.orderItem(depth)
	}
	if tail && g.one(4) {
		sql += pick(&g.dice, " LIMIT 5", " LIMIT 2, 3", " LIMIT 7 OFFSET 1")
	}
	return sql, columns
}

func (g *generator) group(depth int) string {
	sql := " GROUP BY " + g.groupItem(depth) + pick(&g.dice, "", "", ", "+g.groupItem(depth)) + pick(&g.dice, "", "", "", " WITH ROLLUP")
	if g.one(2) {
		sql += " HAVING " + pick(&g.dice, "COUNT(*) > 1", g.alias()+" > 1", g.column()+" = 1", "MAX("+g.column()+") < 9")
	}
	return sql
}

func (g *generator) groupItem(depth int) string {
	return pick(&g.dice, g.column(), g.alias(), "1", g.column()+" + 1", g.expr(min(depth, 1)))
}

func (g *generator) orderItem(depth int) string {
	item := pick(&g.dice, g.alias(), g.column(), g.alias()+" + 0", "1", "(1)", g.expr(min(depth, 1)), "COUNT(*)")
	return item + pick(&g.dice, "", " DESC", " ASC")
}

// alias returns an output's name, if there is one.
func (g *generator) alias() string {
	if len(g.aliases) == 0 {
		return g.column()
	}
	return pick(&g.dice, g.aliases...)
}
