package canonical

import "strings"

// A kind tells what an item is.
type kind uint8

const (
	word  kind = iota // a keyword, a function's name, a number or a sign
	text              // a literal between single quotes, with what stands before the quotes
	path              // names in back-quotes, parted by points
	group             // what stands between parentheses
)

// wildcard is the last name of a path that stands for all columns.
const wildcard = "*"

// An item is one piece of a print. Prints have few forms: every name is in back-quotes, every
// string in single quotes with those inside doubled, every keyword in capitals, and no comments.
type item struct {
	kind  kind
	text  string   // of a word or text
	names []string // of a path, folded
	items []item   // of a group
}

func (i item) is(w string) bool { return i.kind == word && i.text == w }

// lex returns the items of a print.
func lex(print string) []item {
	l := &lexer{rest: print}
	return l.items()
}

type lexer struct{ rest string }

// items reads up to the parenthesis that closes the group, or to the end.
func (l *lexer) items() []item {
	var all []item
	for {
		l.rest = strings.TrimLeft(l.rest, " \t\n")
		if l.rest == "" || l.rest[0] == ')' {
			l.skip(1)
			return all
		}
		all = append(all, l.item())
	}
}

func (l *lexer) item() item {
	switch c := l.rest[0]; {
	case c == '(':
		l.skip(1)
		return item{kind: group, items: l.items()}
	case c == '`':
		return item{kind: path, names: l.path()}
	case c == '\'':
		return item{kind: text, text: l.quoted('\'')}
	case inWord(c):
		return l.word()
	default:
		return item{kind: word, text: l.sign()}
	}
}

// word reads a word, or a literal that begins with one: x'00'.
func (l *lexer) word() item {
	n := 1
	for n < len(l.rest) && inWord(l.rest[n]) {
		n++
	}
	w := l.rest[:n]
	l.skip(n)
	if strings.HasPrefix(l.rest, "'") {
		return item{kind: text, text: w + l.quoted('\'')}
	}
	return item{kind: word, text: w}
}

// sign reads one operator or mark of punctuation.
func (l *lexer) sign() string {
	n := 1
	for n < len(l.rest) && strings.IndexByte("<>=!|&:", l.rest[n]) >= 0 && l.rest[0] != ',' {
		n++
	}
	s := l.rest[:n]
	l.skip(n)
	return s
}

// path reads one name or several.
func (l *lexer) path() []string {
	names := []string{l.name()}
	for strings.HasPrefix(l.rest, ".`") {
		l.skip(1)
		names = append(names, l.name())
	}
	if strings.HasPrefix(l.rest, ".*") {
		l.skip(2)
		names = append(names, wildcard)
	}
	return names
}

func (l *lexer) name() string {
	quoted := l.quoted('`')
	return fold(strings.ReplaceAll(quoted[1:len(quoted)-1], "``", "`"))
}

// quoted reads up to the closing quote and returns it with both quotes.
func (l *lexer) quoted(quote byte) string {
	n := 1
	for n < len(l.rest) {
		if l.rest[n] != quote {
			n++
			continue
		}
		if n+1 == len(l.rest) || l.rest[n+1] != quote {
			break
		}
		n += 2
	}
	s := l.rest[:min(n+1, len(l.rest))]
	l.skip(len(s))
	return s
}

func (l *lexer) skip(n int) { l.rest = l.rest[min(n, len(l.rest)):] }

// inWord reports whether c is part of a word or number. A point stands in numbers only: those
// between names are read with the names.
func inWord(c byte) bool {
	return c == '_' || c == '.' || c == '$' || c >= 0x80 ||
		'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
