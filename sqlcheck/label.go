package sqlcheck

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// What a name that means a label of the select list is printed as.

// byLabel binds an unqualified name to the projection.
func (r *resolver) byLabel(n *ast.ColumnName, s *scope, output int, label found, at place, m *mention) meaning {
	switch label {
	case absent:
		return meaning{}
	case unique:
	default:
		r.recordUnknownColumn(fmt.Sprintf("column %s is ambiguous: the select list has it more than once; give one another alias", excerpt(n.Name.O)), m.at)
		return meaning{outcome: failed}
	}
	o := &s.outputs[output]
	if o.broken || r.partial {
		return meaning{outcome: failed}
	}
	if o.forgotten {
		r.recordUnknownColumn(fmt.Sprintf("%s is an alias of an alias of the query outside, which servers forget; write the expression that the latter stands for", excerpt(n.Name.O)), m.at)
		return meaning{outcome: failed}
	}
	bound := meaning{outcome: boundLabel, output: output}
	expr := o.expr
	if expr == nil && o.plain {
		expr = r.columnExpr(o.from, s) // of a wildcard
	}
	switch r.labelForm(s, o, expr, at) {
	case asLabel:
		r.setAlias(o)
		r.windowInHaving(o, s, m)
		r.names.Bind(n, print.Binding{Column: o.name, Alone: true})
		s.labelUses = append(s.labelUses, labelUse{n, output})
		r.traceOutput(o)
	case asPosition:
		r.traceOutput(o)
	case asExpression:
		s.spelled = true
		r.spellOut(n, s, expr)
	case asDerived:
		s.wrapped = true
		r.names.Bind(n, print.Binding{Column: o.name, Alone: true})
		s.labelUses = append(s.labelUses, labelUse{n, output})
		r.traceOutput(o)
	default:
		r.recordUnknownColumn(fmt.Sprintf("%s is an alias of an expression that cannot be repeated here; compute it in a derived table and select from that", excerpt(n.Name.O)), m.at)
		return meaning{outcome: failed}
	}
	return bound
}

func (r *resolver) traceOutput(o *output) {
	if len(o.sources) > 0 {
		r.trace = append(r.trace, traced{sources: o.sources})
	}
}

// A labelForm is how a name that means a label is printed.
type labelForm uint8

const (
	asNothing    labelForm = iota // it cannot be printed
	asLabel                       // as the label: every server looks at labels first there
	asPosition                    // as the position of the output
	asExpression                  // as the output's expression
	asDerived                     // as a column of the derived table that the block becomes
)

// labelForm returns how a label, which stands for expr, is printed in the current clause of s. Where a server would look for a
// column first, a larger schema might have one.
func (r *resolver) labelForm(s *scope, o *output, expr ast.ExprNode, at place) labelForm {
	// MariaDB forgets the label of a column of a block further out.
	forgotten := o.outer && r.options.Dialect == MariaDB
	repeatable := expr != nil && r.isRepeatable(expr, s.clause == inPartition || s.clause == inWindowOrder) && !s.wrapping
	switch {
	case s.clause == inSetOrder:
		return asLabel
	case s.clause == inHaving && !forgotten, s.clause == inOrder && at == whole && !forgotten:
		return asLabel
	case s.clause == inGroup && at == whole, s.clause == inOrder && at == whole:
		return asPosition
	case s.clause == inOrder && r.options.Dialect == MySQL && expr != nil && isMarked(expr) && (r.inJSON || isBytes(expr)):
		return asDerived
	case s.clause == inOrder && (!repeatable || s.grouped || s.distinct || s.windowed || s.oneRow):
		return asDerived
	case repeatable:
		return asExpression
	default:
		return asNothing
	}
}

// isRepeatable reports whether an expression gives the same value wherever in its block it is computed,
// and costs no query of its own. In OVER that may be an aggregate: it is computed once for its group.
func (r *resolver) isRepeatable(e ast.ExprNode, inOver bool) bool {
	no := ast.FlagHasSubquery | ast.FlagHasWindowFunc
	if !inOver {
		no |= ast.FlagHasAggregateFunc
	}
	if e.GetFlag()&no != 0 {
		return false
	}
	f := chanceFinder{on: r.server}
	e.Accept(&f)
	return !f.found
}

// A chanceFinder looks for a call whose value may be another one each time.
type chanceFinder struct {
	on    builtin.Server
	found bool
}

// Enter implements ast.Visitor.
func (f *chanceFinder) Enter(n ast.Node) (ast.Node, bool) {
	if call, ok := n.(*ast.FuncCallExpr); ok && !builtin.Deterministic(call.FnName.O, f.on) {
		f.found = true
	}
	return n, f.found
}

// Leave implements ast.Visitor.
func (f *chanceFinder) Leave(n ast.Node) (ast.Node, bool) { return n, !f.found }
