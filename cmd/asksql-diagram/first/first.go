// Package first is initialised before the drawing library, whose import path comes later in the
// alphabet, which is the order of the Go specification.
package first

import "os"

// The library keeps machine code that it has compiled in a folder of a known name among the
// temporary files, where another user of the machine could have put other code before. With no such
// place it keeps none, and compiles every time, in less than a second.
func init() { _ = os.Setenv("TMPDIR", os.DevNull) } // it fails for names that are none, which this is not
