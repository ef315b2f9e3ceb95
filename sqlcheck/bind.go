package sqlcheck

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/spelling"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// How a column that was bound is printed, so that a server with more columns binds it alike.

// bindColumn notes how a column is printed: with its relation, unless no column of a larger schema could
// be taken for it. That is so in a block of one relation for the block's own names, where the select list
// has no other thing of the name that the clause sees.
func (r *resolver) bindColumn(n *ast.ColumnName, s *scope, b binding, at place) {
	rel := &s.relations[b.relation]
	alone := n.Table.O == "" && at != nested && len(s.relations) == 1 && s.clause != inFrom && !(s.clause.seesLabels() && s.relabels(rel.column(b.column), b))
	r.names.Bind(n, print.Binding{Relation: rel.source, Column: rel.column(b.column), Alone: alone})
}

// relabels reports whether the select list has a label like the name of a column and is not that column.
func (s *scope) relabels(name string, b binding) bool {
	if len(s.outputs) > fewNames {
		switch same, alike := s.indexedOutputs().find(name); {
		case same < 0 && alike < 0:
			return false
		case same >= 0 && (s.repeated[same] || !s.outputs[same].is(b)):
			return true
		case alike < 0:
			return false
		}
	}
	sought := spelled{name: name}
	for i := range s.outputs {
		if o := &s.outputs[i]; !o.is(b) && o.name != "" && (sameName(o.name, name) || o.looks(&sought)) {
			return true
		}
	}
	return false
}

// reachOut notes that a name in s means a column of a relation of outer. The blocks between must have no
// relation that is called so too.
func (s *scope) reachOut(outer *scope, relation *ast.TableSource) {
	for ; s != nil && s != outer; s = s.parent {
		s.reachesOut = true
		if !slices.Contains(s.passing, relation) {
			s.passing = append(s.passing, relation)
		}
	}
}

// unshadow gives relations of a block another alias where they are called like one further out that a
// name inside the block means.
func (r *resolver) unshadow(s *scope) {
	for _, outer := range s.passing {
		name := print.Called(outer)
		for i := range s.relations {
			source := s.relations[i].source
			if called := print.Called(source); sameName(called, name) || looksAlike(called, name) {
				source.AsName.O = r.freshName(called)
			}
		}
	}
}

// freshName returns a name like the one given that stands nowhere in the text, so that no other name of
// the query is the same.
func (r *resolver) freshName(like string) string {
	like = cut(like, maxIdentifier/2) + "_"
	return fmt.Sprintf("%s%d", like, r.freshNumber(like, 2))
}

// freshWord returns a name that is no word of the text: the letter given, or that with a number.
func (r *resolver) freshWord(letter string) string {
	if n := r.freshNumber(letter, 1); n > 1 || holdsWord(r.source.SQL, letter) {
		return fmt.Sprintf("%s%d", letter, n)
	}
	return letter
}

// freshNumber returns a number that stands nowhere in the text behind what a name begins with, and that it
// has not returned before: from the one given on. The text is looked through once for each such beginning.
func (r *resolver) freshNumber(start string, from int) int {
	key := fold(start)
	n := r.numbers[key]
	if n == nil {
		if r.numbers == nil {
			r.numbers = make(map[string]*numbers)
		}
		n = &numbers{used: make(map[int]bool), last: from - 1}
		n.of(r.source.SQL, key)
		if !isASCII(r.source.SQL) {
			n.of(spelling.Skeleton(r.source.SQL), spelling.Skeleton(key))
		}
		r.numbers[key] = n
		r.spend(len(r.source.SQL) / 64)
	}
	for n.last++; n.used[n.last]; {
		n.last++
	}
	return n.last
}

// numbers are those behind one beginning of names.
type numbers struct {
	used map[int]bool // in the text
	last int          // the last one that was given out
}

// of notes the numbers that stand in a text behind start. A number of more than six digits is none that
// is given out.
func (n *numbers) of(text, start string) {
	for i := 0; i+len(start) < len(text); i++ {
		at := i + len(start)
		if c := text[at]; c < '0' || c > '9' || !sameName(text[i:at], start) {
			continue
		}
		number := 0
		for ; at < len(text) && '0' <= text[at] && text[at] <= '9' && number < 1e6; at++ {
			number = number*10 + int(text[at]-'0')
		}
		n.used[number] = true
	}
}
