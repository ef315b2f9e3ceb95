package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneLine returns text on one line of at most limit characters. Line breaks, control characters and
// what is there to be invisible or to turn text round become blanks; runs of blanks become one.
func oneLine(text string, limit int) string {
	if len(text) <= limit && isPlain(text) {
		return text
	}
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, " "), separates), " ")
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	runes := []rune(text)
	return strings.TrimRight(string(runes[:limit-1]), " ") + "…"
}

// isPlain reports whether text is printable ASCII with single blanks inside, as most texts are.
func isPlain(text string) bool {
	blank := true
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' || text[i] == ' ' && blank {
			return false
		}
		blank = text[i] == ' '
	}
	return text == "" || !blank
}

// joiners shape letters in several scripts, and emoji; unlike the rest of their category they are
// part of words.
const joiners = "\u200c\u200d"

func separates(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && !strings.ContainsRune(joiners, r)
}

// visible returns text with blanks for all that oneLine makes blank, but for line feeds.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if separates(r) && r != '\n' {
			return ' '
		}
		return r
	}, text)
}

// quotedName returns a name as SQL has it.
func quotedName(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// quotedNames returns names as a list in SQL.
func quotedNames(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = quotedName(name)
	}
	return strings.Join(quoted, ", ")
}

// quotedString returns text as SQL has it, on one line of at most limit characters.
func quotedString(text string, limit int) string {
	return "'" + strings.ReplaceAll(oneLine(text, limit), "'", "''") + "'"
}
