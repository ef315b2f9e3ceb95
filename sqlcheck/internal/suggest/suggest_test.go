package suggest

import (
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck/internal/spelling"
)

// What is suggested for a name is tested by texts, in package sqlcheck. Here are what no short text shows.

// columns are those of a relation of a test.
type columns []string

func (c columns) Len() int        { return len(c) }
func (c columns) Names() []string { return c }
func (c columns) Has(name string) bool {
	return slices.ContainsFunc(c, func(other string) bool { return spelling.Same(other, name) })
}

func advisor() *Advisor {
	return &Advisor{
		Quoter: Quoter{Reserved: func(word string) bool { return word == "KEY" }},
		Schema: Schema{
			Tables: func() []string { return nil },
			Having: func(string, int) []string { return nil },
			Called: func(string) (string, bool) { return "", false },
		},
		Functions: func() []string { return []string{"COUNT", "SUM"} },
		Product:   "MySQL",
	}
}

// One text may have many names looked for. When that has cost enough, messages say what is wrong only.
func TestBudget(t *testing.T) {
	orders := []Relation{{Name: "orders", IsTable: true, Table: "orders", Columns: columns{"id", "total"}}}
	for _, tc := range []struct {
		name, full, short string
		message           func(*Advisor) string
	}{
		{"column", "column totl is not in the schema; orders has total", "column totl is not in the schema",
			func(a *Advisor) string { return a.UnknownColumn("totl", Labels{}, orders) }},
		{"qualified column", "column orders.totl is not in the schema; orders has total", "column orders.totl is not in the schema",
			func(a *Advisor) string { return a.UnknownColumnOf(&orders[0], "totl", "orders.totl", orders) }},
		{"function", "function SUMM is not one of the side-effect-free built-in functions of MySQL; there is SUM",
			"function SUMM is not one of the side-effect-free built-in functions of MySQL",
			func(a *Advisor) string { return a.UnknownFunction("SUMM") }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a := advisor()
			if got := tc.message(a); got != tc.full {
				t.Errorf("got %q, want %q", got, tc.full)
			}
			if a.MayCompare(maxCompared) {
				t.Fatalf("%d names more may be compared, want no more", maxCompared)
			}
			if got := tc.message(a); got != tc.short {
				t.Errorf("behind the budget, got %q, want %q", got, tc.short)
			}
		})
	}
}

// A catalog that lists no tables has none to suggest.
func TestNoTablesListed(t *testing.T) {
	got := advisor().UnknownTable("", "ordres", Namesake{})
	if want := "table ordres is not in the schema"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Names are listed as a query has to write them, and not without end.
func TestListed(t *testing.T) {
	q := advisor().Quoter
	for _, tc := range []struct{ names, want string }{
		{"id", "id"},
		{"key a-b 1st", "`key`, `a-b`, `1st`"},
		{"a b c d e f g h", "a, b, c, d, e, f, g, h"},
		{"a b c d e f g h i j", "a, b, c, d, e, f, g, h and 2 more"},
	} {
		if got := q.Listed(strings.Fields(tc.names)); got != tc.want {
			t.Errorf("Listed(%s) = %q, want %q", tc.names, got, tc.want)
		}
	}
}

// A message is cut between characters.
func TestExcerpt(t *testing.T) {
	if got, want := Excerpt(strings.Repeat("x", MaxExcerpt-1)+"ä"), strings.Repeat("x", MaxExcerpt-1); got != want {
		t.Errorf("Excerpt cuts to %q, want %q", got, want)
	}
}
