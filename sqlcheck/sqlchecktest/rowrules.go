package sqlchecktest

import (
	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
)

// rowRules are those of the shop: each customer reads their own rows.
var rowRules = []sqlcheck.RowRule{
	{Tables: []string{"customers"}, Where: "id = @customer"},
	{Tables: []string{"orders"}, Where: "customer_id = @customer"},
	{Tables: []string{"order_items"}, Where: "order_id IN (SELECT id FROM orders)"},
	{Tables: []string{"products", "categories"}, Where: "TRUE"},
	{Tables: []string{"employees"}, Where: "FALSE"},
}

// checkRows runs a case with the row rules of the shop, for customer 7.
func checkRows(checker *sqlcheck.Checker, c corpus.Case, catalog sqlcheck.Catalog) (*sqlcheck.Query, error) {
	customer := sqlcheck.Parameter{Name: "customer", Type: sqlcheck.ParameterInteger}
	access, err := checker.NewAccess(Shop(corpus.Settings{WithSensitive: true}), []sqlcheck.Parameter{customer}, rowRules)
	if err != nil {
		return nil, err
	}
	seven, err := sqlcheck.ParseValue(customer, "7")
	if err != nil {
		return nil, err
	}
	filters, err := access.Bind(map[string]sqlcheck.Value{customer.Name: seven})
	if err != nil {
		return nil, err
	}
	if c.Settings.MaxRows > 0 {
		return checker.CheckFiltered(c.SQL, catalog, filters, &c.Settings.MaxRows)
	}
	return checker.CheckFiltered(c.SQL, catalog, filters, nil)
}
