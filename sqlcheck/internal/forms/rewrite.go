package forms

import (
	"cmp"
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
)

// Rewrite returns a text of which the parser can read the forms that a dialect has. A text with an
// executable comment is left alone: which of its tokens a server reads depends on the server.
//
// reserved tells whether the parser takes a word for no name.
func Rewrite(sql string, dialect builtin.Dialects, reserved func(word string) bool) Text {
	text := Text{SQL: sql, Written: sql}
	if strings.Contains(sql, "/*!") || strings.Contains(sql, "/*M!") || strings.Contains(sql, "/*T!") {
		return text
	}
	w := writer{sql: sql, tokens: tokensOf(sql), dialect: dialect, reserved: reserved}
	for i := 0; i < len(w.tokens); {
		i = max(w.form(i), i+1)
	}
	if len(w.edits) > 0 {
		w.finish(&text)
	}
	return text
}

// MayMislead reports whether a text may have a form that the parser reads, and as something else than
// servers do: INTERVAL with a parenthesis behind it.
func MayMislead(sql string) bool {
	const word, rare = "INTERVAL", len("INTER") // the V is the rarest of its letters
	for _, v := range [...]byte{'V', 'v'} {
		for i := 0; ; i++ {
			next := strings.IndexByte(sql[i:], v)
			if next < 0 {
				break
			}
			i += next
			if start := i - rare; start >= 0 && start+len(word) < len(sql) && strings.EqualFold(sql[start:start+len(word)], word) {
				return true
			}
		}
	}
	return false
}

// A writer exchanges tokens.
type writer struct {
	sql      string
	tokens   tokens
	dialect  builtin.Dialects
	reserved func(string) bool
	edits    []exchange
	notes    notes // their places are in sql, until finish
}

// An exchange is a part of a text that another text is to stand for.
type exchange struct {
	start, end int
	with       string
}

// form rewrites the form that begins at a token, and returns the token to go on from, 0 where there is
// none.
func (w *writer) form(i int) int {
	const both = builtin.MySQL | builtin.MariaDB
	switch t := w.tokens[i].text; {
	case t == "":
		return 0
	case w.begins(i, both, "INTERVAL"):
		return w.interval(i)
	case w.begins(i, both, "NATURAL"):
		return w.naturalInner(i)
	case w.begins(i, both, "SOUNDS"):
		return w.soundsLike(i)
	case w.begins(i, builtin.MariaDB, "INT", "INTEGER", "VARCHAR"):
		return w.castType(i)
	case w.begins(i, builtin.MariaDB, "OFFSET"):
		return w.offsetFetch(i)
	case w.begins(i, builtin.MariaDB, "VALUES"):
		return w.values(i)
	case w.begins(i, builtin.MySQL, "ROLLUP"):
		return w.rollup(i)
	case t == ")" && builtin.MySQL.Has(w.dialect):
		return w.columnList(i)
	default:
		return 0
	}
}

// begins reports whether the token at position i is one of some words, in a dialect that has a form that
// begins with it.
func (w *writer) begins(i int, in builtin.Dialects, words ...string) bool {
	return in.Has(w.dialect) && w.tokens.is(i, words...)
}

// replace writes a text for a token.
func (w *writer) replace(i int, with string) {
	w.edits = append(w.edits, exchange{w.tokens[i].start, w.tokens[i].end, with})
}

// insert writes a text in front of a token.
func (w *writer) insert(i int, text string) {
	w.edits = append(w.edits, exchange{w.tokens[i].start, w.tokens[i].start, text})
}

// finish makes the exchanges in a text, none if two of them are of one token.
func (w *writer) finish(text *Text) {
	slices.SortStableFunc(w.edits, func(a, b exchange) int { return cmp.Compare(a.start, b.start) })
	var b strings.Builder
	b.Grow(len(w.sql) + 16*len(w.edits))
	edits := make([]edit, 0, len(w.edits))
	at := 0
	for _, e := range w.edits {
		if e.start < at {
			return
		}
		b.WriteString(w.sql[at:e.start])
		start := b.Len()
		b.WriteString(e.with)
		edits = append(edits, edit{start, b.Len(), e.start, e.end})
		at = e.end
	}
	b.WriteString(w.sql[at:])
	text.SQL, text.edits, text.notes = b.String(), edits, w.notes
	text.notes.move(text.place)
}
