package sqlcheck

import "github.com/pingcap/tidb/pkg/parser/ast"

// A clause is the part of a query block that is being resolved. It decides what a name may mean.
type clause uint8

const (
	inFrom clause = iota
	inWhere
	inValues // a row of VALUES
	inProjection
	inPartition   // PARTITION BY of a window
	inWindowOrder // ORDER BY of a window
	inGroup
	inHaving
	inOrder
	inSetOrder // ORDER BY of a set operation: only the names of its first arm
	inLabel    // the expression of a label, which is printed where the label stood

	clauses
)

// seesLabels reports whether a server may look a name of the clause up in the select list too.
func (c clause) seesLabels() bool { return c >= inPartition }

// A scope is what the names in one query block may mean. Its parent is the scope that the block
// stands in, for names that mean nothing here (MySQL manual, 15.2.15.7).
type scope struct {
	parent *scope
	ctes   *cte // the innermost CTE that is visible, outer ones behind it
	armOf  *cte // the recursive CTE that the block is an arm of

	// relations are those of the FROM clause, in source order. Only those from lo to hi are
	// visible: ON sees the operands of its join, LATERAL what stands to its left.
	relations []relation
	lo, hi    int
	merged    []mergedColumn
	lateral   int // the first relation that a LATERAL table sees
	joins     []joinRange
	turned    bool // one of them is a NATURAL RIGHT JOIN

	tree     ast.ResultSetNode  // the FROM clause
	where    ast.ExprNode       // the condition of WHERE
	items    []*ast.ByItem      // of GROUP BY
	having   bool               // there is a HAVING
	sorted   bool               // ORDER BY has a subquery
	ordered  bool               // there is an ORDER BY
	holders  []*scope           // blocks that read it, of a derived table or CTE
	optional []bool             // which relations are on the optional side of an outer join, if that was asked for
	body     bool               // it is a derived table or CTE
	selected []*ast.SelectField // the select list, as it was written
	done     bool               // the block is resolved

	clause      clause
	level       int // blocks around it
	aggregates  int // aggregate calls around the block
	aggregated  int // aggregate calls that belong to the block, those in its subqueries included and those in OVER left out
	overSums    int // those in OVER
	grouping    int // aggregate calls in it and its subqueries that belong to it or to a block outside
	overCalls   int // window functions called in it
	inOver      int // of them, those around the current node
	outputs     []output
	mixed       bool             // an aggregate or a window function is part of the item that is being resolved
	selecting   int              // the item of selected that is being resolved
	lastLabels  map[string]int   // where each label of selected stands last, made when it is needed
	index       nameIndex        // of outputs, if there are many
	repeated    map[int]bool     // outputs whose names others have too, by the index
	groups      []binding        // plain columns of GROUP BY
	plains      map[binding]bool // of outputs and groups, if there are many
	plainsOf    int              // how many outputs and groups those are
	grouped     bool             // there is a GROUP BY
	rollup      bool             // it is one WITH ROLLUP
	windows     []ast.WindowSpec
	windowUses  []windowUse
	computed    int                 // the output that is computed
	overs       []windowOf          // of the select list; they are resolved when all labels are known
	windowNames []spelled           // of those resolved so far
	groupings   []*ast.FuncCallExpr // calls of GROUPING

	distinct   bool // SELECT DISTINCT
	oneRow     bool // it has one row at most
	unordered  bool // the order of its rows does not matter
	windowed   bool // a window function is called in it
	spelled    bool // a label in it is printed as its expression
	wrapping   bool // no label in ORDER BY is to be printed so
	wrapped    bool // it is to become a derived table, below its ORDER BY
	top        bool // it is the statement, or an arm of it
	reachesOut bool // a name in it means something outside
	reached    int  // how often a name in a block inside it means a column of it
	labelUses  []labelUse
	passing    []*ast.TableSource // relations further out that names in its subqueries mean

	block     int // its position in Facts.Blocks; -1 for one that this package has put round another
	condition condition
	filtered  bool // there is a WHERE or a join condition
	limited   bool // a LIMIT cuts its rows
	unsure    bool // a name in a condition means nothing, which has been said; it might link anything
}

// A relation is one table, derived table or CTE of a FROM clause.
type relation struct {
	name    string           // what a qualifier must say
	spelled spelled          // the name, for comparing
	source  *ast.TableSource // where it stands; it holds what the print calls it
	table   *Table           // of a base table
	outputs []output
	ascii   bool       // all names of outputs are ASCII
	index   *nameIndex // of outputs, shared by the mentions of a CTE
	// unknown marks a table that the catalog does not show. Names that might be its columns are
	// not reported again.
	names     []string // of its columns, made for a suggestion
	unknown   bool
	starred   bool   // a wildcard shows its columns
	body      *scope // the block of a derived table or CTE that is one block
	oneRow    bool   // it cannot multiply rows
	recursive bool   // it is the recursive CTE whose arm this is
	rereads   bool   // it is a derived table that reads that CTE
	group     int    // parent in the forest of relations that conditions link
	equal     int    // parent in the forest of relations that equality links
	found     bool   // its rows are found by equality with what is outside, or with several relations
	sieved    bool   // a column of it is compared with constants for equality, or is IN something
	rows      float64
}

