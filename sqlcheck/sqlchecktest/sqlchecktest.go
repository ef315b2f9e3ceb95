// Package sqlchecktest runs case pages against any set of rules, and lends tests the shop that the
// pages are written for.
package sqlchecktest

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
)

// A Suite is a set of case pages and what to run them against.
type Suite struct {
	// Rules are the rules to check with, in their order of evaluation.
	Rules []*sqlcheck.Rule
	// Pages are the case pages.
	Pages []corpus.Page
	// Catalog returns the catalog for a case; nil means the shop.
	Catalog func(corpus.Case) sqlcheck.Catalog
	// Rewrite is the directory whose pages get new text blocks. "" leaves the pages alone and
	// compares.
	Rewrite string
}

// Run checks every case in every dialect it is written for, as a subtest for each page and case.
// Verdicts are always compared. Text blocks are compared unless they are being rewritten: a print
// in every dialect, diagnostics in the first one, because they may name it.
func (s Suite) Run(t *testing.T) {
	if s.Catalog == nil {
		s.Catalog = func(c corpus.Case) sqlcheck.Catalog { return Shop(c.Settings) }
	}
	for _, page := range s.Pages {
		t.Run(page.Name, func(t *testing.T) {
			for _, c := range page.Cases {
				t.Run(c.Name, func(t *testing.T) { s.run(t, page, c) })
			}
			if s.Rewrite != "" {
				s.rewrite(t, page)
			}
		})
	}
}

func (s Suite) run(t *testing.T, page corpus.Page, c corpus.Case) {
	for i, dialect := range dialects(t, c) {
		got := s.check(t, c, dialect)
		problems := got.problems(c, s.silent(page, c))
		if s.Rewrite == "" && (got.accepted || i == 0) {
			problems = append(problems, got.textProblems(c)...)
		}
		for _, problem := range problems {
			t.Errorf("%s in %s: %s\nwhy: %s\nsql: %s", c.Position(), dialect, problem, c.Why, c.SQL)
		}
	}
}

// silent returns the advisory rule that must say nothing about c, or "": the one that the page is
// about, unless the case lists it.
func (s Suite) silent(page corpus.Page, c corpus.Case) string {
	for _, rule := range s.Rules {
		if rule.Advisory && rule.Name == page.Name && !slices.Contains(c.Advice, rule.Name) {
			return rule.Name
		}
	}
	return ""
}

// rewrite writes the page again with what the checker answers in the first dialect of each case.
func (s Suite) rewrite(t *testing.T, page corpus.Page) {
	file := filepath.Join(s.Rewrite, page.Name+".md")
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := corpus.Rewrite(page.Name+".md", string(old), func(c corpus.Case) string {
		got := s.check(t, c, dialects(t, c)[0])
		if got.problems(c, s.silent(page, c)) != nil {
			return c.Golden // the verdict is in doubt, so what follows from it is too
		}
		return got.text(c)
	})
	if err != nil {
		t.Fatal(err)
	}
	if text == string(old) {
		return
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("rewrote text blocks of %s", file)
}

// Seeds adds the text of every case to a fuzz target that takes one string.
func Seeds(f *testing.F) {
	pages, err := corpus.Pages()
	if err != nil {
		f.Fatal(err)
	}
	for _, page := range pages {
		for _, c := range page.Cases {
			f.Add(c.SQL)
		}
	}
}
