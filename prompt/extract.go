package prompt

import (
	"slices"
	"strings"
	"unicode"

	"github.com/asksql/asksql/internal/lazyregexp"
)

// An Extraction is what a model's reply says.
type Extraction struct {
	// SQL is the statement, or the whole reply where nothing in it looks like one. It is "" only
	// for a blank reply and for an object without SQL.
	SQL string
	// CannotAnswer is the model's reason for giving none, on one line; "" if it gave no reason.
	CannotAnswer string
	// Notes says what was taken away from the reply, in order.
	Notes []Note
}

// A Note is one thing that Extract did to a reply, in words.
type Note string

// The notes.
const (
	NoteReasoning Note = "dropped the reasoning before the answer"
	NoteObject    Note = "dropped the text round the answer's JSON object"
	NoteFence     Note = "took the statement out of a Markdown fence"
	NoteSeveral   Note = "found several different statements in Markdown fences"
	NoteTag       Note = "took the statement out of tags"
	NoteToken     Note = "dropped the end mark after the statement"
	NoteQuotes    Note = "took off the quotes round the statement"
	NoteBefore    Note = "dropped the text before the statement"
	NoteAfter     Note = "dropped the text after the statement"
	NoteEscapes   Note = "undid Markdown escapes"
	NoteStrings   Note = "undid Markdown escapes in strings"
)

// Extract takes the one statement out of a reply. It unwraps what models wrap SQL in: reasoning,
// the JSON object of AnswerSchema and its like, Markdown fences, tags, quotes, labels and other prose.
// Inside the statement it undoes Markdown escapes, in strings only where its names were escaped too and
// no pattern is matched, and changes nothing else; a text that is a statement already comes back as it
// is, outer white space aside.
//
// What comes out is never a part of what the model wrote: the text that is dropped holds no SQL. Two
// different statements stay two, and where it is not clear where the statement begins or ends, all of
// the text comes back, for sqlcheck to refuse.
func Extract(reply string) Extraction {
	x := extraction{text: trimmed(reply)}
	if len(x.text) > maxReplyBytes {
		return Extraction{SQL: x.text}
	}
	for layers := 0; layers < maxLayers && x.unwrap(); layers++ {
	}
	switch {
	case isQuery(x.text):
		x.tidy()
	case commentedSQL(x.text):
		x.text = strings.TrimLeft(x.text, "#-/ \t") // what is refused must not look as if nothing were before it
	}
	if x.notes != nil && fenceInName(x.text) {
		return Extraction{SQL: trimmed(reply)}
	}
	return Extraction{SQL: x.text, CannotAnswer: x.cannotAnswer, Notes: x.notes}
}

// Limits of what is unwrapped, far beyond every honest reply: what they cut off stays whole, for
// sqlcheck to refuse.
const (
	maxReplyBytes = 128 << 10
	maxLayers     = 100
	maxFences     = 64 // opening and closing ones together
)

// An extraction is an Extraction under way.
type extraction struct {
	text         string // what is left of the reply, without outer white space
	cannotAnswer string
	notes        []Note
}

// take makes text what is left of the reply, and says why.
func (x *extraction) take(text string, notes ...Note) bool {
	x.text = trimmed(text)
	x.notes = append(x.notes, notes...)
	return true
}

// trimmed returns text without white space at its ends, and without what is invisible there, such as
// a byte-order mark.
func trimmed(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(invisible, r) })
}

const invisible = "\ufeff\u200b\u200e\u200f\u2060"

// unwrap takes one layer off and reports whether there was one. What is left is shorter each time.
func (x *extraction) unwrap() bool {
	if isStatement(x.text) {
		return false
	}
	if x.reasoning() {
		return true
	}
	before, found, after, ok, stuck := findAnswer(x.text)
	if ok {
		return x.object(before, found, after)
	}
	if stuck || unfinished(x.text) || isObject(x.text) || strings.Count(x.text, "```")+strings.Count(x.text, "~~~") > maxFences {
		return false // a statement in there is a draft, or a part of we know not what
	}
	if blocks, outside := candidates(x.text); len(blocks) > 0 {
		return x.fences(blocks, outside)
	}
	return x.tags() || x.quotes() || x.prose()
}

