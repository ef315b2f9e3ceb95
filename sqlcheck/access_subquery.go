package sqlcheck

import (
	"errors"
	"fmt"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// IN and EXISTS in row rules.

func (j *ruleJudge) in(n *ast.PatternInExpr) (ast.ExprNode, error) {
	left, err := j.operand(n.Expr)
	if err != nil {
		return nil, err
	}
	if n.Sel != nil {
		return n, j.inQuery(left, n)
	}
	strings := false
	for _, e := range n.List {
		right, err := j.operand(e)
		if err != nil {
			return nil, err
		}
		if p := right.parameter; p != nil && p.List {
			if len(n.List) > 1 {
				return nil, fmt.Errorf("%s is a list, and stands alone in the parentheses behind IN", right.of)
			}
			right.parameter = nil
		}
		exact, err := j.compare(left, right)
		if err != nil {
			return nil, err
		}
		strings = strings || exact
	}
	if !strings {
		return n, nil
	}
	bytes := &ast.PatternInExpr{Expr: j.asBytes(n.Expr), Not: n.Not}
	for _, e := range n.List {
		bytes.List = append(bytes.List, j.asBytes(e))
	}
	if n.Not {
		return bytes, nil
	}
	return both(n, bytes), nil
}

func (j *ruleJudge) inQuery(left ruleOperand, n *ast.PatternInExpr) error {
	sub, ok := n.Sel.(*ast.SubqueryExpr)
	if !ok {
		return errNoCondition
	}
	selected, err := j.query(sub.Query)
	if err != nil {
		return err
	}
	if len(selected) != 1 {
		return errors.New("a subquery behind IN selects one column")
	}
	exact, err := j.compare(left, selected[0])
	if err == nil && exact {
		err = errors.New("strings are compared by collation in IN (SELECT …); write EXISTS with =, or let the rule compare by collation")
	}
	return err
}

// query holds the block of a subquery to what a rule may be, and returns what it selects.
func (j *ruleJudge) query(n ast.ResultSetNode) (selected []ruleOperand, err error) {
	block, ok := n.(*ast.SelectStmt)
	if !ok || !tree.PlainBlock(block) || block.From == nil {
		return nil, errors.New("a subquery in a row rule is SELECT, FROM and WHERE alone")
	}
	for _, f := range block.Fields.Fields {
		o, err := j.operand(f.Expr)
		if err != nil {
			return nil, err
		}
		selected = append(selected, o)
	}
	if err := j.from(block.From.TableRefs); err != nil {
		return nil, err
	}
	if block.Where != nil {
		block.Where, err = j.condition(block.Where)
	}
	return selected, err
}

func (j *ruleJudge) from(n ast.ResultSetNode) (err error) {
	switch n := n.(type) {
	case *ast.Join:
		if err := j.from(n.Left); err != nil || n.Right == nil {
			return err
		}
		if err := j.from(n.Right); err != nil {
			return err
		}
		if n.On != nil {
			n.On.Expr, err = j.condition(n.On.Expr)
		}
		return err
	case *ast.TableSource:
		if _, table := n.Source.(*ast.TableName); !table || j.rule.tables[n] == nil {
			return errors.New("a row rule reads tables only; write no derived table or CTE in it")
		}
		return nil
	default:
		return errNoCondition
	}
}

// exactForm returns what makes bytes of a string: its characters in utf8mb4, whatever the column's character set is,
// as a binary string, which compares byte by byte and to its last blank on every server.
func exactForm(texts *reader) (func(ast.ExprNode) ast.ExprNode, error) {
	list, failed := texts.parse("SELECT CAST(CONVERT(x USING utf8mb4) AS BINARY)", nil)
	if failed != nil || len(list) != 1 {
		return nil, errors.New("strings cannot be compared by their bytes")
	}
	cast, ok := list[0].(*ast.SelectStmt).Fields.Fields[0].Expr.(*ast.FuncCastExpr)
	if !ok {
		return nil, errors.New("strings cannot be compared by their bytes")
	}
	call, ok := cast.Expr.(*ast.FuncCallExpr)
	if !ok || len(call.Args) != 2 {
		return nil, errors.New("strings cannot be compared by their bytes")
	}
	return func(e ast.ExprNode) ast.ExprNode {
		converted := &ast.FuncCallExpr{Tp: call.Tp, FnName: call.FnName, Args: []ast.ExprNode{e, call.Args[1]}}
		return &ast.FuncCastExpr{Expr: converted, Tp: cast.Tp, FunctionType: cast.FunctionType, ExplicitCharSet: cast.ExplicitCharSet}
	}, nil
}
