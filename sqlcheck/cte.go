package sqlcheck

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A cte is one common table expression and the link to those that were visible before it.
type cte struct {
	name    string
	outputs []output
	oneRow  bool
	weight  int // relations that its body holds
	used    bool
	// forming says that its body is being resolved: a mention before its first arm is complete
	// means nothing, one after it makes the arm recursive.
	forming   bool
	recursive bool
	open      bool // its body is being resolved
	// readsItself is set where an arm mentions it.
	readsItself bool
	outer       *cte
}

// find returns the innermost CTE called name (MySQL manual, 15.2.20).
func (c *cte) find(name string, exact bool) (*cte, found) {
	for ; c != nil; c = c.outer {
		switch {
		case c.name == name, !exact && sameName(c.name, name):
			return c, unique
		case !exact && looksAlike(c.name, name):
			return c, confusable
		}
	}
	return nil, absent
}

// with resolves the CTEs of a WITH clause, each seeing those before it, and returns what is visible
// after it. outer is the scope that the bodies may reach into.
func (r *resolver) with(w *ast.WithClause, ctes *cte, outer *scope) *cte {
	if w == nil {
		return ctes
	}
	before := ctes
	for _, n := range w.CTEs {
		for c := ctes; c != before; c = c.outer {
			if sameName(c.name, n.Name.O) || looksAlike(c.name, n.Name.O) {
				r.fault(fmt.Sprintf("the CTE name %s is given twice", n.Name.O), Node{near: n.Name.O})
			}
		}
		ctes = r.commonTable(n, w.IsRecursive, ctes, outer)
	}
	return ctes
}

// unused counts the CTEs between inner and outer that nobody mentions: a server may still run them.
func (r *resolver) unused(inner, outer *cte) {
	for c := inner; c != outer; c = c.outer {
		if !c.used {
			r.addWeight(1 + c.weight)
		}
	}
}

func (r *resolver) commonTable(n *ast.CommonTableExpression, recursive bool, ctes *cte, outer *scope) *cte {
	c := &cte{name: n.Name.O, outer: ctes, forming: true, open: true, recursive: recursive}
	r.identifier(n.Name.O, "the CTE name")
	visible := ctes
	if recursive {
		visible = c
	}
	weight := r.weight
	r.weight = 0
	set, isSet := n.Query.Query.(*ast.SetOprStmt)
	if recursive && isSet {
		r.recursiveBody(c, set, n.ColNameList, r.outerOf(outer))
	} else {
		c.outputs, c.oneRow = r.query(n.Query.Query, visible, r.outerOf(outer), role{sources: true})
		c.outputs = r.renamed(c.outputs, n)
	}
	c.forming, c.open = false, false
	c.weight, r.weight = r.weight, weight
	r.checkNames(c.outputs, "the CTE "+c.name)
	return c
}

// outerOf returns the scope that derived tables and CTEs in a block see around that block. MariaDB
// lets them see none; MySQL does since 8.0.14 (manual 15.2.15.8).
func (r *resolver) outerOf(outer *scope) *scope {
	if r.options.Dialect == MariaDB {
		return nil
	}
	return outer
}

// renamed gives the outputs the names of the CTE's column list.
func (r *resolver) renamed(outputs []output, n *ast.CommonTableExpression) []output {
	if len(n.ColNameList) == 0 {
		return outputs
	}
	if len(n.ColNameList) != len(outputs) {
		if !r.partial && outputs != nil {
			r.fault(fmt.Sprintf("the CTE %s lists %d names for %d columns", n.Name.O, len(n.ColNameList), len(outputs)), Node{near: n.Name.O})
		}
		return outputs
	}
	named := append([]output(nil), outputs...)
	for i := range named {
		r.identifier(n.ColNameList[i].O, "the column name")
		named[i].name, named[i].field, named[i].plain = n.ColNameList[i].O, nil, false
	}
	return named
}

// checkNames refuses a derived table or CTE in which a name stands twice.
func (r *resolver) checkNames(outputs []output, what string) {
	seen := make(map[string]bool, len(outputs))
	for i := range outputs {
		name := outputs[i].name
		if name == "" {
			continue
		}
		key := fold(name)
		if !isASCII(key) {
			key = unicodeFold(key)
		}
		if seen[key] {
			r.fault(fmt.Sprintf("%s has the column name %s twice; give one an alias", what, excerpt(name)), Node{near: excerpt(name)})
			return
		}
		seen[key] = true
	}
}

// recursiveBody resolves WITH RECURSIVE c AS (arm UNION arm …): the first arm gives the columns, and
// the later ones may read c.
func (r *resolver) recursiveBody(c *cte, n *ast.SetOprStmt, names []ast.CIStr, outer *scope) {
	if !r.down() {
		return
	}
	defer r.up()
	inner := r.with(n.With, c, outer)
	reads := false
	for i, arm := range n.SelectList.Selects {
		c.readsItself = false
		outputs := r.arm(arm, inner, outer, role{sources: true}, n.Limit != nil)
		if i == 0 {
			c.outputs = r.renamed(outputs, &ast.CommonTableExpression{Name: ast.NewCIStr(c.name), ColNameList: names})
			c.forming = false
			continue
		}
		reads = reads || c.readsItself
		if r.sameWidth(len(c.outputs), len(outputs)) {
			r.addSources(c.outputs, outputs)
		}
	}
	if reads {
		mixSources(c.outputs)
	}
	r.setOrder(n.OrderBy, c.outputs, inner, outer)
	r.limit(n.Limit)
	r.unused(inner, c)
}

// addSources widens the sources of a set operation by those of one more arm, position by position.
func (r *resolver) addSources(to, arm []output) {
	for i := range to {
		r.spend(len(arm[i].sources))
		if r.partial {
			return
		}
		to[i].sources = unite(to[i].sources, arm[i].sources)
	}
}

// mixSources gives every column the sources of all: with each round an arm that reads its own CTE
// may move a value from one column into another.
func mixSources(outputs []output) {
	var all []BaseColumn
	for i := range outputs {
		all = unite(all, outputs[i].sources)
	}
	for i := range outputs {
		outputs[i].sources = all
	}
}

// unite returns the columns of a, then those of b that a lacks.
func unite(a, b []BaseColumn) []BaseColumn {
	if len(b) == 0 {
		return a
	}
	set := columnSet{}
	for _, c := range a {
		set.add(c)
	}
	for _, c := range b {
		set.add(c)
	}
	return set.list
}
