package sqlcheck

import (
	"fmt"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// from resolves a FROM clause. Each item sees only what stands to its left, and only if it is
// LATERAL; ON sees the two operands of its join (MySQL manual, 15.2.13.2, 15.2.15.9):
//
//	FROM a, b JOIN c ON b.x = c.x, LATERAL (SELECT a.x) d, (SELECT a.x) e
//	                    ok                         ok              unknown
func (r *resolver) from(n ast.ResultSetNode, s *scope) {
	join, ok := n.(*ast.Join)
	if !ok {
		r.tableFactor(n, s)
		return
	}
	// Joins are left-deep; the spine is walked in a loop, because a text can hold thousands.
	var short [8]*ast.Join
	spine := short[:0]
	var leaf ast.ResultSetNode
	for {
		spine = append(spine, join)
		left, more := join.Left.(*ast.Join)
		if !more {
			leaf = join.Left
			break
		}
		join = left
	}
	lo := len(s.relations)
	if lo+len(spine) > r.limits.Relations+1 {
		r.partial = true
		r.complexity(fmt.Sprintf("the query reads more than %d tables, a CTE counted as often as it is used; join fewer", r.limits.Relations))
		return
	}
	r.tableFactor(leaf, s)
	for i := len(spine) - 1; i >= 0 && !r.partial; i-- {
		if len(s.relations) > r.limits.Relations+1 {
			r.partial = true
			r.complexity(fmt.Sprintf("the query reads more than %d tables, a CTE counted as often as it is used; join fewer", r.limits.Relations))
			return
		}
		r.join(spine[i], lo, s)
	}
}

// join resolves the right operand of a join whose left operand is [lo, len(s.relations)), then its
// condition.
func (r *resolver) join(n *ast.Join, lo int, s *scope) {
	if n.Right == nil {
		if n.On != nil || n.Using != nil || n.NaturalJoin {
			r.unknownNode(n)
		}
		return
	}
	r.joinWords(n)
	mid, lateral := len(s.relations), s.lateral
	if n.Tp == ast.RightJoin {
		s.lateral = mid // the left operand is not there yet (error 1054)
	}
	if _, nested := n.Right.(*ast.Join); nested {
		if !r.down() {
			return
		}
		r.from(n.Right, s)
		r.up()
	} else {
		r.tableFactor(n.Right, s)
	}
	s.lateral = lateral
	j := joinRange{lo: lo, mid: mid, hi: len(s.relations), right: n.Tp == ast.RightJoin, named: n.NaturalJoin || n.Using != nil}
	switch {
	case n.NaturalJoin:
		r.natural(n, &j, s)
	case n.Using != nil:
		r.using(n, &j, s)
	case n.On != nil:
		s.lo, s.hi, s.clause, s.filtered = j.lo, j.hi, inFrom, true
		r.conditions(n.On.Expr, s)
	}
	s.joins = append(s.joins, j)
	r.outerJoined(n, &j, s)
}

// joinWords refuses `orders FULL JOIN customers`: this family of servers has no such join, and reads
// the word as an alias of the left table, which would make an inner join of it.
func (r *resolver) joinWords(n *ast.Join) {
	left := n.Left
	for {
		if j, ok := left.(*ast.Join); ok && j.Right != nil {
			left = j.Right
		} else if ok {
			left = j.Left
		} else {
			break
		}
	}
	if source, ok := left.(*ast.TableSource); ok {
		for _, word := range [...]string{"FULL", "SEMI", "ANTI", "ASOF"} {
			if sameName(source.AsName.O, word) {
				r.unsupported(n, source.AsName.O, fmt.Sprintf("there is no %s JOIN here, and %s would be taken for an alias; use JOIN, LEFT JOIN or EXISTS, and for a full join the UNION of a left and a right one", word, word))
			}
		}
	}
}

// tableFactor resolves one item of a FROM clause.
func (r *resolver) tableFactor(n ast.ResultSetNode, s *scope) {
	switch n := n.(type) {
	case *ast.Join:
		if !r.down() {
			return
		}
		r.from(n, s)
		r.up()
	case *ast.TableSource:
		r.tableSource(n, s)
	default:
		r.unknownNode(n)
	}
}

func (r *resolver) tableSource(n *ast.TableSource, s *scope) {
	r.tableIdentifier(n.AsName.O, "the alias")
	switch source := n.Source.(type) {
	case *ast.TableName:
		if n.Lateral || n.ColumnNames != nil {
			r.unknownNode(n)
		}
		r.tableName(source, n, s)
	case *ast.SelectStmt, *ast.SetOprStmt:
		n.Source = r.unbraced(source)
		r.derived(n, s)
	default:
		r.unknownNode(n)
	}
}

// derived resolves a derived table. It sees nothing of its own FROM clause unless it is LATERAL.
func (r *resolver) derived(n *ast.TableSource, s *scope) {
	r.addWeight(1)
	if n.AsName.O == "" {
		r.unsupported(n, "", "a derived table has no alias; write one behind its parenthesis, as in (SELECT …) AS d")
	}
	if n.Lateral && r.options.Dialect == MariaDB {
		r.unsupported(n, "LATERAL", "MariaDB has no LATERAL; use a join with GROUP BY, a window function or a subquery in the select list")
	}
	outer, condition := r.outerOf(s.parent), s.condition
	if n.Lateral {
		// What it mentions is linked to it.
		outer = s
		s.lo, s.hi, s.clause = s.lateral, len(s.relations), inFrom
		s.condition = condition
		s.condition.active, s.condition.first = true, -1
	}
	rereads, outermost, floor, start := r.rereads, r.seal(outer), r.labelFloor, len(r.trace)
	r.labelFloor = outer.inside()
	outputs, oneRow := r.query(n.Source, s.ctes, outer, role{sources: true, body: true, lateral: n.Lateral, top: s.block < 0 && s.top})
	r.outermost, r.labelFloor = outermost, floor
	if r.subqueries == 0 {
		r.trace = r.trace[:start] // no expression round it asks for what it read
	}
	body := r.last
	mentioned := s.condition.first
	s.condition = condition
	outputs = r.renamed(outputs, &ast.CommonTableExpression{Name: n.AsName, ColNameList: n.ColumnNames})
	r.checkNames(outputs, "the derived table "+n.AsName.O)
	at := r.addRelation(relation{name: n.AsName.O, source: n, outputs: outputs, oneRow: oneRow, rows: max(r.had, 1), unknown: r.partial, rereads: r.rereads > rereads, body: body}, s)
	if n.Lateral && mentioned >= 0 {
		s.union(at, mentioned)
	}
}

// tableName resolves a mention of a table: the innermost CTE of that name if it is not qualified,
// else a table that the catalog shows.
func (r *resolver) tableName(n *ast.TableName, source *ast.TableSource, s *scope) {
	r.tableOptions(n)
	rel := relation{name: visibleName(source.AsName.O, n.Name.O), source: source}
	if n.Schema.O == "" {
		c, outcome := s.ctes.find(n.Name.O, r.options.CaseSensitiveTables)
		if problem := r.cteProblem(n.Name.O, c, outcome); problem != "" {
			r.recordTable(n, nil, problem)
			rel.unknown = true
			r.addRelation(rel, s)
			return
		}
		if outcome == unique {
			r.mentionCTE(n, c, rel, s)
			return
		}
	}
	r.addWeight(1)
	t := r.lookupTable(n.Schema.O, n.Name.O)
	if t == nil {
		r.recordTable(n, nil, r.unknownTable(n.Schema.O, n.Name.O, s))
		rel.unknown = true
		r.addRelation(rel, s)
		return
	}
	if n.Schema.O == "" && slices.ContainsFunc(r.armCTEs, func(name string) bool { return sameName(name, n.Name.O) || looksAlike(name, n.Name.O) }) {
		r.unsupported(n, n.Name.O, fmt.Sprintf("%s is a CTE of an arm before, and MySQL reads that here; give the CTE another name", excerpt(n.Name.O)))
	}
	r.identifier(t.name, "the table name")
	r.recordTable(n, t, "")
	n.Name.O = t.name
	if n.Schema.O != "" {
		n.Schema.O = t.database
	}
	rel.name, rel.table, rel.rows = visibleName(source.AsName.O, t.name), t, r.tableRows(t)
	if r.filters != nil {
		r.filterMention(n, source, t)
	}
	r.addRelation(rel, s)
}

func (r *resolver) mentionCTE(n *ast.TableName, c *cte, rel relation, s *scope) {
	c.used = true
	body, at := s.standsIn()
	r.cteReads = append(r.cteReads, cteRead{c, r.body, body, at})
	r.addWeight(1 + c.weight)
	n.Name.O = c.name
	recursive := c.recursive && c.open
	if recursive {
		c.readsItself = true
		if recursive = r.mayRead(c, s); recursive {
			r.rereads++
		} else {
			r.readInSubquery(c)
		}
	}
	rel.name = visibleName(rel.source.AsName.O, c.name)
	if c.index == nil && len(c.outputs) > fewNames {
		c.index = new(nameIndex)
	}
	rel.index = c.index
	rel.outputs, rel.oneRow, rel.recursive, rel.rows = c.outputs, c.oneRow, recursive, max(c.rows, 1)
	rel.body = c.block
	r.addRelation(rel, s)
}

func visibleName(alias, name string) string {
	if alias != "" {
		return alias
	}
	return name
}

// lookupTable asks the catalog, and holds its answer to the name that was written: what is printed
// is the table's own name.
func (r *resolver) lookupTable(database, name string) *Table {
	t := r.catalog.Table(database, name)
	switch {
	case t == nil, len(t.columns) == 0: // a table that shows no column is not there
		return nil
	case !sameName(t.name, name), database != "" && !sameName(t.database, database):
		return nil
	case r.options.CaseSensitiveTables && (t.name != name || database != "" && t.database != database):
		return nil
	}
	return t
}

// tableOptions looks at the fields of a table's mention that hold no names of the schema. Index
// hints change no rows and are dropped from the print; the others do.
func (r *resolver) tableOptions(n *ast.TableName) {
	if len(n.PartitionNames) > 0 {
		r.unsupported(n, "PARTITION", "reading single partitions is not supported; leave PARTITION (…) out, a condition in WHERE does the same")
	}
	if n.AsOf != nil {
		r.unsupported(n, "AS OF", "reading the past with AS OF is not supported; leave it out")
	}
	if n.TableSample != nil {
		r.unsupported(n, "TABLESAMPLE", "TABLESAMPLE is not supported; use ORDER BY RAND() LIMIT n")
	}
	if n.IsAlias {
		r.unknownNode(n)
	}
}

// sameTable reports whether two names of tables or aliases are one to a server: to some they are if they
// differ by letter case only (MySQL manual, 11.2.3).
func (r *resolver) sameTable(a, b string) bool {
	return a == b || !r.options.CaseSensitiveTables && sameName(a, b)
}

// addRelation makes a relation visible and returns its position.
func (r *resolver) addRelation(rel relation, s *scope) int {
	name := spelled{name: rel.name}
	for i := range s.relations {
		if rel.name != "" && r.sameTable(s.relations[i].name, rel.name) || s.relations[i].looks(&name) {
			r.fault(fmt.Sprintf("two tables of one FROM clause are called %s; give one another alias", excerpt(rel.name)), Node{near: excerpt(rel.name)})
			break
		}
	}
	at := len(s.relations)
	rel.group, rel.equal = at, at
	switch {
	case rel.oneRow:
		rel.rows = 1
	case rel.rows == 0:
		rel.rows = assumedRows
	}
	rel.ascii = true
	for i := range rel.outputs {
		rel.ascii = rel.ascii && isASCII(rel.outputs[i].name)
	}
	s.relations = append(s.relations, rel)
	if rel.body != nil {
		rel.body.holders = append(rel.body.holders, s)
	}
	return at
}
