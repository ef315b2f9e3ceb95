//go:build race

package evaluation

// oneIn says that one query in so many is tried: the race detector makes a check some ten times slower,
// and reading rows.
const oneIn = 5
