package builtin_test

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
)

func Example() {
	for _, expr := range []string{"char(65)", "`date_add`(a, 1, 2)", "any_value(1)", "round(1, 2, 3)", "sleep(5)"} {
		stmts, _, err := parser.New().ParseSQL("SELECT " + expr)
		if err != nil {
			fmt.Println(err)
			continue
		}
		call := stmts[0].(*ast.SelectStmt).Fields.Fields[0].Expr.(*ast.FuncCallExpr)
		f, ok := builtin.Lookup(call.FnName.O, builtin.Server{Dialect: builtin.MariaDB})
		switch {
		case !ok:
			fmt.Printf("%s: no function of MariaDB that a query may call\n", expr)
		case !f.Arity(len(call.Args)):
			fmt.Printf("%s: %s takes %s\n", expr, f.SQL, f.Takes())
		case !f.CallOK(call, builtin.MariaDB):
			fmt.Printf("%s: not a call of %s\n", expr, f.SQL)
		default:
			fmt.Printf("%s: %s\n", expr, f.SQL)
		}
	}
	// Output:
	// char(65): CHAR
	// `date_add`(a, 1, 2): not a call of DATE_ADD
	// any_value(1): no function of MariaDB that a query may call
	// round(1, 2, 3): ROUND takes 1 or 2 arguments
	// sleep(5): no function of MariaDB that a query may call
}
