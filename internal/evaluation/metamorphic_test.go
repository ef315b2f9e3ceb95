package evaluation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A rewrite says the same in another text.
type rewrite struct {
	name string
	// text returns the other text of a print, or "" where there is nothing to rewrite.
	text func(s subject) string
	// keeps is what stays as it is in the print of the other text.
	keeps func(*sqlcheck.Query) string
}

// rewrites are made of prints, whose tokens are simple.
var rewrites = []rewrite{
	{"nothing", subject.print, (*sqlcheck.Query).String},
	{"a semicolon at the end", func(s subject) string { return s.print() + " ;\n" }, (*sqlcheck.Query).String},
	{"comments between tokens", func(s subject) string { return spaced(s.print(), " /* FROM t; ' */ ") }, unlabelled},
	{"comments for blanks", func(s subject) string { return spaced(s.print(), "/**/") }, unlabelled},
	{"comments to the end of the line", func(s subject) string { return spaced(s.print(), " -- ) '\n# `\n") }, unlabelled},
	{"blanks", func(s subject) string { return "\n" + spaced(s.print(), " \t\r\n ") + "  " }, unlabelled},
	{"keywords in lower case", func(s subject) string { return replaced(s.print(), lowerWord) }, unlabelled},
	{"columns in upper case", upperColumns, foldedPrint},
	{"AS left out", withoutAS, unlabelled},
	{"parentheses round WHERE", func(s subject) string { return s.withCondition("((%s))") }, (*sqlcheck.Query).String},
	{"AND TRUE", func(s subject) string { return s.withCondition("(%s) AND TRUE") }, profile},
}

// unlabelled returns a print without aliases: an expression without one is called as it is written.
func unlabelled(q *sqlcheck.Query) string { return aliases.ReplaceAllString(q.String(), "") }

var aliases = regexp.MustCompile(" AS `(?:[^`]|``)*`")

// Equivalent rewrites keep the verdict, and what the query is made of.
func TestRewrites(t *testing.T) {
	list := slices.Concat(subjects(t, queries(t)), shopSubjects(t))
	counts := newTally("rewrite", "tried", "right")
	for _, r := range rewrites {
		some := slices.DeleteFunc(slices.Clone(list), func(s subject) bool { return r.text(s) == "" })
		right := make([]bool, len(some))
		inParallel(len(some), func(i int) { right[i] = r.try(t, some[i]) })
		for _, ok := range right {
			counts.addTry(r.name, ok)
		}
		if len(some) == 0 {
			t.Errorf("%s: there was nothing to rewrite", r.name)
		}
	}
	t.Logf("equivalent texts of accepted queries%v", counts)
}

// try reports whether the other text of a subject is accepted and keeps what it should.
func (r rewrite) try(t *testing.T, s subject) bool {
	text := r.text(s)
	v := s.judge(t, text, s.view)
	if !v.accepted() || r.keeps(v.query) != r.keeps(s.query) {
		t.Errorf("%s with %s: %q %s\nwant it accepted as %s", s.name(), r.name, text, v.detail(), s.query)
		return false
	}
	return true
}

// An EXPLAIN in front of a query makes another statement of it.
func TestExplained(t *testing.T) {
	list := subjects(t, queries(t))
	inParallel(len(list), func(i int) {
		sql := "EXPLAIN " + list[i].print()
		if v := list[i].judge(t, sql, list[i].view); v.String() != readOnly {
			t.Errorf("%s: %q %s\nwant it refused by read_only", list[i].name(), sql, v.detail())
		}
	})
	t.Logf("%d queries with EXPLAIN in front, refused by read_only", len(list))
}

// shopSubjects returns the accepted queries of the case pages and of the tricks.
func shopSubjects(t *testing.T) []subject {
	t.Helper()
	pages := pagesShop(t)
	attacks, shop := tricks(t)
	return slices.Concat(
		asSubjects(t, pages, acceptedPages(t, pages, everyDialect...)),
		asSubjects(t, shop.Artifact, acceptedTricks(t, attacks, shop, everyDialect...)))
}

// asSubjects leaves out the cases whose print needs the settings of its page.
func asSubjects(t *testing.T, shop *schema.Artifact, cases []shopCase) []subject {
	t.Helper()
	all := newCheckers(t)
	var list []subject
	for _, c := range sample(cases) {
		s := subject{c.candidate, shop.View(schema.Policy{Sensitive: c.open}), all[c.dialect]}
		if v := s.judge(t, s.print(), s.view); v.accepted() && v.query.String() == s.print() {
			list = append(list, s)
		}
	}
	return list
}

// spaced returns the print with something for each blank, and beside each comma and parenthesis
// where blanks may stand: not between the name of a function and its arguments.
func spaced(print, blank string) string {
	return replaced(print, func(token string) string {
		switch {
		case strings.TrimSpace(token) == "", token == ")":
			return blank + strings.TrimSpace(token)
		case token == ",", token == "(":
			return token + blank
		}
		return token
	})
}

func lowerWord(token string) string {
	if word.MatchString(token) {
		return strings.ToLower(token)
	}
	return token
}

// upperColumns writes the names of the columns that the query uses in upper case.
func upperColumns(s subject) string {
	names := s.reserved()
	columns := map[string]bool{}
	for _, ref := range s.query.Facts().Columns {
		columns[quoted(ref.Column.Name)] = !names[sqlcheck.Fold(ref.Column.Name)]
	}
	upper := replaced(s.print(), func(token string) string {
		if columns[token] {
			return strings.ToUpper(token)
		}
		return token
	})
	if upper == s.print() {
		return ""
	}
	return upper
}

// foldedPrint is the print but for letter case: a label has the letters it was given.
func foldedPrint(q *sqlcheck.Query) string { return sqlcheck.Fold(unlabelled(q)) }

// withoutAS leaves out AS before aliases.
func withoutAS(s subject) string {
	if !strings.Contains(s.print(), " AS `") {
		return ""
	}
	return strings.ReplaceAll(s.print(), " AS `", " `")
}

// withCondition returns the print with its condition put into a format, or "".
func (s subject) withCondition(format string) string {
	c := split(s.print())
	if !s.plain() || c["WHERE"] == "" {
		return ""
	}
	condition := strings.TrimSpace(strings.TrimPrefix(c["WHERE"], "WHERE"))
	return c.with("WHERE", "WHERE "+fmt.Sprintf(format, condition)).String()
}

// profile is what a query reads, calls and returns.
func profile(q *sqlcheck.Query) string {
	var b strings.Builder
	facts := q.Facts()
	for _, ref := range facts.Tables {
		fmt.Fprintln(&b, "table", ref.Table.Name())
	}
	for _, ref := range facts.Columns {
		fmt.Fprintln(&b, "column", ref.Table.Name(), ref.Column.Name)
	}
	for _, call := range facts.Calls {
		fmt.Fprintln(&b, "call", call.Name)
	}
	for _, output := range facts.Projection {
		fmt.Fprintln(&b, "output", output.Name, len(output.Columns))
	}
	return b.String()
}
