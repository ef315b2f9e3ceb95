package sqlcheck

import (
	"fmt"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A cte is one common table expression and the link to those that were visible before it.
type cte struct {
	name    string
	spelled spelled // the name, for comparing
	outputs []output
	index   *nameIndex // of outputs, if there are many
	block   *scope     // its body, if that is one block
	oneRow  bool
	weight  int     // relations that its body holds
	rows    float64 // that it has, when its body is resolved
	effort  recursionEffort
	used    bool
	ofSet   bool // it is defined in front of a set operation that is the statement
	read    bool // the statement reads it, itself or through CTEs that it reads; known at the end
	// forming says that its body is being resolved: a mention before its first arm is complete
	// means nothing, one after it makes the arm recursive.
	forming   bool
	recursive bool
	open      bool // its body is being resolved
	// readsItself is set where an arm mentions it.
	readsItself bool
	subqueries  int // r.subqueries where its body begins
	outer       *cte
}

// A cteRead says that a CTE is read in the body of another one, or outside of all.
type cteRead struct {
	of, in *cte
	column *scope // a derived table or CTE, in whose column at it is read, or with -1 in whose ORDER BY
	at     int
}

// find returns the innermost CTE called name (MySQL manual, 15.2.20).
func (c *cte) find(name string, exact bool) (*cte, found) {
	sought := spelled{name: name}
	for ; c != nil; c = c.outer {
		switch {
		case c.name == name, !exact && sameName(c.name, name):
			return c, unique
		case sameName(c.name, name), c.looks(&sought):
			// Names of CTEs fold on MariaDB, whatever those of tables do.
			return c, confusable
		}
	}
	return nil, absent
}

func (c *cte) looks(like *spelled) bool {
	c.spelled.name = c.name
	return c.spelled.looksLike(like)
}

// with resolves the CTEs of a WITH clause, each seeing those before it, and returns what is visible
// after it. outer is the scope that the bodies may reach into.
func (r *resolver) with(w *ast.WithClause, ctes *cte, outer *scope) *cte {
	if w == nil {
		return ctes
	}
	r.withs++
	if len(w.CTEs) > r.limits.Relations {
		r.partial = true
		r.complexity(fmt.Sprintf("a WITH defines more than %d CTEs; define fewer", r.limits.Relations))
		return ctes
	}
	r.orderCTEs(w)
	before := ctes
	for i, n := range w.CTEs {
		name := spelled{name: n.Name.O}
		for c := ctes; c != before; c = c.outer {
			if sameName(c.name, n.Name.O) || c.looks(&name) {
				r.fault(fmt.Sprintf("the CTE name %s is given twice; rename one", excerpt(n.Name.O)), Node{near: excerpt(n.Name.O)})
				break
			}
		}
		ctes = r.commonTable(n, w, i, ctes, before, outer)
	}
	return ctes
}

// has reports whether c is d or one of those visible before d.
func (c *cte) has(d *cte) bool {
	for ; c != nil; c = c.outer {
		if c == d {
			return true
		}
	}
	return false
}

// cteProblem says why a name that is, or might be, one of a CTE cannot be used, "" if it can.
func (r *resolver) cteProblem(name string, c *cte, outcome found) string {
	sought := spelled{name: name}
	for i := range r.later {
		l := &r.later[i]
		if (sameName(l.name.name, name) || l.name.looksLike(&sought)) && (c == nil || l.visible.has(c)) {
			if r.mutual {
				return fmt.Sprintf("the CTE %s is defined further on and reads this one; make one recursive CTE of both", excerpt(name))
			}
			return fmt.Sprintf("the CTE %s is defined further on; define it first", excerpt(name))
		}
	}
	switch {
	case outcome == absent:
		return ""
	case outcome == unique && c.name != name && r.spelledTwice(name, c):
		return fmt.Sprintf("%s could be the CTE %s or another name that differs by letter case; use other names", excerpt(name), excerpt(c.name))
	case outcome != unique:
		return fmt.Sprintf("%s could be taken for the CTE %s; use other names", excerpt(name), excerpt(c.name))
	case c.forming:
		return fmt.Sprintf("the CTE %s is read before its first part ends; begin it with a SELECT that does not read it, then UNION ALL", excerpt(name))
	case r.options.Dialect == MariaDB && r.outside.has(c):
		// MariaDB 10.11 takes the name for a table there.
		return fmt.Sprintf("MariaDB does not see the CTE %s from a CTE of another WITH inside the query; define both in one WITH", excerpt(name))
	}
	return ""
}

// spelledTwice reports whether a name that is that of a CTE but for letter case is also that of a table,
// or of a CTE further out: MySQL tells them apart where its tables are told apart, and MariaDB does not.
func (r *resolver) spelledTwice(name string, c *cte) bool {
	for outer := c.outer; outer != nil; outer = outer.outer {
		if sameName(outer.name, name) {
			return true
		}
	}
	return r.lookupTable("", name) != nil
}

// A laterCTE is one that is defined further on in a WITH RECURSIVE: MariaDB sees it already.
type laterCTE struct {
	name    spelled
	visible *cte // what is visible before it
}

// unused counts the CTEs between inner and outer that nobody mentions: a server may still run them.
func (r *resolver) unused(inner, outer *cte) {
	for c := inner; c != outer; c = c.outer {
		if !c.used {
			r.addWeight(1 + c.weight)
		}
	}
}

// commonTable resolves the CTE at position i of w, which sees ctes; before is what was visible before w.
func (r *resolver) commonTable(n *ast.CommonTableExpression, w *ast.WithClause, i int, ctes, before *cte, outer *scope) *cte {
	recursive := w.IsRecursive
	c := &cte{name: n.Name.O, outer: ctes, ofSet: w == r.setWith, forming: true, open: true, recursive: recursive, subqueries: r.subqueries}
	later, outside := len(r.later), r.outside
	if recursive {
		for _, l := range w.CTEs[i+1:] {
			r.later = append(r.later, laterCTE{name: spelled{name: l.Name.O}, visible: c})
		}
	}
	r.outside = before
	r.forming = append(r.forming, formingCTE{w, i})
	defer func() {
		r.later, r.outside, r.forming = r.later[:later], outside, r.forming[:len(r.forming)-1]
		r.defined = append(r.defined, c.name)
	}()
	r.tableIdentifier(n.Name.O, "the CTE name")
	if utf8.RuneCountInString(n.Name.O) > maxIdentifier {
		r.fault(fmt.Sprintf("the CTE name %s has more than %d characters; write a shorter one", excerpt(n.Name.O), maxIdentifier), Node{near: excerpt(n.Name.O)})
	}
	visible := ctes
	if recursive {
		visible = c
	}
	weight, rereads, body := r.weight, r.rereads, r.body
	r.weight, r.body = 0, c
	outermost, floor := r.seal(r.outerOf(outer)), r.labelFloor
	r.labelFloor = r.outerOf(outer).inside()
	n.Query.Query = r.unbraced(n.Query.Query)
	r.hiddenWith(n, w, i)
	set, isSet := n.Query.Query.(*ast.SetOprStmt)
	if recursive && isSet {
		r.recursiveBody(c, set, n.ColNameList, r.outerOf(outer))
	} else {
		c.outputs, c.oneRow = r.query(n.Query.Query, visible, r.outerOf(outer), role{sources: true, body: true})
		c.block = r.last
		c.outputs, c.rows = r.renamed(c.outputs, n), r.had
	}
	r.outermost, r.labelFloor = outermost, floor
	c.forming, c.open = false, false
	c.weight, r.weight, r.rereads, r.body = r.weight, weight, rereads, body
	r.checkNames(c.outputs, "the CTE "+c.name)
	return c
}

// hiddenWith refuses a WITH at the head of a CTE's body with a name that the WITH outside has too: MariaDB 10.11
// takes the one outside there, as far as it is visible.
func (r *resolver) hiddenWith(n *ast.CommonTableExpression, w *ast.WithClause, i int) {
	if r.options.Dialect != MariaDB {
		return
	}
	visible := w.CTEs[:i]
	if w.IsRecursive {
		visible = w.CTEs
	}
	var inner *ast.WithClause
	switch body := n.Query.Query.(type) {
	case *ast.SelectStmt:
		inner = body.With
	case *ast.SetOprStmt:
		inner = body.With
	}
	if inner == nil {
		return
	}
	names := make(map[string]bool, len(visible))
	for _, c := range visible {
		names[fold(c.Name.O)] = true
	}
	for _, c := range inner.CTEs {
		if names[fold(c.Name.O)] {
			name := excerpt(c.Name.O)
			r.unsupported(nil, name, fmt.Sprintf("MariaDB takes %s inside for the CTE of the WITH outside; give one of them another name", name))
		}
	}
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
			r.fault(fmt.Sprintf("%s lists %s for %s; list one for each", excerpt(n.Name.O), counted(len(n.ColNameList), "name"), counted(len(outputs), "column")), Node{near: excerpt(n.Name.O)})
		}
		return outputs
	}
	named := append([]output(nil), outputs...)
	for i := range named {
		r.tableIdentifier(n.ColNameList[i].O, "the column name")
		named[i] = output{name: n.ColNameList[i].O, sources: named[i].sources}
	}
	return named
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
