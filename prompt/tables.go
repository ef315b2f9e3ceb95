package prompt

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/asksql/asksql/schema"
)

// Lengths in characters. Texts of an artifact may come with a request: none of them may crowd out
// the rest.
const (
	maxName        = 64
	maxType        = 1000 // an ENUM lists its members
	maxDescription = 300
	maxUnit        = 40
	maxValue       = 60
	maxValues      = 30 // values of one column
	maxTerm        = 100
	maxExample     = 4000 // of its SQL; longer ones are left out, half a query misleads
)

// A detail is how much of a table a prompt shows.
type detail int

const (
	brief     detail = iota // names, types and keys
	described               // descriptions too
	full                    // values too
	details                 // how many there are
)

// tableText returns a table as DDL.
func tableText(t *schema.Table, d detail) string { return shownText(shown{detail: d, table: t}) }

// shownText returns a table as DDL, with what is known about it in comments, one column a line. A
// comment is one line, so what is in it cannot get out. In brief there are none, and the table is
// one line.
func shownText(s shown) string {
	var w strings.Builder
	if s.detail == brief {
		writeBrief(&w, s.table)
	} else {
		writeFull(&w, s.table, s.detail)
	}
	if s.hidden > 0 {
		w.WriteString("-- " + strconv.Itoa(s.hidden) + " more columns of " + quotedName(s.table.Name) + " are left out here\n")
	}
	return w.String()
}

func writeBrief(w *strings.Builder, t *schema.Table) {
	w.WriteString("CREATE TABLE " + quotedName(t.Name) + " (")
	for i, line := range tableLines(t, brief) {
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(line.ddl)
	}
	w.WriteString(");\n")
}

func writeFull(w *strings.Builder, t *schema.Table, d detail) {
	w.WriteString("CREATE TABLE " + quotedName(t.Name) + " (")
	kind := ""
	if t.Kind == schema.KindView {
		kind = "a view"
	}
	writeComment(w, kind, oneLine(t.Description, maxDescription))
	w.WriteString("\n")
	lines := tableLines(t, d)
	for i, line := range lines {
		w.WriteString("  " + line.ddl)
		if i < len(lines)-1 {
			w.WriteString(",")
		}
		writeComment(w, line.notes...)
		w.WriteString("\n")
	}
	w.WriteString(");\n")
}

// A ddlLine is one line of a table's definition.
type ddlLine struct {
	ddl   string
	notes []string
}

// tableLines returns the columns, then the keys of several columns. Keys of one column stand with
// it: that is how people write them, and shorter.
func tableLines(t *schema.Table, d detail) []ddlLine {
	var lines []ddlLine
	keys := columnKeys(t)
	for i := range t.Columns {
		column := &t.Columns[i]
		line := ddlLine{ddl: columnDDL(column) + strings.Join(keys[column.Name], "")}
		if d > brief {
			line.notes = columnNotes(column, d)
		}
		lines = append(lines, line)
	}
	if len(t.PrimaryKey) > 1 {
		lines = append(lines, ddlLine{ddl: "PRIMARY KEY (" + quotedNames(t.PrimaryKey) + ")"})
	}
	for _, key := range t.ForeignKeys {
		if len(key.Columns) > 1 {
			lines = append(lines, ddlLine{ddl: "FOREIGN KEY (" + quotedNames(key.Columns) + ")" + references(key)})
		}
	}
	return lines
}

func columnDDL(c *schema.Column) string {
	ddl := quotedName(c.Name)
	if c.Type != "" {
		ddl += " " + typeText(c.Type)
	}
	if c.NotNull() {
		ddl += " NOT NULL"
	}
	return ddl
}

// typeText returns a type up to the comment that it may hold: in brief, a comment would swallow the
// columns behind it.
func typeText(text string) string {
	text = oneLine(text, maxType)
	for at := 0; at < len(text); {
		if commentLength(text[at:]) > 0 {
			return strings.TrimSpace(text[:at])
		}
		at, _ = tokenEnd(text, at)
	}
	return text
}

// columnKeys returns the keys that consist of one column, by its name.
func columnKeys(t *schema.Table) map[string][]string {
	keys := map[string][]string{}
	if len(t.PrimaryKey) == 1 {
		keys[t.PrimaryKey[0]] = []string{" PRIMARY KEY"}
	}
	for _, key := range t.ForeignKeys {
		if len(key.Columns) == 1 {
			keys[key.Columns[0]] = append(keys[key.Columns[0]], references(key))
		}
	}
	return keys
}

func references(key schema.ForeignKey) string {
	text := " REFERENCES " + quotedName(key.References.Table) + " (" + quotedNames(key.References.Columns) + ")"
	if key.Inferred {
		text += " " + inferredMark
	}
	return text
}

// inferredMark stands behind references that nobody has declared. It ends where it says, so that a table may be one line.
const inferredMark = "/* inferred */"

func columnNotes(c *schema.Column, d detail) []string {
	notes := []string{oneLine(c.Description, maxDescription)}
	if unit := oneLine(c.Unit, maxUnit); unit != "" {
		notes = append(notes, "unit: "+unit)
	}
	if len(c.Values) > 0 && d == full {
		notes = append(notes, valueNote(c.Values))
	}
	return notes
}

// writeComment writes the notes that are not empty as one comment.
func writeComment(w *strings.Builder, notes ...string) {
	mark := " -- "
	for _, note := range notes {
		if note != "" {
			w.WriteString(mark + note)
			mark = "; "
		}
	}
}

// partHeading says that not all tables are there.
func partHeading(tables, of int) string {
	return "Schema, the " + strconv.Itoa(tables) + " of " + strconv.Itoa(of) + " tables that seem to matter:\n"
}

// termText returns a term of the glossary as a line.
func termText(t schema.Term) string {
	return "- " + quotedString(t.Term, maxTerm) + " means " + quotedString(t.Meaning, maxDescription) + "\n"
}

// exampleText returns an example in the shape of the conversation, or "" for one that is too long.
// JSON keeps the line breaks of its SQL, without which its comments would swallow the rest, inside
// one line of the prompt.
func exampleText(e schema.Example) string {
	if len(e.SQL) > maxExample {
		return ""
	}
	return "Question: " + quotedString(e.Question, maxDescription) + "\nReply: " + encoded(answer{SQL: visible(e.SQL)}) + "\n"
}

// encoded returns the JSON of an answer.
func encoded(a answer) string {
	text, err := json.Marshal(a)
	if err != nil {
		panic("prompt: encode an example: " + err.Error()) // artifacts hold only valid UTF-8
	}
	return string(text)
}