// object takes the answer out of its object, unless there is SQL beside it.
func (x *extraction) object(before string, found answer, after string) bool {
	if holdsSQL(before, found.SQL) || holdsSQL(after, found.SQL) || objectLine.MatchString(after) {
		return false
	}
	if strings.TrimSpace(before+after) != "" {
		x.notes = append(x.notes, NoteObject)
	}
	if found.SQL == "" || says(found.CannotAnswer) {
		x.cannotAnswer = oneLine(found.CannotAnswer, maxReason)
	}
	return x.take(found.SQL)
}

var objectLine = lazyregexp.New(`(?m)^[ \t]*\{`)

// candidates returns the different statements in the Markdown fences of text, and what stands beside
// them. Blocks that hold no statement, such as the expected result, are part of that.
func candidates(text string) (found []string, outside string) {
	blocks, outside := fenced(text)
	for _, block := range blocks {
		switch {
		case !isObject(block) && sqlFrom(block, 0) < 0:
			outside += "\n" + block
		case !slices.ContainsFunc(found, func(other string) bool { return bare(other) == bare(block) }):
			found = append(found, block)
		}
	}
	return found, outside
}

// fences takes the statement out of Markdown fences, unless there is SQL beside them.
func (x *extraction) fences(found []string, outside string) bool {
	switch {
	case holdsSQL(outside, found...):
		return false
	case len(found) == 1:
		return x.take(found[0], NoteFence)
	}
	for i, block := range found {
		if start := statementStart(block); start > 0 && !isStatement(block) {
			block = block[start:]
		}
		found[i] = bare(block)
	}
	x.take(strings.Join(found, ";\n"), NoteSeveral)
	return false
}

// bare returns a statement without what may or may not stand at its end.
func bare(statement string) string { return strings.TrimRight(statement, "; \t\r\n") }

// prose takes off the text before a statement. One that is no query is for sqlcheck to refuse.
func (x *extraction) prose() bool {
	at := sqlFrom(x.text, 0)
	if at < 0 || isQueryWord(x.text[at:]) {
		if x.code(at) {
			return true
		}
		at = statementStart(x.text)
	}
	if at > 0 && strings.IndexByte(quoteMarks, x.text[at-1]) >= 0 {
		from := len(strings.TrimRight(x.text[:at], x.text[at-1:at]))
		if _, quoted := unquoted(x.text[from:]); quoted {
			at = from
		}
	}
	return at > 0 && !holdsEscapes(x.text[at:]) && x.take(x.text[at:], NoteBefore)
}

// holdsEscapes reports whether white space is escaped outside of strings: text from within a string of
// JSON, in which a comment would never end.
func holdsEscapes(sql string) bool {
	for at := 0; at < len(sql); {
		end, code := tokenEnd(sql, at)
		token := sql[at:end]
		switch {
		case code && token == `\` && end < len(sql) && isEscape(sql, end):
			return true
		case !code && strings.IndexByte("'\"`", token[0]) < 0 && escaped.MatchString(token):
			return true
		}
		at = end
	}
	return false
}

var escaped = lazyregexp.New(`\\[nrt]`)

// fenceInName reports whether a quoted name of sql ends in back quotes of its own. No name does, but the
// end of a fence right behind a name looks so.
func fenceInName(sql string) bool {
	for at := 0; at < len(sql); {
		end, _ := tokenEnd(sql, at)
		if sql[at] == '`' && strings.HasSuffix(sql[at+1:end], "```") {
			return true
		}
		at = end
	}
	return false
}

// tidy undoes what Markdown did to a statement and drops the prose behind it.
func (x *extraction) tidy() {
	if plain := unescaped(x.text); plain != x.text {
		x.take(plain, NoteEscapes)
		if plain := unescapedStrings(x.text); plain != x.text {
			x.take(plain, NoteStrings)
		}
	}
	if end, note := statementEnd(x.text); end < len(x.text) {
		x.take(x.text[:end], note)
	}
}
