package grammargen

import "slices"

// A clause is where in a query block a name stands.
type clause uint8

const (
	inFrom clause = iota
	inWhere
	inField
	inGroup
	inHaving
	inOrder
	inWindow
)

// An env is what a subtree inherits.
type env struct {
	block  *block
	ctes   []Table // in scope, innermost last
	clause clause
	depth  int // of queries in queries
	// aggregates and windows report whether such calls may stand here.
	aggregates, windows bool
	args                int    // how many expressions a list must have; 0 is any number
	row                 int    // how many values an expression must have; 0 is one
	width               int    // how many columns a query must have; 0 is any number
	distinct            bool   // the query's labels must differ
	bare                bool   // the query has no ORDER BY and LIMIT of its own
	tailOf              *block // what ORDER BY of the query belongs to, if not to its own block
	noLimit             bool
	noHaving            bool
	role                role
	arms                *arms    // of the set operation that the arm is of
	with                *with    // the clause that a CTE is of
	recursive           *Table   // the CTE that the block must read
	natural             bool     // NATURAL finds each column once on each side
	using               []string // what USING may name
}

// A role is what a string or identifier stands for where the grammar does not tell.
type role uint8

const (
	anyRole role = iota
	charsetRole
	collationRole
)

// A relation is one item of a FROM clause.
type relation struct {
	name     string
	database string
	columns  []Column
}

func (r relation) column(name string) bool {
	return slices.ContainsFunc(r.columns, func(c Column) bool { return c.Name == name })
}

// A block is a query block while it is derived.
type block struct {
	outer      *block
	relations  []relation
	joins      int // joins and commas of FROM
	from       int // the first relation that a join condition sees
	merged     []string
	output     []Column // labels so far; "" where there is none
	items      []*Node  // the expression of each output, nil for wildcards
	bare       []*Node  // columns of the projection outside aggregates
	windows    []string
	aggregated bool
	grouped    bool
	distinct   bool
	starred    bool
	recursive  *Table // the CTE that this arm must read
}

// visible returns the relations that a name may mean here.
func (e *env) visible() []relation {
	if e.block == nil {
		return nil
	}
	return e.block.relations[e.block.from:]
}

// hasColumn reports whether there is any column to name.
func (e *env) hasColumn() bool {
	for b := e.block; b != nil; b = b.outer {
		for _, r := range b.relations {
			if len(r.columns) > 0 {
				return true
			}
		}
	}
	return e.labels()
}

// labels reports whether a label may stand here, and there is one.
func (e *env) labels() bool {
	if e.block == nil || e.clause != inGroup && e.clause != inHaving && e.clause != inOrder {
		return false
	}
	return slices.ContainsFunc(e.block.output, func(c Column) bool { return c.Name != "" })
}

// A reference is a name and its qualifiers.
type reference struct{ database, table, column string }

// refer picks what a name means. Few mean nothing.
func (w *walk) refer(e *env) reference {
	if w.one(150) && len(w.Hidden) > 0 {
		return reference{column: pick(w, w.Hidden)}
	}
	if w.one(150) {
		return reference{column: pick(w, pick(w, w.Tables).Columns).Name}
	}
	if e.labels() && w.IntN(5) < 2 {
		if c := pick(w, e.block.output); c.Name != "" {
			return reference{column: c.Name}
		}
	}
	b, relations := e.block, e.visible()
	for b != nil && b.outer != nil && (!some(relations) || w.one(10)) {
		b = b.outer
		relations = b.relations
	}
	if !some(relations) {
		return w.referLabel(e)
	}
	r := pick(w, relations)
	for len(r.columns) == 0 {
		r = pick(w, relations)
	}
	return w.referTo(e, b, r, pick(w, r.columns).Name)
}

func some(relations []relation) bool {
	return slices.ContainsFunc(relations, func(r relation) bool { return len(r.columns) > 0 })
}

func (w *walk) referLabel(e *env) reference {
	if e.block != nil {
		for _, c := range e.block.output {
			if c.Name != "" {
				return reference{column: c.Name}
			}
		}
	}
	return reference{column: pick(w, pick(w, w.Tables).Columns).Name}
}

// referTo writes a column of a relation of a block: alone where that is enough, and now and then where
// it is not.
func (w *walk) referTo(e *env, b *block, r relation, column string) reference {
	switch n := w.IntN(12); {
	case n < 5 && (b.means(column) == 1 && !hidden(e, b, column) || w.one(40)):
		return reference{column: column}
	case n == 11 && r.database != "":
		return reference{r.database, r.name, column}
	}
	return reference{table: r.name, column: column}
}

// means counts what an unqualified name may mean in a block.
func (b *block) means(column string) int {
	if slices.Contains(b.merged, column) {
		return 1
	}
	n := 0
	for _, r := range b.relations {
		if r.column(column) {
			n++
		}
	}
	return n
}

// hidden reports whether a block between here and b has a column of the name.
func hidden(e *env, b *block, column string) bool {
	for at := e.block; at != nil && at != b; at = at.outer {
		if at.means(column) > 0 {
			return true
		}
	}
	return false
}
