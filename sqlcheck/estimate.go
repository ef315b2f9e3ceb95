package sqlcheck

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// How many rows a server combines for a query. It is an estimate of shapes, not of plans: relations that no
// equality links multiply, a subquery that reads the row outside is computed for each of them, and a recursion
// has as many rounds as its condition lets it have. Filters, indexes and the data make it less. What the
// estimate is for is to tell a thousand rows from a thousand times a thousand times a thousand.

const (
	// assumedRows is how many rows a table has of which nobody says how many.
	assumedRows = 1000
	// assumedRounds is how many rounds a recursion has whose end is not a number: more is an error on both
	// servers as they come (MySQL cte_max_recursion_depth, MariaDB max_recursive_iterations).
	assumedRounds = 1000
	// foundRows is how many rows of a relation one comparison for equality finds at most, by what the
	// other side is when the relation is read.
	foundRows = 32
	// sieved is the part of its rows that a comparison with constants, or an IN, leaves of a relation. What a
	// block combines, it does not change where nobody counted the rows: all of a thousand may be alike.
	sieved = 1.0 / 5
	// timesLargest is how often a query may read its largest relation, whatever the limit: a scan of a large
	// table is what analytics does.
	timesLargest = 100
)

// An effort is what the parts of a query block cost so far, in rows.
type effort struct {
	level   int     // of the block; -1 outside of the statement
	once    float64 // of what is computed once: CTEs, derived tables, subqueries that read nothing outside
	perRow  float64 // of what is computed for each of the rows: subqueries that read the row
	reached int     // level of the outermost block of which a column is read in it
	nearest int     // of the innermost one further out; -1 for none
}

// nowhere is what an effort has reached where it reads no block outside.
const nowhere = math.MaxInt

// A recursionEffort is what the arms of a recursive CTE cost.
type recursionEffort struct {
	first  float64 // rows that it begins with
	growth float64 // rows that each row makes in a round
	linked float64 // rows of a relation that is linked to it by equality, 0 for none
	rounds float64 // how many there may be; 0 is not known
	perRow float64
}

// beginEffort begins the account of a block and returns that of what stands around it.
func (r *resolver) beginEffort(level int) (around effort) {
	around = r.effort
	r.effort = effort{level: level, reached: nowhere, nearest: -1}
	return around
}

// reachEffort notes that a column of a block further out is read.
func (r *resolver) reachEffort(s *scope) {
	r.effort.reached = min(r.effort.reached, s.level)
	if s.level < r.effort.level {
		r.effort.nearest = max(r.effort.nearest, s.level)
	}
}

// endEffort closes the account of a block, adds it to that around it, and leaves in r.had how many rows the
// block has. semijoin says that it is the subquery of IN: servers join it by the equality that IN is.
func (r *resolver) endEffort(around effort, n *ast.SelectStmt, s *scope, semijoin bool) {
	own := r.effort
	r.effort = around
	if own.reached < around.level {
		r.effort.reached = min(r.effort.reached, own.reached)
	}
	if own.nearest < around.level {
		r.effort.nearest = max(r.effort.nearest, own.nearest)
	}
	if at := s.recursiveRelation(); at >= 0 && s.armOf != nil {
		r.recursiveEffort(at, own, n, s)
		return
	}
	combined := s.combined(-1)
	perRow := around.level < s.level && !(semijoin && own.nearest < around.level)
	if semijoin && perRow {
		r.spendRows(own, s.scanned()+min(combined, foundRows)*(1+own.perRow)+own.once, true)
	} else {
		r.spendRows(own, s.scanned()+combined*(1+own.perRow)+own.once, perRow)
	}
	r.had = s.returned(n, combined)
	if s.armOf != nil {
		s.armOf.effort.first += r.had
	}
}

// spendRows adds what a block costs to the account around it. perRow says that it stands in an expression of
// the block there, not in its FROM clause or WITH: if it reads anything outside, it is computed for each row.
func (r *resolver) spendRows(own effort, work float64, perRow bool) {
	if perRow && own.reached < own.level {
		r.effort.perRow += work
	} else {
		r.effort.once += work
	}
}

// returned returns how many rows a block returns of those that it combines.
func (s *scope) returned(n *ast.SelectStmt, combined float64) float64 {
	rows := combined
	for i := range s.relations {
		if rel := &s.relations[i]; rel.sieved && rel.rows <= assumedRows {
			rows *= sieved
		}
	}
	rows = max(rows, min(combined, 1))
	switch {
	case s.oneRow:
		rows = 1
	case n.Kind == ast.SelectStmtKindValues:
		rows = float64(len(n.Lists))
	case s.grouped || s.distinct: // as many as one of the relations has values
		largest := 1.0
		for i := range s.relations {
			largest = max(largest, s.relations[i].rows)
		}
		rows = min(rows, largest)
	}
	return cutOff(n.Limit, rows)
}

// cutOff returns how many rows a LIMIT leaves.
func cutOff(n *ast.Limit, rows float64) float64 {
	if n == nil || n.Count == nil {
		return rows
	}
	if count, ok := tree.RowCount(n.Count); ok {
		return min(rows, float64(count))
	}
	return rows
}

// combined returns how many rows the FROM clause has: the product of the groups of relations that equality
// links. The group of relation but is left out, if that is none negative.
func (s *scope) combined(but int) float64 {
	rows := 1.0
	for i := range s.relations {
		if s.equalRoot(i) == i && (but < 0 || s.equalRoot(but) != i) {
			rows *= s.groupRows(i, -1)
		}
	}
	return rows
}

