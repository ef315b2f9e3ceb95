package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// A hidden column and one that does not exist are refused in the same words, so that nobody learns
// the schema by asking. Where a name is implied (by NATURAL, or a label that hides nothing) the
// query without the hidden column is another one, and is left alone.
func TestHiddenColumnsAreRefusedLikeUnknownOnes(t *testing.T) {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	unknown := strings.NewReplacer("email", "qqqqq", "phone", "qqqqq", "salary", "qqqqqq")
	compared := 0
	for _, page := range pages(t) {
		for _, c := range page.Cases {
			if c.Accept || c.Rules[0] != "column_scope" || unknown.Replace(c.SQL) == c.SQL {
				continue
			}
			hidden, nowhere := words(checker, c.SQL), words(checker, unknown.Replace(c.SQL))
			if nowhere == "" {
				continue
			}
			compared++
			if got := unknown.Replace(hidden); got != nowhere {
				t.Errorf("%s: the hidden column is refused with\n%s\nand an unknown one with\n%s\nsql: %s", c.Position(), got, nowhere, c.SQL)
			}
		}
	}
	if compared < 50 {
		t.Errorf("compared %d refusals, want at least 50", compared)
	}
}

// Of a column that is out of scope, a refusal tells no more than of one that does not exist. Each column
// of the shop is hidden in turn, then taken away.
func TestHiddenColumnsMightAsWellNotExist(t *testing.T) {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := sqlchecktest.Shop(corpus.Settings{WithSensitive: true})
	tables := all.(sqlcheck.Suggester).Tables()
	compared := 0
	for _, page := range pages(t) {
		for _, c := range page.Cases {
			if len(c.SQL) > 2000 {
				continue
			}
			for _, table := range tables {
				if !strings.Contains(sqlcheck.Fold(c.SQL), sqlcheck.Fold(table.Name())) {
					continue
				}
				for i := range table.Columns() {
					hidden := saidWith(checker, c.SQL, without(tables, table, i, false))
					absent := saidWith(checker, c.SQL, without(tables, table, i, true))
					compared++
					if hidden != absent {
						t.Errorf("%s: with %s.%s hidden\n%s\nand without it\n%s\nsql: %s", c.Position(), table.Name(), table.Columns()[i].Name, hidden, absent, c.SQL)
					}
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("compared %d refusals, want at least 1000", compared)
	}
}

// A list is a catalog of tables.
type list []*sqlcheck.Table

func (l list) Table(db, name string) *sqlcheck.Table {
	for _, t := range l {
		if sqlcheck.Fold(t.Name()) == sqlcheck.Fold(name) && (db == "" || sqlcheck.Fold(t.Database()) == sqlcheck.Fold(db)) {
			return t
		}
	}
	return nil
}

func (l list) Tables() []*sqlcheck.Table { return l }

// without returns the tables with one column hidden or taken away.
func without(tables []*sqlcheck.Table, table *sqlcheck.Table, column int, absent bool) list {
	changed := slices.Clone(tables)
	columns := slices.Clone(table.Columns())
	if columns[column].InScope = false; absent {
		columns = slices.Delete(columns, column, column+1)
	}
	changed[slices.Index(tables, table)] = sqlcheck.NewTable(table.Database(), table.Name(), columns)
	return changed
}

// words returns what a refusal says, or "" for an accepted query.
func words(checker *sqlcheck.Checker, sql string) string {
	return saidWith(checker, sql, sqlchecktest.Shop(corpus.Settings{}))
}

// saidWith is words with a catalog.
func saidWith(checker *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) string {
	_, err := checker.Check(sql, catalog)
	var rejected *sqlcheck.RejectedError
	if !errors.As(err, &rejected) {
		return ""
	}
	var lines []string
	for _, v := range rejected.Violations {
		lines = append(lines, v.Rule+": "+v.Message)
	}
	return strings.Join(lines, "\n")
}
