package sqlcheck_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

func TestNewAccessRefuses(t *testing.T) {
	for _, tc := range accessRefusals {
		if said := refusalOf(t, tc); !strings.Contains(said, tc.want) {
			t.Errorf("%q over %v says %q, want %q", tc.where, tc.tables, said, tc.want)
		}
	}
}

// Every message of the files that read row rules has an example.
func TestEveryMessageOfRowRules(t *testing.T) {
	var said strings.Builder
	for _, tc := range accessRefusals {
		said.WriteString(refusalOf(t, tc) + "\n")
	}
	for _, p := range accessParameters {
		if _, err := sqlcheck.ParseValue(p, "\x00"); err != nil {
			said.WriteString(err.Error() + "\n")
		}
	}
	for _, m := range messages(t, ".", "internal/suggest", "../rules") {
		if _, reason := unreachableOfRowRules[m.text]; m.isOfRowRules() && !reason && m.pattern(t).FindString(said.String()) == "" {
			t.Errorf("%s: no example of the message %q", m.place, m.text)
		}
	}
}

func (m *message) isOfRowRules() bool { return strings.HasPrefix(m.place, "access") }

var unreachableOfRowRules = map[string]string{
	"the catalog cannot list its tables":                                           "TestNewAccessNeeds has it",
	"%q is no name of a parameter; use lower-case letters, digits and underscores": "TestNewAccessNeeds has it",
	"the parameter %s is given twice":                                              "TestNewAccessNeeds has it",
	"the parameter %s has no type":                                                 "TestNewAccessNeeds has it",
	"the condition of %s has %d bytes with those of the tables that it looks into, and the limit is %d; let it look into fewer tables, or into one whose rule is short": "TestRulesThatDouble has it",
	"a subquery behind IN selects one column": "the resolver says it first",

	"strings cannot be compared by their bytes":                                                                                       "the parser reads the form",
	"it does not come back the same when it is read again; write it in a simpler form":                                                "every print comes back the same",
	"its print cannot be parsed; write it in a simpler form":                                                                          "every print can be parsed",
	"its print is no condition; write it in a simpler form":                                                                           "every print is one",
	"the print reads rows of a table that are not filtered":                                                                           "no print does",
	"the table %s has no rule that says which of its rows may be read; leave it out":                                                  "TestCheckFilteredRefusesWhatNoRuleNames has it",
	"the schema does not say which database %s is in; name the database there, so that no name in a query can be taken for the table": "TestNewAccessNeeds has it",
}

// Twenty tables whose rules look twice into the one before would come to a million conditions.
func TestRulesThatDouble(t *testing.T) {
	var tables []string
	list := []sqlcheck.RowRule{{Tables: []string{"t0"}, Where: "tenant_id = @tenant"}}
	for i := range 20 {
		tables = append(tables, fmt.Sprintf("t%d id:int tenant_id:int", i))
		if i > 0 {
			list = append(list, sqlcheck.RowRule{Tables: []string{fmt.Sprintf("t%d", i)}, Where: fmt.Sprintf("id IN (SELECT id FROM t%d) OR id IN (SELECT tenant_id FROM t%[1]d)", i-1)})
		}
	}
	_, err := newChecker(t, sqlcheck.MySQL).NewAccess(accessWorldOf(true, tables...), accessParameters, list)
	var wrong *sqlcheck.AccessError
	if !errors.As(err, &wrong) || wrong.Rule <= 0 || !strings.Contains(wrong.Reason, "let it look into fewer tables") {
		t.Errorf("rules that double give %v", err)
	}
	if _, err := newChecker(t, sqlcheck.MySQL).NewAccess(accessWorldOf(true, tables[:6]...), accessParameters, list[:6]); err != nil {
		t.Error(err)
	}
}

// An accessRefusal is what is said of a rule. tables are separated by commas; the first one is that of Where, and
// all others show all rows.
type accessRefusal struct {
	tables, where, want string
}

