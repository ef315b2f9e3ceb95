package sqlcheck_test

import (
	"math/rand/v2"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// A query whose facts are not Sensitive is accepted as well where the sensitive columns are not shown,
// whichever of the shop's columns those are.
func TestSensitive(t *testing.T) {
	pages, err := corpus.Pages()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	plain, sensitive := 0, 0
	for _, dialect := range dialects {
		c := checker(t, sqlcheck.Options{Dialect: dialect})
		for _, page := range pages {
			marked, rest := halves(random)
			for _, tc := range page.Cases {
				q, err := c.Check(tc.SQL, marked)
				switch {
				case err != nil:
				case q.Facts().Sensitive:
					sensitive++
				default:
					plain++
					if _, err := c.Check(tc.SQL, rest); err != nil {
						t.Errorf("%v: Check(%q) = %v, but its facts are not sensitive where all is shown", dialect, tc.SQL, err)
					}
				}
			}
		}
	}
	if plain < 500 || sensitive < 500 {
		t.Errorf("%d queries use nothing sensitive and %d do, want 500 of both", plain, sensitive)
	}
}

// halves returns the shop with some columns marked as sensitive, and the shop without those.
func halves(random *rand.Rand) (marked, rest listing) {
	shop := sqlchecktest.Shop(corpus.Settings{WithSensitive: true})
	all, some := tableMap{}, tableMap{}
	for _, table := range shop.(sqlcheck.Suggester).Tables() {
		var columns, shown []sqlcheck.Column
		for _, column := range table.Columns() {
			column.Sensitive = random.IntN(5) == 0
			columns = append(columns, column)
			if !column.Sensitive {
				shown = append(shown, column)
			}
		}
		key := sqlcheck.Fold(table.Name())
		all[key] = sqlcheck.NewTable(table.Database(), table.Name(), columns)
		if len(shown) > 0 {
			some[key] = sqlcheck.NewTable(table.Database(), table.Name(), shown)
		}
	}
	return listed(all), listed(some)
}
