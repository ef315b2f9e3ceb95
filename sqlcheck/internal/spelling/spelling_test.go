package spelling_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck/internal/spelling"
)

// A shape is the same for the same skeletons: alone, beside letters, and beside a mark that may change places.
func TestShapeIsTheSkeletons(t *testing.T) {
	same := map[string]spelling.Shape{}
	for r := range rune(0x20000) {
		for _, name := range []string{string(r), "a" + string(r) + "\u0301\u302e", string(r) + "ﷺ"} {
			skeleton, shape := spelling.Skeleton(name), spelling.ShapeOf(name)
			if before, seen := same[skeleton]; seen && before != shape {
				t.Fatalf("%q has the skeleton %q and another shape than one of the same", name, skeleton)
			}
			same[skeleton] = shape
		}
	}
	shapes := map[spelling.Shape]bool{}
	for _, shape := range same {
		shapes[shape] = true
	}
	if len(shapes) != len(same) {
		t.Errorf("%d skeletons have %d shapes", len(same), len(shapes))
	}
}

func BenchmarkShape(b *testing.B) {
	name := strings.Repeat("ﷺ", 64)
	for b.Loop() {
		spelling.ShapeOf(name)
	}
}
