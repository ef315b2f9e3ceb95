// Package corpus holds the case pages: one Markdown page for each rule and each family of attack.
// A page is the rule's documentation, its table test and its fuzz seeds at once. policy.md
// describes the format.
package corpus

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed *.md schema.json
var files embed.FS

// policyFile describes the format and is no case page itself.
const policyFile = "policy.md"

// A Page is one Markdown page: what a rule promises, or what a family of attacks tries, and the
// cases that show it.
type Page struct {
	Name    string // the title, equal to the file's name without its extension
	Promise string // the paragraphs below the title, as one line
	Cases   []Case // in the order of the page; there is at least one
}

// A Case is one text with the verdict that a person wrote down for it.
type Case struct {
	// Heading is the heading above the case. A refused case has an accepted neighbour under it.
	Heading string
	// Name is the heading, and " #2" and so on for the second and later statements under it. It is
	// unique on its page.
	Name string
	// Why says why the case exists: the sentence above the statement, as one line.
	Why string
	// SQL is the text to check, byte for byte.
	SQL string
	// Accept is the verdict.
	Accept bool
	// Rules are the rules that a refused case breaks: the first is the one that must be reported
	// first, the others must be among the violations too. Others yet may be.
	Rules []string
	// Advice are the advisory rules that must speak up about an accepted case. On the page of an
	// advisory rule, that rule must keep silent where it is not listed.
	Advice []string
	// Settings are what the case asks of the checker and the catalog.
	Settings Settings
	// Golden is the expected text: of an accepted case the SQL that is printed, of a refused one
	// the diagnostics. It has no meaning unless HasGolden.
	Golden    string
	HasGolden bool

	File string // name of the page's file
	Line int    // line of the statement's opening fence

	golden span // lines of the golden's body
}

// A span is a half-open range of line indices, from zero.
type span struct{ from, to int }

// Position returns where the case stands, as "file:line".
func (c Case) Position() string { return fmt.Sprintf("%s:%d", c.File, c.Line) }

// Settings are the conditions of a case. The zero value is the strictest: every dialect, sensitive
// columns out of scope, default limits, no bound on rows.
type Settings struct {
	// Dialects are the dialects in which the verdict holds: mysql, mariadb, tidb. Empty is all.
	Dialects []string
	// WithSensitive puts sensitive columns in scope.
	WithSensitive bool
	// CaseSensitive matches names of tables and their aliases by exact spelling.
	CaseSensitive bool
	// ASCII asks for a print that is safe on a connection of any character set.
	ASCII bool
	// RowRules prints with the row rules of the shop, for customer 7.
	RowRules bool
	// MaxRows bounds the rows of the printed statement; 0 is no bound.
	MaxRows uint64
	// Server is the version of the server; empty is not known.
	Server string
	// Limits are limits that differ from the defaults: bytes, depth, nodes, relations, unlinked, rows.
	Limits map[string]int
}

// Pages returns the case pages in the order of their file names. The error gives file and line.
func Pages() ([]Page, error) {
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		return nil, err
	}
	var pages []Page
	for _, name := range names {
		if name == policyFile {
			continue
		}
		page, err := read(name)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

func read(name string) (Page, error) {
	text, err := files.ReadFile(name)
	if err != nil {
		return Page{}, fmt.Errorf("read case page: %w", err)
	}
	page, err := Parse(name, string(text))
	if err != nil {
		return Page{}, err
	}
	if page.Name+".md" != name {
		return Page{}, fmt.Errorf("%s:1: the title is %q; name the page %s after its file", name, page.Name, strings.TrimSuffix(name, ".md"))
	}
	return page, nil
}

// Schema returns the schema artifact that the cases are written for, as JSON. The slice is the
// caller's own.
func Schema() []byte {
	data, err := files.ReadFile("schema.json")
	if err != nil {
		panic(err) // embedded: it cannot be missing
	}
	return data
}
