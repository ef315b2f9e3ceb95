package sqlcheck

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/tree"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The functions in this file are the only writers of facts and of the engine's own findings.

// at returns the place of a node. The parser keeps positions of expressions only.
func (r *resolver) at(n ast.Node, near string) Node {
	offset := 0
	if n != nil {
		offset = n.OriginTextPosition()
	}
	if offset <= 0 || offset >= len(r.source.SQL) {
		return Node{near: excerpt(near)}
	}
	return Node{near: excerpt(near), offset: r.source.Offset(offset) + 1}
}

func (r *resolver) recordStatement(s Statement) { r.facts.Statements = append(r.facts.Statements, s) }

func (r *resolver) recordWrite(what, hint string, n ast.Node) {
	r.facts.Writes = append(r.facts.Writes, Write{What: what, Hint: hint, Node: r.at(n, what)})
}

func (r *resolver) recordCall(name string, f *builtin.Function, n ast.Node) {
	r.facts.Calls = append(r.facts.Calls, Call{Name: name, Allowed: true, function: f, Node: r.at(n, name)})
}

func (r *resolver) recordRefusedCall(name, problem string, n ast.Node) {
	r.facts.Calls = append(r.facts.Calls, Call{Name: name, problem: problem, Node: r.at(n, name)})
}

func (r *resolver) recordVariable(name string, n ast.Node) {
	r.facts.Variables = append(r.facts.Variables, Variable{Name: excerpt(name), Node: r.at(n, name)})
}

func (r *resolver) recordTable(n *ast.TableName, t *Table, problem string) {
	if t != nil && !slices.ContainsFunc(t.columns, func(c Column) bool { return !c.Sensitive }) {
		r.facts.Sensitive = true // where its columns are not shown, it is not there
	}
	name := n.Name.O
	if n.Schema.O != "" && t == nil {
		name = n.Schema.O + "." + name
	}
	r.facts.Tables = append(r.facts.Tables, TableRef{
		Database: n.Schema.O, Name: n.Name.O, Table: t, problem: problem, Node: r.at(n, name),
	})
}

// recordColumn records the use of a base column and adds it to the trace.
func (r *resolver) recordColumn(t *Table, column int, m *mention) {
	c := &t.columns[column]
	r.facts.Sensitive = r.facts.Sensitive || c.Sensitive
	r.facts.Columns = append(r.facts.Columns, ColumnRef{Table: t, Column: c, Use: m.use, Node: m.at})
	r.trace = append(r.trace, traced{column: BaseColumn{t, c}})
}

// recordMet notes what a name may mean besides what it is bound to.
func (r *resolver) recordMet(b binding, outcome found, s *scope) {
	switch outcome {
	case unique:
		if t := s.relations[b.relation].table; t != nil && t.columns[b.column].Sensitive {
			r.facts.Sensitive = true
		}
	case ambiguous:
		r.facts.Sensitive = true
	}
}

func (r *resolver) recordUnknownColumn(problem string, at Node) {
	r.unknown++
	r.facts.Columns = append(r.facts.Columns, ColumnRef{problem: problem, Node: at})
}

func (r *resolver) fault(message string, at Node) {
	r.facts.Faults = append(r.facts.Faults, Fault{Message: message, Node: at})
}

func (r *resolver) misuse(message string, at Node) { r.misuseWithin(r.body, message, at) }

// misuseWithin is misuse in a CTE that the server may not look into; nil where it looks in any case.
func (r *resolver) misuseWithin(body *cte, message string, at Node) {
	if len(r.facts.Misuses) < maxViolations {
		r.facts.Misuses = append(r.facts.Misuses, Fault{Message: message, Node: at, within: body})
	}
}

// ungrouped notes a breach of ONLY_FULL_GROUP_BY in a block, which is certain or depends on what the schema does
// not show.
func (r *resolver) ungrouped(s *scope, certain bool, message, near string) {
	list := &r.facts.Ungrouped
	if certain {
		list = &r.facts.Misuses
	}
	if len(*list) >= maxViolations {
		return
	}
	f := Fault{Message: message, Node: Node{near: near}, within: r.body, byMode: true}
	f.column, f.at = s.standsIn()
	*list = append(*list, f)
}

// standsIn returns the derived table or CTE in whose column a block stands, or with -1 in whose ORDER BY; nil if in
// none.
func (s *scope) standsIn() (body *scope, column int) {
	for ; s != nil; s = s.parent {
		outer := s.parent
		switch {
		case outer == nil || !outer.body || outer.done:
		case outer.clause == inProjection:
			return outer, outer.computed
		case outer.clause == inOrder:
			return outer, -1
		}
	}
	return nil, 0
}

// dropUnread takes back the misuses in CTEs that the statement does not read: MySQL and TiDB do not look into
// those. Nor does MySQL look, for ONLY_FULL_GROUP_BY, into columns of derived tables that it merges and nobody
// reads.
func (r *resolver) dropUnread() {
	if len(r.facts.Misuses)+len(r.facts.Ungrouped) == 0 {
		return
	}
	for more := true; more; {
		more = false
		for _, m := range r.cteReads {
			if !m.of.read && (m.in == nil || m.in.read) && (m.column == nil || r.options.Dialect == MariaDB || !m.column.drops(m.at)) {
				m.of.read, more = true, true
			}
		}
	}
	if r.options.Dialect == MariaDB {
		r.softenUnread()
		return
	}
	unread := func(f Fault) bool {
		return f.within != nil && !f.within.read || f.column != nil && f.column.drops(f.at)
	}
	r.facts.Misuses = slices.DeleteFunc(r.facts.Misuses, unread)
	r.facts.Ungrouped = slices.DeleteFunc(r.facts.Ungrouped, unread)
}

