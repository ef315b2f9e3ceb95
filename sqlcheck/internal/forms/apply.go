package forms

import (
	"errors"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// notes are of forms that the tree lacks: what is to be put into it, and where. Places are those of the
// tokens by which the nodes are known, in ascending order.
type notes struct {
	sounds []int
	lists  []list
}

func (n *notes) count() int { return len(n.sounds) + len(n.lists) }

// move gives each note another place.
func (n *notes) move(place func(int) int) {
	for _, list := range [][]int{n.sounds} {
		for i := range list {
			list[i] = place(list[i])
		}
	}
}

// errLost says that the parser has made something else of a form than was expected of it.
var errLost = errors.New("a form of the text is not in its tree")

// Apply puts the forms that the parser was not shown into the tree that it made of the text. It returns an
// error if the tree has not a node for each of them; then it is not to be used.
func (t *Text) Apply(statements []ast.StmtNode) error {
	if t.notes.count() == 0 {
		return nil
	}
	a := applier{notes: &t.notes}
	for _, n := range statements {
		n.Accept(&a)
		ast.SetFlag(n)
	}
	if a.done != t.notes.count() {
		return errLost
	}
	return nil
}

// An applier visits a tree.
type applier struct {
	notes *notes
	done  int // notes that are in the tree
}

// Enter implements ast.Visitor.
func (a *applier) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave implements ast.Visitor.
func (a *applier) Leave(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.PatternLikeOrIlikeExpr:
		if e := a.soundsLike(n); e != nil {
			a.done++
			return e, true
		}
	case *ast.TableSource:
		a.columnList(n)
	}
	return n, true
}

// take reports whether a place is one of those in a list.
func (a *applier) take(list []int, place int) bool {
	_, found := slices.BinarySearch(list, place)
	return found
}
