package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The strings that a query builds of constants. A few words can stand for very long ones, and a server does
// not look at its time limits while it searches one: MariaDB 10.11 ran
// REGEXP_REPLACE(REPEAT('a', 65535), '(?=a*a*b)|.', '') for minutes, past max_statement_time and KILL.

const (
	// maxBuilt is the longest string that a query may build of constants, in bytes. A length that depends
	// on the row passes: REPEAT('*', n / 10) is a histogram.
	maxBuilt = 65535
	// maxSearched is the longest string that is built of constants and searched, in bytes.
	maxSearched = 1024
	// numberWidth is the length that a number or a date has at most, in bytes.
	numberWidth = 96
)

// builders are the functions whose result can be longer than their arguments.
var builders = map[string]bool{
	"REPEAT": true, "SPACE": true, "LPAD": true, "RPAD": true, "REPLACE": true, "REGEXP_REPLACE": true, "INSERT": true, "EXPORT_SET": true,
	"HEX": true, "TO_BASE64": true, "QUOTE": true, "JSON_QUOTE": true, "CONCAT_WS": true, "MAKE_SET": true, "WEIGHT_STRING": true,
	"DATE_FORMAT": true, "TIME_FORMAT": true, "JSON_ARRAY": true, "JSON_OBJECT": true, "JSON_PRETTY": true, "JSON_DETAILED": true, "TRANSLATE": true,
	"NATURAL_SORT_KEY": true, "STATEMENT_DIGEST_TEXT": true, "JSON_NORMALIZE": true, "VECTOR_TO_STRING": true, "FROM_VECTOR": true, "VEC_TOTEXT": true,
}

// builtStrings refuses a statement that builds a long string of constants, or searches a built one.
func (r *resolver) builtStrings(statement ast.Node) {
	if r.builds && !r.partial {
		statement.Accept(&sizer{r})
	}
}

// A sizer bounds the lengths of strings. Each node is looked at once.
type sizer struct{ *resolver }

// Enter implements ast.Visitor.
func (s *sizer) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.FuncCallExpr, *ast.FuncCastExpr, *ast.PatternLikeOrIlikeExpr, *ast.PatternRegexpExpr:
		s.size(n.(ast.ExprNode))
		return n, true
	default:
		return n, false
	}
}

// Leave implements ast.Visitor.
func (s *sizer) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// A size is how long the part of a string is that constants make.
type size struct {
	bytes    float64
	built    bool // by a function, so that it is longer than it looks
	constant bool // no part of it depends on the row
}

// size returns the size of an expression. A value of the row counts as one byte: how long it is, the
// schema has decided.
func (s *sizer) size(e ast.ExprNode) size {
	switch n := tree.Unwrap(e).(type) {
	case ast.ValueExpr:
		if l, ok := literal.Read(n); ok && (l.Kind == literal.String || l.Kind == literal.Hex || l.Kind == literal.Bit) {
			return size{bytes: float64(len(l.Text)), constant: true}
		}
		return size{bytes: numberWidth, constant: true}
	case *ast.FuncCallExpr:
		return s.call(n)
	case *ast.FuncCastExpr:
		return s.cast(n)
	case *ast.SetCollationExpr:
		return s.size(n.Expr)
	case *ast.CaseExpr:
		return s.caseExpr(n)
	case *ast.PatternLikeOrIlikeExpr:
		s.searched(s.size(n.Expr), "LIKE")
		s.size(n.Pattern)
		return size{bytes: 1}
	case *ast.PatternRegexpExpr:
		s.searched(s.size(n.Expr), "REGEXP")
		s.size(n.Pattern)
		return size{bytes: 1}
	case *ast.UnaryOperationExpr:
		return size{bytes: numberWidth, constant: s.size(n.V).constant}
	case *ast.BinaryOperationExpr:
		n.Accept(s)
		return size{bytes: numberWidth}
	default:
		n.Accept(s)
		return size{bytes: 1}
	}
}

// searched refuses to search a long string that was built.
func (s *sizer) searched(subject size, by string) {
	if subject.built && subject.constant && subject.bytes > maxSearched {
		s.complexity(fmt.Sprintf("%s searches a string of more than %d bytes that the query itself builds; search a column, or a shorter string", by, maxSearched))
	}
}

// cast returns the size of a cast: BINARY(n) pads to n bytes.
func (s *sizer) cast(n *ast.FuncCastExpr) size {
	of := s.size(n.Expr)
	tp, _ := builtin.CastType(n.Tp, n.ExplicitCharSet, s.dialect)
	switch {
	case strings.HasPrefix(tp, "BINARY("):
		of.bytes, of.built = float64(n.Tp.GetFlen()), true
		s.hold(of, "CAST")
	case strings.HasPrefix(tp, "CHAR(") && n.Tp.GetFlen() > maxBuilt:
		s.hold(size{bytes: float64(n.Tp.GetFlen())}, "CAST")
	case strings.HasPrefix(tp, "CHAR"), tp == "JSON", tp == "BINARY":
	default:
		of.bytes = numberWidth
	}
	return of
}

func (s *sizer) caseExpr(n *ast.CaseExpr) size {
	longest := size{constant: true}
	if n.Value != nil {
		s.size(n.Value)
	}
	for _, when := range n.WhenClauses {
		s.size(when.Expr)
		longest = longest.or(s.size(when.Result))
	}
	if n.ElseClause != nil {
		longest = longest.or(s.size(n.ElseClause))
	}
	return longest
}

// or returns the size of what is one of two strings.
func (z size) or(o size) size {
	return size{bytes: max(z.bytes, o.bytes), built: z.built || o.built, constant: z.constant && o.constant}
}

// and returns the size of two strings behind each other.
func (z size) and(o size) size {
	return size{bytes: z.bytes + o.bytes, built: z.built || o.built, constant: z.constant && o.constant}
}

// hold refuses a string that is too long.
func (s *sizer) hold(z size, by string) size {
	if z.bytes > maxBuilt {
		s.complexity(fmt.Sprintf("%s builds a string of more than %d characters for each row; ask for a shorter one", by, maxBuilt))
	}
	return z
}
