package ddl_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema/ddl"
)

func TestStatements(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"blanks and comments only", " -- a; b\n/* c; */ ;;\n# d", nil},
		{"one without an end", "SELECT 1", []string{"SELECT 1"}},
		{"two", "SELECT 1;\nSELECT 2 ;\n", []string{"SELECT 1", "SELECT 2"}},
		{"a semicolon in a string, a name and a comment", "SELECT ';' AS `;` /* ; */ -- ;\n; SELECT 2", []string{"SELECT ';' AS `;` /* ; */ -- ;", "SELECT 2"}},
		{"a comment before a statement belongs to it", "-- all of them\nSELECT 1;", []string{"-- all of them\nSELECT 1"}},
		{"an executable comment is no comment", "/*!50000 DELETE FROM t */; SELECT 1", []string{"/*!50000 DELETE FROM t */", "SELECT 1"}},
		{"two dashes without a blank are no comment", "SELECT 1--1; SELECT 2", []string{"SELECT 1--1", "SELECT 2"}},
		{"another delimiter", "DELIMITER //\nSELECT 1; SELECT 2//\nDELIMITER ;\nSELECT 3;", []string{"SELECT 1", "SELECT 2", "SELECT 3"}},
		{"a string that does not end", "SELECT 1; SELECT 'a; SELECT 2;", []string{"SELECT 1", "SELECT 'a; SELECT 2;"}},
		{"an escaped quote", `SELECT 'a\';'; SELECT 2`, []string{`SELECT 'a\';'`, "SELECT 2"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for span := range ddl.Statements(tc.text) {
				got = append(got, tc.text[span.From:span.To])
			}
			if !reflect.DeepEqual(got, tc.want) {
				t.Errorf("Statements(%q) = %q, want %q", tc.text, got, tc.want)
			}
		})
	}
}

// Nothing of a text is lost between the statements but blanks, comments and delimiters, whatever the text is.
func FuzzStatements(f *testing.F) {
	for _, seed := range []string{"SELECT 1; SELECT ';'", "DELIMITER //\na//b", "/*!1 a; */ b;", "CREATE TABLE a(b int)\nCREATE TABLE c(d int)", "'a", "`", "--", "#;\n;x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end, n := 0, 0
		for span := range ddl.Statements(text) {
			if span.From < end || span.To <= span.From || span.To > len(text) {
				t.Fatalf("Statements(%q) has %+v behind %d", text, span, end)
			}
			end = span.To
			n++
		}
		if n == 0 && strings.Contains(text, "SELECT") && !strings.ContainsAny(text, "#-/*'\"`;") && !strings.Contains(strings.ToUpper(text), "DELIMITER") {
			t.Fatalf("Statements(%q) finds none", text)
		}
	})
}
