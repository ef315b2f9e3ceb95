package builtin

import (
	"slices"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	_ "github.com/pingcap/tidb/pkg/parser/test_driver"
)

// entries returns the whole table, in the order of the files.
func entries() []Function { return slices.Concat(families()...) }

// counts returns the numbers of arguments to try f with: those it has, up to two more than Min.
func counts(f *Function) []int {
	var ns []int
	for n := f.Min; n <= f.Min+2; n++ {
		if f.Arity(n) && (f.Form != FormWeightString || n != 2) { // it takes one argument, or three
			ns = append(ns, n)
		}
	}
	return ns
}

// sample returns a call of f as SQL. n is the number of arguments that the tree is to have.
func sample(f *Function, n int) string {
	call := f.SQL + "(" + arg(f, n) + ")"
	switch {
	case f.Form == FormDateLiteral:
		return "DATE '2025-01-31'"
	case f.Form == FormTimeLiteral:
		return "TIME '23:59:59.5'"
	case f.Form == FormTimestampLiteral:
		return "TIMESTAMP '2025-01-31 23:59:59'"
	case f.Form == FormMemberOf:
		return "1 MEMBER OF ('[1]')"
	case f.Kind == Window:
		return call + " OVER (ORDER BY 1 + 0)"
	default:
		return call
	}
}

// arg returns what stands between the parentheses.
func arg(f *Function, n int) string {
	switch f.Form {
	case FormPrecision:
		return strings.Repeat("6", n)
	case FormDateArith:
		return "NULL, INTERVAL 1 DAY_HOUR"
	case FormTimestampArith:
		return "QUARTER, NULL, NULL"
	case FormExtract:
		return "YEAR_MONTH FROM NULL"
	case FormGetFormat:
		return "DATETIME, 'EUR'"
	case FormPosition:
		return "'a' IN 'b'"
	case FormTrim:
		return [...]string{1: "'a'", 2: "'a' FROM 'b'", 3: "LEADING 'a' FROM 'b'"}[n]
	case FormConvertUsing:
		return "'a' USING utf8mb4"
	case FormChar:
		return nulls(n - 1)
	case FormWeightString:
		return [...]string{1: "'a'", 2: "", 3: "'a' AS CHAR(3)"}[n]
	case FormGroupConcat:
		return nulls(n-1) + " SEPARATOR ';'"
	case FormCount:
		if n > 1 {
			return "DISTINCT " + nulls(n)
		}
		return "*"
	default:
		if strings.HasSuffix(f.Name, "lag") || strings.HasSuffix(f.Name, "lead") {
			return [...]string{1: "NULL", 2: "NULL, 1", 3: "NULL, 1, NULL"}[n] // the offset is a number
		}
		switch f.Name {
		case "ntile":
			return "1" // as is the number of groups
		case "json_value":
			return "NULL, '$'" // and the path a string
		}
		return nulls(n)
	}
}

func nulls(n int) string { return strings.Join(slices.Repeat([]string{"NULL"}, n), ", ") }

// parseExpr returns the tree of an expression.
func parseExpr(t *testing.T, expr string) ast.ExprNode {
	t.Helper()
	stmts, warns, err := parser.New().ParseSQL("SELECT " + expr)
	if err != nil || len(warns) != 0 || len(stmts) != 1 {
		t.Fatalf("parse %s: %d statements, warnings %v, error %v", expr, len(stmts), warns, err)
	}
	return stmts[0].(*ast.SelectStmt).Fields.Fields[0].Expr
}

// server returns one of dialect d that has f, if any of the dialect has.
func (f *Function) server(d Dialects) Server {
	switch {
	case !f.Dialects.Has(d), f.Since == 0 && f.Until == 0:
		return Server{d, 0}
	case f.Since != 0:
		return Server{d, f.Since}
	default:
		return Server{d, f.Until - 1}
	}
}

// accepted reports whether the table has the call that expr is, on a server.
func accepted(t *testing.T, expr string, on Server) bool {
	t.Helper()
	d := on.Dialect
	switch n := parseExpr(t, expr).(type) {
	case *ast.FuncCallExpr:
		f, ok := Lookup(n.FnName.O, on)
		return ok && f.CallOK(n, d)
	case *ast.AggregateFuncExpr:
		f, ok := LookupAggregate(n.F, on)
		return ok && f.AggregateOK(n, d)
	case *ast.WindowFuncExpr:
		f, ok := LookupWindow(n.Name, on)
		return ok && f.WindowOK(n, d)
	default:
		t.Fatalf("%s is %T, not a call", expr, n)
		return false
	}
}
