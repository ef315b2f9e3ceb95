package grammargen_test

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammargen"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/property"
)

// The databases of a server: the world, the world and hidden columns and tables, and the same with other
// hidden values.
const (
	small = database + "_small"
	large = database + "_large"
	other = database + "_other"
	judge = database + "_judge" // the world, to ask for ONLY_FULL_GROUP_BY
)

// byChance are functions whose value is another one each time.
var byChance = regexp.MustCompile(`(?i)\b(RAND|UUID|NOW|SYSDATE|CURTIME|CURRENT_TIME|CURRENT_TIMESTAMP|LOCALTIME|LOCALTIMESTAMP|UTC_TIME|UTC_TIMESTAMP|UNIX_TIMESTAMP|SYS_GUID)\b`)

// endsServer is what MariaDB 10.11 dies of: JSON beside <=>.
var endsServer = regexp.MustCompile(`(?i)<=>.*JSON|JSON.*<=>|<=>.*doc|doc.*<=>`)

// TestServers: the print of an accepted query gives the rows of its text, and the same ones whatever
// columns and tables the server has beside the schema, and whatever they hold.
func TestServers(t *testing.T) {
	first, last := texts(t, 300)
	for _, s := range servers(t) {
		t.Run(s.dialect.String(), func(t *testing.T) {
			w := witness{server: s, generator: serverGenerator(t, s.dialect), checker: checker(t, s.dialect), found: findings{}}
			w.shown = property.Shown(w.generator.World)
			names := common(w.generator, first, last)
			for _, f := range []fixture{{name: small}, {name: judge, judged: true}, {name: large, extra: names, value: 1}, {name: other, extra: names, value: 500}} {
				s.make(t, f)
			}
			s.findsFaults(t, w.generator, w.checker, w.shown)
			coverage := grammargen.NewCoverage(w.generator)
			for seed := first; seed < last; seed++ {
				q := w.generator.Query(seed)
				accepted, rows := w.hold(t, seed, q)
				coverage.Add(q, accepted, rows > 0)
			}
			t.Logf("%d texts, findings %v, errors %v\n%s", last-first, w.found, s.errnos, coverage.Table(len(neverAccepted(t))))
			s.record(t, first, w.found, coverage)
		})
	}
}

// A witness holds queries to what a server says.
type witness struct {
	server    *server
	generator *grammargen.Generator
	checker   *sqlcheck.Checker
	shown     sqlcheck.Catalog
	found     findings
}

// hold runs a query, if it is accepted and may run, and reports what differs.
func (w *witness) hold(t *testing.T, seed uint64, q *grammargen.Query) (accepted bool, rows int) {
	t.Helper()
	checked, err := w.checker.Check(q.String(), w.shown)
	if err != nil || byChance.MatchString(q.String()) || w.server.dialect == sqlcheck.MariaDB && endsServer.MatchString(q.String()) {
		return err == nil, 0
	}
	kind, said, rows := w.server.differs(t, q.String(), checked.String())
	if kind == "" {
		return true, rows
	}
	if w.found[kind]++; w.found[kind] <= examples {
		sql, said := w.shrunk(t, q, kind, said)
		t.Errorf("%s, seed %d: %s\n%s", kind, seed, sql, said)
	}
	return true, rows
}

// shrunk returns a smaller text that differs in the same way, and how.
func (w *witness) shrunk(t *testing.T, q *grammargen.Query, kind, said string) (string, string) {
	t.Helper()
	small := w.generator.Shrink(q, func(sql string) bool {
		checked, err := w.checker.Check(sql, w.shown)
		if err != nil {
			return false
		}
		is, how, _ := w.server.differs(t, sql, checked.String())
		if is == kind {
			said = how // the last one is that of the smallest text
		}
		return is == kind
	})
	if small == nil {
		return q.String(), said + "\nand not the next time"
	}
	return small.String(), said
}

