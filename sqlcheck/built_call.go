package sqlcheck

import (
	"math"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// call returns the size of what a function returns, by its arguments.
func (s *sizer) call(n *ast.FuncCallExpr) size {
	f, known := builtin.Lookup(n.FnName.O, s.server)
	args := make([]size, 0, 8)
	for _, a := range n.Args[:expressionsOf(f, n.Args)] {
		args = append(args, s.argument(a))
	}
	if !known || len(args) == 0 {
		return size{bytes: numberWidth}
	}
	if subject := subjectOf(f.SQL); subject >= 0 && subject < len(args) {
		s.searched(args[subject], f.SQL)
	}
	z, builds := s.built(f.SQL, n.Args, args)
	if builds {
		z.built = true
		return s.hold(z, f.SQL)
	}
	return z
}

// argument returns the size of an argument; words of the grammar have none.
func (s *sizer) argument(e ast.ExprNode) size {
	switch e.(type) {
	case *ast.TimeUnitExpr, *ast.TrimDirectionExpr, *ast.GetFormatSelectorExpr, *ast.TableNameExpr:
		return size{constant: true}
	}
	return s.size(e)
}

// subjectOf returns which argument of a function it searches, -1 for none.
func subjectOf(function string) int {
	switch function {
	case "REGEXP_REPLACE", "REGEXP_INSTR", "REGEXP_SUBSTR", "REGEXP_LIKE", "INSTR", "REPLACE", "SUBSTRING_INDEX":
		return 0
	case "LOCATE", "POSITION", "FIND_IN_SET":
		return 1
	default:
		return -1
	}
}

// built returns the size of a function's result, and whether the function builds strings. The bound is that
// of MySQL's manual, chapter 14.8.
func (s *sizer) built(function string, given []ast.ExprNode, args []size) (size, bool) {
	first, all := args[0], size{constant: true}
	for _, a := range args {
		all = all.and(a)
	}
	switch function {
	case "REPEAT":
		return all.of(max(first.bytes, 1) * count(given[1])), true
	case "SPACE":
		return all.of(count(given[0])), true
	case "LPAD", "RPAD":
		return all.of(count(given[1])), true
	case "REPLACE", "REGEXP_REPLACE":
		return all.of(first.bytes + first.bytes*args[2].bytes/pieces(function, args[1])), true
	case "TRANSLATE":
		return all.of(first.bytes * 4), true
	case "INSERT":
		return all.of(first.bytes + args[3].bytes), true
	case "EXPORT_SET":
		separator := size{bytes: 1}
		if len(args) > 3 {
			separator = args[3]
		}
		return all.of(64 * (max(args[1].bytes, args[2].bytes) + separator.bytes)), true
	case "CONCAT", "MAKE_SET":
		return all, true
	case "CONCAT_WS":
		return all.of(all.bytes + first.bytes*float64(len(args))), true
	case "HEX", "QUOTE", "TO_BASE64", "NATURAL_SORT_KEY", "STATEMENT_DIGEST_TEXT":
		return all.of(2*first.bytes + 2), true
	case "JSON_QUOTE", "JSON_ARRAY", "JSON_OBJECT", "JSON_PRETTY", "JSON_DETAILED", "JSON_NORMALIZE", "VECTOR_TO_STRING", "FROM_VECTOR", "VEC_TOTEXT":
		return all.of(6*all.bytes + 4*float64(len(args))), true
	case "WEIGHT_STRING":
		return all.of(8 * first.bytes), true
	case "DATE_FORMAT", "TIME_FORMAT":
		return all.of(numberWidth * max(1, args[len(args)-1].bytes/2)), true
	case "LEFT", "RIGHT":
		return all.of(min(first.bytes, 4*count(given[1]))), false
	default:
		// What else returns a string returns part of an argument, or one of them, or a short one.
		return all.of(max(all.bytes, numberWidth)), false
	}
}

// of returns a size with another number of bytes.
func (z size) of(bytes float64) size {
	z.bytes = bytes
	return z
}

// count returns a number of characters that a constant gives; what depends on the row counts as one.
func count(e ast.ExprNode) float64 {
	n, constant := constantValue(e)
	if !constant {
		return 1
	}
	if math.IsNaN(n) {
		return math.Inf(1)
	}
	return max(n, 0)
}

// pieces returns how long each of the pieces is at least that REPLACE replaces. A pattern may match the
// empty string.
func pieces(function string, what size) float64 {
	if function != "REPLACE" || !what.constant {
		return 1
	}
	return max(what.bytes, 1)
}
