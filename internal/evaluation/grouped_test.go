package evaluation

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

// byFullGroupBy are the errors of ONLY_FULL_GROUP_BY.
var byFullGroupBy = []uint16{1055, 1140, 3065, 3066}

// A server with ONLY_FULL_GROUP_BY and the checker agree on which queries group fully: where the keys are known
// on every one, and where they are not the checker refuses none that the server runs, and advises against each
// that it does not. ASKSQL_GROUPED is how many queries to make, ASKSQL_GROUPED_SEED the first one's number.
func TestFullGroupBy(t *testing.T) { servertest.Each(t, testFullGroupBy) }

func testFullGroupBy(t *testing.T, kind servertest.Kind) {
	n, first := 600, uint64(0)
	if text := os.Getenv("ASKSQL_GROUPED"); text != "" {
		n, _ = strconv.Atoi(text)
		first, _ = strconv.ParseUint(os.Getenv("ASKSQL_GROUPED_SEED"), 10, 64)
	}
	j := newGroupedJudge(t, kind)
	for _, known := range []bool{true, false} {
		counts := map[string]int{}
		catalog := groupedCatalog(known)
		for seed := first; seed < first+uint64(n); seed++ {
			m := &groupedMaker{Rand: rand.New(rand.NewPCG(seed, 1)), dialect: kind.Dialect(), views: !known}
			text := m.query()
			verdict, found := j.hold(t, text, catalog, known)
			counts[verdict]++
			if found != "" {
				if counts["wrong"]++; counts["wrong"] <= 8 {
					t.Errorf("keys known %v, seed %d: %s", known, seed, found)
				}
			}
		}
		t.Logf("keys known %v: %v", known, counts)
	}
	j.findsFaults(t)
}

// A groupedJudge holds queries to a server.
type groupedJudge struct {
	dialect sqlcheck.Dialect
	checker *sqlcheck.Checker
	db      *sql.DB
}

func newGroupedJudge(t *testing.T, kind servertest.Kind) *groupedJudge {
	t.Helper()
	server := servertest.Start(t, kind)
	root := server.Open(t, servertest.Session{User: "root"})
	mode := servertest.Default
	if kind == servertest.MariaDB {
		mode = servertest.Relaxed.With("ONLY_FULL_GROUP_BY")
	}
	for _, statement := range append([]string{"CREATE DATABASE grouped", "USE grouped"}, strings.Split(groupedTables, ";")...) {
		if _, err := root.Exec(strings.NewReplacer("CREATE TABLE ", "CREATE TABLE grouped.", "CREATE VIEW ", "CREATE VIEW grouped.", "FROM p", "FROM grouped.p").Replace(statement)); err != nil {
			t.Fatalf("%v: %s", err, statement)
		}
	}
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: kind.Dialect(), FullGroupBy: sqlcheck.FullGroupByOn})
	if err != nil {
		t.Fatal(err)
	}
	return &groupedJudge{kind.Dialect(), checker, server.Open(t, servertest.Session{User: "root", Database: "grouped", Mode: mode, StatementTimeout: patience})}
}

// errno returns the server's number for what is wrong with a statement, 0 if nothing is.
func (j *groupedJudge) errno(t *testing.T, statement string) uint16 {
	t.Helper()
	rows, err := j.db.QueryContext(context.Background(), statement)
	if err == nil {
		for rows.Next() {
		}
		err = errors.Join(rows.Err(), rows.Close())
	}
	if err == nil {
		return 0
	}
	number, ok := servertest.Errno(err)
	if !ok {
		t.Fatalf("%v: %s", err, statement)
	}
	return number
}

// hold compares a verdict with the server's. found says what is wrong.
func (j *groupedJudge) hold(t *testing.T, text string, catalog sqlcheck.Catalog, known bool) (verdict, found string) {
	t.Helper()
	said := j.errno(t, text)
	ungrouped := slices.Contains(byFullGroupBy, said)
	q, err := j.checker.Check(text, catalog)
	var rejected *sqlcheck.RejectedError
	if errors.As(err, &rejected) {
		byMode := slices.ContainsFunc(rejected.Violations, func(v sqlcheck.Violation) bool { return strings.Contains(v.Message, "ONLY_FULL_GROUP_BY") })
		switch {
		case !byMode:
			return "refused for other reasons", ""
		case said == 0:
			return "refused", fmtFound("refused: "+rejected.Error(), said, text, "")
		}
		return "refused", ""
	}
	advised := slices.ContainsFunc(q.Advice(), func(a sqlcheck.Advice) bool { return a.Code == rules.UngroupedColumn.Name })
	switch {
	case ungrouped && !advised:
		return "accepted", fmtFound("accepted", said, text, q.String())
	case ungrouped && known && j.dialect == sqlcheck.MySQL:
		return "advised", fmtFound("advised only", said, text, q.String())
	case said == 0:
		// MariaDB looks into some CTEs that nobody reads.
		if printed := j.errno(t, q.String()); printed != 0 && !(advised && j.dialect == sqlcheck.MariaDB) {
			return "accepted", fmtFound("the print does not run: "+strconv.Itoa(int(printed)), said, text, q.String())
		}
	case !ungrouped:
		return "fails for other reasons", ""
	}
	if advised {
		return "advised", ""
	}
	return "accepted", ""
}

func fmtFound(what string, said uint16, text, printed string) string {
	return fmt.Sprintf("%s, and the server says %d\n%s\n%s", what, said, text, printed)
}

// findsFaults plants keys that the server has not, and takes some away, and fails where no query tells. MariaDB asks
// for no keys.
func (j *groupedJudge) findsFaults(t *testing.T) {
	t.Helper()
	if j.dialect == sqlcheck.MariaDB {
		return
	}
	for name, unique := range map[string][][]string{"a key too many": {{"id"}, {"k"}, {"b"}}, "a key too few": {{"n"}, {"k"}}} {
		catalog := groupedCatalog(true).(tableSet)
		catalog["p"] = catalog["p"].WithKeys(nil, unique, true)
		tells := false
		for seed := uint64(0); seed < 3000 && !tells; seed++ {
			m := &groupedMaker{Rand: rand.New(rand.NewPCG(seed, 1)), dialect: j.dialect}
			_, found := j.hold(t, m.query(), catalog, true)
			tells = found != ""
		}
		if !tells {
			t.Errorf("%s: no query tells", name)
		}
	}
}
