package access

import "github.com/asksql/asksql/sqlcheck"

// A pattern is a name in which * stands for any characters and ? for one. ASCII letters match in either case,
// as names of the schema do.
type pattern struct {
	text string
	line int
}

// matches reports whether the pattern stands for the name.
func (p pattern) matches(name string) bool {
	return glob([]rune(sqlcheck.Fold(p.text)), []rune(sqlcheck.Fold(name)))
}

// glob goes back to the last * only, so that it takes at most len(pattern) times len(name) steps.
func glob(pattern, name []rune) bool {
	star, from, i, j := -1, 0, 0, 0
	for j < len(name) {
		switch {
		case i < len(pattern) && pattern[i] == '*':
			star, from = i, j
			i++
		case i < len(pattern) && (pattern[i] == '?' || pattern[i] == name[j]):
			i++
			j++
		case star >= 0:
			from++
			i, j = star+1, from
		default:
			return false
		}
	}
	for i < len(pattern) && pattern[i] == '*' {
		i++
	}
	return i == len(pattern)
}

func anyMatches(patterns []pattern, name string) bool {
	for _, p := range patterns {
		if p.matches(name) {
			return true
		}
	}
	return false
}
