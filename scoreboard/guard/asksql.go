package guard

import (
	"errors"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/sqlcheck"
)

// asksql is this project's checker with all rules.
type asksql struct {
	checkers map[server]*sqlcheck.Checker
	catalogs map[string]sqlcheck.Catalog // by ID
}

// A server is what a text is to run on.
type server struct {
	dialect string
	relaxed bool
}

// NewAsksql returns this project's checker with all rules.
func NewAsksql(catalogs []cases.Catalog) (Judge, error) {
	a := &asksql{checkers: map[server]*sqlcheck.Checker{}, catalogs: map[string]sqlcheck.Catalog{}}
	for _, dialect := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB} {
		for relaxed, mode := range map[bool]sqlcheck.FullGroupBy{false: sqlcheck.FullGroupByAuto, true: sqlcheck.FullGroupByOff} {
			checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: dialect, FullGroupBy: mode})
			if err != nil {
				return nil, err
			}
			a.checkers[server{dialect.String(), relaxed}] = checker
		}
	}
	for _, c := range catalogs {
		a.catalogs[c.ID] = NewCatalog(c)
	}
	return a, nil
}

// Judge implements Judge.
func (a *asksql) Judge(text Text) Answer {
	_, err := a.checkers[server{text.Dialect, text.Relaxed}].Check(string(text.SQL), a.catalogs[text.Catalog])
	var rejected *sqlcheck.RejectedError
	switch {
	case err == nil:
		return Answer{Verdict: Accepted}
	case !errors.As(err, &rejected):
		return Answer{Verdict: Crashed, Message: err.Error()}
	case rejected.Unwrap() != nil:
		return Answer{Verdict: Crashed, Rules: brokenRules(rejected), Message: rejected.Unwrap().Error()}
	}
	return Answer{Verdict: Refused, Rules: brokenRules(rejected), Message: rejected.Error()}
}

func brokenRules(rejected *sqlcheck.RejectedError) []string {
	var names []string
	for _, v := range rejected.Violations {
		names = append(names, v.Rule)
	}
	return names
}

// shownTables is a sqlcheck.Catalog.
type shownTables struct {
	database string
	byName   map[string]*sqlcheck.Table
	tables   []*sqlcheck.Table
}

// NewCatalog returns a schema as asksql gets it.
func NewCatalog(c cases.Catalog) *shownTables {
	s := &shownTables{database: c.Database, byName: map[string]*sqlcheck.Table{}}
	for _, t := range c.Tables {
		var columns []sqlcheck.Column
		for _, column := range t.Columns {
			columns = append(columns, sqlcheck.Column{Name: column.Name, InScope: !column.Hidden, Sensitive: column.Hidden, NotNull: column.NotNull})
		}
		table := sqlcheck.NewTable(c.Database, t.Name, columns).WithKeys(t.PrimaryKey, t.UniqueKeys, t.AllKeys)
		s.tables, s.byName[sqlcheck.Fold(t.Name)] = append(s.tables, table), table
	}
	return s
}

// Table implements sqlcheck.Catalog.
func (s *shownTables) Table(db, name string) *sqlcheck.Table {
	if db != "" && sqlcheck.Fold(db) != sqlcheck.Fold(s.database) {
		return nil
	}
	return s.byName[sqlcheck.Fold(name)]
}

// Tables implements sqlcheck.Suggester.
func (s *shownTables) Tables() []*sqlcheck.Table { return s.tables }