// groupRows returns how many rows the group of a relation has: as many as the largest of it. Relation but does
// not count.
func (s *scope) groupRows(root, but int) float64 {
	rows, found := 1.0, false
	for i := range s.relations {
		if s.equalRoot(i) == root && i != but {
			rows, found = max(rows, s.relations[i].counted()), found || s.relations[i].found
		}
	}
	if found {
		return min(rows, foundRows)
	}
	return rows
}

// scanned returns how many rows a subquery of a subquery looks at to find those that equality with the outside
// finds. A table that is known to be larger than one that nobody counted is expected to have an index.
func (s *scope) scanned() float64 {
	rows := 0.0
	if s.level < 2 {
		return 0
	}
	for i := range s.relations {
		if rel := &s.relations[i]; rel.found && rel.rows <= assumedRows {
			rows += rel.rows
		}
	}
	return rows
}

// counted returns how many rows of a relation are combined with others.
func (rel *relation) counted() float64 {
	if rel.sieved && rel.rows > assumedRows {
		return max(rel.rows*sieved, assumedRows)
	}
	return rel.rows
}

func (s *scope) equalRoot(i int) int {
	for s.relations[i].equal != i {
		i = s.relations[i].equal
	}
	return i
}

// equated notes that two relations are compared for equality.
func (s *scope) equated(a, b int) { s.relations[s.equalRoot(a)].equal = s.equalRoot(b) }

// recursiveRelation returns the relation of a block that has the rows of the recursive CTE whose arm it is, -1
// if there is none.
func (s *scope) recursiveRelation() int {
	for i := range s.relations {
		if s.relations[i].recurs() {
			return i
		}
	}
	return -1
}

// recursiveEffort notes what a recursive arm makes of each row.
func (r *resolver) recursiveEffort(at int, own effort, n *ast.SelectStmt, s *scope) {
	e := &s.armOf.effort
	e.growth = max(e.growth, s.combined(at))
	root := s.equalRoot(at)
	for i := range s.relations {
		if i != at && s.equalRoot(i) == root {
			e.linked = max(e.linked, s.groupRows(root, at))
		}
	}
	e.perRow += own.perRow
	e.rounds = max(e.rounds, r.rounds(n, at, s))
	r.effort.once += own.once
	r.had = 0
}

// endRecursion returns how many rows a recursive CTE has, when all its arms are resolved.
func (r *resolver) endRecursion(e *recursionEffort) float64 {
	rounds, rows := e.rounds, max(e.first, 1)
	if rounds == 0 {
		rounds = assumedRounds
	}
	switch {
	case e.growth > 1:
		rows *= math.Pow(e.growth, rounds)
	case e.linked > 0: // it walks a tree, which has as many rows
		rows = max(rows, e.linked)
	default:
		rows *= rounds
	}
	r.effort.once += rows * (1 + e.perRow)
	return rows
}

// holdRows refuses a statement that combines too many rows.
func (r *resolver) holdRows() {
	work, limit := r.effort.once, float64(r.limits.Rows)
	if r.partial || r.refused() || work <= limit || work <= timesLargest*r.largest {
		return
	}
	if r.unknown > 0 || slices.ContainsFunc(r.facts.Tables, func(t TableRef) bool { return t.Table == nil }) {
		return // a name that means nothing may link anything
	}
	r.complexity(fmt.Sprintf("the query would combine about %s rows, and the limit is %s; join its tables ON equal columns, and join or aggregate once where a subquery is computed for each row", grouped(work), grouped(limit)))
}

// grouped writes a number with commas.
func grouped(n float64) string {
	if n >= 1e15 {
		return "10^15 or more"
	}
	digits := strconv.FormatFloat(n, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// tableRows returns how many rows a base table has, as far as somebody says.
func (r *resolver) tableRows(t *Table) float64 {
	rows := float64(assumedRows)
	if known, ok := r.catalog.(Estimator); ok {
		if n := known.RowEstimate(t); n > 0 {
			rows = float64(n)
		}
	}
	r.largest = max(r.largest, rows)
	return rows
}

// rounds returns how many rounds the conditions of a recursive arm let it have, 0 if no number tells: a column of
// the recursive relation is to be below it.
func (r *resolver) rounds(n *ast.SelectStmt, at int, s *scope) float64 {
	return r.roundsOf(n.Where, at, s)
}

func (r *resolver) roundsOf(e ast.ExprNode, at int, s *scope) float64 {
	if e == nil {
		return 0
	}
	n, ok := tree.Unwrap(e).(*ast.BinaryOperationExpr)
	if !ok {
		return 0
	}
	counter, end := n.L, n.R
	switch n.Op {
	case opcode.LogicAnd:
		left, right := r.roundsOf(n.L, at, s), r.roundsOf(n.R, at, s)
		if left == 0 || right == 0 {
			return max(left, right)
		}
		return min(left, right)
	case opcode.LT, opcode.LE:
	case opcode.GT, opcode.GE:
		counter, end = end, counter
	default:
		return 0
	}
	last, constant := constantValue(end)
	if reads := r.readsOf(counter, s); !constant || !reads.one() || reads.first != at || math.IsNaN(last) || math.IsInf(last, 0) {
		return 0
	}
	return max(last, 1)
}
