package prompt

import (
	"slices"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// links are the tables that foreign keys join each table to, in either direction, sorted.
type links [][]int32

func newLinks(view *schema.View) links {
	tables := view.ShownTables()
	numbers := tableNumbers(tables)
	l := make(links, len(tables))
	for i := range tables {
		for _, key := range tables[i].ForeignKeys {
			if j, ok := numbers[sqlcheck.Fold(key.References.Table)]; ok && i != j {
				l[i] = append(l[i], int32(j))
				l[j] = append(l[j], int32(i))
			}
		}
	}
	for i := range l {
		slices.Sort(l[i])
		l[i] = slices.Compact(l[i])
	}
	return l
}

// neighbourShare is the part of its best neighbour's score that a table gets for standing beside it.
const neighbourShare = 0.3

// spread returns the scores with what tables get from their neighbours.
func (l links) spread(own []float32) []float32 {
	all := slices.Clone(own)
	for i := range all {
		best := float32(0)
		for _, j := range l[i] {
			best = max(best, own[j])
		}
		all[i] += float32(neighbourShare * best) // rounded, so that every processor adds the same
	}
	return all
}

const (
	maxPath   = 3    // foreign keys that a join path takes
	maxLooked = 2000 // tables that are looked at for one path
	maxEnds   = 8    // tables that are joined to those before them
	endShare  = 0.5  // of the best score, which they have at least
)

// closed returns the order with the tables that join the first ones right behind them: those of
// the first maxEnds whose score is at least endShare of the best.
func (l links) closed(order []int, scores []float32) []int {
	closed := make([]int, 0, len(order))
	in := make([]bool, len(order))
	add := func(table int) {
		if !in[table] {
			in[table] = true
			closed = append(closed, table)
		}
	}
	for _, table := range order[:min(maxEnds, len(order))] {
		if scores[table] < endShare*scores[order[0]] {
			break
		}
		for _, step := range l.path(table, in) {
			add(step)
		}
	}
	for _, table := range order {
		add(table)
	}
	return closed
}

// path returns the shortest way from the table to one of those that are in, from the table on. It
// is the table alone if there is none within maxPath.
func (l links) path(from int, in []bool) []int {
	came := map[int]int{from: from}
	ring := []int{from}
	for range maxPath {
		var next []int
		for _, at := range ring {
			for _, n := range l[at] {
				to := int(n)
				if _, seen := came[to]; seen {
					continue
				}
				came[to] = at
				if in[to] {
					return back(came, to)
				}
				next = append(next, to)
			}
		}
		if len(came) > maxLooked {
			break
		}
		ring = next
	}
	return []int{from}
}

// back returns the way that led to end, from its beginning on.
func back(came map[int]int, end int) []int {
	way := []int{end}
	for came[end] != end {
		end = came[end]
		way = append(way, end)
	}
	slices.Reverse(way)
	return way
}

func (l links) bytes() int {
	bytes := 24 * len(l)
	for _, neighbours := range l {
		bytes += 4 * len(neighbours)
	}
	return bytes
}
