//go:build !race

package evaluation

// oneIn says that one query in so many is tried: each.
const oneIn = 1
