package prompt

import (
	"strings"

	"github.com/asksql/asksql/internal/lazyregexp"
)

// quotes takes off quotes or bold type round the whole.
func (x *extraction) quotes() bool {
	inner, ok := unquoted(x.text)
	return ok && isStatement(inner) && !strings.HasSuffix(inner, "```") && x.take(inner, NoteQuotes)
}

// quoteMarks are what a statement may stand between.
const quoteMarks = "`'\"*_$"

// unquoted returns what is inside the quotes round text: one mark, or several of a kind.
func unquoted(text string) (string, bool) {
	if text == "" || strings.IndexByte(quoteMarks, text[0]) < 0 {
		return "", false
	}
	run := text[:len(text)-len(strings.TrimLeft(text, text[:1]))]
	inner, closed := strings.CutSuffix(text[len(run):], run)
	if !closed {
		return "", false
	}
	if decoded, ok := jsonString(text); ok {
		return strings.TrimSpace(decoded), true
	}
	return strings.TrimSpace(inner), true
}

// code takes the statement out of back quotes in a sentence. They are round all of it if it has no name
// in back quotes, and what follows is no SQL.
func (x *extraction) code(at int) bool {
	if at < 1 || x.text[at-1] != '`' || at > 1 && x.text[at-2] == '`' || isOpen(x.text[:at]) || endsStatement(x.text[:at]) {
		return false
	}
	inner, after, closed := strings.Cut(x.text[at:], "`")
	if !closed || strings.Contains(inner, "\n") || strings.HasPrefix(after, "`") || holdsSQL(after, inner) {
		return false
	}
	var s ending
	for i := 0; i < len(inner); {
		end, code := tokenEnd(inner, i)
		s.read(inner[i:end], code)
		i = end
	}
	return s.complete() && sentenceGoesOn.MatchString(after) && x.take(inner, NoteBefore, NoteAfter)
}

// sentenceGoesOn matches what stands behind a statement in a sentence, and behind a back quote in SQL does not.
var sentenceGoesOn = lazyregexp.New(`^(?:[.:!?]*(?:\s*$|\n)|[.:!?]+\s|,? (?:which|that|to|and it|it|lists|returns|gives|will|does|is|should|for the|for each)\b)`)
