package sqlcheck

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/print"
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
	like = cut(like, maxIdentifier/2)
	for {
		r.fresh++
		if name := fmt.Sprintf("%s_%d", like, r.fresh+1); !holdsFold(r.source.sql, name) {
			return name
		}
	}
}

// freshPrefix returns what names may begin with that end in a number and stand nowhere in the text: the
// letter given, or more of it.
func (r *resolver) freshPrefix(letter string) string {
	if r.freshLetters != "" {
		return r.freshLetters
	}
	prefix := letter
	for holdsNumbered(r.source.sql, prefix) {
		prefix += letter
	}
	r.freshLetters = prefix
	return prefix
}

// freshWord returns a name that is no word of the text: the letter given, or more of it.
func (r *resolver) freshWord(letter string) string {
	word := max(letter, r.freshLetter) // the one before is a wrapper now
	for holdsWord(r.source.sql, word) || slices.Contains(r.wrappers, word) {
		word += letter
	}
	r.freshLetter = word
	return word
}
