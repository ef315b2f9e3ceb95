package prompt

import (
	"strings"

	"github.com/asksql/asksql/internal/lazyregexp"
)

// unescaped returns sql without Markdown's escapes \_ and \*. In a string the backslash belongs to
// the text, and in a quoted name to the name.
func unescaped(sql string) string {
	if !strings.Contains(sql, `\`) {
		return sql
	}
	var b strings.Builder
	for at := 0; at < len(sql); {
		end, code := tokenEnd(sql, at)
		if code && sql[at] == '\\' {
			end = at + len(sql[at:]) - len(strings.TrimLeft(sql[at:], `\`))
			if end < len(sql) && (sql[end] == '_' || sql[end] == '*') {
				at = end
				continue
			}
		}
		b.WriteString(sql[at:end])
		at = end
	}
	return b.String()
}

// unescapedStrings returns sql without Markdown's escape \_ in strings too. It is for statements
// whose names were escaped: a model that writes Markdown writes it in strings as well. The server
// would read the backslash as part of the text (MySQL 8.0 manual, 11.1.1), which nobody means, but
// for patterns: there it means a plain underscore, and a statement that matches one stays as it is.
// So does \*, which servers read as *, and a backslash behind another one.
func unescapedStrings(sql string) string {
	if pattern.MatchString(codeOf(sql)) {
		return sql
	}
	var b strings.Builder
	for at := 0; at < len(sql); {
		end, _ := tokenEnd(sql, at)
		token := sql[at:end]
		if token[0] == '\'' || token[0] == '"' {
			token = unescapedString(token)
		}
		b.WriteString(token)
		at = end
	}
	return b.String()
}

var (
	escapes = lazyregexp.New(`\\+_`)
	pattern = lazyregexp.New(`(?i)\b(?:LIKE|ILIKE|ESCAPE)\b`)
)

func unescapedString(literal string) string {
	return escapes.ReplaceAllStringFunc(literal, func(run string) string {
		if run == `\_` {
			return "_"
		}
		return run
	})
}

// codeOf returns sql with a blank in place of each comment, string and quoted name.
func codeOf(sql string) string {
	var b strings.Builder
	for at := 0; at < len(sql); {
		end, code := tokenEnd(sql, at)
		if code {
			b.WriteString(sql[at:end])
		} else {
			b.WriteByte(' ')
		}
		at = end
	}
	return b.String()
}
