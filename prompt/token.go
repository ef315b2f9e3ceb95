package prompt

import "strings"

// tokenEnd returns where the token of SQL that begins at at ends, and whether it is code. A comment,
// a string or a quoted name is one token and no code; of code, each byte is one.
func tokenEnd(sql string, at int) (end int, code bool) {
	switch c := sql[at]; c {
	case '\'', '"', '`':
		return at + quotedLength(sql[at:], c), false
	default:
		if n := commentLength(sql[at:]); n > 0 {
			return at + n, false
		}
		return at + 1, true
	}
}

// quotedLength returns the length of the string or quoted name that sql begins with. In strings a
// backslash escapes, as in the default sql_mode; a doubled quote stands for itself in both.
func quotedLength(sql string, quote byte) int {
	for i := 1; i < len(sql); i++ {
		switch {
		case sql[i] == '\\' && quote != '`':
			i++
		case sql[i] != quote:
		case i+1 < len(sql) && sql[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(sql)
}

// commentLength returns the length of the comment that sql begins with, or 0. Two dashes need a
// blank or control character after them (MySQL 8.0 manual, 11.7).
func commentLength(sql string) int {
	switch {
	case strings.HasPrefix(sql, "/*"):
		return through(sql, 2, "*/")
	case strings.HasPrefix(sql, "#"):
		return through(sql, 1, "\n")
	case strings.HasPrefix(sql, "--") && (len(sql) == 2 || sql[2] <= ' '):
		return through(sql, 2, "\n")
	default:
		return 0
	}
}

// through returns the offset behind the first end that begins at or after from, or the length of
// text.
func through(text string, from int, end string) int {
	if i := strings.Index(text[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return len(text)
}

// commentsEnd returns the length of the white space and comments that sql begins with.
func commentsEnd(sql string) int {
	at := 0
	for at < len(sql) {
		n := commentLength(sql[at:])
		if n == 0 && strings.IndexByte(" \t\r\n", sql[at]) < 0 {
			break
		}
		at += max(n, 1)
	}
	return at
}
