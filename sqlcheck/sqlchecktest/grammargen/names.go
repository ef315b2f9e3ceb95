package grammargen

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// findKeywords notes which production makes an identifier of which keyword.
func (g *Generator) findKeywords() {
	g.keywords, g.reserved = map[string]*grammar.Production{}, map[string]bool{}
	for _, p := range g.grammar.Productions {
		for _, s := range p.Right {
			g.reserved[s.Text] = true
		}
	}
	for _, p := range g.grammar.Nonterminal("Identifier").Alternatives {
		for _, k := range p.Right[0].Alternatives {
			g.keywords[k.Right[0].Text] = k
			delete(g.reserved, k.Right[0].Text)
			g.words = append(g.words, k.Right[0].Text)
		}
	}
}

// isKeyword reports whether the grammar has a word of its own.
func (g *Generator) isKeyword(word string) bool { return g.keywords[word] != nil || g.reserved[word] }

// identifier returns the derivation of a name.
func (w *walk) identifier(name string) *Node {
	w.name = name
	if k := w.keywords[strings.ToUpper(name)]; k != nil && !w.one(6) {
		for _, p := range w.grammar.Nonterminal("Identifier").Alternatives {
			if p.Right[0] == k.Left {
				w.reached(p)
				w.reached(k)
				return &Node{production: p, children: []*Node{{production: k, children: []*Node{{text: name}}}}}
			}
		}
	}
	p := w.p("Identifier: identifier")
	w.reached(p)
	return &Node{production: p, children: []*Node{{text: w.quoted(name)}}}
}

func (w *walk) reached(p *grammar.Production) {
	if p == w.target {
		w.steering = false
	}
}

// p returns the production of a line that setRules has looked up.
func (g *Generator) p(line string) *grammar.Production {
	p := g.byText[line]
	if p == nil {
		panic("the grammar has no " + line) // setRules asks for each, so this is a slip in this package
	}
	return p
}

// quoted returns the name as it is written: in back-quotes where it must be, and sometimes elsewhere.
func (w *walk) quoted(name string) string {
	plain := name != "" && !w.one(12)
	for i := range len(name) {
		c := name[i]
		plain = plain && (c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || i > 0 && '0' <= c && c <= '9')
	}
	if plain && !w.isKeyword(strings.ToUpper(name)) {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

func (w *walk) invent(prefix string) string {
	if word := w.targetWord(); word != "" {
		return word
	}
	switch w.IntN(24) {
	case 0, 1:
		return pick(w, pick(w, w.Tables).Columns).Name
	case 2:
		return pick(w, w.Tables).Name
	case 3:
		if len(w.Hidden) > 0 {
			return pick(w, w.Hidden)
		}
	case 4:
		if len(w.given) > 0 {
			return pick(w, w.given)
		}
	case 5:
		return strings.ToLower(pick(w, w.words))
	case 6:
		return pick(w, []string{"größe", "a b", "`", "a.b", "1a", "x'y", "Total", "AS", "select"})
	}
	w.fresh++
	return fmt.Sprint(prefix, w.fresh)
}

// targetWord returns the keyword that the walk is to make a name of, if any.
func (w *walk) targetWord() string {
	if !w.steering || len(w.target.Right) != 1 {
		return ""
	}
	word := w.target.Right[0].Text
	if w.keywords[word] == w.target {
		return strings.ToLower(word)
	}
	return ""
}
