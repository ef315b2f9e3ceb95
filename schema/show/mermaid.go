package show

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// maxComment is the width of the widest text in a drawing, in cells of a monospaced font.
const maxComment = 60

// Mermaid returns the schema as an erDiagram of Mermaid, which Markdown on GitHub and GitLab shows as
// a drawing. Names and types in it are spelled in the characters that Mermaid has for them: others
// are underscores, and the comment of the column has the name.
func Mermaid(doc *schema.Document) string {
	var w strings.Builder
	w.WriteString("erDiagram\n")
	numbers := index(doc)
	for i, b := range boxes(doc) {
		b.mermaid(&w, i)
	}
	for i := range doc.Tables {
		for _, k := range doc.Tables[i].ForeignKeys {
			far := numbers[sqlcheck.Fold(k.References.Table)]
			fmt.Fprintf(&w, "    t%d %s--o{ t%d : %s\n", far, near(&doc.Tables[i], k), i, mermaidText(strings.Join(k.Columns, ", ")))
		}
	}
	return w.String()
}

// What Mermaid draws at most unless it is configured otherwise, as it is on GitHub and GitLab: maxTextSize and maxEdges.
const (
	mermaidSize  = 50_000
	mermaidEdges = 500
)

// MermaidExceeds says by what a diagram is more than Mermaid draws, or "".
func MermaidExceeds(diagram string) string {
	if n := utf8.RuneCountInString(diagram); n > mermaidSize {
		return fmt.Sprintf("the diagram has %d characters, more than %d", n, mermaidSize)
	}
	if n := strings.Count(diagram, "--o{"); n > mermaidEdges {
		return fmt.Sprintf("the diagram has %d references, more than %d", n, mermaidEdges)
	}
	return ""
}

// near returns the end of a line at the table that a key refers to: one row, or none if the key may
// be NULL.
func near(t *schema.Table, k schema.ForeignKey) string {
	columns := set(k.Columns)
	for i := range t.Columns {
		if columns[sqlcheck.Fold(t.Columns[i].Name)] && !t.Columns[i].NotNull() {
			return "|o"
		}
	}
	return "||"
}

func (b *box) mermaid(w *strings.Builder, number int) {
	fmt.Fprintf(w, "    t%d[%s] {\n", number, mermaidText(b.Name))
	for _, l := range b.lines {
		fmt.Fprintf(w, "        %s %s%s%s\n", mermaidType(l.Type), mermaidWord(l.Name), l.mermaidKeys(), l.mermaidComment())
	}
	w.WriteString("    }\n")
}

func (l *line) mermaidKeys() string {
	marks := strings.Join(l.marks(), ", ")
	if marks == "" {
		return ""
	}
	return " " + marks
}

func (l *line) mermaidComment() string {
	var parts []string
	if mermaidWord(l.Name) != l.Name {
		parts = append(parts, l.Name)
	}
	if l.Sensitive {
		parts = append(parts, "sensitive")
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + mermaidText(strings.Join(parts, ", "))
}

// mermaidText returns a quoted text. Mermaid has no escapes in it but entities of its own, written
// with a number sign.
func mermaidText(text string) string {
	var b strings.Builder
	for _, r := range shortened(text, maxComment) {
		if strings.ContainsRune("\"#;<>&`\\%{}", r) {
			fmt.Fprintf(&b, "#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// keyWord is what Mermaid takes for the mark of a key, wherever it stands.
var keyWord = regexp.MustCompile(`(?i)^[pfu]k\b`)

// mermaidWord returns a name of letters, digits, underscores and parentheses, of which the first is a
// letter.
func mermaidWord(text string) string {
	word := strings.Map(func(r rune) rune {
		if r <= unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_()", r)) {
			return r
		}
		return '_'
	}, shortened(text, maxComment))
	if word == "" || !unicode.IsLetter(rune(word[0])) || keyWord.MatchString(word) {
		word = "c" + word
	}
	return word
}

// mermaidType returns a type without what Mermaid cannot spell, such as the members of an ENUM.
func mermaidType(text string) string {
	name, size, sized := strings.Cut(text, "(")
	size, _, _ = strings.Cut(size, ")")
	switch {
	case text == "":
		return "unknown"
	case sized && strings.Trim(size, "0123456789") == "":
		return mermaidWord(name + "(" + size + ")")
	}
	return mermaidWord(name)
}
