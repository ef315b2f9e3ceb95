package sqlcheck

import (
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/forms"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
)

// MayHoldNodes is what a check relies on where it does not count the nodes of a text.
var MayHoldNodes = tree.MayHoldNodes

// Readable returns a text as the parser is given it: with back-quotes round words that are names in the
// dialect and reserved by the parser, and with the forms of the dialect that it does not know rewritten.
func Readable(sql string, dialect builtin.Dialects) string {
	t := ReadableText(sql, dialect)
	return t.SQL
}

// ReadableText is Readable with what Apply puts into the tree.
func ReadableText(sql string, dialect builtin.Dialects) forms.Text {
	var r reader
	t, _, _ := r.readable(sql, dialect, dialect, nil)
	return t
}

// Wrapped reports whether the print of a query has a block more than the text.
func Wrapped(q *Query) bool { return q.wrapped }
