// Package edits tells how far two names are apart.
package edits

// onStack is the length of names, in bytes, up to which Distance allocates nothing: as long as servers
// allow, in ASCII.
const onStack = 64

// Distance returns how many bytes must be added, left out, replaced or exchanged with their neighbour to
// make b of a (optimal string alignment), or a number above limit if more than that many.
func Distance(a, b string, limit int) int {
	if max(len(a), len(b))-min(len(a), len(b)) > limit {
		return limit + 1
	}
	// Three rows of the matrix of the distances of beginnings are needed at a time.
	var buf [3 * (onStack + 1)]int
	cells, width := buf[:], len(b)+1
	if len(b) > onStack {
		cells = make([]int, 3*width)
	}
	rows := [3][]int{cells[:width], cells[width : 2*width], cells[2*width : 3*width]}
	for j := range rows[0] {
		rows[0][j] = j
	}
	leastAbove := 0
	for i := 1; i <= len(a); i++ {
		row := rows[i%3]
		least := fill(row, rows[(i+2)%3], rows[(i+1)%3], a, b, i)
		if least > limit && leastAbove > limit { // an exchange looks back two rows
			return limit + 1
		}
		leastAbove = least
	}
	return rows[len(a)%3][len(b)]
}

// fill fills the row of the first i bytes of a from the two above it, and returns its least.
func fill(row, above, before []int, a, b string, i int) int {
	row[0] = i
	least := i
	for j := 1; j <= len(b); j++ {
		d := min(above[j], row[j-1]) + 1
		if a[i-1] == b[j-1] {
			d = min(d, above[j-1])
		} else {
			d = min(d, above[j-1]+1)
		}
		if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
			d = min(d, before[j-2]+1)
		}
		row[j] = d
		least = min(least, d)
	}
	return least
}
