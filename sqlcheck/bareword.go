package sqlcheck

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The parser reserves words that servers do not, such as RANK, a plain name to MariaDB. A text that it stops
// at such a word in is read again with the word in back-quotes. The print has them round every name, so
// nothing but the reading changes.

// bareword returns the dialects in which a word is a name without back-quotes although the parser reserves
// it (MySQL manual, 11.3; MariaDB's page "Reserved Words", held to a MariaDB 10.11 by a test).
func bareword(word string) builtin.Dialects {
	switch strings.ToUpper(word) {
	case "ARRAY", "ILIKE", "TABLESAMPLE", "TIDB_CURRENT_TSO", "UNTIL":
		return builtin.MySQL | builtin.MariaDB
	case "CUME_DIST", "DATABASE", "DENSE_RANK", "FIRST_VALUE", "GENERATED", "GROUPS", "LAG", "LAST_VALUE", "LATERAL", "LEAD",
		"NTH_VALUE", "NTILE", "OF", "OPTION", "PERCENT_RANK", "RANK", "ROW", "STORED", "VIRTUAL", "WINDOW":
		return builtin.MariaDB
	default:
		return 0
	}
}

// maxBarewords is how many of them a text may have: each is a parse more.
const maxBarewords = 16

// maxReread is how many bytes of a text may be parsed for such words, beside three times the text.
const maxReread = 8 << 10

// A quotedText is a text as the parser was given it.
type quotedText struct {
	sql      string
	inserted []int // where back-quotes stand that were not written, in ascending order
}

// readable parses a text as the dialect would, and returns it as the parser was given it.
func (r *reader) readable(sql string, dialect builtin.Dialects, list []ast.StmtNode) (quotedText, []ast.StmtNode, *parseError) {
	q := quotedText{sql: sql}
	statements, failed := r.parse(sql, list)
	spent := len(sql)
	for failed != nil && spent <= maxReread+3*len(sql) && failed.reserved && bareword(failed.near).Has(dialect) &&
		len(q.inserted) < 2*maxBarewords && len(q.sql) <= maxKept {
		tried := r.tried
		r.reset() // of what the failed parse has left
		r.tried = tried
		spent += len(sql)
		q.quote(failed.offset, failed.offset+len(failed.near))
		statements, failed = r.parse(q.sql, list)
	}
	return q, statements, failed
}

// quote puts the name at [start, end) into back-quotes.
func (q *quotedText) quote(start, end int) {
	q.sql = withBackquotes(q.sql, start, end)
	for i, at := range q.inserted {
		if at >= start {
			q.inserted[i] = at + 2
		}
	}
	q.inserted = append(q.inserted, start, end+1)
	slices.Sort(q.inserted)
}

func withBackquotes(sql string, start, end int) string {
	return sql[:start] + "`" + sql[start:end] + "`" + sql[end:]
}

// written returns where an offset of the text is in what was written. -1 stays what it is.
func (q *quotedText) written(offset int) int {
	before, _ := slices.BinarySearch(q.inserted, offset)
	return offset - before
}
