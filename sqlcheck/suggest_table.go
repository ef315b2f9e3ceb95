package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// unknownTable says that a table is not there. What its name is else goes before names like it.
func (r *resolver) unknownTable(database, name string, s *scope) string {
	written := excerpt(name)
	if database != "" {
		written = excerpt(database + "." + name)
	}
	message := fmt.Sprintf("table %s is not in the schema", written)
	if hint := r.insteadOfTable(database, name, s); hint != "" {
		return message + "; " + hint
	}
	return message
}

func (r *resolver) insteadOfTable(database, name string, s *scope) string {
	if database != "" {
		if c, outcome := s.ctes.find(name, r.options.CaseSensitiveTables); outcome == unique {
			return fmt.Sprintf("%s is a CTE, which is of no database: write %s alone", excerpt(name), excerpt(asWritten(c.name)))
		}
		if t := r.lookupTable("", name); t != nil {
			return fmt.Sprintf("write %s without the database", asWritten(t.name))
		}
		return r.likeTable(name)
	}
	if hint := r.insteadOfCTE(name); hint != "" {
		return hint
	}
	if s.isAlias(name) {
		return fmt.Sprintf("%s is an alias, which cannot be read again: write the name of its table, or use a CTE", excerpt(name))
	}
	return r.likeTable(name)
}

// likeTable names the tables like the one that was written, or those with a column called so, or if
// there are few, all of them.
func (r *resolver) likeTable(name string) string {
	tables := r.tables()
	names := make([]string, 0, len(tables))
	for _, t := range tables {
		names = append(names, t.name)
	}
	if len(names) == 0 || !r.mayLiken(name, names) {
		return ""
	}
	if near := nearest(name, names); len(near) > 0 {
		return "it has " + joined(near)
	}
	if having := r.elsewhere(name); len(having) > 0 {
		return fmt.Sprintf("%s is a column of %s", excerpt(name), joined(having))
	}
	return "it has " + listed(names)
}

// isAlias reports whether a relation around s has the name.
func (s *scope) isAlias(name string) bool {
	for ; s != nil; s = s.parent {
		if s.hasRelation(name) {
			return true
		}
	}
	return false
}

// A formingCTE is one whose body is being resolved: that at position i of its WITH clause.
type formingCTE struct {
	with *ast.WithClause
	i    int
}

// insteadOfCTE says why a CTE that the text defines is not seen, "" if it defines none of the name.
func (r *resolver) insteadOfCTE(name string) string {
	for _, f := range r.forming {
		for i, n := range f.with.CTEs[f.i:] {
			switch {
			case !sameName(n.Name.O, name):
			case i == 0:
				return fmt.Sprintf("the CTE %s reads itself, which takes WITH RECURSIVE", excerpt(name))
			default:
				return fmt.Sprintf("the CTE %s is defined further on: define it first", excerpt(name))
			}
		}
	}
	for _, n := range r.defined {
		if sameName(n, name) {
			return fmt.Sprintf("the CTE %s is seen only in the query that its WITH stands in front of: define it in front of the whole statement", excerpt(name))
		}
	}
	return ""
}

// unknownQualifier says that a qualifier is no table or alias that is visible from s. The last part of
// written is the column.
func (r *resolver) unknownQualifier(written string, s *scope, visible []relation) string {
	qualifier, column := qualifierOf(written), written[strings.LastIndexByte(written, '.')+1:]
	for i := range visible {
		rel := &visible[i]
		if t := rel.table; t != nil && !sameName(rel.name, t.name) && (sameName(qualifier, t.name) || sameName(qualifier, t.database+"."+t.name)) {
			return fmt.Sprintf("the table %s is called %s here; write %s", t.name, rel.label(), excerpt(asWritten(rel.name)+"."+asWritten(column)))
		}
	}
	if hint := r.outOfSight(qualifier, s); hint != "" {
		return fmt.Sprintf("%s cannot be used for %s here: %s", excerpt(qualifier), excerpt(written), hint)
	}
	message := fmt.Sprintf("%s is not a table or alias that %s could be of here", excerpt(qualifier), excerpt(written))
	var names []string
	for i := range visible {
		if visible[i].name != "" {
			names = append(names, visible[i].name)
		}
	}
	if len(names) > 0 {
		message += "; there is " + listed(names)
	}
	if t := r.lookupTable("", qualifier); t != nil {
		message += fmt.Sprintf("; to use the table %s, join it", t.name)
	}
	return message
}

// outOfSight says why a relation that the text has cannot be seen from s, "" if there is none.
func (r *resolver) outOfSight(qualifier string, s *scope) string {
	for sc := s; sc != nil; sc = sc.parent {
		switch {
		case sc.clause != inFrom:
		case sc.hasRelation(qualifier):
			return "ON sees the two sides of its own JOIN only, and a comma joins last; write JOIN instead of the comma"
		case joinsLater(sc.tree, qualifier):
			return "it is joined further on; join it before this condition"
		}
	}
	if !r.mayCompare(r.used) {
		return ""
	}
	for _, sc := range r.scopes[:r.used] {
		if !sc.hasRelation(qualifier) {
			continue
		}
		if sc.done {
			return "it stands inside another query, whose tables are not seen outside it; select the column there, under a name of its own"
		}
		if r.setApart > 0 {
			return "it stands outside a part of a set operation that MariaDB makes a derived table, whose inside does not see it; compare the columns outside"
		}
		return "it stands outside a derived table or CTE, whose inside does not see it; compare the columns outside"
	}
	return ""
}

// hasRelation reports whether a relation of the FROM clause, as far as it was read, has the name.
func (s *scope) hasRelation(name string) bool {
	for i := range s.relations {
		if sameName(s.relations[i].name, name) {
			return true
		}
	}
	return false
}

// joinsLater reports whether a FROM clause has a table or alias of the name.
func joinsLater(n ast.ResultSetNode, name string) bool {
	switch n := n.(type) {
	case *ast.Join:
		for left := n; left != nil; {
			if left.Right != nil && joinsLater(left.Right, name) {
				return true
			}
			next, ok := left.Left.(*ast.Join)
			if !ok {
				return joinsLater(left.Left, name)
			}
			left = next
		}
	case *ast.TableSource:
		if table, ok := n.Source.(*ast.TableName); ok && n.AsName.O == "" {
			return sameName(table.Name.O, name)
		}
		return sameName(n.AsName.O, name)
	}
	return false
}