// softenUnread makes advice of breaches of ONLY_FULL_GROUP_BY in CTEs in front of a set operation that nobody
// reads: MariaDB looks into some of those.
func (r *resolver) softenUnread() {
	soft := func(f Fault) bool { return f.byMode && f.within != nil && f.within.ofSet && !f.within.read }
	for _, f := range r.facts.Misuses {
		if soft(f) {
			r.facts.Ungrouped = append(r.facts.Ungrouped, f)
		}
	}
	r.facts.Misuses = slices.DeleteFunc(r.facts.Misuses, soft)
}

func (r *resolver) recordProjection(outputs []output) {
	if len(outputs) == 0 {
		return
	}
	r.facts.Projection = slices.Grow(r.facts.Projection, len(outputs))
	for i := range outputs {
		r.facts.Projection = append(r.facts.Projection, Output{Name: outputs[i].label(), Columns: outputs[i].sources})
	}
}

// drops reports whether MySQL drops an output of a derived table when it merges that, or with -1 its ORDER BY
// (manual, 10.2.2.4).
func (s *scope) drops(output int) bool {
	if !s.merges() || output >= 0 && s.outputs[output].read {
		return false
	}
	keepsOrder := slices.ContainsFunc(s.holders, func(h *scope) bool {
		return len(h.relations) == 1 && !h.grouped && !h.isAggregated() && !h.distinct && !h.having && !h.ordered
	})
	return !(keepsOrder && (output < 0 || s.outputs[output].orders))
}

// label returns what a column of the statement is called, "" if that is not certain.
func (o *output) label() string {
	switch {
	case o.title != "":
		return o.title
	case o.field == nil || o.field.AsName.O != "":
		return o.name
	default:
		return ""
	}
}

// unsupported refuses a construct that this project or the dialect does not have. near are its words.
func (r *resolver) unsupported(n ast.Node, near, message string) {
	r.engine(RuleSyntax, message, r.at(n, near))
}

func (r *resolver) complexity(message string) { r.complexityAt(Node{}, message) }

func (r *resolver) complexityAt(at Node, message string) { r.engine(RuleComplexity, message, at) }

func (r *resolver) engine(rule, message string, at Node) {
	if len(r.found) >= maxViolations && rule != RuleComplexity {
		return
	}
	for _, v := range r.found {
		if v.Rule == rule && v.Message == message && v.Offset == at.offset-1 {
			return
		}
	}
	r.found = append(r.found, at.violation(rule, message))
}

// spellOut notes that a name that means a label is printed as the expression that it names, whose columns
// are read here again.
func (r *resolver) spellOut(n *ast.ColumnName, s *scope, e ast.ExprNode) {
	r.names.Bind(n, print.Binding{Column: n.Name.O, Alone: true, Expr: e})
	if !r.spell(e) {
		return
	}
	was := s.clause
	s.clause = inLabel
	r.expr(e, s)
	s.clause = was
}

// maxSpelled is how many nodes expressions that are printed in several places may have, beside one for each
// spelledBytes bytes of the text.
const (
	maxSpelled   = 1 << 11
	spelledBytes = 16
)

// spell counts the nodes of an expression that is printed in one more place. It reports false where that
// makes too many.
func (r *resolver) spell(e ast.ExprNode) bool {
	most := min(maxSpelled+len(r.source.SQL)/spelledBytes, r.limits.Nodes)
	if _, name := tree.Unwrap(e).(*ast.ColumnNameExpr); name {
		most = r.limits.Nodes // no longer than what it stands for
		r.spelledNodes += 2
	} else {
		counter := tree.NodeCounter{Limit: most}
		e.Accept(&counter)
		r.spelledNodes += counter.Nodes
	}
	if r.spelledNodes > most && !r.partial {
		r.partial = true
		r.complexity("the aliases in ORDER BY and GROUP BY stand for too much; repeat less, or use a derived table")
	}
	return !r.partial
}

// unknownNode refuses a node that nobody thought of.
func (r *resolver) unknownNode(n ast.Node) {
	r.unsupported(n, "", fmt.Sprintf("this construct (%T) is not supported; write it in a simpler form", n))
}

func (r *resolver) recordQuotedName(text string, n ast.Node) {
	r.facts.QuotedNames = append(r.facts.QuotedNames, QuotedName{Text: text, Node: r.at(n, text)})
}

func (r *resolver) recordWildcardLike(n ast.Node) {
	r.facts.WildcardLikes = append(r.facts.WildcardLikes, r.at(n, "LIKE"))
}

func (r *resolver) recordCostlyPattern(n ast.Node) {
	r.facts.CostlyPatterns = append(r.facts.CostlyPatterns, r.at(n, "REGEXP"))
}

// A length is how many facts there are.
type length struct{ calls, tables, columns, misuses, ungrouped, blocks, quoted, likes, patterns int }

func (f *Facts) length() length {
	return length{len(f.Calls), len(f.Tables), len(f.Columns), len(f.Misuses), len(f.Ungrouped), len(f.Blocks), len(f.QuotedNames), len(f.WildcardLikes), len(f.CostlyPatterns)}
}

// truncate takes back what was recorded of a part that is not printed, or is resolved again.
func (f *Facts) truncate(n length) {
	f.Calls, f.Tables, f.Columns = f.Calls[:n.calls], f.Tables[:n.tables], f.Columns[:n.columns]
	f.Misuses, f.Blocks, f.QuotedNames, f.WildcardLikes = f.Misuses[:n.misuses], f.Blocks[:n.blocks], f.QuotedNames[:n.quoted], f.WildcardLikes[:n.likes]
	f.CostlyPatterns, f.Ungrouped = f.CostlyPatterns[:n.patterns], f.Ungrouped[:n.ungrouped]
}
