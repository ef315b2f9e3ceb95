package prompt

import (
	"strings"

	"github.com/asksql/asksql/internal/lazyregexp"
)

// tag matches the beginning of <sql> and [SQL], which some models put round a statement.
var tag = lazyregexp.New(`<([A-Za-z][\w-]{0,40})(?:\s[^<>\n]{0,100})?>|\[([A-Za-z][\w -]{0,40})\]`)

// maxTags is how many beginnings are tried.
const maxTags = 32

// tags takes the statement out of a pair of tags of any name. They reach from the first beginning to
// the last end, so that a string in the statement may hold an end; two statements in two pairs do
// not read as one.
func (x *extraction) tags() bool {
	lower := lowerASCII(x.text)
	for _, at := range tag.FindAllStringSubmatchIndex(x.text, maxTags) {
		var end string
		if at[2] >= 0 {
			end = "</" + lower[at[2]:at[3]] + ">"
		} else {
			end = "[/" + lower[at[4]:at[5]] + "]"
		}
		close := strings.LastIndex(lower, end)
		if close < at[1] {
			continue
		}
		inside, before, after := x.text[at[1]:close], x.text[:at[0]], x.text[close+len(end):]
		if sqlFrom(inside, 0) >= 0 && !holdsSQL(before, inside) && !holdsSQL(after, inside) {
			return x.take(inside, NoteTag)
		}
	}
	return false
}

// lowerASCII returns text with its ASCII letters in lower case: of one length with it.
func lowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r | 0x20
		}
		return r
	}, text)
}
