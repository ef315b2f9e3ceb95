package sqlchecktest

import (
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
)

func TestShop(t *testing.T) {
	for _, tc := range []struct {
		db, name string
		want     string // name of the table, or "" for none
	}{
		{"", "orders", "orders"},
		{"shop", "orders", "orders"},
		{"SHOP", "Order_Items", "order_items"},
		{"mysql", "orders", ""},
		{"", "audit_log", ""},
		{"", "orderſ", ""},
		{"", "", ""},
	} {
		got := ""
		if table := Shop(corpus.Settings{}).Table(tc.db, tc.name); table != nil {
			got = table.Name()
		}
		if got != tc.want {
			t.Errorf("Table(%q, %q) is %q, want %q", tc.db, tc.name, got, tc.want)
		}
	}
}

func TestShopHidesSensitiveColumns(t *testing.T) {
	for _, tc := range []struct {
		withSensitive bool
		column        string
		want          *sqlcheck.Column
	}{
		{false, "email", nil},
		{true, "email", &sqlcheck.Column{Name: "email", Sensitive: true, InScope: true}},
		{false, "city", &sqlcheck.Column{Name: "city", InScope: true}},
		{true, "city", &sqlcheck.Column{Name: "city", InScope: true}},
	} {
		got := Shop(corpus.Settings{WithSensitive: tc.withSensitive}).Table("shop", "customers").Column(tc.column)
		if (got == nil) != (tc.want == nil) || got != nil && plain(*got) != *tc.want {
			t.Errorf("with sensitive columns %v, %s is %+v, want %+v", tc.withSensitive, tc.column, got, tc.want)
		}
	}
}

func TestShopListsItsTables(t *testing.T) {
	tables := Shop(corpus.Settings{}).(sqlcheck.Suggester).Tables()
	if len(tables) != 6 || tables[0].Name() != "customers" {
		t.Errorf("Tables lists %d tables, want 6 with customers first", len(tables))
	}
}

func TestDecodeRefusesWhatIsNoJSON(t *testing.T) {
	if _, err := decode([]byte("{"), false); err == nil {
		t.Error("decode succeeds on half an object")
	}
}

// plain is a column without its type.
func plain(c sqlcheck.Column) sqlcheck.Column {
	c.Type = ""
	return c
}
