package grammargen

import (
	"cmp"
	"strings"

	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// A Node is one node of a derivation tree.
type Node struct {
	production *grammar.Production // nil for a terminal
	text       string              // of a terminal
	gap        string              // what stands before a terminal in the place of a blank; "" is one
	children   []*Node
}

// Each calls f for every production of the tree, as often as it is used.
func (n *Node) Each(f func(*grammar.Production)) {
	if n.production == nil {
		return
	}
	f(n.production)
	for _, c := range n.children {
		c.Each(f)
	}
}

// String returns the text that the tree derives.
func (n *Node) String() string {
	var w writer
	w.write(n, nil, 0)
	return w.String()
}

// A writer puts blanks between words, except where a server would read the words otherwise: a blank
// behind the name of a function makes it a column to some.
type writer struct {
	strings.Builder
	tight bool // no blank before the next word
}

func (w *writer) write(n *Node, parent *grammar.Production, at int) {
	if n.production != nil {
		for i, c := range n.children {
			w.write(c, n.production, i)
		}
		return
	}
	if n.text == "" {
		return
	}
	if !w.tight && w.Len() > 0 && !leansLeft(n.text) && !opensCall(n.text, parent, at) {
		w.WriteString(cmp.Or(n.gap, " "))
	}
	w.WriteString(n.text)
	w.tight = n.text == "(" || n.text == "."
}

func leansLeft(word string) bool { return word == "." || word == "," || word == ")" }

// opensCall reports whether the word is the parenthesis behind the name of a function.
func opensCall(word string, of *grammar.Production, at int) bool {
	if word != "(" {
		return false
	}
	switch of.Left.Name {
	case "SumExpr", "WindowFuncCall", "FunctionCallKeyword", "FunctionCallNonKeyword", "FunctionCallGeneric", "FunctionNameSequence":
		return true
	case "OptionalBraces", "FuncDatetimePrec", "FieldLen", "Precision":
		return true
	case "SimpleExpr":
		return at > 0 && of.Right[at-1].Terminal()
	}
	return false
}