// findsFaults plants faults in prints and fails where the server does not tell.
func (s *server) findsFaults(t *testing.T, g *grammargen.Generator, c *sqlcheck.Checker, shown sqlcheck.Catalog) {
	t.Helper()
	for name, fault := range map[string]func(string) string{
		"a qualifier is lost":     func(p string) string { return qualifier.ReplaceAllString(p, "$1") },
		"a label is a column":     func(p string) string { return label.ReplaceAllString(p, "GROUP BY `id`") },
		"another column is read":  func(p string) string { return strings.ReplaceAll(p, "`.`id`", "`.`total`") },
		"a hidden column is read": func(p string) string { return strings.ReplaceAll(p, "`.`name`", "`.`salary`") },
	} {
		planted, found := 0, 0
		for seed := uint64(0); seed < 4000 && found == 0; seed++ {
			text := g.Query(seed).String()
			checked, err := c.Check(text, shown)
			if err != nil || byChance.MatchString(text) || endsServer.MatchString(text) || fault(checked.String()) == checked.String() {
				continue
			}
			planted++
			if kind, _, _ := s.differs(t, text, checked.String()); kind != "" {
				continue // that one has a fault of its own
			}
			if kind, _, _ := s.differs(t, text, fault(checked.String())); kind != "" {
				found++
			}
		}
		t.Logf("%s: found after %d texts that have it", name, planted)
		if found == 0 {
			t.Errorf("%s: none of %d texts tells", name, planted)
		}
	}
}

var (
	qualifier = regexp.MustCompile("`[^`]+`\\.(`[^`]+`)")
	label     = regexp.MustCompile("GROUP BY [0-9]+")
)

// serverGenerator generates queries that call their database by the name that Run replaces.
func serverGenerator(t *testing.T, d sqlcheck.Dialect) *grammargen.Generator {
	t.Helper()
	grammar, err := parserGrammar()
	if err != nil {
		t.Fatal(err)
	}
	w := world(d)
	w.Database = database
	g, err := grammargen.New(grammar, w)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// differs holds the runs of a text and its print together. kind is "" if nothing differs.
func (s *server) differs(t *testing.T, text, print string) (kind, said string, rows int) {
	t.Helper()
	for _, pair := range []struct {
		kind   string
		a, b   property.Run
		ifRuns bool
	}{
		{"text and print", property.Run{Database: small, SQL: text}, property.Run{Database: small, SQL: print}, true},
		{"superset", property.Run{Database: small, SQL: print}, property.Run{Database: large, SQL: print}, false},
		{"interference", property.Run{Database: large, SQL: print}, property.Run{Database: other, SQL: print}, false},
	} {
		difference, n, err := property.Same(s, pair.a, pair.b, pair.ifRuns)
		if err != nil {
			t.Fatalf("%v\n%s", err, print)
		}
		rows = max(rows, n)
		if difference != nil && !excused(print, difference) && !(difference.Kind() == "rows" && s.choosesRow(print)) {
			return pair.kind + ": " + difference.Kind(), difference.String(), rows
		}
	}
	return "", "", rows
}

// timeIsUp are the servers' numbers for a statement that took too long.
var timeIsUp = []uint16{3024, 1969}

// excused reports whether a difference means nothing: time ran out, or which rows of several come first
// is the server's choice.
func excused(print string, d *property.Difference) bool {
	return slices.Contains(timeIsUp, d.Errnos[0]) || slices.Contains(timeIsUp, d.Errnos[1]) ||
		d.Kind() == "rows" && strings.Contains(print, " LIMIT ")
}

// ordersWithin matches calls whose value depends on an order of rows that may have ties.
var ordersWithin = regexp.MustCompile(`JSON_OBJECTAGG|JSON_ARRAYAGG|GROUP_CONCAT|ROWS |(FIRST|LAST|NTH)_VALUE|\b(LAG|LEAD|ROW_NUMBER|NTILE)\b`)

// choosesRow reports whether the server is free to choose of which row of a group a value is: MariaDB, which
// does not ask by default for ONLY_FULL_GROUP_BY, would then refuse the query (error 1055 or 1140).
func (s *server) choosesRow(print string) bool {
	if ordersWithin.MatchString(print) {
		return true
	}
	if s.dialect != sqlcheck.MariaDB {
		return false
	}
	_, errno, err := s.Run(judge, "SET STATEMENT sql_mode = 'ONLY_FULL_GROUP_BY' FOR "+print)
	return err == nil && (errno == 1055 || errno == 1140)
}

// common returns the names that the queries give most often, and those of the columns.
func common(g *grammargen.Generator, first, last uint64) []string {
	counts := map[string]int{}
	for seed := first; seed < min(last, first+5000); seed++ {
		for _, name := range g.Query(seed).Names {
			counts[strings.ToLower(name)]++
		}
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	names = names[:min(len(names), 60)]
	for _, t := range g.Tables {
		for _, c := range t.Columns {
			names = append(names, c.Name)
		}
	}
	names = append(names, g.Hidden...)
	slices.Sort(names)
	return slices.Compact(names)
}
