package bundle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/bundle"
)

// What is computed from a sensitive column is marked, whatever it is called; somebody's decision wins.
func TestDerivedColumnsAreMarked(t *testing.T) {
	const text = "CREATE TABLE u (id INT, ssn TEXT COMMENT '@sensitive', last4 TEXT AS (RIGHT(ssn, 4)), email TEXT); " +
		"CREATE VIEW v AS SELECT LEFT(ssn, 4) AS prefix, id FROM u; CREATE VIEW w AS SELECT prefix AS p, id FROM v; CREATE VIEW x AS SELECT LOWER(email) AS m FROM u"
	derived := []bundle.Derivation{
		{"w", "p", [][2]string{{"v", "prefix"}}}, {"v", "prefix", [][2]string{{"u", "ssn"}}}, {"v", "id", [][2]string{{"u", "id"}}},
		{"U", "LAST4", [][2]string{{"u", "SSN"}}}, {"x", "m", [][2]string{{"u", "email"}}}, {"gone", "g", [][2]string{{"u", "ssn"}}},
	}
	for _, tc := range []struct {
		name string
		o    bundle.Options
		want string
	}{
		{"by what it is made of", bundle.Options{}, "?u.email +u.last4 +u.ssn +v.prefix +w.p ?x.m"},
		{"of what is accepted too", bundle.Options{Accept: true}, "+u.email +u.last4 +u.ssn +v.prefix +w.p +x.m"},
		{"not against a pattern", bundle.Options{Patterns: patterns(t, "!v.prefix")}, "?u.email +u.last4 +u.ssn ?x.m"},
		{"not against a decision", bundle.Options{Old: &schema.Document{SchemaID: "o", Tables: []schema.Table{{Name: "u", Columns: []schema.Column{{Name: "last4", NotSensitive: true}}}}}},
			"?u.email -u.last4 +u.ssn +v.prefix +w.p ?x.m"},
	} {
		tc.o.Derived = derived
		doc, report := made(t, text, tc.o)
		got := strings.Split(marks(doc, report), " ")
		slices.SortFunc(got, func(a, b string) int { return strings.Compare(a[1:], b[1:]) })
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// A column that has another name keeps its mark, and so do the columns of a table that has another name.
func TestMergeKeepsMarksOfWhatIsRenamed(t *testing.T) {
	old := func() *schema.Document {
		return &schema.Document{SchemaID: "o", Tables: []schema.Table{{Name: "staff", Columns: []schema.Column{
			{Name: "id", Type: "int"}, {Name: "email", Type: "varchar(99)", Sensitive: true}, {Name: "born", Type: "date", Sensitive: true}}}}}
	}
	for _, tc := range []struct{ name, text, want string }{
		{"nothing is renamed", "CREATE TABLE staff (id INT, email VARCHAR(99), born DATE, note VARCHAR(99))", "+staff.email +staff.born"},
		{"a column", "CREATE TABLE staff (id INT, mailbox VARCHAR(99), born DATE)", "+staff.mailbox +staff.born"},
		{"a column of another length", "CREATE TABLE staff (id INT, mailbox VARCHAR(200), born DATE, n INT)", "+staff.mailbox +staff.born"},
		{"one of two", "CREATE TABLE staff (id INT, a VARCHAR(99), b VARCHAR(99), born DATE)", "+staff.a +staff.b +staff.born"},
		{"a column that is gone", "CREATE TABLE staff (id INT, born DATE, n INT)", "+staff.born"},
		{"a table", "CREATE TABLE people (id INT, email VARCHAR(99), born DATE)", "+people.email +people.born"},
		{"a table and a column", "CREATE TABLE people (id INT, mailbox VARCHAR(99), born DATE)", "+people.mailbox +people.born"},
		{"another table", "CREATE TABLE other (id INT, x INT)", ""},
	} {
		doc, report := made(t, tc.text, bundle.Options{Old: old()})
		if got := marks(doc, report); got != tc.want {
			t.Errorf("%s: %q, want %q; dropped %q, notes %q", tc.name, got, tc.want, report.Dropped, report.Notes)
		}
	}
}