// A mergedColumn is a column that USING made one of several: within [lo, hi), name is not ambiguous
// and means the carrier, which is the left operand's column, of a RIGHT JOIN the right one's
// (MySQL manual, 15.2.13.2).
type mergedColumn struct {
	name    string
	lo, hi  int
	carrier binding
}

// A joinRange is a join of the relations [lo, mid) with [mid, hi).
type joinRange struct {
	lo, mid, hi int
	common      []string // the columns it merges, in the order in which * shows them
	right       bool     // RIGHT JOIN
	named       bool     // USING or NATURAL
}

// A windowOf is a window that an output is computed over.
type windowOf struct {
	output int
	spec   *ast.WindowSpec
}

// A labelUse is a name that means an output, and is printed as its label.
type labelUse struct {
	name   *ast.ColumnName
	output int
}

// A windowUse says that an output is computed over a window of the WINDOW clause.
type windowUse struct {
	output, window int
}

// A binding says which column of which relation of a scope a name means.
type binding struct {
	relation, column int
}

// An output is one column of a query's projection.
type output struct {
	name  string // its label; "" if it cannot be referred to
	look  look   // of the name
	title string // what servers call it in the text that was given, "" if that is not known; of the statement's outputs
	// field is where an alias must be added if an expression is referred to by its implied name.
	field *ast.SelectField
	plain bool // it is a column of the block's FROM clause, namely from
	from  binding
	// outer marks a column of a block further out. MariaDB forgets its label, so that a name that
	// should mean the label may mean a column there.
	outer bool
	// forgotten marks an alias of an alias of a block further out, which servers do not keep: the name means
	// something else to them, or nothing.
	forgotten bool
	broken    bool // a name in it means nothing, which has been said
	groups    bool // it is computed from an aggregate of its block, or of one outside
	windows   bool // it is computed from a window function of its block
	depends   bool // a subquery in it reads columns of its block
	read      bool // a block around its own names it
	orders    bool // ORDER BY of its block names it
	expr      ast.ExprNode
	sources   []BaseColumn
}

// A condition tracks which relations one condition mentions.
type condition struct {
	active bool
	first  int // the first relation that it mentions, or -1
}

// width returns the number of columns.
func (rel *relation) width() int {
	if rel.table != nil {
		return len(rel.table.columns)
	}
	return len(rel.outputs)
}

// column returns the name of column i in its declared spelling.
func (rel *relation) column(i int) string {
	if rel.table != nil {
		return rel.table.columns[i].Name
	}
	return rel.outputs[i].name
}

// expand calls yield for each column of [lo, hi) that * shows: those that USING merges first, in the
// order of the first operand, then the rest in order; of a RIGHT JOIN with USING or NATURAL the right
// operand is the first (MySQL manual, 15.2.13.2). It leaves out the names that an outer join has shown already, and
// returns how many columns it looked at.
func (s *scope) expand(lo, hi int, shown []string, yield func(binding)) (looked int) {
	join := s.joinOf(lo, hi)
	if join == nil {
		for i := lo; i < hi; i++ {
			for c := range s.relations[i].width() {
				looked += 1 + len(shown)/8
				if !contains(shown, s.relations[i].column(c)) {
					yield(binding{i, c})
				}
			}
		}
		return looked
	}
	firstLo, firstHi, lastLo, lastHi := join.operands()
	for _, name := range join.common {
		if b, _ := s.findIn(lo, hi, "", "", name, false); !contains(shown, name) {
			yield(b)
		}
	}
	for i, name := range join.common {
		if !contains(shown, name) {
			shown = append(shown[:len(shown):len(shown)], join.common[i:]...)
			break
		}
	}
	looked += s.expand(firstLo, firstHi, shown, yield)
	return looked + s.expand(lastLo, lastHi, shown, yield)
}

// operands returns the ranges of the operand whose columns * shows first and of the other.
func (j *joinRange) operands() (firstLo, firstHi, lastLo, lastHi int) {
	if j.right && j.named {
		return j.mid, j.hi, j.lo, j.mid
	}
	return j.lo, j.mid, j.mid, j.hi
}

// joinOf returns the join of exactly the relations [lo, hi), or nil if no join within them merges a
// column, so that they can be taken in order.
func (s *scope) joinOf(lo, hi int) *joinRange {
	if len(s.merged) == 0 && !s.turned {
		return nil
	}
	for i := range s.joins {
		if s.joins[i].lo == lo && s.joins[i].hi == hi {
			return &s.joins[i]
		}
	}
	return nil
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if sameName(n, name) {
			return true
		}
	}
	return false
}
