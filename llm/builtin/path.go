package builtin

import (
	"iter"
	"slices"
	"strings"
)

// maxHops is how far a name may be from the table that it is said about.
const maxHops = 3

func end(from *table, path []link) *table {
	if len(path) == 0 {
		return from
	}
	return path[len(path)-1].to
}

// maxWays is how many paths of one length to one table are looked at. Two already make it unclear
// which one is meant; tables with a thousand keys to each other would have a billion.
const maxWays = 8

// pathsByLength yields the paths that lead away from a table, those of each length together. Each ends
// where no shorter one does.
func pathsByLength(from *table, many bool) iter.Seq[[][]link] {
	return func(yield func([][]link) bool) {
		seen := map[*table]bool{from: true}
		paths := [][]link{nil}
		for hops := 0; hops <= maxHops && len(paths) > 0 && yield(paths); hops++ {
			paths = longer(from, paths, many, seen)
		}
	}
}

// longer returns the paths that are one link longer, lead from one thing to another, and end at a table not seen
// before.
func longer(from *table, paths [][]link, many bool, seen map[*table]bool) [][]link {
	var next [][]link
	ways := map[*table]int{}
	for _, path := range paths {
		for _, l := range end(from, path).links {
			if (many || !l.many) && !seen[l.to] && ways[l.to] < maxWays && leads(path, l) {
				ways[l.to]++
				next = append(next, append(slices.Clone(path), l))
			}
		}
	}
	for to := range ways {
		seen[to] = true
	}
	return next
}

// path returns the shortest path between two tables, if there is just one that is the relation of the two.
func (x *index) path(from, to *table) ([]link, error) {
	way, err := shortest(from, to)
	if err == nil && x.undeclared(way, from, to) {
		err = apart(from, to)
	}
	return way, err
}

func shortest(from, to *table) ([]link, error) {
	for paths := range pathsByLength(from, true) {
		var found [][]link
		for _, p := range paths {
			if end(from, p) == to && (len(p) > 0 || from == to) {
				found = append(found, p)
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return nil, &vague{name: from.name + " and " + to.name, choices: pathNames(found)}
		}
	}
	return nil, apart(from, to)
}

func apart(from, to *table) *vague { return &vague{name: from.name + " and " + to.name, apart: true} }

func pathNames(paths [][]link) []string {
	var names []string
	for _, p := range paths {
		var steps []string
		for _, l := range p {
			c := l.near[0]
			if l.many {
				c = l.far[0]
			}
			steps = append(steps, c.table.name+"."+c.name)
		}
		names = append(names, strings.Join(steps, " with "))
	}
	return names
}

// linksOf returns the links over foreign keys that are the column alone.
func linksOf(c *column) []link {
	return slices.DeleteFunc(slices.Clone(c.table.links), func(l link) bool {
		return l.many || len(l.near) != 1 || l.near[0] != c
	})
}

func targets(links []link) []string {
	var names []string
	for _, l := range links {
		names = append(names, "the row of "+l.to.name)
	}
	return names
}
