package sqlcheck

import "github.com/asksql/asksql/sqlcheck/internal/spelling"

// fewNames is how many names are looked through one by one: up to there that costs less than a map.
const fewNames = 16

// A nameIndex finds a name in a list of names that grows at its end. Some of the list may be no name: "".
type nameIndex struct {
	names int                           // how many are indexed
	same  map[string]int                // the first of each name, folded
	alike map[spelling.Shape]likePlaces // made when a name outside ASCII is in the list, or sought
}

// likePlaces are the first places of the first two names of one shape that are not the same.
type likePlaces struct{ first, second int }

// update indexes the names up to n.
func (x *nameIndex) update(n int, name func(i int) string) {
	if x.names > n || x.same == nil {
		*x = nameIndex{same: make(map[string]int, n)}
	}
	for ; x.names < n; x.names++ {
		folded := fold(name(x.names))
		if _, taken := x.same[folded]; taken || folded == "" {
			continue
		}
		x.same[folded] = x.names
		if x.alike != nil {
			x.addAlike(folded, x.names)
		} else if !isASCII(folded) {
			x.makeAlike()
		}
	}
}

func (x *nameIndex) makeAlike() {
	x.alike = make(map[spelling.Shape]likePlaces, len(x.same))
	for name, i := range x.same {
		x.addAlike(name, i)
	}
}

func (x *nameIndex) addAlike(name string, i int) {
	shape := shapeOf(name)
	p, taken := x.alike[shape]
	switch {
	case !taken:
		p = likePlaces{i, -1}
	case i < p.first:
		p = likePlaces{i, p.first}
	case p.second < 0 || i < p.second:
		p.second = i
	}
	x.alike[shape] = p
}

// find returns the first places of a name and of another one that looks like it, -1 where there is none.
func (x *nameIndex) find(name string) (same, alike int) {
	same, alike = -1, -1
	if i, ok := x.same[fold(name)]; ok && name != "" {
		same = i
	}
	if x.alike == nil {
		if isASCII(name) {
			return same, -1
		}
		x.makeAlike()
	}
	if p, ok := x.alike[shapeOf(name)]; ok {
		if alike = p.first; alike == same {
			alike = p.second
		}
	}
	return same, alike
}
