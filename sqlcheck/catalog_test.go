package sqlcheck_test

import (
	"slices"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

// A Table is the same whether columns that no query may use were given or not, but for none: of two that
// differ by letter case, the one in scope is found.
func TestTableHoldsWhatAQueryMayUse(t *testing.T) {
	given := []sqlcheck.Column{
		{Name: "salary"}, {Name: "ID", Sensitive: true}, {Name: "id", InScope: true}, {Name: "café"}, {Name: "Name", InScope: true, Sensitive: true},
	}
	table := sqlcheck.NewTable("shop", "people", given)
	want := []sqlcheck.Column{{Name: "id", InScope: true}, {Name: "Name", InScope: true, Sensitive: true}}
	if got := table.Columns(); !slices.Equal(got, want) {
		t.Errorf("Columns() = %+v, want %+v", got, want)
	}
	for name, want := range map[string]string{"id": "id", "ID": "id", "NAME": "Name", "salary": "", "café": "", "cafe": "", "": ""} {
		if got := table.Column(name); (got == nil) != (want == "") || got != nil && got.Name != want {
			t.Errorf("Column(%q) = %+v, want %q", name, got, want)
		}
	}
	if given[2].InScope = false; table.Column("id") == nil {
		t.Error("the table shares the caller's slice")
	}
}

// A name that a server might take for a column is refused, whichever of the two is not ASCII and
// wherever the column stands; one that could only be taken for a column out of scope is as good as another.
func TestLookAlikesAmongWhatIsShown(t *testing.T) {
	c := checker(t, sqlcheck.Options{})
	columns := []sqlcheck.Column{{Name: "id", InScope: true}, {Name: "city", InScope: true}, {Name: "état", InScope: true}, {Name: "rôle"}}
	table := sqlcheck.NewTable("", "people", columns)
	without := sqlcheck.NewTable("", "people", columns[:3])
	for _, tc := range []struct {
		sql   string
		legal bool
	}{
		{"SELECT état FROM people", true},
		{"SELECT etat FROM people", false},
		{"SELECT çity FROM people", false},
		{"SELECT role FROM people", false},
		{"SELECT id AS role FROM people ORDER BY role", true},
	} {
		told := func(table *sqlcheck.Table) (string, error) {
			q, err := c.Check(tc.sql, catalogFunc(func(_, name string) *sqlcheck.Table {
				if name == table.Name() {
					return table
				}
				return nil
			}))
			if err != nil {
				return "", err
			}
			return q.String(), nil
		}
		hidden, err := told(table)
		if (err == nil) != tc.legal {
			t.Errorf("Check(%q) = %q, %v; want it accepted: %v", tc.sql, hidden, err, tc.legal)
		}
		absent, other := told(without)
		if hidden != absent || (err == nil) != (other == nil) || err != nil && err.Error() != other.Error() {
			t.Errorf("Check(%q) = %q, %v with a hidden column, %q, %v without it", tc.sql, hidden, err, absent, other)
		}
	}
}
