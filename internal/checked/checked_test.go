package checked_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/internal/checked"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

var (
	checker = sync.OnceValues(func() (*sqlcheck.Checker, error) { return sqlcheck.New(rules.All(), sqlcheck.Options{}) })
	tables  = sync.OnceValue(func() sqlcheck.Catalog { return sqlchecktest.Shop(corpus.Settings{}) })
)

// result checks a text against the shop.
func result(t testing.TB, text string) *checked.Result {
	t.Helper()
	checker, err := checker()
	if err != nil {
		t.Fatal(err)
	}
	query, err := checker.Check(text, tables())
	r, err := checked.Of(text, query, err)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAccepted(t *testing.T) {
	r := result(t, "SELECT o.total, COUNT(*) n FROM orders o WHERE o.total > 1 GROUP BY o.total LIMIT 5")
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"valid":true,"sql":"SELECT `, `"statement":"select","tables":["orders"],"columns":["orders.total"],"sensitiveColumns":[],"functions":["COUNT"]`,
		`"rowLimit":{"limit":5,"source":"query"},"warnings":[],"violations":[]}`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
}

func TestPlacesAndNames(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		words      string // that the place stands for
		line, col  int
		nearest    []string
	}{
		{"a column of one table", "SELECT totl FROM orders", "totl", 1, 8, []string{"total"}},
		{"on another line, behind characters of several bytes", "SELECT 'ä€',\n  '€', totl FROM orders", "totl", 2, 8, []string{"total"}},
		{"in back-quotes", "SELECT `totl` FROM orders", "`totl`", 1, 8, []string{"total"}},
		{"in another letter case", "SELECT TOTL FROM orders", "TOTL", 1, 8, []string{"total"}},
		{"a qualified name", "SELECT `o` . `city` FROM orders o JOIN customers c ON c.id = o.customer_id", "`o` . `city`", 1, 8, []string{"c.city"}},
		{"one of two", "SELECT name FROM products, categories", "name", 1, 8, []string{"products.name", "categories.name"}},
		{"a table", "SELECT 1 FROM category", "category", 1, 15, []string{"categories"}},
		{"nothing like it", "SELECT 1 FROM audit_log", "audit_log", 1, 15, []string{"customers", "orders", "order_items", "products", "categories", "employees"}},
		{"a column that another table has", "SELECT city FROM orders", "city", 1, 8, []string{"customers"}},
		{"a database", "SELECT id FROM backup.orders", "backup.orders", 1, 16, []string{"orders"}},
		{"a function", "SELECT CONCATT('a')", "CONCATT", 1, 8, []string{"CONCAT"}},
		{"words that are no names", "SELECT STRING_AGG(name) FROM customers", "STRING_AGG", 1, 8, []string{}},
		{"a write", "DELETE FROM orders", "DELETE", 1, 1, []string{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := result(t, tc.text)
			if r.Valid || r.SQL != "" || len(r.Violations) == 0 {
				t.Fatalf("%q is valid", tc.text)
			}
			v := r.Violations[0]
			if v.Offset < 0 {
				t.Fatalf("%q: %+v has no place", tc.text, v)
			}
			if words := tc.text[v.Offset : v.Offset+v.Length]; words != tc.words || v.Line != tc.line || v.Column != tc.col {
				t.Errorf("%q: the place is %q, line %d, column %d; want %q, %d, %d", tc.text, words, v.Line, v.Column, tc.words, tc.line, tc.col)
			}
			if !reflect.DeepEqual(v.Nearest, tc.nearest) {
				t.Errorf("%q: %s: nearest %q, want %q", tc.text, v.Message, v.Nearest, tc.nearest)
			}
			if v.Code != checked.Code || !strings.HasSuffix(v.Message, v.Hint) {
				t.Errorf("%q: %+v", tc.text, v)
			}
		})
	}
}

// A statement inside a file has its places in the file.
func TestResultInAFile(t *testing.T) {
	file := "SELECT 1;\nSELECT totl FROM orders;\n"
	at := strings.Index(file, "SELECT totl")
	r, err := checked.NewText(file).Result(at, nil, &sqlcheck.RejectedError{Violations: []sqlcheck.Violation{
		{Rule: "column_scope", Message: "m", Near: "totl", Offset: 7}, {Rule: "syntax", Message: "m", Offset: -1},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if want := (checked.Place{Offset: at + 7, Length: 4, Line: 2, Column: 8}); r.Violations[0].Place != want {
		t.Errorf("the place is %+v, want %+v", r.Violations[0].Place, want)
	}
	if want := (checked.Place{Offset: -1}); r.Violations[1].Place != want {
		t.Errorf("an unknown place is %+v, want %+v", r.Violations[1].Place, want)
	}
	if _, err := checked.Of("", nil, errors.New("broken")); err == nil {
		t.Error("a failure became a result")
	}
}

// Places do not depend on the order in which they are asked for, and a long line costs no more than its length.
func TestPlaceInAnyOrder(t *testing.T) {
	line := strings.Repeat("ä b;", 100_000)
	text := checked.NewText("x\n" + line)
	for i := range 100_000 {
		at := 2 + 5*i
		if got, want := text.Place(at+3, 1), (checked.Place{Offset: at + 3, Length: 1, Line: 2, Column: 4*i + 3}); got != want {
			t.Fatalf("Place = %+v, want %+v", got, want)
		}
		if got := text.Place(at, 2); got.Column != 4*i+1 {
			t.Fatalf("Place = %+v, want column %d", got, 4*i+1)
		}
	}
	if got := text.Place(0, 1); got.Line != 1 || got.Column != 1 {
		t.Errorf("Place = %+v", got)
	}
}

// Every refusal of the corpus has a place inside its text, or none, and names only what a query may use: no
// column that is marked sensitive is among the nearest.
func TestCorpus(t *testing.T) {
	pages, err := corpus.Pages()
	if err != nil {
		t.Fatal(err)
	}
	refused, listed := 0, 0
	for _, page := range pages {
		for _, c := range page.Cases {
			if c.Accept || len(c.SQL) > 4000 {
				continue
			}
			r := result(t, c.SQL)
			for _, v := range r.Violations {
				refused++
				listed += len(v.Nearest)
				if v.Offset >= 0 && (v.Offset+v.Length > len(c.SQL) || v.Line < 1 || v.Column < 1 || v.Length < 1 && v.Offset < len(c.SQL)) {
					t.Errorf("%s: %+v is not inside", c.Position(), v.Place)
				}
				for _, name := range v.Nearest {
					if strings.Contains(name, "email") || strings.Contains(name, "salary") || strings.Contains(name, "phone") {
						if _, last, _ := strings.Cut(name, "."); !strings.Contains(strings.ToLower(c.SQL), last) { // an alias of the text's own
							t.Errorf("%s: %s is among the nearest", c.Position(), name)
						}
					}
				}
			}
		}
	}
	if refused < 500 || listed < 200 {
		t.Errorf("%d refusals with %d names; the test looks in the wrong place", refused, listed)
	}
}
