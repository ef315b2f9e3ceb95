package grammargen

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// functionsOf returns the dialect's functions.
func functionsOf(d sqlcheck.Dialect, isKeyword func(string) bool) functions {
	in := map[sqlcheck.Dialect]builtin.Dialects{
		sqlcheck.MySQL: builtin.MySQL, sqlcheck.MariaDB: builtin.MariaDB, sqlcheck.TiDB: builtin.TiDB,
	}[d]
	fs := functions{all: map[string]*builtin.Function{}}
	for _, name := range builtin.Names(builtin.Server{Dialect: in}) {
		f, ok := builtin.Lookup(name, builtin.Server{Dialect: in})
		if !ok {
			continue // an aggregate
		}
		fs.all[name] = f
		switch {
		case isKeyword(name) || f.Form != builtin.FormPlain:
		case strings.HasPrefix(name, "ST_") || strings.HasPrefix(name, "MBR") || f.Max < 0 && strings.HasSuffix(name, "POLYGON"):
			fs.spatial = append(fs.spatial, name)
		default:
			fs.generic = append(fs.generic, name)
		}
	}
	return fs
}

// arity returns a number of arguments that a function takes.
func (w *walk) arity(name string) int {
	if name == "INSERT" {
		return 4 // the parser has another name for it
	}
	f := w.functions.all[strings.ToUpper(name)]
	if f == nil || f.Form == builtin.FormPrecision {
		return noArgs
	}
	n := f.Min
	for w.one(3) {
		n++
	}
	for range 3 {
		if f.Arity(n) {
			break
		}
		if n++; f.Max >= 0 && n > f.Max {
			n = f.Min
		}
	}
	if n == 0 {
		return noArgs
	}
	return n
}

// callGeneric derives a call of a function that has a name like any other.
func (w *walk) callGeneric(s *grammar.Symbol, e env) *Node {
	p := w.choose(s, &e)
	w.reached(p)
	names := w.functions.generic
	if w.one(30) && len(w.functions.spatial) > 0 {
		names = w.functions.spatial
	}
	name := pick(w, names)
	n := &Node{production: p}
	for i, s := range p.Right {
		inner := e
		inner.args = w.arity(name)
		switch {
		case s.Name == "identifier":
			n.children = append(n.children, &Node{text: name})
		case s.Name == "Identifier" && i == 0:
			n.children = append(n.children, w.identifier(w.Database))
		case s.Name == "Identifier":
			n.children = append(n.children, w.identifier(name))
		default:
			n.children = append(n.children, w.child(p, i, inner))
		}
	}
	return n
}

// callKeyword derives a call of a function whose name is a word of the grammar.
func (w *walk) callKeyword(s *grammar.Symbol, e env) *Node {
	p := w.choose(s, &e)
	w.reached(p)
	n := &Node{production: p}
	for i := range p.Right {
		inner := e
		inner.args = 0
		if i == 2 && p.Right[2].Name == "ExpressionListOpt" {
			inner.args = w.arity(n.children[0].String())
		}
		n.children = append(n.children, w.child(p, i, inner))
	}
	return n
}
