package sqlcheck

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
)

func rejectedBy(v Violation) *RejectedError { return &RejectedError{Violations: []Violation{v}} }

// unreadable refuses a text that does not parse. One that begins with the verb of a write is called
// what it is.
func unreadable(sql string, failed *parseError) *RejectedError {
	if failed.panic != nil {
		r := notSupported(fmt.Errorf("panic while parsing: %v", failed.panic))
		return r
	}
	if verb := firstWord(sql); slices.Contains(writeVerbs[:], verb) {
		return rejectedBy(Violation{
			Rule: ruleReadOnly, Message: fmt.Sprintf("%s is no query; write one SELECT", verb), Near: verb, Offset: placeOf(fold(verb), fold(sql)),
		})
	}
	return rejectedBy(Violation{Rule: RuleSyntax, Message: failed.message, Near: failed.near, Offset: failed.offset})
}

// ruleReadOnly is the one name of a rule that the engine knows: text that does not parse has no
// facts for the rule to read.
const ruleReadOnly = "read_only"

// notSupported refuses a query that this package could not carry to a checked print. The cause is
// for the log.
func notSupported(cause error) *RejectedError {
	r := rejectedBy(Violation{Rule: RuleSyntax, Message: "this query is not supported; write it in a simpler form", Offset: -1})
	r.cause = cause
	return r
}

// unjudged lists what is in the facts that no rule of the checker's set looked at. The printer
// leaves such things out or cannot write them, so a query with one is not supported.
func (f *Facts) unjudged() []Violation {
	var list []Violation
	add := func(at Node, message string) { list = append(list, at.violation(RuleSyntax, message)) }
	if len(f.Statements) != 1 {
		add(Node{}, "more than one statement is not supported; write one")
	}
	for _, w := range f.Writes {
		add(w.Node, w.What+" is not supported")
	}
	for i := range f.Calls {
		if c := &f.Calls[i]; !c.Allowed {
			add(c.Node, c.problem)
		}
	}
	for _, v := range f.Variables {
		add(v.Node, "the variable "+v.Name+" is not supported")
	}
	for i := range f.Tables {
		if t := &f.Tables[i]; t.Table == nil {
			add(t.Node, t.problem)
		}
	}
	for i := range f.Columns {
		if c := &f.Columns[i]; !c.Allowed() {
			add(c.Node, c.problem)
		}
	}
	for _, x := range f.Faults {
		add(x.Node, x.Message)
	}
	return list
}

// differFrom names the first kind of fact in which the facts of a print differ, "" if none does. Hints
// and places are no part of it, nor is how a column was mentioned: wildcards and NATURAL are printed as
// lists of columns. moved says that a block was made a derived table, so that what its ORDER BY read is
// read in its select list: then the facts are the same in another order.
func (f *Facts) differFrom(g *Facts, moved bool) string {
	same := comparison{moved}
	switch {
	case !sameFunc(f.Statements, g.Statements, func(a, b *Statement) bool { return a.Kind == b.Kind }):
		return "statements"
	case len(f.Writes)+len(g.Writes)+len(f.Variables)+len(g.Variables)+len(f.Faults)+len(g.Faults) > 0:
		return "writes, variables or faults"
	case !sameFacts(same, f.Calls, g.Calls, (*Call).key):
		return "calls"
	case !sameFacts(same, f.Tables, g.Tables, func(t *TableRef) *Table { return t.Table }):
		return "tables"
	case !sameFacts(same, f.Columns, g.Columns, column) && !(moved && sameFacts(same, eachOnce(f.Columns, column), eachOnce(g.Columns, column), column)):
		return "columns"
	case !sameFacts(same, f.Blocks, g.Blocks, (*QueryBlock).key):
		return "query blocks"
	case !sameFunc(f.Projection, g.Projection, sameOutput):
		return "projection"
	case f.Limited != g.Limited:
		return "limit"
	}
	return ""
}

func column(c *ColumnRef) *Column { return c.Column }

// eachOnce returns the facts of each key once: a column that is selected is not read again by the ORDER BY
// outside.
func eachOnce[F any, K comparable](list []F, key func(*F) K) []F {
	seen := make(map[K]bool, len(list))
	var once []F
	for i := range list {
		if k := key(&list[i]); !seen[k] {
			seen[k] = true
			once = append(once, list[i])
		}
	}
	return once
}

// A comparison says how lists of facts are compared.
type comparison struct{ anyOrder bool }

// sameFacts reports whether two lists have facts of the same keys.
func sameFacts[F any, K comparable](how comparison, a, b []F, key func(*F) K) bool {
	if !how.anyOrder {
		return sameFunc(a, b, func(x, y *F) bool { return key(x) == key(y) })
	}
	count := make(map[K]int, len(a))
	for i := range a {
		count[key(&a[i])]++
	}
	for i := range b {
		count[key(&b[i])]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// A callKey is what a call is in a print too.
type callKey struct {
	function *builtin.Function
	name     string
}

func (c *Call) key() callKey {
	if c.function != nil {
		return callKey{function: c.function}
	}
	return callKey{name: fold(c.Name)}
}

// key is what a block is in a print too, where wildcards are lists of columns.
func (b *QueryBlock) key() QueryBlock {
	k := *b
	k.Node, k.Starred = Node{}, false
	return k
}

// sameOutput compares columns of the statement. That they have the same names, the texts say.
func sameOutput(a, b *Output) bool {
	return sameFunc(a.Columns, b.Columns, func(x, y *BaseColumn) bool { return x.Column == y.Column })
}

func sameFunc[T any](a, b []T, same func(a, b *T) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(&a[i], &b[i]) {
			return false
		}
	}
	return true
}
