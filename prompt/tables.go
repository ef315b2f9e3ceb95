package prompt

import (
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

// writeTables writes the tables of the view as DDL, one column a line, with what is known about
// them in comments. A comment is one line, so what is in it cannot get out.
func writeTables(w *strings.Builder, view *schema.View) {
	w.WriteString("Schema:\n")
	for _, table := range view.ShownTables() {
		writeTable(w, &table)
	}
}

func writeTable(w *strings.Builder, t *schema.Table) {
	w.WriteString("CREATE TABLE " + quotedName(t.Name) + " (")
	kind := ""
	if t.Kind == schema.KindView {
		kind = "a view"
	}
	writeComment(w, kind, oneLine(t.Description, maxDescription))
	w.WriteString("\n")
	lines := tableLines(t)
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
func tableLines(t *schema.Table) []ddlLine {
	if len(t.Columns) == 0 {
		return []ddlLine{{notes: []string{"its columns are not to be used; its rows can be counted"}}}
	}
	var lines []ddlLine
	for i := range t.Columns {
		column := &t.Columns[i]
		lines = append(lines, ddlLine{columnDDL(column) + columnKeys(t, column.Name), columnNotes(column)})
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
		ddl += " " + oneLine(c.Type, maxType)
	}
	if c.NotNull() {
		ddl += " NOT NULL"
	}
	return ddl
}

// columnKeys returns the keys that consist of the column alone.
func columnKeys(t *schema.Table, column string) string {
	var keys string
	if len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == column {
		keys += " PRIMARY KEY"
	}
	for _, key := range t.ForeignKeys {
		if len(key.Columns) == 1 && key.Columns[0] == column {
			keys += references(key)
		}
	}
	return keys
}

func references(key schema.ForeignKey) string {
	return " REFERENCES " + quotedName(key.References.Table) + " (" + quotedNames(key.References.Columns) + ")"
}

func columnNotes(c *schema.Column) []string {
	notes := []string{oneLine(c.Description, maxDescription)}
	if unit := oneLine(c.Unit, maxUnit); unit != "" {
		notes = append(notes, "unit: "+unit)
	}
	if len(c.Values) > 0 {
		notes = append(notes, "values: "+valueList(c.Values))
	}
	return notes
}

func valueList(values []string) string {
	var shown []string
	for _, value := range values[:min(len(values), maxValues)] {
		shown = append(shown, quotedString(value, maxValue))
	}
	if len(values) > maxValues {
		shown = append(shown, "…")
	}
	return strings.Join(shown, ", ")
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

func writeGlossary(w *strings.Builder, terms []schema.Term) {
	if len(terms) > 0 {
		w.WriteString("\nTerms:\n")
	}
	for _, t := range terms {
		w.WriteString("- " + quotedString(t.Term, maxTerm) + " means " + quotedString(t.Meaning, maxDescription) + "\n")
	}
}

// writeExamples writes the examples in the shape of the conversation. JSON keeps the line breaks of
// their SQL, without which its comments would swallow the rest, inside one line of the prompt.
func writeExamples(w *strings.Builder, examples []schema.Example) {
	heading := "\nExamples:\n"
	for _, e := range examples {
		if len(e.SQL) > maxExample {
			continue
		}
		w.WriteString(heading + "Question: " + quotedString(e.Question, maxDescription) + "\nReply: " + encoded(answer{SQL: visible(e.SQL)}) + "\n")
		heading = ""
	}
}

// encoded returns the JSON of an answer.
func encoded(a answer) string {
	text, err := json.Marshal(a)
	if err != nil {
		panic("prompt: encode an example: " + err.Error()) // artifacts hold only valid UTF-8
	}
	return string(text)
}
