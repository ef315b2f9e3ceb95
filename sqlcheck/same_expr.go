package sqlcheck

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// Whether two expressions are one to a server, so that GROUP BY of one covers the other.

// A sameness is how certain that is.
type sameness uint8

const (
	never sameness = iota
	possibly
	certainly
)

// sameExpr compares two expressions of a block, in which called says what columns are. Servers compare what they parsed: a + b is not b + a, and a
// subquery is never the same as another one. What they leave out when they compare is possible only: letter case
// in strings, the length of a number's type, zeros that they add themselves, which of two names a function was
// called by.
func (r *resolver) sameExpr(a, b ast.ExprNode, called func(*ast.ColumnName) string) sameness {
	a, b = tree.Unwrap(a), tree.Unwrap(b)
	switch {
	case a == b:
		return certainly
	case (a.GetFlag()|b.GetFlag())&ast.FlagHasSubquery != 0:
		return never
	}
	return r.form(a, called).same(r.form(b, called))
}

// An exprForm is an expression as it is compared with others.
type exprForm struct {
	text, loose string // "" if it has no print
	not         bool   // it has a NOT, which servers push into what it negates
	names       []string
}

func (r *resolver) form(e ast.ExprNode, called func(*ast.ColumnName) string) *exprForm {
	text := r.exprText(e, called)
	f := &exprForm{text: string(text), not: holdsNot(e)}
	f.loose = string(loosely(text))
	f.names = r.namesIn(e, called)
	return f
}

func (f *exprForm) same(other *exprForm) sameness {
	switch {
	case f.text == "" || other.text == "":
		return never
	case f.text == other.text:
		return certainly
	case f.loose == other.loose:
		return possibly
	case slices.Equal(f.names, other.names) && (f.not != other.not || f.isRespelt(other)):
		return possibly
	default:
		return never
	}
}

// respelt are pairs of forms that servers build the same item for, as they stand in prints without blanks.
var respelt = [...][2]string{
	{"isnull(", "`isnull"}, {"regexp_like(", "`regexp"}, {"locate(", "position("}, {"date(", "asdate)"},
	{"binary`", "asbinary)"}, {"`in(", "`="}, {"date_add(", "interval"}, {"date_sub(", "interval"},
}

// isRespelt reports whether an expression has one form of a pair where the other one has the other, or they differ
// in parentheses alone, such as those of a AND (b AND c).
func (f *exprForm) isRespelt(other *exprForm) bool {
	mine, others := unblanked.Replace(f.loose), unblanked.Replace(other.loose)
	for _, pair := range respelt {
		if spells(pair, mine, others) || spells(pair, others, mine) {
			return true
		}
	}
	return unbracketed.Replace(mine) == unbracketed.Replace(others)
}

// spells reports whether one text has the first form of a pair alone, and the other one the second.
func spells(pair [2]string, one, other string) bool {
	return strings.Contains(one, pair[0]) && !strings.Contains(one, pair[1]) && strings.Contains(other, pair[1])
}

var unblanked, unbracketed = strings.NewReplacer(" ", ""), strings.NewReplacer("(", "", ")", "")

// written returns a name that only one column of the text has.
func (r *resolver) written(n *ast.ColumnName) string {
	b := r.names.Of(n)
	if b == nil {
		return ""
	}
	return fmt.Sprintf("%p.%s", b.Relation, b.Column)
}

// exprText returns the print of an expression, nil where it has none.
func (r *resolver) exprText(e ast.ExprNode, called func(*ast.ColumnName) string) []byte {
	style := r.style()
	style.Name = called
	text, err := print.Expression(nil, e, &r.names, style)
	if err != nil {
		return nil
	}
	return text
}

// loosely returns a text without what servers may leave out when they compare.
func loosely(text []byte) []byte {
	text = bytes.ToLower(text)
	for _, pair := range synonyms {
		if bytes.Contains(text, []byte(pair[0])) {
			text = bytes.ReplaceAll(text, []byte(pair[0]), []byte(pair[1]))
		}
	}
	loose := text[:0]
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch {
		case bytes.HasPrefix(rest, []byte(", 0)")): // ROUND(a) is ROUND(a, 0)
			i += 2
			continue
		case bytes.HasPrefix(rest, []byte("decimal(")):
			loose = append(loose, "decimal"...)
			i += bytes.IndexByte(rest, ')')
			continue
		case text[i] == '0' && endsDecimal(text, i):
			continue
		}
		loose = append(loose, text[i])
	}
	return loose
}

// synonyms are functions that servers build the same item for under two names, and what is left out of one.
var synonyms = [...][2]string{
	{"lcase(", "lower("}, {"ucase(", "upper("}, {"substring(", "substr("}, {"mid(", "substr("},
	{"ceiling(", "ceil("}, {"power(", "pow("}, {"dayofmonth(", "day("}, {"character_length(", "char_length("},
	{"octet_length(", "length("}, {"adddate(", "date_add("}, {"subdate(", "date_sub("}, {"sha1(", "sha("},
	{"trim(both ' ' from ", "trim("},
}

// endsDecimal reports whether nothing but zeros stands from i on to the end of a decimal fraction.
func endsDecimal(text []byte, i int) bool {
	for k := i; k < len(text) && '0' <= text[k] && text[k] <= '9'; k++ {
		if text[k] != '0' {
			return false
		}
	}
	for k := i - 1; k >= 0; k-- {
		if c := text[k]; c == '.' {
			return k > 0 && '0' <= text[k-1] && text[k-1] <= '9'
		} else if c < '0' || c > '9' {
			return false
		}
	}
	return false
}

// holdsNot reports whether an expression has a NOT, which servers push into what it negates.
func holdsNot(e ast.ExprNode) bool {
	f := notFinder{}
	e.Accept(&f)
	return f.found
}

type notFinder struct{ found bool }

// Enter implements ast.Visitor.
func (f *notFinder) Enter(n ast.Node) (ast.Node, bool) {
	if not, ok := n.(*ast.UnaryOperationExpr); ok && isNot(not) {
		f.found = true
	}
	return n, f.found
}

// Leave implements ast.Visitor.
func (f *notFinder) Leave(n ast.Node) (ast.Node, bool) { return n, !f.found }

// namesIn returns the columns that an expression names, in order.
func (r *resolver) namesIn(e ast.ExprNode, called func(*ast.ColumnName) string) (list []string) {
	v := columnVisitor{subqueries: true}
	v.column = func(n *ast.ColumnName) bool {
		list = append(list, called(n))
		return true
	}
	e.Accept(&v)
	return list
}
