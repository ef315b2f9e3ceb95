package sqlcheck_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

// A refusal names the columns that are most like the one that was written, and if none is, those that
// there are.
func TestNearestColumns(t *testing.T) {
	c := checker(t, sqlcheck.Options{})
	for _, tc := range []struct{ written, columns, want string }{
		{"anme", "name note", "name"},
		{"naem", "name note", "name"},
		{"nam", "name note", "name"},
		{"naame", "name note", "name"},
		{"nqme", "name note", "name"},
		{"NAEM", "name note", "name"},
		{"customerid", "customer customer_id id", "customer_id"},
		{"customer__id", "customer customer_id id", "customer_id"},
		{"CustomerID", "customer_id id", "customer_id"},
		{"customerId", "customer_key client_id customer_id", "customer_id"},
		{"id_customer", "customer_id order_id", "customer_id"},
		{"prices", "price prize", "price"},
		{"categories", "category caption", "category"},
		{"status", "state statuses stat", "statuses"},
		{"order_total", "total subtotal", "total"},
		{"total", "grand_total vat", "grand_total"},
		{"date_created", "created_at updated_at", "created_at"},
		{"colour", "color count", "color"},
		{"a_name", "b_name c_name d_name e_name", "b_name, c_name, d_name"}, // as near as each other, three of them
		{"naïve", "naive native", "naive"},
		{"id", "key sku", "`key`, sku"},    // whatever has two letters is near nothing else
		{"at", "created_at", "created_at"}, // a short word is no common one, but there is nothing else
		{"x", "a b", "a, b"},
		{strings.Repeat("n", 100), "name", "name"},
	} {
		var columns []sqlcheck.Column
		for _, name := range strings.Fields(tc.columns) {
			columns = append(columns, sqlcheck.Column{Name: name, InScope: true})
		}
		catalog := tableMap{"t": sqlcheck.NewTable("", "t", columns)}
		got := refused(t, c, "SELECT `"+tc.written+"` FROM t", catalog)[0].Message
		if want := "; t has " + tc.want; !strings.HasSuffix(got, want) {
			t.Errorf("%s among %s: %q, want it to end in %q", tc.written, tc.columns, got, want)
		}
	}
}

// In a schema that is too large to look through for each name, the first ones are still looked for.
func TestSuggestionsInALargeSchema(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), listed(schemaOf(10000))
	got := refused(t, c, "SELECT 1 FROM tabel_123", catalog)[0].Message
	if want := "table tabel_123 is not in the schema; it has table_123"; got != want {
		t.Errorf("the message is %q, want %q", got, want)
	}
}
