package label

import "strings"

// The parts of an expression that labels tell apart, as the default sql_mode reads them.
type kind uint8

const (
	none       kind = iota // the end of the text
	word                   // a name without quotes, or a word of the grammar
	quoted                 // a name in back-quotes
	str                    // a string, N'…' too
	number                 // digits
	bits                   // x'…', 0x…, b'…', 0b…
	mark                   // one other character
	executable             // the beginning of a comment that is text to some server
)

type token struct {
	kind kind
	text string
}

// value returns what stands between the quotes of a string or a name, or the name itself.
func (t token) value() string {
	if t.kind == word {
		return t.text
	}
	text := strings.TrimLeft(t.text, "Nn")
	quote, inner := text[:1], strings.TrimSuffix(text[1:], text[:1])
	if t.kind == quoted {
		return strings.ReplaceAll(inner, "``", "`")
	}
	if strings.IndexByte(inner, '\\') < 0 && strings.IndexByte(inner, quote[0]) < 0 {
		return inner
	}
	var b strings.Builder
	b.Grow(min(len(inner), 2*maxBytes))
	// A label shows no more than its first bytes, behind the control characters in front.
	shown := 0
	for i := 0; i < len(inner) && shown < 2*maxBytes; i++ {
		switch c := inner[i]; {
		case c == quote[0]:
			i++ // it stands there twice
			b.WriteByte(c)
		case c == '\\' && i+1 < len(inner):
			i++
			b.WriteString(escaped(inner[i]))
		default:
			b.WriteByte(c)
		}
		if last := b.String()[b.Len()-1]; shown > 0 || isGraphic(last) {
			shown++
		}
	}
	return b.String()
}

// escaped returns what a backslash and a character stand for (MySQL manual, 11.1.1).
func escaped(c byte) string {
	switch c {
	case '0':
		return "\x00"
	case 'b':
		return "\b"
	case 'n':
		return "\n"
	case 'r':
		return "\r"
	case 't':
		return "\t"
	case 'Z':
		return "\x1a"
	case '%', '_':
		return `\` + string(c)
	default:
		return string([]byte{c})
	}
}

// A scanner cuts a text into tokens. It passes over blanks and comments.
type scanner struct {
	text string
	at   int
}

func (s *scanner) next() token {
	s.skip()
	start := s.at
	if start == len(s.text) {
		return token{}
	}
	k := s.scan()
	return token{k, s.text[start:s.at]}
}

// skip passes over blanks and comments.
func (s *scanner) skip() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case rest[0] <= ' ' || rest[0] == 0x7f:
			s.at++
		case strings.HasPrefix(rest, "/*") && !isExecutable(rest):
			s.past("*/", 2)
		case rest[0] == '#', isDashes(rest):
			s.past("\n", 1)
		default:
			return
		}
	}
}

// isExecutable reports whether a comment is text to MySQL, MariaDB or TiDB.
func isExecutable(comment string) bool {
	return strings.HasPrefix(comment, "/*!") || strings.HasPrefix(comment, "/*M!") || strings.HasPrefix(comment, "/*T!")
}

func isDashes(s string) bool {
	return strings.HasPrefix(s, "--") && (len(s) == 2 || s[2] <= ' ')
}

// past moves behind the next end, which is at least n bytes away.
func (s *scanner) past(end string, n int) {
	i := strings.Index(s.text[min(s.at+n, len(s.text)):], end)
	if i < 0 {
		s.at = len(s.text)
		return
	}
	s.at += n + i + len(end)
}

func (s *scanner) scan() kind {
	rest := s.text[s.at:]
	c := rest[0]
	switch {
	case isExecutable(rest):
		s.at += 2
		return executable
	case c == '\'' || c == '"':
		s.string(c)
		return str
	case c == '`':
		s.string(c)
		return quoted
	case len(rest) > 1 && rest[1] == '\'' && strings.IndexByte("nNxXbB", c) >= 0:
		s.at++
		s.string('\'')
		if c == 'n' || c == 'N' {
			return str
		}
		return bits
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]) && !s.afterName():
		return s.number()
	case isWord(c):
		s.word()
		return word
	default:
		s.at++
		return mark
	}
}

// afterName reports whether what comes next stands right behind a name, so that a point is no digit's.
func (s *scanner) afterName() bool {
	return s.at > 0 && (isWord(s.text[s.at-1]) || s.text[s.at-1] == '`')
}

// string passes over what is in quotes; a backslash escapes, but not in a name.
func (s *scanner) string(quote byte) {
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\' && quote != '`':
			s.at++
		case c == quote && s.at+1 < len(s.text) && s.text[s.at+1] == quote:
			s.at++
		case c == quote:
			s.at++
			return
		}
	}
	s.at = len(s.text)
}

// number passes over digits, or over a name that begins with some.
func (s *scanner) number() kind {
	start := s.at
	s.digits()
	if strings.HasPrefix(s.text[s.at:], ".") {
		s.at++
		s.digits()
	}
	if rest := s.text[s.at:]; rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		sign := 1
		if len(rest) > 1 && (rest[1] == '+' || rest[1] == '-') {
			sign = 2
		}
		if len(rest) > sign && isDigit(rest[sign]) {
			s.at += sign
		}
		s.digits()
	}
	if s.at == len(s.text) || !isWord(s.text[s.at]) {
		return number
	}
	s.word()
	if text := s.text[start:min(start+2, len(s.text))]; text == "0x" || text == "0b" {
		return bits
	}
	return word
}

func (s *scanner) digits() {
	for s.at < len(s.text) && isDigit(s.text[s.at]) {
		s.at++
	}
}

func (s *scanner) word() {
	for s.at < len(s.text) && isWord(s.text[s.at]) {
		s.at++
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}
