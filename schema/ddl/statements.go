package ddl

import (
	"iter"
	"strings"
)

// A Span is the place of a statement in a text, from its first word or the comment before it to its last word,
// in bytes.
type Span struct{ From, To int }

// Statements returns the places of the statements of a text, in their order: what the semicolons of a file part,
// and the delimiter that a line of the mysql client sets. What holds only blanks and comments is none. Of a string,
// name or comment that does not end, the statement goes to the end of the text.
func Statements(text string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		s := newSplitter(text)
		for more := true; more; {
			start := s.pos
			st := &statement{mode: s.mode, src: text}
			more = s.collect(st)
			if len(st.tokens) > 0 && !yield(trimmed(text, start, s.pos, s.ended)) {
				return
			}
		}
	}
}

// trimmed returns the span without blanks at its ends and without the delimiter behind it.
func trimmed(text string, from, to int, delimiter string) Span {
	part := strings.TrimSuffix(text[from:to], delimiter)
	from += len(part) - len(strings.TrimLeft(part, blank))
	return Span{from, from + len(strings.Trim(part, blank))}
}

const blank = " \t\r\n\f\v"
