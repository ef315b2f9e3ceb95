package ddl

import (
	"strings"
	"unicode/utf8"
)

// A tokenKind tells what a token is.
type tokenKind uint8

const (
	wordToken   tokenKind = iota // a keyword or a name without quotes
	nameToken                    // a name in quotes
	stringToken                  // a string literal
	numberToken                  // a number, also 0x1F
	symbolToken                  // anything else: one character
	endToken                     // the delimiter of statements, or the end of the text
)

// A token is one word of a statement. Comments are none; what stands in an executable comment is.
type token struct {
	kind  tokenKind
	raw   string // as written
	value string // of a name or a string: what it stands for
	at    int    // offset in the file, in bytes
}

// is reports whether the token is the keyword or symbol, which is in upper case.
func (t token) is(keyword string) bool {
	return (t.kind == wordToken || t.kind == symbolToken) && strings.EqualFold(t.raw, keyword)
}

// name returns the name that the token is, if it may be one.
func (t token) name() (string, bool) { return t.value, t.kind == wordToken || t.kind == nameToken }

// portable returns the token as text that means the same without any sql_mode.
func (t token) portable() string {
	switch t.kind {
	case nameToken:
		return quotedName(t.value)
	case stringToken:
		return "'" + strings.NewReplacer("\\", "\\\\", "'", "''").Replace(t.value) + "'"
	}
	return t.raw
}

// A mode is the part of sql_mode that says how text is cut into tokens.
type mode struct {
	ansiQuotes    bool // "…" is a name
	noBackslashes bool // a backslash stands for itself
}

// A lexer cuts the text of a file into tokens.
type lexer struct {
	mode
	src        string
	pos        int
	delimiter  string
	server     server
	executable bool // inside an executable comment
	opened     int  // where that begins
	// failed is the offset of a string, name or comment that does not end, or -1.
	failed int
}

func newLexer(src string) *lexer { return &lexer{src: src, delimiter: ";", failed: -1} }

// ends reports whether a statement ends here.
func (l *lexer) ends() bool { return strings.HasPrefix(l.src[l.pos:], l.delimiter) }

func (l *lexer) at(i int) byte {
	if i < len(l.src) {
		return l.src[i]
	}
	return 0
}

// next returns the next token; ok is false at the end of the text.
func (l *lexer) next() (t token, ok bool) {
	l.skip()
	if l.pos >= len(l.src) {
		if l.executable && l.failed < 0 {
			l.failed = l.opened
		}
		return token{}, false
	}
	start := l.pos
	if l.ends() {
		l.pos += len(l.delimiter)
		return token{endToken, l.delimiter, "", start}, true
	}
	switch c := l.src[l.pos]; {
	case c == '\'' || c == '"' || c == '`':
		return l.inQuotes(c), true
	case isDigit(c):
		for !l.ends() && (isWordByte(l.at(l.pos)) || l.at(l.pos) == '.' && isDigit(l.at(l.pos+1))) {
			l.pos++
		}
		return token{numberToken, l.src[start:l.pos], "", start}.asName(), true
	case isWordByte(c):
		for isWordByte(l.at(l.pos)) && !l.ends() {
			l.pos++
		}
		return token{wordToken, l.src[start:l.pos], l.src[start:l.pos], start}, true
	}
	_, size := utf8.DecodeRuneInString(l.src[l.pos:])
	l.pos += size
	return token{symbolToken, l.src[start:l.pos], "", start}, true
}

// asName turns what begins with a digit into a word if it is no number, as in 2fa_secret.
func (t token) asName() token {
	digits := strings.TrimLeft(t.raw, "0123456789.")
	if digits == "" || strings.ContainsAny(t.raw, ".") || strings.HasPrefix(t.raw, "0x") || strings.HasPrefix(t.raw, "0b") {
		return t
	}
	return token{wordToken, t.raw, t.raw, t.at}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordByte(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= utf8.RuneSelf
}

// skip passes blanks, comments, and the marks round executable comments.
func (l *lexer) skip() {
	for l.pos < len(l.src) {
		rest := l.src[l.pos:]
		switch {
		case strings.IndexByte(blank, rest[0]) >= 0:
			l.pos++
		case rest[0] == '#' || isDashComment(rest):
			l.pos += lineLength(rest)
		case strings.HasPrefix(rest, "/*"):
			l.comment(rest)
		case l.executable && strings.HasPrefix(rest, "*/"):
			l.executable = false
			l.pos += 2
		default:
			return
		}
	}
}

// isDashComment reports whether s begins with "--" and a blank or the end (manual 11.7).
func isDashComment(s string) bool {
	return strings.HasPrefix(s, "--") && (len(s) == 2 || s[2] <= ' ')
}

func lineLength(s string) int {
	if end := strings.IndexByte(s, '\n'); end >= 0 {
		return end
	}
	return len(s)
}

// comment passes a comment, or the opening mark of an executable one that the server runs.
func (l *lexer) comment(rest string) {
	mark := l.server.executableMark(rest)
	if mark.length > 0 && mark.runs && !l.executable {
		l.executable, l.opened = true, l.pos
		l.pos += mark.length
		return
	}
	end := commentLength(rest, mark.length > 0)
	if end < 0 {
		l.failed, l.pos = l.pos, len(l.src)
		return
	}
	if mark.length > 0 && l.failed < 0 && l.holdsEnd(rest[:end]) {
		l.failed = l.pos // the client sends what stands before the delimiter, where the comment does not end
	}
	l.pos += end
}

// holdsEnd reports whether the delimiter stands in a comment outside of quotes. The client passes over plain comments,
// and not over those that a server may read.
func (l *lexer) holdsEnd(comment string) bool {
	if !strings.Contains(comment, l.delimiter) {
		return false
	}
	within := &lexer{mode: l.mode, src: comment, pos: len("/*"), delimiter: l.delimiter, failed: -1}
	for {
		t, ok := within.next()
		if !ok || t.kind == endToken {
			return ok || within.failed >= 0
		}
	}
}

// commentLength returns the length of the comment at the start of s, or -1 if it does not end. One that a server may
// run can have comments in it; both servers pass them with it.
func commentLength(s string, nests bool) int {
	at := len("/*")
	for {
		end := strings.Index(s[at:], "*/")
		switch {
		case end < 0:
			return -1
		case nests && strings.Contains(s[at:at+end], "/*"):
			at += end + len("*/")
		default:
			return at + end + len("*/")
		}
	}
}

// inQuotes reads a string or a name in quotes.
func (l *lexer) inQuotes(quote byte) token {
	kind := stringToken
	if quote == '`' || quote == '"' && l.ansiQuotes {
		kind = nameToken
	}
	start := l.pos
	var value strings.Builder
	for l.pos++; l.pos < len(l.src); l.pos++ {
		switch c := l.src[l.pos]; {
		case c == '\\' && kind == stringToken && !l.noBackslashes && l.pos+1 < len(l.src):
			l.pos++
			value.WriteString(unescaped(l.src[l.pos]))
		case c == quote && l.at(l.pos+1) == quote:
			l.pos++
			value.WriteByte(quote)
		case c == quote:
			l.pos++
			return token{kind, l.src[start:l.pos], value.String(), start}
		default:
			value.WriteByte(c)
		}
	}
	l.failed = start
	return token{kind, l.src[start:], value.String(), start}
}

// unescaped returns what a backslash and c stand for (manual 11.1.1).
func unescaped(c byte) string {
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
		return "\\" + string(c)
	}
	return string(c)
}
