package sensitive

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/asksql/asksql/schema/columntype"
)

// A scriptName is a name in a script that puts no blanks between words, or few: Chinese, Japanese, Korean.
type scriptName struct {
	text string // in NFKC
	kind *kind
}

// maxHead is the length of a comment that is taken for a name, in characters. A longer one tells what a column is for.
const maxHead = 14

// ofScript returns the kind that a name or comment in such a script says. As in English, the last words say it; what
// stands behind a mark explains it only.
func (l *lexicon) ofScript(text string, class columntype.Class) *kind {
	head := headOf(norm.NFKC.String(text))
	if !isScript(head) || len([]rune(head)) > maxHead || slices.ContainsFunc(l.lists["whether"], func(w string) bool { return strings.HasPrefix(head, w) }) {
		return nil
	}
	for head != "" {
		if k := l.endingWith(head, class); k != nil {
			return k
		}
		rest := l.withoutBehind(head)
		if rest == head {
			return nil
		}
		head = rest
	}
	return nil
}

// endingWith returns the kind of the longest name that a text ends with.
func (l *lexicon) endingWith(text string, class columntype.Class) *kind {
	var found *scriptName
	for i := range l.scripts {
		n := &l.scripts[i]
		if strings.HasSuffix(text, n.text) && slices.Contains(n.kind.holds, class) && (found == nil || len(n.text) > len(found.text)) {
			found = n
		}
	}
	if found == nil {
		return nil
	}
	return found.kind
}

// withoutBehind cuts off what leaves a name as it is: a number, or a word such as "list".
func (l *lexicon) withoutBehind(text string) string {
	if rest := strings.TrimRight(text, "0123456789 "); rest != text {
		return rest
	}
	for _, w := range l.lists["behind"] {
		if rest, ok := strings.CutSuffix(text, w); ok {
			return rest
		}
	}
	return text
}

// headOf returns the beginning of a text up to its first mark of punctuation.
func headOf(text string) string {
	at := strings.IndexFunc(text, func(r rune) bool { return unicode.IsPunct(r) && r != '_' && r != '/' || r == '\n' || r == '|' })
	if at >= 0 {
		text = text[:at]
	}
	return strings.TrimSpace(text)
}

// isScript reports whether a text has a letter of a script without blanks, or of Hangul.
func isScript(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	})
}
