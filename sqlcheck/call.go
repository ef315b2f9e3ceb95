package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
)

// call resolves a call of a scalar function. Its name must be one of the dialect's side-effect-free
// built-ins in a form that it has: anything else is a stored function to the server, which may write.
func (r *resolver) call(n *ast.FuncCallExpr, s *scope) {
	name := callName(n)
	f, known := builtin.Lookup(n.FnName.O, r.server)
	switch {
	case r.sequence(n):
		return
	case !known && n.FnName.O == ast.JSONMemberOf:
		r.unsupported(n, "MEMBER OF", fmt.Sprintf("%s has no MEMBER OF; write JSON_CONTAINS(array, value)", r.options.Dialect.product()))
	case n.Schema.O != "":
		r.recordRefusedCall(name, fmt.Sprintf("function %s is qualified, which makes it a stored one; call a built-in function by its name alone", name), n)
	case known && f.CallOK(n, r.dialect):
		r.recordCall(f.SQL, f, n)
		if f.Form == builtin.FormDateArith && r.beginsWithInterval(n) {
			r.intervals = append(r.intervals, n)
		}
		r.builds = r.builds || builders[f.SQL]
		if strings.HasPrefix(f.SQL, "REGEXP_") && len(n.Args) > 1 {
			r.pattern(n.Args[1], n)
		}
		r.callMisuse(f, n, s)
	case known && exampleOf(f.Form) != "":
		r.unsupported(n, "", fmt.Sprintf("the text of this %s literal is no value of its kind; write one such as %s", f.SQL, exampleOf(f.Form)))
	case known && f.SQL == "INTERVAL" && len(n.Args) == 1:
		r.recordRefusedCall(name, "INTERVAL (…) with a unit is not supported here; write DATE_ADD(x, INTERVAL … DAY) or DATE_SUB", n)
	case known && f.Form == builtin.FormPlain && !f.Arity(len(n.Args)):
		r.recordRefusedCall(name, fmt.Sprintf("function %s takes %s, not %d", strings.ToUpper(name), f.Takes(), len(n.Args)), n)
	case known:
		r.recordRefusedCall(name, fmt.Sprintf("function %s does not take these arguments; look up the form that it has", strings.ToUpper(name)), n)
	case r.functions[fold(n.FnName.O)] && builtin.ArgsOK(builtin.FormPlain, n.Args, r.dialect):
		r.recordCall(n.FnName.O, nil, n)
	default:
		r.recordRefusedCall(name, r.unknownFunction(name), n)
	}
	defer func(outside bool) { r.inJSON = outside }(r.inJSON)
	r.inJSON = known && strings.HasPrefix(f.SQL, "JSON_")
	if known && f.Aggregates {
		r.aggregated(n, f.Name, s, func() { r.arguments(f, n.Args, s) })
		return
	}
	r.arguments(f, n.Args, s)
}

// exampleOf returns a literal of a form whose text must be a value of its kind, "" for other forms.
func exampleOf(form builtin.Form) string {
	switch form {
	case builtin.FormDateLiteral:
		return "DATE '2025-01-31'"
	case builtin.FormTimeLiteral:
		return "TIME '08:30:00'"
	case builtin.FormTimestampLiteral:
		return "TIMESTAMP '2025-01-31 08:30:00'"
	default:
		return ""
	}
}

// callName returns the function's name as it was written: the parser has names of its own for some.
func callName(n *ast.FuncCallExpr) string {
	name := n.FnName.O
	if n.Schema.O != "" {
		name = n.Schema.O + "." + name
	}
	if i := strings.LastIndexByte(name, '('); i >= 0 && strings.HasPrefix(name, "'tidb") {
		name = name[i+1:]
	}
	return excerpt(name)
}

// sequence records a call of NEXTVAL, LASTVAL or SETVAL. They come with the sequence's name, which
// is no expression.
func (r *resolver) sequence(n *ast.FuncCallExpr) bool {
	for _, arg := range n.Args {
		if _, ok := arg.(*ast.TableNameExpr); ok {
			r.recordWrite(strings.ToUpper(n.FnName.O), "leave it out: a sequence changes with it", n)
			return true
		}
	}
	return false
}

// arguments resolves the arguments that are expressions. The words among them (units, directions,
// character sets, lengths, separators) were held against the function's form; f is nil for a
// function that has none.
func (r *resolver) arguments(f *builtin.Function, args []ast.ExprNode, s *scope) {
	for _, arg := range args[:expressionsOf(f, args)] {
		switch arg.(type) {
		case *ast.TimeUnitExpr, *ast.TrimDirectionExpr, *ast.GetFormatSelectorExpr, *ast.TableNameExpr:
		default:
			r.expr(arg, s)
		}
	}
}

// expressionsOf returns how many arguments come before the literals that stand for words.
func expressionsOf(f *builtin.Function, args []ast.ExprNode) int {
	if f == nil || len(args) == 0 {
		return len(args)
	}
	switch f.Form {
	case builtin.FormConvertUsing, builtin.FormChar, builtin.FormGroupConcat:
		return len(args) - 1
	case builtin.FormWeightString:
		return 1
	case builtin.FormPrecision, builtin.FormDateLiteral, builtin.FormTimeLiteral, builtin.FormTimestampLiteral:
		return 0
	case builtin.FormCount:
		if v, ok := args[0].(ast.ValueExpr); ok && len(args) == 1 {
			if l, ok := literal.Read(v); ok && l.Kind == literal.AllRows {
				return 0
			}
		}
	}
	return len(args)
}

