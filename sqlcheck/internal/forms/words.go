package forms

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/spelling"
)

// Words calls yield for each token of a text, and where it stands: words, a back-quote for a name in
// back-quotes, a quote for a string, and single characters. Comments are passed over, but for what an
// executable one holds. Which characters are of a comment is decided as the parser's lexer decides it.
func Words(sql string, yield func(word string, start, end int)) {
	executable := false // inside an executable comment, whose end is the first */ that no comment inside it has
	for i := 0; i < len(sql); {
		c, rest := sql[i], sql[i:]
		switch {
		case isBlank(c):
			i++
		case c == '\'' || c == '"' || c == '`':
			end := i + quotedLength(rest)
			yield(string(c), i, end)
			i = end
		case strings.HasPrefix(rest, "/*!"):
			executable = true
			i += len("/*!") + versionLength(rest[len("/*!"):])
		case executable && strings.HasPrefix(rest, "*/"):
			executable = false
			i += len("*/")
		case strings.HasPrefix(rest, "/*"):
			i += 2 + endOf(rest[2:], "*/")
		case c == '#', strings.HasPrefix(rest, "--") && (len(rest) == 2 || isBlank(rest[2])):
			i += endOf(rest, "\n")
		case spelling.IsNameByte(c):
			end := i
			for end < len(sql) && spelling.IsNameByte(sql[end]) {
				end++
			}
			yield(sql[i:end], i, end)
			i = end
		default:
			yield(sql[i:i+1], i, i+1)
			i++
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// versionLength returns the length of the version that an executable comment begins with: five digits.
func versionLength(s string) int {
	const digits = 5
	for i := range digits {
		if i == len(s) || s[i] < '0' || s[i] > '9' {
			return 0
		}
	}
	return digits
}

// quotedLength returns the length of what begins with a quote, up to the quote that ends it.
func quotedLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] != '`':
			i++
		case s[i] == s[0] && i+1 < len(s) && s[i+1] == s[0]:
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return len(s)
}

// endOf returns the length of a text up to the end of a mark.
func endOf(s, mark string) int {
	if i := strings.Index(s, mark); i >= 0 {
		return i + len(mark)
	}
	return len(s)
}

// A token is a word of a text, a name or a string in quotes, or one other character.
type token struct {
	text       string // of what is in quotes, the quote alone
	start, end int
	opened     int  // the parenthesis round it, -1 if there is none
	other      int  // of a parenthesis, the one that it belongs to, -1 if there is none
	comma      bool // of an opening parenthesis: there is a comma right inside it
}

// tokens are those of a whole text. Looking beyond its ends finds a token without text.
type tokens []token

// mostTokens bounds how many tokens a text has.
func mostTokens(sql string) int {
	n, inName := 0, false
	for i := range len(sql) {
		isName := spelling.IsNameByte(sql[i])
		if isName && !inName || !isName && sql[i] > ' ' {
			n++
		}
		inName = isName
	}
	return n
}

func tokensOf(sql string) tokens {
	list := make(tokens, 0, mostTokens(sql))
	opened := -1
	Words(sql, func(word string, start, end int) {
		t := token{text: word, start: start, end: end, opened: opened, other: -1}
		switch {
		case word == "(":
			opened = len(list)
		case opened < 0:
		case word == ")":
			list[opened].other, t.other = len(list), opened
			opened = list[opened].opened
			t.opened = opened
		case word == ",":
			list[opened].comma = true
		}
		list = append(list, t)
	})
	return list
}

var noToken = token{opened: -1, other: -1}

func (l tokens) at(i int) token {
	if i < 0 || i >= len(l) {
		return noToken
	}
	return l[i]
}

// is reports whether the token at position i is one of some words of the grammar. A word behind a point
// or an @ is a name.
func (l tokens) is(i int, words ...string) bool {
	t := l.at(i)
	if before := l.at(i - 1).text; before == "." || before == "@" {
		return false
	}
	for _, w := range words {
		if strings.EqualFold(t.text, w) {
			return true
		}
	}
	return false
}

// are reports whether the tokens from position i on are some words.
func (l tokens) are(i int, words ...string) bool {
	for k, w := range words {
		if !l.is(i+k, w) {
			return false
		}
	}
	return true
}

// isNumber reports whether the token at position i is an integer that stands by itself.
func (l tokens) isNumber(i int) bool {
	text := l.at(i).text
	if text == "" || l.at(i-1).text == "." || l.at(i+1).text == "." {
		return false
	}
	for k := range len(text) {
		if text[k] < '0' || text[k] > '9' {
			return false
		}
	}
	return true
}

// isName reports whether the token at position i may be a name.
func (l tokens) isName(i int) bool {
	text := l.at(i).text
	return text == "`" || text != "" && spelling.IsNameByte(text[0]) && (text[0] < '0' || text[0] > '9')
}
