package ddl_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/ddl"
)

// read returns what statements make and the problems with them.
func read(text string, o ddl.Options) (*schema.Document, []ddl.Finding) {
	result := ddl.Read([]ddl.File{{Name: "f.sql", Text: text}}, o)
	return result.Document, result.Problems
}

// shape writes a document in short: a table a line, "!" behind what is never NULL.
//
//	t(a int!, b text) key(a) (b)->u(c)
func shape(doc *schema.Document) string {
	var lines []string
	for _, t := range doc.Tables {
		var columns []string
		for _, c := range t.Columns {
			columns = append(columns, columnShape(c))
		}
		line := fmt.Sprintf("%s(%s)", t.Name, strings.Join(columns, ", "))
		if t.Kind == schema.KindView {
			line = "view " + line
		}
		if t.PrimaryKey != nil {
			line += fmt.Sprintf(" key(%s)", strings.Join(t.PrimaryKey, ", "))
		}
		for _, k := range t.ForeignKeys {
			line += fmt.Sprintf(" (%s)->%s(%s)", strings.Join(k.Columns, ", "), k.References.Table, strings.Join(k.References.Columns, ", "))
		}
		if t.Description != "" {
			line += " -- " + t.Description
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func columnShape(c schema.Column) string {
	text := strings.TrimSpace(c.Name + " " + c.Type)
	if c.NotNull() {
		text += "!"
	}
	if c.Generated {
		text += " generated"
	}
	if c.Description != "" {
		text += fmt.Sprintf(" %q", c.Description)
	}
	return text
}

// A fact is what statements make.
type fact struct{ name, text, want string }

func testFacts(t *testing.T, facts []fact) {
	t.Helper()
	for _, tc := range facts {
		t.Run(tc.name, func(t *testing.T) {
			doc, problems := read(tc.text, ddl.Options{})
			if got := shape(doc); got != tc.want || len(problems) > 0 {
				t.Errorf("%s\nmakes\n%s\nwant\n%s\nproblems %v", tc.text, got, tc.want, problems)
			}
		})
	}
}
