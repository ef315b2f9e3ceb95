package diff_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/diff"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/sqlgen"
)

// What the changes of an artifact are said to do is what the checker does: if a query passes no longer,
// one of them breaks or risks it; if it passes only now, and for more than that a name or a * stands for less than
// before, one of them widens.
func TestEffectsAreThoseOfTheChecker(t *testing.T) {
	const pairs, queries = 300, 6
	rnd := rand.New(rand.NewPCG(1, 2))
	judges := newJudges(t)
	broken, widened := 0, 0
	for range pairs {
		parts := randomParts(rnd)
		old := parts.artifact(t)
		for range 1 + rnd.IntN(2) {
			parts.change(rnd)
		}
		next := parts.artifact(t)
		changes := diff.Compare(old.Document(), next.Document())
		breaks := slices.ContainsFunc(changes, func(c diff.Change) bool { return c.Breaks || c.Risks })
		widens := slices.ContainsFunc(changes, func(c diff.Change) bool { return c.Widens })
		for _, sql := range randomQueries(rnd, queries, old, next) {
			for _, j := range judges {
				_, before := j.check(old, sql)
				query, after := j.check(next, sql)
				switch {
				case before == nil && after != nil:
					if broken++; !breaks {
						t.Fatalf("%s passes no longer with %+v: %v\nand no change breaks:\n%s", sql, j.policy, after, listed(changes))
					}
				case before != nil && after == nil && touchesMore(query, next.View(j.policy), old.View(j.policy)):
					if widened++; !widens {
						t.Fatalf("%s passes now with %+v: %v\nand no change widens:\n%s", sql, j.policy, before, listed(changes))
					}
				}
			}
		}
	}
	if least := pairs / 10; broken < least || widened < least {
		t.Errorf("%d queries broke and %d were let in, want %d of each at least", broken, widened, least)
	}
}

func listed(changes []diff.Change) string {
	var lines []string
	for _, c := range changes {
		lines = append(lines, effect(c)+": "+c.String())
	}
	return strings.Join(lines, "\n")
}

// A judge checks queries as one configuration of the program does.
type judge struct {
	policy   schema.Policy
	checkers map[sqlcheck.Dialect]*sqlcheck.Checker
}

// newJudges returns a judge for each setting on which a change may depend.
func newJudges(t *testing.T) []judge {
	var all []judge
	for n := range 4 {
		j := judge{schema.Policy{Sensitive: n&1 == 0}, map[sqlcheck.Dialect]*sqlcheck.Checker{}}
		for _, dialect := range dialects() {
			checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: dialect, CaseSensitiveTables: n&2 != 0})
			if err != nil {
				t.Fatal(err)
			}
			j.checkers[dialect] = checker
		}
		all = append(all, j)
	}
	return all
}

func (j judge) check(a *schema.Artifact, sql string) (*sqlcheck.Query, error) {
	view := a.View(j.policy)
	return j.checkers[view.Dialect()].Check(sql, view)
}

// touchesMore reports whether a query of next uses what no query of old may: its dialect, its database, or
// a table, as it is spelled, or column of it.
func touchesMore(q *sqlcheck.Query, next, old *schema.View) bool {
	if next.Dialect() != old.Dialect() {
		return true
	}
	for _, ref := range q.Facts().Tables {
		if t := old.Table(ref.Database, ref.Name); t == nil || t.Name() != ref.Table.Name() {
			return true
		}
	}
	for _, ref := range q.Facts().Columns {
		c := old.Table("", ref.Table.Name()).Column(ref.Column.Name)
		if c == nil || !c.InScope {
			return true
		}
	}
	return false
}

func dialects() []sqlcheck.Dialect {
	return []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB}
}

// parts are what a generated artifact is made of. The names are few, so that they meet.
type parts struct {
	dialect, database string
	tables            []schema.Table
}

func randomParts(rnd *rand.Rand) *parts {
	p := &parts{dialect: sqlcheck.MySQL.String(), database: pick(rnd, "", "shop")}
	for range 1 + rnd.IntN(3) {
		p.addTable(rnd)
	}
	return p
}

func (p *parts) artifact(t *testing.T) *schema.Artifact {
	t.Helper()
	text, err := schema.Encode(&schema.Document{Version: schema.Version, SchemaID: "s", Dialect: p.dialect, Database: p.database, Tables: p.tables})
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Decode(text)
	if err != nil {
		t.Fatalf("Decode(%s) = %v", text, err)
	}
	return artifact
}

