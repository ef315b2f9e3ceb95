package sqlcheck

import (
	"fmt"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"slices"
	"strings"
	"unicode/utf8"
)

// checkText holds the bytes of a text to the limits that must hold before the parser runs: its
// lexer is quadratic on some inputs and recurses on others.
func checkText(sql string, maxBytes int) *Violation {
	if len(sql) > maxBytes {
		return &Violation{
			Rule:    RuleComplexity,
			Message: fmt.Sprintf("the text has %d bytes, and the limit is %d; shorten it", len(sql), maxBytes),
			Offset:  -1,
		}
	}
	for i := 0; i < len(sql); i++ {
		c := sql[i]
		if ' ' <= c && c < 0x7f {
			continue
		}
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f {
			return &Violation{
				Rule:    RuleSyntax,
				Message: fmt.Sprintf("the text holds the control character U+%04X; remove it", c),
				Offset:  i,
			}
		}
		if c >= 0x80 {
			r, size := utf8.DecodeRuneInString(sql[i:])
			if r == utf8.RuneError && size <= 1 {
				return &Violation{Rule: RuleSyntax, Message: "the text is not valid UTF-8; send it in that encoding", Offset: i}
			}
			i += size - 1
		}
	}
	return nil
}

var writeVerbs = [...]string{
	"INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE", "CREATE", "ALTER", "DROP", "RENAME", "TRUNCATE",
	"GRANT", "REVOKE", "LOAD", "CALL",
}

// WriteVerbs returns the first words of statements that write, in upper case. Text that does not
// parse but begins with one is refused as read_only: it is called what it is.
func WriteVerbs() []string { return slices.Clone(writeVerbs[:]) }

// firstWord returns the first word of a text in upper case, comments and parentheses skipped.
func firstWord(sql string) string {
	for {
		sql = strings.TrimLeft(sql, " \t\r\n(;")
		switch {
		case strings.HasPrefix(sql, "/*!"):
			// An executable comment is text; the digits are a version.
			sql = strings.TrimLeft(sql[3:], "0123456789")
		case strings.HasPrefix(sql, "/*"):
			_, rest, closed := strings.Cut(sql[2:], "*/")
			if !closed {
				return ""
			}
			sql = rest
		case strings.HasPrefix(sql, "#"), strings.HasPrefix(sql, "--"):
			_, rest, more := strings.Cut(sql, "\n")
			if !more {
				return ""
			}
			sql = rest
		default:
			end := 0
			for end < len(sql) && tree.IsNameByte(sql[end]) {
				end++
			}
			return strings.ToUpper(sql[:end])
		}
	}
}
