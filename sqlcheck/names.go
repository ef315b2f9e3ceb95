package sqlcheck

import "github.com/asksql/asksql/sqlcheck/internal/spelling"

// Fold lower-cases the ASCII letters of a name and nothing else. It is the comparison that the
// checker uses for names: MySQL's own folds accents and letter variants by collation, which no
// text outside the server can follow safely (ſ is not s).
func Fold(name string) string { return spelling.Fold(name) }

func fold(name string) string { return spelling.Fold(name) }

// sameName reports whether two names differ by ASCII letter case at most.
func sameName(a, b string) bool { return spelling.Same(a, b) }

// holdsWord reports whether a text holds a word, letter case aside.
func holdsWord(text, word string) bool { return spelling.Next(word, text, 0) >= 0 }

// The longest names that servers have, in characters (MySQL manual, 11.2.1).
const (
	maxIdentifier = 64
	maxAlias      = 256
)

// looksAlike reports whether two names that are not the same might be to a server. A server compares
// names by a collation that folds letters of all scripts and, in some of its look-ups, accents; which
// of them depends on its version. Such a pair is refused rather than guessed.
func looksAlike(a, b string) bool {
	if isASCII(a) && isASCII(b) {
		return false
	}
	return shapeOf(a) == shapeOf(b)
}

func shapeOf(name string) spelling.Shape { return spelling.ShapeOf(name) }

func isASCII(name string) bool { return spelling.IsASCII(name) }
