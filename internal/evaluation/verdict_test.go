package evaluation

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// everything is the policy that hides nothing; the schemas of the queries mark nothing sensitive.
var everything = schema.Policy{Sensitive: true}

// A verdict is what a checker said to a text.
type verdict struct {
	query   *sqlcheck.Query // nil if it was refused
	rule    string          // the first rule that refused it
	message string
}

// accept is how the verdict is called that is no rule.
const accept = "accept"

func (v verdict) accepted() bool { return v.query != nil }

func (v verdict) String() string {
	if v.accepted() {
		return accept
	}
	return v.rule
}

// detail is the verdict with the print or the message.
func (v verdict) detail() string {
	if v.accepted() {
		return "accepted as " + v.query.String()
	}
	return "refused by " + v.rule + ": " + v.message
}

var everyDialect = []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB}

// checkers has a checker with all rules for each dialect. What it judges runs on servers without
// ONLY_FULL_GROUP_BY; that has tests of its own.
type checkers map[sqlcheck.Dialect]*sqlcheck.Checker

// withoutFullGroupBy has a program check as these checkers do.
const withoutFullGroupBy = "ASKSQL_HOST_FULL_GROUP_BY=off"

func newCheckers(t *testing.T) checkers {
	t.Helper()
	all := checkers{}
	for _, dialect := range everyDialect {
		checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: dialect, FullGroupBy: sqlcheck.FullGroupByOff})
		if err != nil {
			t.Fatal(err)
		}
		all[dialect] = checker
	}
	return all
}

// judge returns the verdict on a text. Any error but a refusal is a fault of the checker.
func judge(t *testing.T, checker *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) verdict {
	query, err := checker.Check(sql, catalog)
	var rejected *sqlcheck.RejectedError
	switch {
	case err == nil:
		return verdict{query: query}
	case errors.As(err, &rejected):
		return verdict{rule: rejected.Rule(), message: rejected.Violations[0].Message}
	default:
		t.Errorf("Check(%q) = %v, want a query or a *sqlcheck.RejectedError", sql, err)
		return verdict{rule: "error", message: err.Error()}
	}
}

// judgeAll returns the verdicts on the texts of a file, each for its own schema and dialect.
func judgeAll(t *testing.T, f file, dbs map[string]database) []verdict {
	t.Helper()
	all := newCheckers(t)
	verdicts := make([]verdict, len(f.records))
	inParallel(len(f.records), func(i int) {
		r := f.records[i]
		view := dbs[r.SchemaID].View(everything)
		verdicts[i] = judge(t, all[view.Dialect()], r.SQL, view)
	})
	return verdicts
}

// judgeAllIn is judgeAll in one dialect.
func judgeAllIn(t *testing.T, f file, dbs map[string]database, dialect sqlcheck.Dialect) []verdict {
	t.Helper()
	checker := newCheckers(t)[dialect]
	verdicts := make([]verdict, len(f.records))
	inParallel(len(f.records), func(i int) {
		r := f.records[i]
		verdicts[i] = judge(t, checker, r.SQL, dbs[r.SchemaID].View(everything))
	})
	return verdicts
}

// inParallel calls do with 0 to n-1, on every core.
func inParallel(n int, do func(i int)) { withWorkers(runtime.GOMAXPROCS(0), n, do) }

// withWorkers calls do with 0 to n-1, so many at once.
func withWorkers(workers, n int, do func(i int)) {
	var (
		group sync.WaitGroup
		next  atomic.Int64
	)
	for range workers {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				do(int(i))
			}
		})
	}
	group.Wait()
}
