package prompt

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/internal/lazyregexp"
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

// maxObjects is how many beginnings of objects are tried.
const maxObjects = 16

// findAnswer returns the answer from the first object of text that is one, and what stands before and
// after it. If there is none, stuck reports whether there is an object with SQL that could not be read:
// nothing may be cut out of the middle of it.
func findAnswer(text string) (before string, found answer, after string, ok, stuck bool) {
	at := 0
	for range maxObjects {
		next := strings.IndexByte(text[at:], '{')
		if next < 0 {
			return "", answer{}, "", false, false
		}
		at += next
		object, length, ended := objectOf(text[at:])
		if !ended {
			return "", answer{}, "", false, objectBegin.MatchString(text[at:])
		}
		if found, ok = answerOf(object); ok {
			return text[:at], found, text[at+length:], true, false
		}
		if sqlFrom(text[at:at+length], 0) >= 0 && objectBegin.MatchString(text[at:]) {
			return "", answer{}, "", false, true
		}
		at += length
	}
	return "", answer{}, "", false, true
}

var objectBegin = lazyregexp.New(`^\{\s*["']?[\w-]+["']?\s*:`)

// objectOf returns the JSON object that text begins with, or that it can be mended to, and its length
// in text.
func objectOf(text string) (object jsontext.Value, length int, ended bool) {
	dec := jsontext.NewDecoder(bytes.NewBufferString(text))
	if object, err := dec.ReadValue(); err == nil {
		return object, int(dec.InputOffset()), true
	}
	mended, length, ended := mended(text)
	return jsontext.Value(mended), length, ended
}

// answerOf returns the answer that an object is: one with the members of AnswerSchema, or the only such
// one inside of it, or one with other members of which one is a statement and no other holds SQL.
func answerOf(object jsontext.Value) (found answer, ok bool) {
	// Not json.UnmarshalDecode: behind a decoder of its own it would set up 4 KiB to look for strings that repeat.
	var members map[string]any
	if json.Unmarshal(object, &members) != nil {
		return answer{}, false
	}
	texts := appendStrings(nil, members)
	switch named := appendNamed(nil, members); {
	case len(named) > 1:
		return answer{}, false
	case len(named) == 1:
		found, ok = namedAnswer(named[0])
		if ok && !says(found.CannotAnswer) && !slices.ContainsFunc(slices.Collect(maps.Keys(named[0])), isSQL) {
			if other, ok := unnamed(texts); ok { // {"query": "SELECT …", "cannotAnswer": ""}
				return other, true
			}
		}
		return found, ok && !slices.ContainsFunc(texts, func(other string) bool {
			return reads(other) && bare(strings.TrimSpace(other)) != bare(strings.TrimSpace(found.SQL))
		})
	default:
		return unnamed(texts)
	}
}

// appendNamed adds the objects in a value of JSON that have a member of AnswerSchema.
func appendNamed(objects []map[string]any, value any) []map[string]any {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			objects = appendNamed(objects, element)
		}
	case map[string]any:
		for name := range value {
			if isSQL(name) || isCannotAnswer(name) {
				return append(objects, value)
			}
		}
		for _, element := range value {
			objects = appendNamed(objects, element)
		}
	}
	return objects
}

func isSQL(name string) bool { return strings.EqualFold(name, "sql") }

func isCannotAnswer(name string) bool { return strings.EqualFold(name, "cannotAnswer") }

// namedAnswer returns the answer of an object with members of AnswerSchema, if each of them is there
// once at most, and a string or nothing.
func namedAnswer(members map[string]any) (found answer, ok bool) {
	var sqls, reasons int
	for name, value := range members {
		text, isText := value.(string)
		switch {
		case isSQL(name):
			found.SQL = text
			sqls++
		case isCannotAnswer(name):
			found.CannotAnswer = text
			reasons++
		default:
			continue
		}
		if !isText && !isEmpty(value) {
			return answer{}, false
		}
	}
	return found, sqls <= 1 && reasons <= 1
}

// unnamed returns the one string that is a statement, or else the one that has a statement in it.
func unnamed(texts []string) (found answer, ok bool) {
	at := slices.IndexFunc(texts, reads)
	if at < 0 {
		at = slices.IndexFunc(texts, func(text string) bool { return sqlFrom(text, 0) >= 0 })
	}
	if at < 0 {
		return answer{}, false
	}
	for i, other := range texts {
		if i != at && holdsSQL(other, texts[at]) {
			return answer{}, false
		}
	}
	return answer{SQL: texts[at]}, true
}

// reads reports whether a string is a statement, in a Markdown fence maybe, and does not only name one.
func reads(text string) bool {
	text = strings.TrimSpace(text)
	return isStatement(text) || opensFence(text) && sqlFrom(text, 0) >= 0
}

func opensFence(text string) bool {
	return strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~")
}

// appendStrings adds the strings in a value of JSON.
func appendStrings(texts []string, value any) []string {
	switch value := value.(type) {
	case string:
		return append(texts, value)
	case []any:
		for _, element := range value {
			texts = appendStrings(texts, element)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			texts = appendStrings(texts, value[name])
		}
	}
	return texts
}

// isEmpty reports whether a value of JSON that is no string says nothing.
func isEmpty(value any) bool {
	list, isList := value.([]any)
	return value == nil || value == false || isList && len(list) == 0
}

// says reports whether a reason beside SQL says anything. Models that have to fill each member in
// write that there is none.
func says(reason string) bool {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, reason)
	return !nothings[letters]
}

var nothings = map[string]bool{
	"": true, "na": true, "nan": true, "none": true, "null": true, "nil": true, "no": true, "false": true, "empty": true, "nothing": true,
	"undefined": true, "notapplicable": true, "noreason": true, "nonone": true, "notneeded": true, "notrequired": true, "notused": true,
	"unused": true, "ok": true, "0": true, "blank": true, "emptystring": true, "noissue": true, "noissues": true, "answerable": true,
}

// jsonString returns the string that text is the JSON of.
func jsonString(text string) (string, bool) {
	var s string
	err := json.Unmarshal([]byte(text), &s)
	return s, err == nil && text[0] == '"'
}
