package prompt

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// AnswerName is the name of the object that AnswerSchema describes.
const AnswerName = "sql_answer"

// AnswerSchema is the JSON Schema of the object that a model is to reply with. System prompts ask
// for it too, for models to which no schema can be given.
const AnswerSchema = `{"type":"object","properties":{"sql":{"type":"string"},"cannotAnswer":{"type":"string"}},` +
	`"required":["sql","cannotAnswer"],"additionalProperties":false}`

// An answer is the object.
type answer struct {
	SQL          string `json:"sql"`
	CannotAnswer string `json:"cannotAnswer"`
}

// maxReason is the length of the longest CannotAnswer, in characters.
const maxReason = 300

// isObject reports whether text begins as a JSON object.
func isObject(text string) bool { return strings.HasPrefix(text, "{") }

var objectLine = regexp.MustCompile(`(?m)^[ \t]*\{`)

// findAnswer returns the answer from the first JSON object that begins a line of text, and what
// stands before and after it. It is not ok if that object is no answer.
func findAnswer(text string) (before string, found answer, after string, ok bool) {
	at := objectLine.FindStringIndex(text)
	if at == nil {
		return "", answer{}, "", false
	}
	start := at[1] - 1
	for _, object := range []string{text[start:], mended(text[start:])} {
		if found, after, ok = leadingAnswer(object); ok {
			return text[:start], found, after, true
		}
	}
	return "", answer{}, "", false
}

// leadingAnswer returns the answer that text begins with, and what stands after it.
func leadingAnswer(text string) (found answer, after string, ok bool) {
	var members struct {
		SQL          *string `json:"sql"`
		CannotAnswer *string `json:"cannotAnswer"`
	}
	dec := jsontext.NewDecoder(bytes.NewBufferString(text))
	object, err := dec.ReadValue()
	// Not json.UnmarshalDecode: behind a decoder of its own it would set up 4 KiB to look for strings that repeat.
	if err != nil || json.Unmarshal(object, &members) != nil || members.SQL == nil && members.CannotAnswer == nil {
		return answer{}, "", false
	}
	found = answer{*cmp.Or(members.SQL, new(string)), *cmp.Or(members.CannotAnswer, new(string))}
	return found, text[dec.InputOffset():], true
}

// mended returns a JSON text in which line breaks and tabs in strings are escaped, and backslashes
// that escape nothing in JSON are doubled: models that are not held to a schema forget to.
func mended(text string) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inString = !inString
			b.WriteByte(c)
		case !inString:
			b.WriteByte(c)
		case c == '\\' && i+1 < len(text) && strings.IndexByte(`"\/bfnrtu`, text[i+1]) >= 0:
			b.WriteString(text[i : i+2])
			i++
		default:
			b.WriteString(inJSON(c))
		}
	}
	return b.String()
}

// inJSON returns a byte of a string as JSON has it.
func inJSON(c byte) string {
	switch c {
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	default:
		return string([]byte{c})
	}
}

// jsonString returns the string that text is the JSON of.
func jsonString(text string) (string, bool) {
	var s string
	err := json.Unmarshal([]byte(text), &s)
	return s, err == nil && text[0] == '"'
}