// writtenName returns a function's name as it was written, where the parser keeps its place: it has names
// of its own for some.
func (r *resolver) writtenName(n ast.Node, name string) string {
	start := n.OriginTextPosition()
	end := start
	for end < len(r.source.SQL) && tree.IsNameByte(r.source.SQL[end]) {
		end++
	}
	if start <= 0 || end == start {
		return name
	}
	return excerpt(r.source.SQL[start:end])
}

// cast resolves CAST, CONVERT and the operator BINARY. BINARY(n) pads to n bytes.
func (r *resolver) cast(n *ast.FuncCastExpr, s *scope) {
	r.builds = r.builds || n.Tp.GetFlen() > maxBuilt
	defer func(outside bool) { r.inJSON = outside }(r.inJSON)
	r.inJSON = n.Tp.GetType() == mysql.TypeJSON
	if tp, ok := builtin.CastType(n.Tp, n.ExplicitCharSet, r.dialect); !ok {
		r.unsupported(n, "", fmt.Sprintf("this type of CAST or CONVERT is not one of %s; cast to CHAR, SIGNED, UNSIGNED, DECIMAL, DATE, DATETIME, TIME or JSON", r.options.Dialect.product()))
	} else if tp == "BINARY" && n.FunctionType != ast.CastBinaryOperator && hasCharBinary(r.source.SQL) {
		r.unsupported(n, "CHAR BINARY", "a cast to CHAR BINARY is not supported; write CAST(… AS CHAR) and COLLATE utf8mb4_bin")
	}
	r.expr(n.Expr, s)
}

// hasCharBinary reports whether a text has the type CHAR BINARY, perhaps with a character set before BINARY.
// The parser makes BINARY of it, which is another type to servers.
func hasCharBinary(sql string) bool {
	found := false
	var before [2]string
	scanWords(sql, func(word string) {
		if strings.EqualFold(word, "BINARY") {
			set := strings.EqualFold(before[1], "SET") || strings.EqualFold(before[1], "CHARSET")
			found = found || set || strings.EqualFold(before[0], "CHAR") || strings.EqualFold(before[0], "CHARACTER")
		}
		before[0], before[1] = word, before[0]
	})
	return found
}

// callMisuse refuses arguments that MySQL's grammar or its GROUP BY does not take.
func (r *resolver) callMisuse(f *builtin.Function, n *ast.FuncCallExpr, s *scope) {
	switch {
	case r.options.Dialect != MySQL:
	case f.SQL == "JSON_VALUE":
		if path, ok := n.Args[1].(ast.ValueExpr); !ok || !r.isPlainText(path) {
			r.misuse("JSON_VALUE takes a path that is written out, such as '$.name'; write JSON_UNQUOTE(JSON_EXTRACT(…, …))", r.at(n, f.SQL))
		}
	case f.SQL == "GROUPING":
		r.grouping(n, s)
	}
}

// isPlainText reports whether a literal is a string that is printed between quotes.
func (r *resolver) isPlainText(v ast.ValueExpr) bool {
	l, ok := literal.Read(v)
	return ok && l.Kind == literal.String && literal.Plain(l.Text, r.options.ASCII)
}

// grouping holds GROUPING to the groups of its block (errors 1056, 1111, 1210 and 3602).
func (r *resolver) grouping(n *ast.FuncCallExpr, s *scope) {
	switch {
	case s.clause == inGroup, !s.grouped, !s.takesAggregates():
		r.misuse("GROUPING stands in SELECT, HAVING and ORDER BY of a query with GROUP BY only; move it there", r.at(n, "GROUPING"))
	default:
		s.groupings = append(s.groupings, n)
		s.grouping++ // GROUP BY cannot name it either
	}
}

// groupingArguments refuses arguments of GROUPING that are no columns of GROUP BY. Expressions are left to the server.
func (r *resolver) groupingArguments(s *scope) {
	for _, n := range s.groupings {
		for _, e := range n.Args {
			switch e := tree.Unwrap(e).(type) {
			case *ast.ColumnNameExpr:
				b := r.names.Of(e.Name)
				if b == nil || b.Relation == nil || s.groupsBy(b.Relation, b.Column) {
					continue
				}
			case ast.ValueExpr, *ast.SubqueryExpr:
			default:
				continue
			}
			r.misuse("GROUPING takes the columns of GROUP BY; name one of those", r.at(n, "GROUPING"))
		}
	}
}

// groupsBy reports whether a column may be one of GROUP BY. A column of a derived table may be another one of
// it too, once the server has merged it.
func (s *scope) groupsBy(relation *ast.TableSource, column string) bool {
	for _, g := range s.groups {
		if rel := &s.relations[g.relation]; rel.source == relation && rel.column(g.column) == column {
			return true
		}
	}
	for i := range s.relations {
		if s.relations[i].source == relation {
			return !s.relations[i].isBaseTable()
		}
	}
	return false
}