var accessRefusals = []accessRefusal{
	{"nothing", "TRUE", "there is no table nothing in the schema"},
	{"", "TRUE", "it names no table"},
	{"customers", "TRUE", "no row rule names the table orders"},
	{"orders", "", "the text"},
	{"orders", "tenant_id = ", "the text"},
	{"orders", "tenant_id = @nobody", "variable"},
	{"orders", "tenant_id = @@version", "variable"},
	{"orders", "nothing = 1", "nothing"},
	{"orders", "tenant_id = (@tenant := 8)", "@tenant"},
	{"orders", "tenant_id = @tenant OR SLEEP(5)", "SLEEP"},
	{"orders", "tenant_id = 1; DROP TABLE orders", "one"},
	{"orders", "tenant_id = 1 LIMIT 1", "it is no condition alone"},
	{"orders", "tenant_id = 1 GROUP BY id", "it is no condition alone"},
	{"orders", "TRUE UNION SELECT 1", "it is no condition alone"},
	{"orders", "tenant_id = 1 FOR UPDATE", "FOR UPDATE"},
	{"orders", "tenant_id + 1 = @tenant", "this form has no place in a row rule"},
	{"orders", "ABS(tenant_id) = @tenant", "this form has no place in a row rule"},
	{"orders", "tenant_id = RAND()", "this form has no place in a row rule"},
	{"orders", "note LIKE 'a%'", "this form has no place in a row rule"},
	{"orders", "tenant_id = (SELECT MAX(id) FROM customers)", "this form has no place in a row rule"},
	{"orders", "tenant_id = @org", "the column orders.tenant_id is a number and @org is a string"},
	{"orders", "note = @tenant", "the column orders.note is a string and @tenant is a number"},
	{"orders", "note = 7", "and a server would convert one"},
	{"orders", "note IN (7, @org)", "and a server would convert one"},
	{"orders", "made = @tenant", "the column orders.made is a date and @tenant is a number"},
	{"orders", "tenant_id = @day", "the column orders.tenant_id is a number and @day is a date"},
	{"orders", "@tenant = 7", "neither is a column"},
	{"orders", "tenant_id = NULL", "a comparison with NULL is never true"},
	{"orders", "tenant_id = @tenants", "@tenants is a list"},
	{"orders", "tenant_id IN (@tenants, 1)", "@tenants is a list"},
	{"orders", "note < @org", "strings are ordered by collation only"},
	{"orders", "note", "is no condition"},
	{"orders", "note = 'a\\\\b'", "a string in a row rule has no backslash"},
	{"orders", "doc = 1", "is of a type that rules do not compare"},
	{"orders", "vague = 1", "is of a type that the schema does not say"},
	{"orders", "1 = doc", "is of a type that rules do not compare"},
	{"orders", "tenant_id = 0x41", "the literal is of a type"},
	{"orders", "org IN (SELECT org FROM customers)", "strings are compared by collation in IN"},
	{"orders", "tenant_id IN (SELECT id, tenant_id FROM customers)", "column"},
	{"orders", "tenant_id IN (SELECT MAX(id) FROM customers)", "this form has no place"},
	{"orders", "tenant_id IN (SELECT id FROM customers LIMIT 1)", "LIMIT"},
	{"orders", "EXISTS (SELECT id FROM customers ORDER BY id)", "a subquery in a row rule is SELECT, FROM and WHERE alone"},
	{"orders", "EXISTS (SELECT 1 FROM (SELECT id FROM customers) c)", "a row rule reads tables only"},
	{"orders", "EXISTS (SELECT c.id FROM (SELECT id FROM customers) c)", "a row rule reads tables only"},
	{"orders", "id IN (SELECT id FROM orders)", "the rows of orders depend on themselves, by way of orders"},
	{"orders,customers,order_items,products", "id IN (SELECT id FROM customers)", "the rows of customers depend on themselves"},
}

// refusalOf returns what is said of a rule, "" if it is taken.
func refusalOf(t *testing.T, tc accessRefusal) string {
	t.Helper()
	tables := append([]string{"orders id:int tenant_id:int note:varchar(9) made:date doc:json vague org:varchar(9)"}, accessTables[1:]...)
	rule := sqlcheck.RowRule{Where: tc.where}
	if tc.tables != "" {
		rule.Tables = strings.Split(tc.tables, ",")
	}
	list := []sqlcheck.RowRule{rule}
	if tc.tables == "orders" {
		list = append(list, sqlcheck.RowRule{Tables: []string{"customers", "order_items", "products"}, Where: "TRUE"})
	}
	_, err := newChecker(t, sqlcheck.MySQL).NewAccess(accessWorldOf(true, tables...), accessParameters, list)
	var wrong *sqlcheck.AccessError
	if err == nil {
		return ""
	}
	if !errors.As(err, &wrong) || wrong.Rule != 0 && wrong.Rule != -1 {
		t.Errorf("%q gives %v, of rule %v", tc.where, err, wrong)
	}
	return err.Error()
}
