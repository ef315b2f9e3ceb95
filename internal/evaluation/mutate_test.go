package evaluation

import (
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A subject is an accepted query, the schema that it was checked against, and the checker.
type subject struct {
	candidate
	view    *schema.View
	checker *sqlcheck.Checker
}

// subjects returns the accepted queries of files, one of those that print the same, as far as there
// is time for them.
func subjects(t *testing.T, files []file) []subject {
	t.Helper()
	dbs, all := databases(t), newCheckers(t)
	seen := map[string]bool{}
	var list []subject
	for _, f := range files {
		f.records = sample(f.records)
		for i, v := range judgeAll(t, f, dbs) {
			r := f.records[i]
			if !v.accepted() || seen[r.SchemaID+"\n"+v.query.String()] {
				continue
			}
			seen[r.SchemaID+"\n"+v.query.String()] = true
			view := dbs[r.SchemaID].View(everything)
			list = append(list, subject{candidate{file: f.name, record: r, query: v.query}, view, all[view.Dialect()]})
		}
	}
	return list
}

// sample returns one in so many of a list, spread over all of it.
func sample[T any](list []T) []T {
	var some []T
	for i := 0; i < len(list); i += oneIn {
		some = append(some, list[i])
	}
	return some
}

func (s subject) print() string { return s.query.String() }

// judge returns the verdict on a text over a catalog.
func (s subject) judge(t *testing.T, sql string, catalog sqlcheck.Catalog) verdict {
	return judge(t, s.checker, sql, catalog)
}

// plain reports whether the query is one SELECT, whose clauses can be told apart.
func (s subject) plain() bool {
	return s.query.Facts().Statements[0].Kind == sqlcheck.StatementSelect && split(s.print()).String() == s.print()
}

// A mutant is a text and a catalog of which the verdict is known.
type mutant struct {
	mutation string
	sql      string
	catalog  sqlcheck.Catalog
	want     string // accept, or the rule to report first, or asAbsent
}

// asAbsent is wanted where a column is hidden: the very answer that there is where it does not exist.
// That need not be a refusal, because its name may mean a column outside the subquery then.
const asAbsent = "as if it were not there"

// What is done to an accepted query decides the verdict on it.
func TestMutations(t *testing.T) {
	list := subjects(t, files(t, "gold"))
	counts := newTally("mutation", "tried", "right")
	for _, mutate := range []func(subject) []mutant{
		columnsHidden, tablesRemoved, tablesRenamed, columnsRenamed, qualifiersSwapped, wrapped, appended, hiddenMoved,
	} {
		mutants, right := make([][]mutant, len(list)), make([][]bool, len(list))
		inParallel(len(list), func(i int) {
			mutants[i] = mutate(list[i])
			for _, m := range mutants[i] {
				right[i] = append(right[i], m.try(t, list[i]))
			}
		})
		before := counts.total("tried")
		for i := range mutants {
			for j, m := range mutants[i] {
				counts.addTry(m.mutation+" ⇒ "+m.want, right[i][j])
			}
		}
		if counts.total("tried") == before {
			t.Error("a mutation applies to no query, so it shows nothing")
		}
	}
	t.Logf("mutants of %d accepted queries%v", len(list), counts)
}

// try reports whether the verdict on the mutant of a subject is the right one.
func (m mutant) try(t *testing.T, s subject) bool {
	v := s.judge(t, m.sql, m.catalog)
	got, want := v.String(), m.want
	if c, ok := m.catalog.(hiding); ok && m.want == asAbsent {
		got, want = v.detail(), s.judge(t, m.sql, c.lacking).detail()
	}
	if got != want {
		t.Errorf("%s, %s: %q %s\nwant %s", s.name(), m.mutation, m.sql, v.detail(), want)
	}
	if v.accepted() && slices.ContainsFunc(v.query.Facts().Columns, func(ref sqlcheck.ColumnRef) bool { return !ref.Column.InScope }) {
		t.Errorf("%s, %s: %q uses a column that is out of scope", s.name(), m.mutation, m.sql)
		return false
	}
	return got == want
}

// addTry counts a verdict that was asked for, and whether it was right.
func (c *tally) addTry(name string, right bool) {
	c.add(name, "tried")
	if right {
		c.add(name, "right")
	}
}

// A changed catalog has another table, or none, in the place of one.
type changed struct {
	sqlcheck.Catalog
	from, to *sqlcheck.Table
}

func (c changed) Table(db, name string) *sqlcheck.Table {
	if t := c.Catalog.Table(db, name); t != c.from {
		return t
	}
	return c.to
}

// A hiding catalog has one column out of scope.
type hiding struct {
	sqlcheck.Catalog
	lacking sqlcheck.Catalog // the same without the column
}

// without returns the schema of the subject with one column out of scope.
func (s subject) without(table *sqlcheck.Table, column string) hiding {
	hidden, fewer := slices.Clone(table.Columns()), slices.Clone(table.Columns())
	for i := range hidden {
		if hidden[i].Name == column {
			hidden[i].InScope = false
			fewer = slices.Delete(fewer, i, i+1)
		}
	}
	with := func(columns []sqlcheck.Column) sqlcheck.Catalog {
		return changed{s.view, table, sqlcheck.NewTable(table.Database(), table.Name(), columns)}
	}
	return hiding{with(hidden), with(fewer)}
}

// used returns the columns that the query uses, each once.
func (s subject) used() []sqlcheck.BaseColumn {
	var list []sqlcheck.BaseColumn
	for _, ref := range s.query.Facts().Columns {
		if c := (sqlcheck.BaseColumn{Table: ref.Table, Column: ref.Column}); !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// read returns the tables that the query reads, each once.
func (s subject) read() []*sqlcheck.Table {
	var list []*sqlcheck.Table
	for _, ref := range s.query.Facts().Tables {
		if !slices.Contains(list, ref.Table) {
			list = append(list, ref.Table)
		}
	}
	return list
}

// reserved returns, folded, the names in the print that are more than columns: those of the tables
// and those that AS gives.
func (s subject) reserved() map[string]bool {
	names := map[string]bool{}
	for _, table := range s.read() {
		names[sqlcheck.Fold(table.Name())] = true
	}
	all := tokens(s.print())
	for i, token := range all {
		if token == "AS" && i+2 < len(all) && isName(all[i+2]) {
			names[sqlcheck.Fold(strings.Trim(all[i+2], "`"))] = true
		}
	}
	return names
}

// The rules of the mutants, by the names that the checker reports.
var (
	columnScope   = rules.ColumnScope.Name
	tableScope    = rules.TableScope.Name
	functionScope = rules.FunctionScope.Name
	readOnly      = rules.ReadOnly.Name
	oneStatement  = rules.SingleStatement.Name
)
