// Package ginmode keeps a stray GIN_MODE from ending the program before it has begun.
//
// Gin reads the variable in an init function and panics, with a stack, at a value that it does not
// know, such as "production". Go initializes packages that do not depend on each other in the order
// of their import paths (The Go Programming Language Specification, "Program initialization"), and
// this path comes before gin's. Importing this package is therefore enough.
package ginmode

import "os"

const variable = "GIN_MODE"

// An init function, because nothing that runs later would run early enough.
func init() {
	switch os.Getenv(variable) {
	case "", "debug", "release", "test": // what gin knows
	default:
		_ = os.Unsetenv(variable) // fails for no name like this one
	}
}
