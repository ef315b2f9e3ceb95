package sqlcheck

import "github.com/asksql/asksql/sqlcheck/internal/tree"

import "github.com/asksql/asksql/sqlcheck/internal/builtin"

// MayHoldNodes is what a check relies on where it does not count the nodes of a text.
var MayHoldNodes = tree.MayHoldNodes

// Readable returns a text as the parser is given it: with back-quotes round words that are names in the
// dialect and reserved by the parser.
func Readable(sql string, dialect builtin.Dialects) string {
	var r reader
	q, _, _ := r.readable(sql, dialect, nil)
	return q.sql
}

// Wrapped reports whether the print of a query has a block more than the text.
func Wrapped(q *Query) bool { return q.wrapped }
