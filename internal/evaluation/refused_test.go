package evaluation

import (
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// byName are the server's errors for names that it does not resolve, or not for this account:
// tables, columns, wildcards, aliases (1247: of what is computed later), CTEs, windows, and lists of columns that do not fit.
var byName = append([]uint16{
	1051, 1052, 1054, 1060, 1066, 1096, 1103, 1109, 1146, 1222, 1247, 1250, 1353,
	4002, 4004, 4009, 4010, 4011, 4012, 4013, // MariaDB's
	3579, 3581, 3582, 3583, 3591, // MySQL's, of windows
}, denied...)

// beforeNames are the server's errors that keep it from looking at names: syntax of another server,
// an aggregate in an aggregate, LIMIT in a subquery of IN, a function that it does not have.
var beforeNames = []uint16{syntaxError, 1111, 1235, noSuchBuiltin}

// A refusal is a text that the checker refuses for a name.
type refusal struct {
	candidate // without a query
	verdict
	policy schema.Policy
}

// newRefusal returns the refusal in a verdict, if it is one for a name.
func newRefusal(file string, r record, v verdict, policy schema.Policy) (refusal, bool) {
	found := refusal{candidate{file: file, record: r}, v, policy}
	return found, v.rule == rules.TableScope.Name || v.rule == rules.ColumnScope.Name
}

// What the checker refuses for a name, the server refuses to an account that may read the columns in
// scope, or the checker is stricter for a reason that is listed.
func TestRefusedByName(t *testing.T) { servertest.Each(t, testRefusedByName) }

func testRefusedByName(t *testing.T, kind servertest.Kind) {
	server := servertest.Start(t, kind)
	used := newTally("asksql is stricter, since", "texts")
	t.Run("pages", func(t *testing.T) { testRefusedPages(t, server, used) })
	for _, s := range stricter {
		if slices.Contains(s.servers, kind) && used.counts[cell{s.why, "texts"}] == 0 {
			t.Errorf("no page shows that %s; take it off the list, where it would hide the next difference", s.why)
		}
	}
	t.Run("tricks", func(t *testing.T) { testRefusedTricks(t, server, used) })
	t.Run("queries", func(t *testing.T) { testRefusedQueries(t, server, used) })
	t.Logf("refused by name and run by the server%v", used)
	publish(t, server, "stricter", used)
}

func testRefusedPages(t *testing.T, server *servertest.Server, used *tally) {
	shop := pagesShop(t)
	pages, err := corpus.Pages()
	if err != nil {
		t.Fatal(err)
	}
	var list []refusal
	for _, page := range pages {
		for _, c := range page.Cases {
			policy := schema.Policy{Sensitive: c.Settings.WithSensitive}
			v := judge(t, pageChecker(t, c, server.Kind().Dialect()), c.SQL, shop.View(policy))
			if r, ok := newRefusal(page.Name, record{ID: c.Name, SQL: c.SQL}, v, policy); ok {
				list = append(list, r)
			}
		}
	}
	counts := newRefusalCounts(used)
	counts.compare(t, server, shop, list)
	counts.log(t)
}

// pageChecker returns a checker that matches names as a case asks for.
func pageChecker(t *testing.T, c corpus.Case, dialect sqlcheck.Dialect) *sqlcheck.Checker {
	t.Helper()
	options := sqlcheck.Options{Dialect: dialect, CaseSensitiveTables: c.Settings.CaseSensitive, FullGroupBy: sqlcheck.FullGroupByOff}
	checker, err := sqlcheck.New(rules.All(), options)
	if err != nil {
		t.Fatal(err)
	}
	return checker
}

func testRefusedTricks(t *testing.T, server *servertest.Server, used *tally) {
	attacks, shop := tricks(t)
	checker := newCheckers(t)[server.Kind().Dialect()]
	var list []refusal
	for _, a := range attacks {
		v := judge(t, checker, a.SQL, shop.View(schema.Policy{}))
		if r, ok := newRefusal("tricks", record{ID: a.ID, SQL: a.SQL}, v, schema.Policy{}); ok {
			list = append(list, r)
		}
	}
	counts := newRefusalCounts(used)
	counts.compare(t, server, shop.Artifact, list)
	counts.log(t)
}

func testRefusedQueries(t *testing.T, server *servertest.Server, used *tally) {
	dbs := databases(t)
	checker := newCheckers(t)[server.Kind().Dialect()]
	bySchema := map[string][]refusal{}
	for _, f := range queries(t) {
		for _, r := range f.records {
			v := judge(t, checker, r.SQL, dbs[r.SchemaID].View(everything))
			if found, ok := newRefusal(f.name, r, v, everything); ok {
				bySchema[r.SchemaID] = append(bySchema[r.SchemaID], found)
			}
		}
	}
	counts := newRefusalCounts(used)
	for id, list := range bySchema {
		counts.compare(t, server, dbs[id].Artifact, list)
	}
	counts.log(t)
}

// refusalCounts counts what the server said to refused texts: by file, by error, by reason.
type refusalCounts struct{ files, errors, reasons *tally }

func newRefusalCounts(reasons *tally) refusalCounts {
	return refusalCounts{
		files:   newTally("file", "refused by name", refusedToo, failedBefore, serverRan),
		errors:  newTally("server", rules.TableScope.Name, rules.ColumnScope.Name),
		reasons: reasons,
	}
}

// What the server does with a text that the checker refuses by name.
const (
	refusedToo   = "so does the server"
	failedBefore = "fails before names"
	serverRan    = "runs, we are stricter"
)

func (c refusalCounts) log(t *testing.T) {
	t.Helper()
	slices.SortFunc(c.files.names, strings.Compare)
	slices.SortFunc(c.errors.names, strings.Compare)
	t.Logf("refused by name%v", c.files)
	t.Logf("what the server said%v", c.errors)
}

// compare runs the texts, as they were written, for an account that may read the columns that each
// one may use. The server has tables that the schema does not show.
func (c refusalCounts) compare(t *testing.T, server *servertest.Server, d *schema.Artifact, list []refusal) {
	t.Helper()
	server.Create(t, withHidden(d.Document(), nil))
	for _, policy := range []schema.Policy{{}, everything} {
		server.GrantColumns(t, d.View(policy))
		db := server.Open(t, servertest.Session{
			User: servertest.ColumnReader, Database: d.Document().Database, Mode: servertest.Relaxed, StatementTimeout: patience,
		})
		for _, r := range list {
			if r.policy == policy {
				c.add(t, server.Kind(), r, run(t, db, r.SQL))
			}
		}
	}
}

// add counts one text. It is an error that the server runs it without a reason on the list.
func (c refusalCounts) add(t *testing.T, kind servertest.Kind, r refusal, said answer) {
	t.Helper()
	c.errors.add(said.number(), r.rule)
	switch reason := r.stricter(kind); {
	case slices.Contains(byName, said.Errno):
		c.files.add(r.file, "refused by name", refusedToo)
	case slices.Contains(beforeNames, said.Errno):
		c.files.add(r.file, "refused by name", failedBefore)
	case said.Errno == 0 && reason != "":
		c.files.add(r.file, "refused by name", serverRan)
		c.reasons.add(reason, "texts")
	default:
		t.Errorf("%s: the server says %v, the checker %s\n%q", r.name(), said, r.detail(), r.SQL)
	}
}
