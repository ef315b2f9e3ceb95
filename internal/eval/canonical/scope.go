package canonical

import (
	"slices"
	"strconv"
)

// A relation is a table that names can refer to.
type relation struct {
	name    string // its alias, or its own name; folded
	id      string // what the form calls it
	columns []string
	made    bool // its columns are those of a query: the form numbers them
	cte     bool // it stands in a WITH clause, and in FROM under a name of its own
	// behind are columns that RIGHT JOIN with USING has joined to those of its right side: without a
	// qualifier, the name is theirs, which are there where the left side has no row (MySQL 8.0 manual,
	// 15.2.13.2).
	behind []string
}

// column returns what the form calls a column of the relation, and whether it has it.
func (r *relation) column(name string) (string, bool) {
	i := slices.Index(r.columns, name)
	if i >= 0 && r.made {
		name = numbered("c", i+1)
	}
	return r.id + "." + name, i >= 0
}

// A scope holds the relations of one query block, or the tables of one WITH clause.
type scope struct {
	relations []*relation
	outer     *scope
}

func (s *scope) add(r *relation) { s.relations = append(s.relations, r) }

// putBehind notes that RIGHT JOIN with USING joins columns of its left side, which are the relations
// between two numbers, to those of its right side.
func (s *scope) putBehind(names []string, left, right int) {
	for _, r := range s.relations[left:right] {
		r.behind = append(r.behind, names...)
	}
}

// cte returns the table of a WITH clause that is called name, or nil.
func (s *scope) cte(name string) *relation {
	for ; s != nil; s = s.outer {
		for _, r := range slices.Backward(s.relations) {
			if r.cte && r.name == name {
				return r
			}
		}
	}
	return nil
}

// qualified returns what the form calls `relation`.`column`.
func (s *scope) qualified(name, column string) (string, bool) {
	for ; s != nil; s = s.outer {
		for _, r := range s.relations {
			if !r.cte && r.name == name {
				text, _ := r.column(column)
				return text, true
			}
		}
	}
	return "", false
}

// column returns what the form calls a column whose relation is not named: that of the first
// relation that has one, from the inside out. The query was checked, so that a second one that has
// it is joined by it.
func (s *scope) column(name string) (string, bool) {
	for ; s != nil; s = s.outer {
		for _, r := range s.relations {
			if text, ok := r.column(name); ok && !r.cte && !slices.Contains(r.behind, name) {
				return text, true
			}
		}
	}
	return "", false
}

func numbered(letter string, n int) string { return letter + strconv.Itoa(n) }

// A namer says what names mean in one clause. Its zero value leaves them as they are.
type namer struct {
	scope *scope
	out   outputs // what the clause sees of the output
	// columnsFirst is for GROUP BY, in which a column goes before a label of its name (MySQL 8.0 manual,
	// 15.2.13). Elsewhere servers and manuals disagree.
	columnsFirst bool
}

// name returns what the form calls a column or label within an expression.
func (n namer) name(names []string) string { return n.named(names, true) }

// bare is name for what is the whole of an item, which needs no parentheses.
func (n namer) bare(names []string) string { return n.named(names, false) }

func (n namer) named(names []string, within bool) string {
	column := last(names)
	if len(names) > 1 {
		if text, ok := n.scope.qualified(names[len(names)-2], column); ok {
			return text
		}
		return column
	}
	o, labelled := n.out.find(column)
	text, known := n.scope.column(column)
	if labelled && within && !o.simple {
		o.expr = "( " + o.expr + " )"
	}
	switch {
	case known && (!labelled || n.columnsFirst || text == o.expr):
		return text
	case known:
		return text + "|" + o.expr // whichever it is: the same as one of the two it is not
	case labelled:
		return o.expr
	default:
		return column
	}
}

// An output is a column of the output of a block.
type output struct {
	label  string
	expr   string
	simple bool // it can stand in an expression without parentheses
}

type outputs []output

// combined are the outputs of a set operation: what they are made of differs by arm.
func combined(labels []string) outputs {
	var out outputs
	for i, label := range labels {
		out = append(out, output{label, numbered("c", i+1), true})
	}
	return out
}

func (o outputs) find(label string) (output, bool) {
	i := slices.IndexFunc(o, func(x output) bool { return x.label == label })
	if i < 0 {
		return output{}, false
	}
	return o[i], true
}

// labelled returns the output whose label is the whole expression.
func (o outputs) labelled(expr []item) (output, bool) {
	if len(expr) != 1 || expr[0].kind != path || len(expr[0].names) != 1 {
		return output{}, false
	}
	return o.find(expr[0].names[0])
}

// at returns the output whose position is the whole expression.
func (o outputs) at(expr []item) (output, bool) {
	if len(expr) != 1 || expr[0].kind != word {
		return output{}, false
	}
	n, err := strconv.Atoi(expr[0].text)
	if err != nil || n < 1 || n > len(o) {
		return output{}, false
	}
	return o[n-1], true
}

// simple reports whether an expression needs no parentheses within another: one item, or a call.
func simple(expr []item) bool {
	return len(expr) == 1 || len(expr) == 2 && expr[0].kind == word && expr[1].kind == group
}
