package sqlcheck

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/forms"
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

// readable parses a text as the dialect would, and returns it as the parser was given it. barewords are the
// dialects whose words may stand without back-quotes.
func (r *reader) readable(sql string, dialect, barewords builtin.Dialects, list []ast.StmtNode) (forms.Text, []ast.StmtNode, *parseError) {
	r.dialect = dialect
	if forms.MayMislead(sql) {
		t := forms.Rewrite(sql, dialect, isReserved)
		statements, failed := r.parseForms(&t, list)
		switch {
		case failed != nil && !t.Changed():
			t, statements, failed = r.rewritten(sql, dialect, list, failed)
		case failed != nil && !isOfText(failed, &t):
			r.reset()
			t = forms.Text{SQL: sql, Written: sql}
			statements, failed = r.parse(sql, list)
		}
		return r.reread(t, barewords, list, statements, failed)
	}
	statements, failed := r.parse(sql, list)
	if failed == nil { // as for most texts, which are to need no memory here
		return forms.Text{SQL: sql, Written: sql}, statements, nil
	}
	t, statements, failed := r.rewritten(sql, dialect, list, failed)
	return r.reread(t, barewords, list, statements, failed)
}

// reread parses a text that the parser stops in again and again, with one more word in back-quotes each time, as
// long as it stops at a word that may stand without.
func (r *reader) reread(t forms.Text, barewords builtin.Dialects, list, statements []ast.StmtNode, failed *parseError) (forms.Text, []ast.StmtNode, *parseError) {
	size := len(t.Written)
	for spent := size; failed != nil && spent <= maxReread+3*size && failed.reserved && bareword(failed.near).Has(barewords) &&
		t.Quoted() < maxBarewords && len(t.SQL) <= maxTried && t.IsWritten(failed.offset, failed.offset+len(failed.near)); spent += size {
		tried := r.tried
		r.reset() // of what the failed parse has left
		r.tried = tried
		t.Quote(failed.offset, failed.offset+len(failed.near))
		statements, failed = r.parseForms(&t, list)
	}
	if failed != nil {
		failed.offset = t.Offset(failed.offset)
	}
	return t, statements, failed
}

// rewritten parses a text that the parser could not read once more, with the forms of the dialect rewritten.
// Where that does not help, it returns what was said of the text as it was written, unless the parser stops
// at a word of that text further on.
func (r *reader) rewritten(sql string, dialect builtin.Dialects, list []ast.StmtNode, failed *parseError) (forms.Text, []ast.StmtNode, *parseError) {
	given := forms.Text{SQL: sql, Written: sql}
	t := forms.Rewrite(sql, dialect, isReserved)
	if !t.Changed() || failed.panic != nil {
		return given, nil, failed
	}
	r.reset()
	statements, again := r.parseForms(&t, list)
	if again != nil && (!isOfText(again, &t) || again.vague && t.LeavesOut() || !again.reserved && t.Offset(again.offset) < failed.offset) {
		return given, nil, failed
	}
	return t, statements, again
}

// isOfText reports whether the parser stopped at words that were written.
func isOfText(failed *parseError, t *forms.Text) bool {
	return failed.panic == nil && failed.offset >= 0 && t.IsWritten(failed.offset, failed.offset+max(len(failed.near), 1))
}

// parseForms parses a text, and puts what it was not given into the tree.
func (r *reader) parseForms(t *forms.Text, list []ast.StmtNode) ([]ast.StmtNode, *parseError) {
	statements, failed := r.parse(t.SQL, list)
	if failed == nil && t.Apply(statements[len(list):]) != nil {
		clear(statements[len(list):])
		return nil, &parseError{message: "this text is not supported; write it in a simpler form", offset: -1}
	}
	return statements, failed
}

func isReserved(word string) bool { return reserved()[strings.ToUpper(word)] }
