package schema

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Encode returns the text of an artifact with the content of doc, laid out for people and for line
// by line comparison: a column, a key or an estimate a line. Equal documents have equal texts. The
// error says that a text of the document is not UTF-8.
func Encode(doc *Document) ([]byte, error) {
	var l layout
	text := l.document(doc)
	if l.err != nil {
		return nil, fmt.Errorf("encode schema: %w", l.err)
	}
	return append(text, '\n'), nil
}

// A layout writes values of JSON. It keeps the first error.
type layout struct{ err error }

// A member is a name of an object and the text of its value; nil is left out.
type member struct {
	name  string
	value []byte
}

func (l *layout) document(doc *Document) []byte {
	return l.object("", []member{
		{"version", l.line(doc.Version)},
		{"schemaId", l.line(doc.SchemaID)},
		{"dialect", l.text(doc.Dialect)},
		{"database", l.text(doc.Database)},
		{"tables", listText("  ", doc.Tables, func(t Table) []byte { return l.table(&t) })},
		{"glossary", listText("  ", doc.Glossary, func(t Term) []byte { return l.line(t) })},
		{"examples", listText("  ", doc.Examples, l.example)},
		{"source", l.source(doc.Source)},
	})
}

func (l *layout) table(t *Table) []byte {
	const indent = "    "
	var key []byte
	if len(t.PrimaryKey) > 0 {
		key = l.line(t.PrimaryKey)
	}
	return l.object(indent, []member{
		{"name", l.line(t.Name)},
		{"description", l.text(t.Description)},
		{"kind", l.text(cmp.Or(t.Kind, KindTable))},
		{"columns", listText(indent+"  ", t.Columns, func(c Column) []byte { return l.line(newColumnText(c)) })},
		{"primaryKey", key},
		{"uniqueKeys", l.keys(indent+"  ", t.UniqueKeys)},
		{"foreignKeys", listText(indent+"  ", t.ForeignKeys, func(k ForeignKey) []byte { return l.line(k) })},
	})
}

// keys returns a list of keys, nil for none that is known.
func (l *layout) keys(indent string, keys [][]string) []byte {
	if keys != nil && len(keys) == 0 {
		return []byte("[]")
	}
	return listText(indent, keys, func(key []string) []byte { return l.line(key) })
}

func (l *layout) example(e Example) []byte {
	return l.object("    ", []member{{"question", l.line(e.Question)}, {"sql", l.line(e.SQL)}})
}

func (l *layout) source(s *Source) []byte {
	if s == nil {
		return nil
	}
	var names, mode []byte
	if s.LowerCaseTableNames != nil {
		names = l.line(*s.LowerCaseTableNames)
	}
	if s.SQLMode != nil {
		mode = l.line(*s.SQLMode)
	}
	return l.object("  ", []member{
		{"server", l.text(s.Server)},
		{"lowerCaseTableNames", names},
		{"sqlMode", mode},
		{"rowEstimates", l.estimates(s.RowEstimates)},
	})
}

func (l *layout) estimates(rows map[string]int64) []byte {
	if len(rows) == 0 {
		return nil
	}
	text, err := json.Marshal(rows, json.Deterministic(true), jsontext.WithIndentPrefix("    "), jsontext.WithIndent("  "))
	l.note(err)
	return text
}

// object returns an object of a member a line. indent is that of the line that it begins on.
func (l *layout) object(indent string, members []member) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	separator := ""
	for _, m := range members {
		if m.value == nil {
			continue
		}
		fmt.Fprintf(&b, "%s\n%s  %q: %s", separator, indent, m.name, m.value)
		separator = ","
	}
	fmt.Fprintf(&b, "\n%s}", indent)
	return b.Bytes()
}

// listText returns a list of an element a line, or nil if it would be empty. indent is that of the
// line that it begins on.
func listText[T any](indent string, elements []T, text func(T) []byte) []byte {
	if len(elements) == 0 {
		return nil
	}
	var b bytes.Buffer
	separator := "["
	for _, e := range elements {
		fmt.Fprintf(&b, "%s\n%s  %s", separator, indent, text(e))
		separator = ","
	}
	fmt.Fprintf(&b, "\n%s]", indent)
	return b.Bytes()
}

// line returns a value on one line.
func (l *layout) line(v any) []byte {
	text, err := json.Marshal(v, jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true))
	l.note(err)
	return text
}

// text returns a text, or nil for an empty one.
func (l *layout) text(s string) []byte {
	if s == "" {
		return nil
	}
	return l.line(s)
}

func (l *layout) note(err error) {
	if l.err == nil {
		l.err = err
	}
}
