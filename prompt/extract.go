package prompt

import (
	"slices"
	"strings"
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
	NoteQuotes    Note = "took off the quotes round the statement"
	NoteBefore    Note = "dropped the text before the statement"
	NoteAfter     Note = "dropped the text after the statement"
	NoteEscapes   Note = "undid Markdown escapes"
	NoteStrings   Note = "undid Markdown escapes in strings"
)

// Extract takes the one statement out of a reply. It unwraps what models wrap SQL in: reasoning,
// the JSON object of AnswerSchema, Markdown fences, quotes, labels and other prose. Inside the
// statement it undoes Markdown escapes, in strings only where its names were escaped too and no
// pattern is matched, and changes nothing else; a text that is a statement already
// comes back as it is, outer white space aside.
//
// Nothing that may be SQL is dropped so that the rest looks better: two different statements stay
// two, a text that begins as a write is returned whole, and so is one whose prose holds a write.
func Extract(reply string) Extraction {
	x := extraction{text: strings.TrimSpace(reply)}
	for layers := 0; len(x.text) <= maxReplyBytes && layers < maxLayers && x.unwrap(); layers++ {
	}
	if isQuery(x.text) {
		x.tidy()
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
	x.text = strings.TrimSpace(text)
	x.notes = append(x.notes, notes...)
	return true
}

// unwrap takes one layer off and reports whether there was one. What is left is shorter each time.
func (x *extraction) unwrap() bool {
	switch {
	case isQuery(x.text), isWrite(x.text):
		return false
	case x.reasoning(), x.object():
		return true
	case unfinished(x.text), isObject(x.text):
		return false // a statement in there is a draft, or a part of we know not what
	case strings.Count(x.text, "```")+strings.Count(x.text, "~~~") > maxFences:
		return false
	}
	if blocks, outside := fenced(x.text); len(blocks) > 0 {
		return x.fences(blocks, outside)
	}
	return x.quotes() || x.prose()
}

// thoughts are the tags in which models put their reasoning.
var thoughts = []string{"think", "thinking", "reasoning", "thought"}

// reasoning takes off a block of reasoning and what stands before it. A chat template may have
// opened the block before the reply began, so that only its end is there.
func (x *extraction) reasoning() bool {
	for _, tag := range thoughts {
		before, after, ended := strings.Cut(x.text, "</"+tag+">")
		prose, _, opened := strings.Cut(before, "<"+tag+">")
		if ended && (opened && !holdsWrite(prose) || !opened && !isObject(x.text)) {
			return x.take(after, NoteReasoning)
		}
	}
	return false
}

// unfinished reports whether text is a block of reasoning without an end.
func unfinished(text string) bool {
	return slices.ContainsFunc(thoughts, func(tag string) bool { return strings.HasPrefix(text, "<"+tag+">") })
}

// object takes the answer out of its JSON object.
func (x *extraction) object() bool {
	before, answer, after, ok := findAnswer(x.text)
	if !ok || holdsWrite(before) || holdsSQL(after) || objectLine.MatchString(after) {
		return false
	}
	if strings.TrimSpace(before+after) != "" {
		x.notes = append(x.notes, NoteObject)
	}
	x.cannotAnswer = oneLine(answer.CannotAnswer, maxReason)
	return x.take(answer.SQL)
}

// fences takes the statement out of Markdown fences. Blocks that hold no statement, such as the
// expected result, are part of the prose.
func (x *extraction) fences(blocks []string, outside string) bool {
	var found []string
	for _, block := range blocks {
		switch {
		case !holdsAnswer(block):
			outside += "\n" + block
		case !slices.ContainsFunc(found, func(other string) bool { return bare(other) == bare(block) }):
			found = append(found, block)
		}
	}
	switch {
	case len(found) == 0 || holdsWrite(outside):
		return false
	case len(found) == 1:
		return x.take(found[0], NoteFence)
	}
	for i := range found {
		found[i] = bare(unlabelled(found[i]))
	}
	x.take(strings.Join(found, ";\n"), NoteSeveral)
	return false
}

// bare returns a statement without what may or may not stand at its end.
func bare(statement string) string { return strings.TrimRight(statement, "; \t\r\n") }

// unlabelled returns a block from its statement on, if what stands before it is only prose.
func unlabelled(block string) string {
	at := statementStart(block)
	if begins(block) || at < 0 || holdsWrite(block[:at]) {
		return block
	}
	return block[at:]
}

// holdsAnswer reports whether there is a statement in a block.
func holdsAnswer(block string) bool {
	return isQuery(block) || isWrite(block) || isObject(block) || statementStart(block) >= 0
}

// quotes takes off quotes round the whole.
func (x *extraction) quotes() bool {
	inner, ok := unquoted(x.text)
	return ok && (isQuery(inner) || isWrite(inner)) && x.take(inner, NoteQuotes)
}

// unquoted returns what is inside the quotes round text.
func unquoted(text string) (string, bool) {
	last := len(text) - 1
	if last < 1 || text[0] != text[last] || strings.IndexByte("`'\"", text[0]) < 0 {
		return "", false
	}
	if decoded, ok := jsonString(text); ok {
		return strings.TrimSpace(decoded), true
	}
	return strings.TrimSpace(text[1:last]), true
}

// prose takes off the text before a statement that begins a line, alone or behind a label.
func (x *extraction) prose() bool {
	at := statementStart(x.text)
	return at > 0 && !holdsWrite(x.text[:at]) && x.take(x.text[at:], NoteBefore)
}

// tidy undoes what Markdown did to a statement and drops the prose behind it.
func (x *extraction) tidy() {
	if plain := unescaped(x.text); plain != x.text {
		x.take(plain, NoteEscapes)
		if plain := unescapedStrings(x.text); plain != x.text {
			x.take(plain, NoteStrings)
		}
	}
	if end := statementEnd(x.text); end < len(x.text) {
		x.take(x.text[:end], NoteAfter)
	}
}
