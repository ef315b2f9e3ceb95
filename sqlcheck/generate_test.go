package sqlcheck_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// FuzzGenerated: every property of holds is true of queries made of the grammar. The bytes choose
// the query, so that the fuzzer learns which choices reach new code.
func FuzzGenerated(f *testing.F) {
	for i := range 64 {
		f.Add(throws(uint64(i)), byte(i))
	}
	f.Fuzz(func(t *testing.T, choices []byte, options byte) {
		newWorld(t, options).holds(t, generate(choices, options))
	})
}

func throws(seed uint64) []byte {
	choices := make([]byte, 200)
	random := rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)})
	_, _ = random.Read(choices) // it never fails
	return choices
}

// The generator is worth something only while a good part of what it makes is accepted, and another
// part is refused for its names.
func TestGeneratorHitsBothSides(t *testing.T) {
	verdicts := map[string]int{}
	const queries = 600
	for i := range queries {
		w := newWorld(t, byte(i))
		sql := generate(throws(uint64(i+1000)), byte(i))
		verdicts[verdict(t, w.checker, sql, w.hidden)]++
	}
	if verdicts["accept"] < queries/5 || verdicts["column_scope"] < queries/5 || verdicts["syntax"] > queries/20 {
		t.Errorf("verdicts on %d generated queries: %v; want a fifth accepted, a fifth refused by column_scope and few that are no queries", queries, verdicts)
	}
}

// A dice throws what the bytes of a fuzzer say. When they are used up it throws 0, and what can
// recurse must take 0 for its end.
type dice struct{ bytes []byte }

func (d *dice) throw(n int) int {
	if len(d.bytes) == 0 {
		return 0
	}
	b := d.bytes[0]
	d.bytes = d.bytes[1:]
	return int(b) % n
}

// one reports true once in n throws.
func (d *dice) one(n int) bool { return d.throw(n) == n-1 }

func pick[T any](d *dice, options ...T) T { return options[d.throw(len(options))] }

// A made is a relation that a generated query may name: an alias and its columns.
type made struct {
	name    string
	columns []string
}

// A generator writes queries over the shop. Most names are right; some are hidden, ambiguous, out of
// reach or spelled like something else, because that is where resolvers go wrong.
type generator struct {
	dice
	tables  []made
	hidden  []string
	lateral bool // the dialect has LATERAL, TABLE, VALUES
	ctes    []made
	scopes  [][]made // the FROM clauses around, innermost last
	aliases []string // of the block's projection so far
	names   int
}

// generate returns the query that the bytes choose, in the dialect that the options stand for.
func generate(choices []byte, options byte) string {
	g := &generator{dice: dice{choices}, tables: shopTables(), hidden: []string{"salary", "email", "phone"}, lateral: options%24%3 != 1}
	sql, _ := g.query(3, 1+g.throw(3))
	return sql
}

// shopTables returns the tables of the shop with the columns that are in scope.
var shopTables = sync.OnceValue(func() []made {
	var tables []made
	for _, t := range sqlchecktest.Shop(corpus.Settings{}).(sqlcheck.Suggester).Tables() {
		m := made{name: t.Name()}
		for _, c := range t.Columns() {
			if c.InScope {
				m.columns = append(m.columns, c.Name)
			}
		}
		tables = append(tables, m)
	}
	return tables
})

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
		g.ctes = append(g.ctes, made{name, columns})
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
