package census

import (
	"reflect"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// nodes are where the tree of a query begins, and what a field of an interface type can hold: reflection finds
// the rest. A test holds them to the census of the parser's source.
var nodes = []reflect.Type{
	reflect.TypeFor[ast.SelectStmt](),
	reflect.TypeFor[ast.SetOprStmt](),

	reflect.TypeFor[ast.Join](),
	reflect.TypeFor[ast.SubqueryExpr](),
	reflect.TypeFor[ast.TableName](),
	reflect.TypeFor[ast.TableSource](),

	reflect.TypeFor[ast.AggregateFuncExpr](),
	reflect.TypeFor[ast.BetweenExpr](),
	reflect.TypeFor[ast.BinaryOperationExpr](),
	reflect.TypeFor[ast.CaseExpr](),
	reflect.TypeFor[ast.ColumnNameExpr](),
	reflect.TypeFor[ast.CompareSubqueryExpr](),
	reflect.TypeFor[ast.DefaultExpr](),
	reflect.TypeFor[ast.ExistsSubqueryExpr](),
	reflect.TypeFor[ast.FuncCallExpr](),
	reflect.TypeFor[ast.FuncCastExpr](),
	reflect.TypeFor[ast.GetFormatSelectorExpr](),
	reflect.TypeFor[ast.IsNullExpr](),
	reflect.TypeFor[ast.IsTruthExpr](),
	reflect.TypeFor[ast.JSONSumCrc32Expr](),
	reflect.TypeFor[ast.MatchAgainst](),
	reflect.TypeFor[ast.MaxValueExpr](),
	reflect.TypeFor[ast.ParenthesesExpr](),
	reflect.TypeFor[ast.PatternInExpr](),
	reflect.TypeFor[ast.PatternLikeOrIlikeExpr](),
	reflect.TypeFor[ast.PatternRegexpExpr](),
	reflect.TypeFor[ast.PositionExpr](),
	reflect.TypeFor[ast.RowExpr](),
	reflect.TypeFor[ast.SetCollationExpr](),
	reflect.TypeFor[ast.TableNameExpr](),
	reflect.TypeFor[ast.TimeUnitExpr](),
	reflect.TypeFor[ast.TrimDirectionExpr](),
	reflect.TypeFor[ast.UnaryOperationExpr](),
	reflect.TypeFor[ast.ValuesExpr](),
	reflect.TypeFor[ast.VariableExpr](),
	reflect.TypeFor[ast.WindowFuncExpr](),
}
