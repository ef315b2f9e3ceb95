package show

import (
	"cmp"
	"math"
	"slices"
)

// Graphviz stacks what no edge connects: two hundred tables without references would stand in one column. So parts
// that nothing connects are put side by side on shelves, like books, each held behind the one before it by an edge that
// is not drawn.

// A size is how much room a node takes, in points.
type size struct{ width, height float64 }

// A part is a set of nodes that edges connect. Its ranks are the columns that its nodes stand in.
type part struct {
	nodes       []int
	size        size
	ranks       int
	first, last int // a node of the first rank and one of the last
}

// Room between nodes, in points, as the graph asks for it.
const (
	nodeGap = 22
	rankGap = 65
)

// proportion is how much wider than high a drawing is to be.
const proportion = 1.5

// shelved returns the edges that put the parts of a graph on shelves, and how many ranks each of its own edges spans at
// least. An edge leads from the left to the right.
func shelved(sizes []size, edges [][2]int) (held [][2]int, spans []int) {
	into := make([][]int, len(sizes))
	for _, e := range edges {
		into[e[1]] = append(into[e[1]], e[0])
	}
	ranks := rankNodes(into)
	parts := connected(len(sizes), edges)
	spans = make([]int, len(edges))
	for i := range parts {
		parts[i].spread(sizes, into, ranks)
		parts[i].measure(sizes, ranks)
	}
	for i, e := range edges {
		spans[i] = max(1, ranks[e[1]]-ranks[e[0]])
	}
	if len(parts) < 2 {
		return nil, spans
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.size.height, a.size.height) })
	area, widest := 0.0, 0.0
	for _, p := range parts {
		area += p.size.width * p.size.height
		widest = max(widest, p.size.width)
	}
	room := max(widest, math.Sqrt(area*proportion))
	taken := parts[0].size.width
	for i := 1; i < len(parts); i++ {
		if taken+parts[i].size.width > room {
			taken = parts[i].size.width // on the next shelf
			continue
		}
		taken += parts[i].size.width
		held = append(held, [2]int{parts[i-1].last, parts[i].first})
	}
	return held, spans
}

// connected returns the parts of a graph.
func connected(nodes int, edges [][2]int) (parts []part) {
	near := make([][]int, nodes)
	for _, e := range edges {
		near[e[0]] = append(near[e[0]], e[1])
		near[e[1]] = append(near[e[1]], e[0])
	}
	seen := make([]bool, nodes)
	for i := range nodes {
		if seen[i] {
			continue
		}
		seen[i] = true
		p := part{nodes: []int{i}}
		for at := 0; at < len(p.nodes); at++ {
			for _, j := range near[p.nodes[at]] {
				if !seen[j] {
					seen[j] = true
					p.nodes = append(p.nodes, j)
				}
			}
		}
		parts = append(parts, p)
	}
	return parts
}

// spread moves nodes further to the right where they would make a column much higher than the part is to be: half of all
// tables refer to the same few.
func (p *part) spread(sizes []size, into [][]int, ranks []int) {
	area := 0.0
	for _, i := range p.nodes {
		area += (sizes[i].width + rankGap) * (sizes[i].height + nodeGap)
	}
	limit, heights := math.Sqrt(area/proportion), map[int]float64{}
	before := slices.Clone(ranks)
	slices.SortStableFunc(p.nodes, func(a, b int) int { return before[a] - before[b] })
	for _, i := range p.nodes {
		for _, j := range into[i] {
			if before[j] < before[i] { // no edge that closes a circle
				ranks[i] = max(ranks[i], ranks[j]+1)
			}
		}
		for heights[ranks[i]] > 0 && heights[ranks[i]]+sizes[i].height > limit {
			ranks[i]++
		}
		heights[ranks[i]] += sizes[i].height + nodeGap
	}
}

// measure finds out how much room a part takes when its nodes stand in the columns of their ranks.
func (p *part) measure(sizes []size, ranks []int) {
	columns := map[int]*size{}
	p.first, p.last = p.nodes[0], p.nodes[0]
	for _, i := range p.nodes {
		c := columns[ranks[i]]
		if c == nil {
			c = &size{}
			columns[ranks[i]] = c
		}
		c.width = max(c.width, sizes[i].width+rankGap)
		c.height += sizes[i].height + nodeGap
		if ranks[i] < ranks[p.first] {
			p.first = i
		}
		if ranks[i] > ranks[p.last] {
			p.last = i
		}
	}
	for _, c := range columns {
		p.size.width += c.width
		p.size.height = max(p.size.height, c.height)
	}
	p.ranks = len(columns)
}

// rankNodes returns the column of each node, of which into has those that edges lead from: one behind the last of them. Edges that close a
// circle do not count.
func rankNodes(into [][]int) []int {
	const unseen, under = -1, -2
	ranks := slices.Repeat([]int{unseen}, len(into))
	type frame struct{ node, next, rank int }
	for i := range ranks {
		for stack := []frame{{node: i}}; ranks[i] == unseen || len(stack) > 0 && ranks[stack[0].node] == under; {
			f := &stack[len(stack)-1]
			ranks[f.node] = under
			if f.next == len(into[f.node]) {
				ranks[f.node] = f.rank
				stack = stack[:len(stack)-1]
				if len(stack) > 0 {
					below := &stack[len(stack)-1]
					below.rank = max(below.rank, f.rank+1)
				}
				continue
			}
			before := into[f.node][f.next]
			f.next++
			switch {
			case ranks[before] == unseen:
				stack = append(stack, frame{node: before})
			case ranks[before] >= 0:
				f.rank = max(f.rank, ranks[before]+1)
			}
		}
	}
	return ranks
}