// change changes one thing.
func (p *parts) change(rnd *rand.Rand) {
	t := &p.tables[rnd.IntN(len(p.tables))]
	c := &t.Columns[rnd.IntN(len(t.Columns))]
	switch rnd.IntN(9) {
	case 0:
		p.addTable(rnd)
	case 1:
		if len(p.tables) > 1 {
			p.tables = p.tables[1:]
		}
	case 2:
		addColumn(rnd, t)
	case 3:
		if len(t.Columns) > 1 {
			t.Columns = t.Columns[1:]
		}
	case 4:
		c.Sensitive = !c.Sensitive
	case 5:
		t.Name = pick(rnd, strings.ToLower(t.Name), strings.ToUpper(t.Name))
	case 6:
		p.database = pick(rnd, "", "shop", "other")
	case 7:
		p.dialect = pick(rnd, dialects()...).String()
	case 8:
		c.Type, c.Description, t.Kind = "int", "another", schema.KindView
		slices.Reverse(t.Columns)
	}
}

func (p *parts) addTable(rnd *rand.Rand) {
	name := pick(rnd, "a", "b", "c", "d")
	if slices.ContainsFunc(p.tables, func(t schema.Table) bool { return strings.EqualFold(t.Name, name) }) {
		return
	}
	t := schema.Table{Name: name}
	for len(t.Columns) == 0 || rnd.IntN(3) > 0 && len(t.Columns) < 4 {
		addColumn(rnd, &t)
	}
	p.tables = append(p.tables, t)
}

func addColumn(rnd *rand.Rand, t *schema.Table) {
	name := pick(rnd, "id", "x", "y", "z", "w")
	if !slices.ContainsFunc(t.Columns, func(c schema.Column) bool { return c.Name == name }) {
		t.Columns = append(t.Columns, schema.Column{Name: name, Sensitive: rnd.IntN(5) == 0})
	}
}

func pick[T any](rnd *rand.Rand, options ...T) T { return options[rnd.IntN(len(options))] }

// randomQueries returns queries of either artifact: some of the generator's, and some that turn on
// which columns there are.
func randomQueries(rnd *rand.Rand, n int, artifacts ...*schema.Artifact) []string {
	var all []string
	for range n {
		a := pick(rnd, artifacts...)
		view := a.View(schema.Policy{Sensitive: true})
		all = append(all, sqlgen.Query(view.Tables(), view.Dialect(), sqlgen.Choices(rnd.Uint64())), shortQuery(rnd, a.Document()))
	}
	return all
}

// shortQuery returns a query in which stars and bare names decide.
func shortQuery(rnd *rand.Rand, doc *schema.Document) string {
	t, u := pick(rnd, doc.Tables...), pick(rnd, doc.Tables...)
	column, other := pick(rnd, t.Columns...).Name, pick(rnd, u.Columns...).Name
	switch rnd.IntN(9) {
	case 0:
		return fmt.Sprintf("SELECT %s FROM %s LIMIT 5", column, t.Name)
	case 1:
		return fmt.Sprintf("SELECT * FROM %s LIMIT 5", t.Name)
	case 2:
		return fmt.Sprintf("SELECT %s FROM %s AS m JOIN %s AS n ON m.%s = n.%s LIMIT 5", column, t.Name, u.Name, column, other)
	case 3:
		return fmt.Sprintf("SELECT * FROM %s UNION SELECT %s FROM %s LIMIT 5", t.Name, strings.Join(names(t), ", "), t.Name)
	case 4:
		return fmt.Sprintf("SELECT %s FROM %s WHERE %s IN (SELECT * FROM %s) LIMIT 5", column, t.Name, column, u.Name)
	case 5:
		return fmt.Sprintf("SELECT q.%s FROM (SELECT m.*, n.%s FROM %s AS m JOIN %s AS n ON m.%s = n.%s) AS q LIMIT 5", column, other, t.Name, u.Name, column, other)
	case 6:
		return fmt.Sprintf("WITH a AS (SELECT %s AS k FROM %s) SELECT k FROM a LIMIT 5", column, t.Name)
	case 7:
		return fmt.Sprintf("SELECT NVL(%s, 1) FROM %s LIMIT 5", column, t.Name) // which MariaDB has only
	default:
		return fmt.Sprintf("SELECT %s AS x FROM shop.%s ORDER BY x LIMIT 5", column, t.Name)
	}
}

func names(t schema.Table) []string {
	var all []string
	for _, c := range t.Columns {
		all = append(all, c.Name)
	}
	return all
}
