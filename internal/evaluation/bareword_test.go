package evaluation

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/pingcap/tidb/pkg/parser"
)

// namePlaces are the places of a query in which a word may be a name.
var namePlaces = []string{
	"SELECT %s FROM words", "SELECT id, %s FROM words", "SELECT id + %s FROM words", "SELECT MAX(%s) FROM words",
	"SELECT %s.id FROM words AS %[1]s", "SELECT id FROM words %s", "SELECT id AS %s FROM words", "SELECT id %s FROM words",
	"SELECT id FROM words WHERE %s = 1", "SELECT id FROM words WHERE 1 = %s", "SELECT id FROM words WHERE id = 1 AND %s IN (1, 2)",
	"SELECT id FROM words GROUP BY id, %s", "SELECT id FROM words ORDER BY %s DESC", "SELECT a.id FROM words a JOIN words b USING (%s)",
	"WITH %s AS (SELECT id FROM words) SELECT id FROM %[1]s", "SELECT d.%s FROM (SELECT %[1]s FROM words) AS d",
}

// A word that MySQL reserves is taken for a name, for MariaDB, exactly where a MariaDB takes it for one.
func TestBarewords(t *testing.T) {
	server := servertest.Start(t, servertest.MariaDB)
	root, db := server.Open(t, servertest.Session{User: "root"}), server.Open(t, servertest.Session{User: "root", Database: "words"})
	var columns []sqlcheck.Column
	definition := "CREATE TABLE words.words (id INT"
	columns = append(columns, sqlcheck.Column{Name: "id", InScope: true})
	for _, k := range parser.Keywords {
		if k.Reserved {
			columns = append(columns, sqlcheck.Column{Name: k.Word, InScope: true})
			definition += ", `" + k.Word + "` INT"
		}
	}
	for _, statement := range []string{"CREATE DATABASE words", definition + ")"} {
		if _, err := root.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	catalog := oneTable{sqlcheck.NewTable("words", "words", columns)}
	checkers := newCheckers(t)
	names := 0
	for _, c := range columns[1:] {
		for _, place := range namePlaces {
			text := fmt.Sprintf(place, strings.ToLower(c.Name))
			if !unread(checkers[sqlcheck.MySQL], text, catalog) {
				continue
			}
			_, err := db.Exec(text)
			number, _ := servertest.Errno(err)
			query, refused := checkers[sqlcheck.MariaDB].Check(text, catalog)
			switch {
			case number != 0 && c.Name == "WINDOW": // to the server it is a name of columns only
			case (number == 0) != (refused == nil):
				t.Errorf("%s: error %d of the server, refused by the checker: %v", text, number, refused)
			case refused == nil:
				names++
				if _, err := db.Exec(query.String()); err != nil {
					t.Errorf("%s is printed as %s: %v", text, query, err)
				}
			}
		}
	}
	t.Logf("%d reserved words in %d places: %d times a name to MariaDB", len(columns)-1, len(namePlaces), names)
}

// unread reports whether a text does not parse.
func unread(c *sqlcheck.Checker, text string, catalog sqlcheck.Catalog) bool {
	_, err := c.Check(text, catalog)
	var rejected *sqlcheck.RejectedError
	return errors.As(err, &rejected) && rejected.Rule() == sqlcheck.RuleSyntax
}

type oneTable struct{ table *sqlcheck.Table }

func (o oneTable) Table(_, name string) *sqlcheck.Table {
	if sqlcheck.Fold(name) == o.table.Name() {
		return o.table
	}
	return nil
}
