package sensitive

import (
	"regexp"
	"strings"
)

// tag is the word in the comment of a column, or of a table for all its columns, that marks them; also
// with the wide @ of East Asian keyboards.
var tag = regexp.MustCompile(`(?i)[@\x{FF20}]sensitive`)

// CutTag returns a comment without the tag @sensitive, and whether it had one. The artifact says the same in
// its own way, so the word would only be noise in a prompt.
//
// Whatever stands round it, the word is a tag, for a tag that is overlooked shows a column; but not in
// an address such as me@sensitive.example, or as the beginning of a longer word.
func CutTag(comment string) (rest string, tagged bool) {
	var b strings.Builder
	from := 0
	for _, at := range tag.FindAllStringIndex(comment, -1) {
		if endsInWord(comment[:at[0]]) || beginsWithWord(comment[at[1]:]) {
			continue
		}
		b.WriteString(comment[from:at[0]])
		from, tagged = at[1], true
	}
	if !tagged {
		return comment, false
	}
	b.WriteString(comment[from:])
	rest = strings.NewReplacer("()", "", "[]", "", "{}", "", "<>", "").Replace(b.String())
	return strings.Trim(strings.Join(strings.Fields(rest), " "), " ,;:"), true
}

func beginsWithWord(s string) bool { return s != "" && isWordByte(s[0]) }

func endsInWord(s string) bool { return s != "" && isWordByte(s[len(s)-1]) }

// isWordByte reports whether c is a letter, digit or underscore. Letters beyond ASCII are none here:
// scripts that put no blanks between words have the tag right beside them.
func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}
