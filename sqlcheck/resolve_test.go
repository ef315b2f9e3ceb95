package sqlcheck_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

var update = flag.Bool("update", false, "rewrite what follows the queries in testdata")

// TestResolve compares what the resolver makes of each query in testdata/resolve with what is
// written below it: the facts of an accepted one and its print, or the violations. A query stands in
// lines that are indented by four blanks, below a title and the reason why it is there:
//
//	## title [mysql tidb]
//	Why, with the manual's section.
//
//	    SELECT …
//
//	tables   orders
//	…
//
// Words in brackets are dialects, in which alone the query is checked, and "sensitive" for a schema
// whose sensitive columns are in scope. Run go test with -update to rewrite what is below the
// queries, then read it: what the resolver says is not what is right.
func TestResolve(t *testing.T) {
	files, err := filepath.Glob("testdata/resolve/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens in testdata/resolve: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { resolveFile(t, file) })
	}
}

func resolveFile(t *testing.T, file string) {
	head, goldens := readGoldens(t, file)
	for i := range goldens {
		g := &goldens[i]
		t.Run(g.title, func(t *testing.T) {
			got := g.resolved(t)
			if *update {
				g.want = got
			}
			if got != g.want {
				t.Errorf("%s\n%s\ngot:\n%s\nwant:\n%s", file, g.sql, got, g.want)
			}
		})
	}
	if *update {
		writeGoldens(t, file, head, goldens)
	}
}

// A golden is one query and what is made of it.
type golden struct {
	title string // without the words in brackets
	words []string
	why   string
	sql   string
	want  string
}

// resolved returns what the resolver makes of the query in each of its dialects.
func (g *golden) resolved(t *testing.T) string {
	settings, in := corpus.Settings{}, []sqlcheck.Dialect(nil)
	for _, word := range g.words {
		if word == "sensitive" {
			settings.WithSensitive = true
			continue
		}
		d, err := sqlcheck.ParseDialect(word)
		if err != nil {
			t.Fatal(err)
		}
		in = append(in, d)
	}
	if in == nil {
		in = dialects
	}
	first := ""
	for i, d := range in {
		got := resolution(t, checker(t, sqlcheck.Options{Dialect: d, Limits: sqlcheck.Limits{Rows: 1 << 40}}), g.sql, sqlchecktest.Shop(settings))
		if i > 0 && got != first {
			t.Errorf("%s and %s differ on %s\n%s:\n%s\n%s:\n%s", in[0], d, g.sql, in[0], first, d, got)
		}
		if i == 0 {
			first = got
		}
	}
	return first
}

func resolution(t *testing.T, c *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) string {
	q, err := c.Check(sql, catalog)
	if err == nil {
		return describe(q.Facts()) + fmt.Sprintf("%-8s %s\n", "print", q)
	}
	var b strings.Builder
	for _, v := range violations(t, err) {
		fmt.Fprintf(&b, "%s: %s\n", v.Rule, v.Message)
	}
	return b.String()
}

// readGoldens returns the text above the first title, and the goldens.
func readGoldens(tb testing.TB, file string) (head string, goldens []golden) {
	tb.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(text), "## ")
	for section := range strings.SplitSeq(rest, "\n## ") {
		goldens = append(goldens, readGolden(tb, file, section))
	}
	return head, goldens
}

func readGolden(tb testing.TB, file, section string) golden {
	tb.Helper()
	title, body, _ := strings.Cut(section, "\n")
	var g golden
	var words string
	if g.title, words, _ = strings.Cut(strings.TrimSuffix(title, "]"), " ["); words != "" {
		g.words = strings.Fields(words)
	}
	part := &g.why
	for line := range strings.Lines(body) {
		code, indented := strings.CutPrefix(line, "    ")
		switch {
		case indented && part == &g.why:
			part = &g.sql
		case !indented && part == &g.sql:
			part = &g.want
			continue // the empty line between them
		}
		if indented {
			line = code
		}
		*part += line
	}
	g.why, g.sql = strings.TrimSpace(g.why), strings.TrimSuffix(g.sql, "\n")
	g.want = strings.TrimRight(g.want, "\n") + "\n"
	if g.why == "" || g.sql == "" {
		tb.Fatalf("%s: %q lacks a reason or a query", file, g.title)
	}
	return g
}

func writeGoldens(t *testing.T, file, head string, goldens []golden) {
	t.Helper()
	var b strings.Builder
	b.WriteString(head)
	for i, g := range goldens {
		if i > 0 {
			b.WriteByte('\n')
		}
		title := g.title
		if g.words != nil {
			title += " [" + strings.Join(g.words, " ") + "]"
		}
		fmt.Fprintf(&b, "## %s\n%s\n\n    %s\n\n%s", title, g.why, strings.ReplaceAll(g.sql, "\n", "\n    "), g.want)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
