package sqlcheck_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

// A accessWorld is a catalog made of lines such as "orders id:int note:varchar(20) -hidden:int".
type accessWorld []*sqlcheck.Table

func (w accessWorld) Table(db, name string) *sqlcheck.Table {
	for _, t := range w {
		if (db == "" || sqlcheck.Fold(db) == sqlcheck.Fold(t.Database())) && sqlcheck.Fold(name) == sqlcheck.Fold(t.Name()) {
			return t
		}
	}
	return nil
}

func (w accessWorld) Tables() []*sqlcheck.Table { return w }

// accessWorldOf returns a catalog of tables in the database shop; hidden says whether the columns with a minus are in it.
func accessWorldOf(hidden bool, lines ...string) (w accessWorld) {
	for _, line := range lines {
		words := strings.Fields(line)
		var columns []sqlcheck.Column
		for _, word := range words[1:] {
			name, kind, _ := strings.Cut(word, ":")
			bare := strings.TrimPrefix(name, "-")
			columns = append(columns, sqlcheck.Column{Name: bare, Type: kind, InScope: hidden || bare == name})
		}
		w = append(w, sqlcheck.NewTable("shop", words[0], columns))
	}
	return w
}

var accessTables = []string{
	"orders id:int -tenant_id:int customer_id:int total:decimal(10,2) note:varchar(40) made:date",
	"customers id:int -tenant_id:int name:varchar(40) -org:varchar(20)",
	"order_items order_id:int product_id:int quantity:int",
	"products id:int name:varchar(40)",
}

var (
	accessParameters = []sqlcheck.Parameter{
		{Name: "tenant", Type: sqlcheck.ParameterInteger},
		{Name: "org", Type: sqlcheck.ParameterString},
		{Name: "orgs", Type: sqlcheck.ParameterString, List: true},
		{Name: "tenants", Type: sqlcheck.ParameterInteger, List: true},
		{Name: "day", Type: sqlcheck.ParameterDate},
		{Name: "rate", Type: sqlcheck.ParameterDecimal},
	}
	accessRules = []sqlcheck.RowRule{
		{Tables: []string{"orders", "customers"}, Where: "tenant_id = @tenant"},
		{Tables: []string{"order_items"}, Where: "order_id IN (SELECT id FROM orders)"},
		{Tables: []string{"products"}, Where: "TRUE"},
	}
)

func newChecker(t testing.TB, d sqlcheck.Dialect) *sqlcheck.Checker {
	t.Helper()
	c, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: d})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// filtersOf returns the filters of the rules for a tenant.
func filtersOf(t testing.TB, c *sqlcheck.Checker, tenant string) *sqlcheck.Filters {
	t.Helper()
	access, err := c.NewAccess(accessWorldOf(true, accessTables...), accessParameters, accessRules)
	if err != nil {
		t.Fatal(err)
	}
	value, err := sqlcheck.ParseValue(accessParameters[0], tenant)
	if err != nil {
		t.Fatal(err)
	}
	filters, err := access.Bind(map[string]sqlcheck.Value{"tenant": value})
	if err != nil {
		t.Fatal(err)
	}
	return filters
}

// as gives the table of a derived table an alias.
func as(from, alias string) string {
	table, where, _ := strings.Cut(from, " WHERE ")
	_, name, _ := strings.Cut(strings.TrimPrefix(table, "FROM "), ".")
	return table + " AS `" + alias + "` WHERE " + strings.Replace(where, name, "`"+alias+"`", 1)
}

func TestCheckFilteredPrintsDerivedTables(t *testing.T) {
	c := newChecker(t, sqlcheck.MySQL)
	filters := filtersOf(t, c, "7")
	const (
		orders    = "FROM `shop`.`orders` WHERE `shop`.`orders`.`tenant_id` = 7"
		customers = "FROM `shop`.`customers` WHERE `shop`.`customers`.`tenant_id` = 7"
		fence     = " LIMIT 18446744073709551615"
	)
	for _, tc := range []struct{ why, sql, want string }{
		{"one table", "SELECT note FROM Orders", "SELECT `note` FROM (SELECT `note` " + orders + ") AS `orders`"},
		{"a condition that is true", "SELECT COUNT(*) FROM orders WHERE id = 1 OR 1 = 1", "SELECT COUNT(*) FROM (SELECT `id` " + orders + ") AS `orders` WHERE `id` = 1 OR 1 = 1"},
		{"no column", "SELECT COUNT(*) FROM orders", "SELECT COUNT(*) FROM (SELECT 1 " + orders + ") AS `orders`"},
		{"aliases, and ON", "SELECT o.id FROM orders o LEFT JOIN shop.customers ON customers.id = o.customer_id",
			"SELECT `o`.`id` FROM (SELECT `id`, `customer_id` " + as(orders, "o") + ") AS `o` LEFT JOIN (SELECT `id` " + customers + ") AS `customers` ON `customers`.`id` = `o`.`customer_id`"},
		{"a CTE of the table's name", "WITH orders AS (SELECT id FROM shop.orders) SELECT * FROM orders, shop.orders o",
			"WITH `orders` AS (SELECT `id` FROM (SELECT `id` " + orders + ") AS `orders`) SELECT `orders`.`id`, `o`.`id`, `o`.`customer_id`, `o`.`total`, `o`.`note`, `o`.`made` FROM `orders`, (SELECT `id`, `customer_id`, `total`, `note`, `made` " + as(orders, "o") + ") AS `o`"},
		{"a rule that looks into another table, and one that shows all rows", "SELECT name FROM products WHERE id IN (SELECT product_id FROM order_items)",
			"SELECT `name` FROM `products` WHERE `id` IN (SELECT `product_id` FROM (SELECT `product_id` FROM `shop`.`order_items` WHERE `shop`.`order_items`.`order_id` IN (SELECT `id` FROM (SELECT `id` " + orders + ") AS `orders`)" + fence + ") AS `order_items`)"},
		{"what may fail", "SELECT id FROM orders WHERE total * 2 > 5", "SELECT `id` FROM (SELECT `id`, `total` " + orders + fence + ") AS `orders` WHERE `total` * 2 > 5"},
		{"what may fail behind the conditions", "SELECT SUM(total * 2) FROM orders", "SELECT SUM(`total` * 2) AS `SUM(total * 2)` FROM (SELECT `total` " + orders + ") AS `orders`"},
		{"what may fail in HAVING", "SELECT note FROM orders GROUP BY note HAVING SUM(total * 2) > 1", "SELECT `note` FROM (SELECT `note`, `total` " + orders + fence + ") AS `orders` GROUP BY `note` HAVING SUM(`total` * 2) > 1"},
		{"what may fail in a block that may be merged", "SELECT n FROM (SELECT total * 2 AS n FROM orders) d WHERE n > 1", "SELECT `n` FROM (SELECT `total` * 2 AS `n` FROM (SELECT `total` " + orders + fence + ") AS `orders`) AS `d` WHERE `n` > 1"},
		{"a column that is called like what is selected", "SELECT made AS total FROM orders GROUP BY orders.total",
			"SELECT `made` AS `total` FROM (SELECT `made`, `total` " + orders + fence + ") AS `orders` GROUP BY `orders`.`total`"},
		{"a recursive CTE", "WITH RECURSIVE r AS (SELECT id FROM orders UNION SELECT 1 FROM r WHERE id > 1) SELECT id FROM r",
			"WITH RECURSIVE `r` AS (SELECT `id` FROM (SELECT `id` " + orders + fence + ") AS `orders` UNION SELECT 1 FROM `r` WHERE `id` > 1) SELECT `id` FROM `r`"},
		{"several rows for one value", "SELECT name FROM customers c WHERE (SELECT id FROM orders o WHERE o.customer_id = c.id) = 1",
			"SELECT `name` FROM (SELECT `name`, `id` " + as(customers, "c") + fence + ") AS `c` WHERE (SELECT `id` FROM (SELECT `id`, `customer_id` " + as(orders, "o") + fence + ") AS `o` WHERE `o`.`customer_id` = `c`.`id`) = 1"},
		{"dates and words", "SELECT id FROM orders WHERE made >= CURDATE() - INTERVAL 1 MONTH AND LOWER(note) LIKE '%a%'",
			"SELECT `id` FROM (SELECT `id`, `made`, `note` " + orders + ") AS `orders` WHERE `made` >= DATE_SUB(CURDATE(), INTERVAL 1 MONTH) AND LOWER(`note`) LIKE '%a%'"},
		{"a label is what was written", "SELECT (SELECT COUNT(*) FROM orders)", "SELECT (SELECT COUNT(*) FROM (SELECT 1 " + orders + ") AS `orders`) AS `(SELECT COUNT(*) FROM orders)`"},
		{"TABLE", "TABLE customers", "SELECT `id`, `name` FROM (SELECT `id`, `name` " + customers + ") AS `customers`"},
		{"what looks like the filter", "SELECT id FROM (SELECT id FROM shop.orders WHERE shop.orders.id = 7) AS orders",
			"SELECT `id` FROM (SELECT `id` FROM (SELECT `id` " + orders + ") AS `orders` WHERE `orders`.`id` = 7) AS `orders`"},
		{"a derived table of the table's name", "SELECT tenant_id FROM (SELECT 8 AS tenant_id) orders WHERE EXISTS (SELECT 1 FROM orders)",
			"SELECT `tenant_id` FROM (SELECT 8 AS `tenant_id`) AS `orders` WHERE EXISTS (SELECT 1 FROM (SELECT 1 " + orders + ") AS `orders`)"},
		{"an alias that the rule has for another table", "SELECT orders.product_id FROM order_items AS orders",
			"SELECT `orders`.`product_id` FROM (SELECT `product_id` FROM `shop`.`order_items` WHERE `shop`.`order_items`.`order_id` IN (SELECT `id` FROM (SELECT `id` " + orders + ") AS `orders`)" + fence + ") AS `orders`"},
		{"another alias", "SELECT x.product_id FROM order_items AS x",
			"SELECT `x`.`product_id` FROM (SELECT `product_id` FROM `shop`.`order_items` AS `x` WHERE `shop`.`x`.`order_id` IN (SELECT `id` FROM (SELECT `id` " + orders + ") AS `orders`)" + fence + ") AS `x`"},
		{"an alias that becomes another one", "SELECT id FROM customers c WHERE EXISTS (SELECT c.id FROM orders c WHERE c.id = 1)",
			"SELECT `id` FROM (SELECT `id` " + as(customers, "c") + ") AS `c` WHERE EXISTS (SELECT `c`.`id` FROM (SELECT `id` " + as(orders, "c") + ") AS `c` WHERE `c`.`id` = 1)"},
		{"what may fail where a rule looks into another table", "SELECT x.quantity * 2 AS n FROM order_items AS x",
			"SELECT `x`.`quantity` * 2 AS `n` FROM (SELECT `quantity` FROM `shop`.`order_items` AS `x` WHERE `shop`.`x`.`order_id` IN (SELECT `id` FROM (SELECT `id` " + orders + ") AS `orders`)" + fence + ") AS `x`"},
	} {
		q, err := c.CheckFiltered(tc.sql, accessWorldOf(false, accessTables...), filters, nil)
		if err != nil {
			t.Errorf("%s: %s\n\t%v %v", tc.why, tc.sql, err, errors.Unwrap(err))
			continue
		}
		if q.String() != tc.want {
			t.Errorf("%s: %s\nprint %s\nwant  %s", tc.why, tc.sql, q, tc.want)
		}
		if want := strings.ReplaceAll(tc.want, "`tenant_id` = 7", "`tenant_id` = @tenant"); q.Redacted() != want {
			t.Errorf("%s: %s\nredacted %s\nwant     %s", tc.why, tc.sql, q.Redacted(), want)
		}
	}
}

func TestCheckFilteredRefusesWhatNoRuleNames(t *testing.T) {
	c := newChecker(t, sqlcheck.MySQL)
	more := accessWorldOf(false, append([]string{"secrets id:int"}, accessTables...)...)
	_, err := c.CheckFiltered("SELECT id FROM orders WHERE id IN (SELECT id FROM secrets)", more, filtersOf(t, c, "7"), nil)
	if err == nil || !strings.Contains(err.Error(), "the table secrets has no rule that says which of its rows may be read; leave it out") {
		t.Errorf("a table that the rules do not know gives %v", err)
	}
}

func TestCheckFilteredWithoutFilters(t *testing.T) {
	c, bound := newChecker(t, sqlcheck.MySQL), uint64(5)
	catalog := accessWorldOf(false, accessTables...)
	empty, err := c.NewAccess(catalog, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := c.CheckBounded("SELECT * FROM orders", catalog, bound)
	if err != nil {
		t.Fatal(err)
	}
	q, err := c.CheckFiltered("SELECT * FROM orders", catalog, nil, &bound)
	if err != nil || q.String() != plain.String() || q.RowLimit() != plain.RowLimit() || q.Redacted() != plain.String() || q.Filters() != nil {
		t.Errorf("without filters the print is %v, %v; want %s", q, err, plain)
	}
	// An Access without rules knows no table: whoever has one must not be shown all of them by a fault.
	none, err := empty.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	if q, err := c.CheckFiltered("SELECT * FROM orders", catalog, none, nil); err == nil {
		t.Errorf("filters without rules give %s", q)
	}
}

func TestMatchAndFence(t *testing.T) {
	c := newChecker(t, sqlcheck.MySQL)
	filters, catalog := filtersOf(t, c, "7"), accessWorldOf(false, accessTables...)
	const (
		match  = "MATCH (note) AGAINST ('a' IN BOOLEAN MODE)"
		fails  = "MATCH … AGAINST is not supported here beside anything that may fail on some row"
		sorts  = "MATCH … AGAINST is not supported here in the ORDER BY of a subquery"
		weighs = "MATCH … AGAINST weighs words by all rows of a table here"
	)
	for _, tc := range []struct{ sql, want string }{
		{"SELECT id FROM orders WHERE " + match, ""},
		{"SELECT id FROM orders WHERE NOT (" + match + ") OR id = 1", ""},
		{"SELECT id, IF(" + match + ", 1, 2), CASE WHEN " + match + " THEN 1 END FROM orders", ""},
		{"SELECT o.id FROM orders o JOIN products ON " + match + " ORDER BY NOT " + match, ""},
		{"SELECT name FROM products p JOIN orders o ON o.id = p.id ORDER BY MATCH (name) AGAINST ('a')", ""},
		{"SELECT id FROM orders WHERE " + match + " AND id + 1 > 2", fails},
		{"SELECT * FROM (SELECT id FROM orders ORDER BY NOT " + match + ") AS d, products", sorts},
		// How many rows of others have a word is in the number.
		{"SELECT " + match + " FROM orders", weighs},
		{"SELECT id FROM orders ORDER BY " + match, weighs},
		{"SELECT id FROM orders WHERE (" + match + ") > 0.5", weighs},
		{"SELECT CASE " + match + " WHEN 1 THEN 1 END FROM orders", weighs},
		{"SELECT n FROM (SELECT note AS n FROM orders) AS d ORDER BY MATCH (n) AGAINST ('a' IN BOOLEAN MODE)", weighs},
		// And in which rows these modes find.
		{"SELECT id FROM orders WHERE MATCH (note) AGAINST ('a')", weighs},
		{"SELECT id FROM orders WHERE MATCH (note) AGAINST ('a' WITH QUERY EXPANSION)", weighs},
	} {
		q, err := c.CheckFiltered(tc.sql, catalog, filters, nil)
		switch {
		case tc.want == "" && (err != nil || strings.Contains(q.String(), "LIMIT")):
			t.Errorf("%s gives %v, %v; want derived tables that are merged", tc.sql, q, err)
		case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
			t.Errorf("%s gives %v, %v, want %s", tc.sql, q, err, tc.want)
		}
	}
}

// A server that merges one of these gives rows of others, or fails on them.
func TestAlwaysFenced(t *testing.T) {
	c := newChecker(t, sqlcheck.MySQL)
	hidden := []sqlcheck.Column{{Name: "id", Type: "int", InScope: true}, {Name: "next", Type: "bigint", InScope: true}, {Name: "tenant_id", Type: "int", InScope: true}}
	world := accessWorldOf(true, accessTables...)
	world = append(world, sqlcheck.NewView("shop", "numbered", hidden))
	rules := append(slices.Clip(accessRules), sqlcheck.RowRule{Tables: []string{"numbered"}, Where: "tenant_id = @tenant"})
	rules[1].Where = "order_id IN (SELECT id FROM numbered)"
	access, err := c.NewAccess(world, accessParameters, rules)
	if err != nil {
		t.Fatal(err)
	}
	value, err := sqlcheck.ParseValue(accessParameters[0], "7")
	if err != nil {
		t.Fatal(err)
	}
	filters, err := access.Bind(map[string]sqlcheck.Value{"tenant": value})
	if err != nil {
		t.Fatal(err)
	}
	const fenced = "= 7 LIMIT 18446744073709551615)"
	for sql, fences := range map[string]int{
		"SELECT id FROM numbered WHERE next > 5":                         1,
		"SELECT o.id FROM orders o, numbered n WHERE n.next > 5":         1,
		"SELECT product_id FROM order_items":                             1, // its rule reads the view
		"SELECT id FROM orders WHERE LOCATE(note, 'a') > 1":              1,
		"SELECT id FROM orders WHERE TRIM(note FROM 'a') > 1":            1,
		"SELECT id FROM orders WHERE TRIM(note) = 'a'":                   0,
		"SELECT id FROM orders WHERE id IN (SELECT id FROM customers)":   0,
		"SELECT (SELECT COUNT(*) FROM orders) FROM (SELECT 1 AS n) AS d": 0,
	} {
		q, err := c.CheckFiltered(sql, world, filters, nil)
		if err != nil {
			t.Errorf("%s: %v %v", sql, err, errors.Unwrap(err))
		} else if strings.Count(q.String(), fenced) != fences {
			t.Errorf("%s: %s\nhas %d fences, want %d", sql, q, strings.Count(q.String(), fenced), fences)
		}
	}
}

// MySQL loses the conditions of what such a subquery reads.
func TestSubqueriesOfValues(t *testing.T) {
	const want = "a subquery is not supported here in VALUES"
	catalog := accessWorldOf(false, accessTables...)
	for _, d := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB} {
		c := newChecker(t, d)
		filters := filtersOf(t, c, "7")
		for _, before := range []string{"VALUES ROW(1), ", "SELECT id FROM orders UNION ALL VALUES ", "SELECT id FROM orders WHERE id IN (VALUES ROW(7), "} {
			sql := before + "ROW((SELECT COUNT(*) FROM orders))" + strings.Repeat(")", strings.Count(before, " ("))
			switch q, err := c.CheckFiltered(sql, catalog, filters, nil); {
			case d == sqlcheck.MySQL && (err == nil || !strings.Contains(err.Error(), want)):
				t.Errorf("%s gives %v, %v", sql, q, err)
			case d == sqlcheck.MariaDB && err != nil:
				t.Errorf("%s gives %v", sql, err)
			}
		}
		if _, err := c.CheckFiltered("SELECT id FROM orders UNION ALL VALUES ROW(1), ROW(1 + 2)", catalog, filters, nil); err != nil {
			t.Error(err)
		}
	}
}

// MySQL loses rows of such a join, or gives them twice.
func TestSubqueriesOfOuterJoins(t *testing.T) {
	const want = "a subquery is not supported here in the ON of an outer join"
	catalog := accessWorldOf(false, accessTables...)
	for _, d := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB} {
		c := newChecker(t, d)
		filters := filtersOf(t, c, "7")
		const on = " ON EXISTS (SELECT 1 FROM products) AND orders.id = p.id"
		for _, join := range []string{"LEFT JOIN", "RIGHT JOIN"} {
			q, err := c.CheckFiltered("SELECT p.id FROM products p "+join+" orders"+on, catalog, filters, nil)
			if refused := err != nil && strings.Contains(err.Error(), want); refused != (d == sqlcheck.MySQL) || !refused && !strings.Contains(q.String(), "LIMIT") {
				t.Errorf("in %s, %s gives %v, %v", d, join, q, err)
			}
		}
		if _, err := c.CheckFiltered("SELECT p.id FROM products p JOIN orders"+on, catalog, filters, nil); err != nil {
			t.Error(err)
		}
	}
}

// Of a CHAR, the blanks that PAD_CHAR_TO_FULL_LENGTH adds are no part: NOT IN would show every row.
func TestBytesOfFixedStrings(t *testing.T) {
	c := newChecker(t, sqlcheck.MySQL)
	value, err := sqlcheck.ParseValue(accessParameters[1], "a")
	if err != nil {
		t.Fatal(err)
	}
	for declared, fixed := range map[string]bool{
		"char(2)": true, "CHAR": true, "nchar(2)": true, "character(2) collate utf8mb4_bin": true,
		"varchar(2)": false, "character varying(2)": false, "nvarchar(2)": false, "text": false, "enum('char')": false, "tinytext": false,
	} {
		org := sqlcheck.Column{Name: "org", Type: declared, InScope: true}
		catalog := accessWorld{sqlcheck.NewTable("shop", "customers", []sqlcheck.Column{org})}
		access, err := c.NewAccess(catalog, accessParameters, []sqlcheck.RowRule{{Tables: []string{"customers"}, Where: "org <> @org"}})
		if err != nil {
			t.Fatal(declared, err)
		}
		filters, err := access.Bind(map[string]sqlcheck.Value{"org": value})
		if err != nil {
			t.Fatal(err)
		}
		q, err := c.CheckFiltered("SELECT org FROM customers", catalog, filters, nil)
		if err != nil || strings.Contains(q.String(), "CONVERT(RTRIM(`shop`.`customers`.`org`) USING utf8mb4)") != fixed {
			t.Errorf("%s gives %v, %v", declared, q, err)
		}
	}
}

// MariaDB fails or ends where it merges derived tables into a block with GROUP BY and a window.
func TestGroupsUnderWindows(t *testing.T) {
	for _, d := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB} {
		c := newChecker(t, d)
		for _, sql := range []string{"SELECT note, SUM(COUNT(*)) OVER () AS n FROM orders GROUP BY note", "SELECT note FROM orders GROUP BY note WINDOW w AS (ORDER BY note)"} {
			q, err := c.CheckFiltered(sql, accessWorldOf(false, accessTables...), filtersOf(t, c, "7"), nil)
			if err != nil || strings.Contains(q.String(), "LIMIT") != (d == sqlcheck.MariaDB) {
				t.Errorf("in %s, %s gives %v, %v", d, sql, q, err)
			}
		}
	}
}

// Characters beyond U+FFFF stand in no smaller character set: such a literal has one of its own.
func TestValuesBeyondTheBasicPlane(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		c, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: sqlcheck.MySQL, ASCII: ascii})
		if err != nil {
			t.Fatal(err)
		}
		catalog := accessWorldOf(true, "customers id:int org:varchar(20)")
		access, err := c.NewAccess(catalog, accessParameters, []sqlcheck.RowRule{{Tables: []string{"customers"}, Where: "org = @org AND org IN (@orgs)"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"😀", "\U0010ffff'\\", strings.Repeat("\\😀", 20), "é\\", "\\"} {
			values := map[string]sqlcheck.Value{}
			for _, p := range []sqlcheck.Parameter{accessParameters[1], accessParameters[2]} {
				if values[p.Name], err = sqlcheck.ParseValue(p, text); err != nil {
					t.Fatal(err)
				}
			}
			filters, err := access.Bind(values)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.CheckFiltered("SELECT id FROM customers", catalog, filters, nil); err != nil {
				t.Errorf("%q, ascii %v: %v %v", text, ascii, err, errors.Unwrap(err))
			}
		}
	}
}

func TestNewAccessNeeds(t *testing.T) {
	c, catalog := newChecker(t, sqlcheck.MySQL), accessWorldOf(true, accessTables...)
	elsewhere := accessWorld{sqlcheck.NewTable("", "orders", []sqlcheck.Column{{Name: "id", Type: "int", InScope: true}})}
	twice := append(accessWorld{sqlcheck.NewTable("other", "orders", []sqlcheck.Column{{Name: "id", Type: "int", InScope: true}})}, catalog...)
	all := []sqlcheck.RowRule{{Tables: []string{"orders"}, Where: "TRUE"}}
	for _, tc := range []struct {
		catalog    sqlcheck.Catalog
		parameters []sqlcheck.Parameter
		want       string
	}{
		{onlyTables{catalog}, nil, "the catalog cannot list its tables"},
		{elsewhere, nil, "the schema does not say which database orders is in"},
		{twice, nil, "the schema has several tables orders; write the database in front"},
		{catalog, []sqlcheck.Parameter{{Name: "Tenant", Type: sqlcheck.ParameterDate}}, `"Tenant" is no name of a parameter`},
		{catalog, []sqlcheck.Parameter{{Name: "a`b", Type: sqlcheck.ParameterDate}}, "is no name of a parameter"},
		{catalog, []sqlcheck.Parameter{{Name: "tenant"}}, "the parameter tenant has no type"},
		{catalog, []sqlcheck.Parameter{accessParameters[0], accessParameters[0]}, "the parameter tenant is given twice"},
	} {
		if _, err := c.NewAccess(tc.catalog, tc.parameters, all); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("NewAccess gives %v, want %q", err, tc.want)
		}
	}
}

type onlyTables struct{ sqlcheck.Catalog }

func TestBindRefuses(t *testing.T) {
	c := newChecker(t, sqlcheck.MySQL)
	access, err := c.NewAccess(accessWorldOf(true, accessTables...), accessParameters, accessRules)
	if err != nil {
		t.Fatal(err)
	}
	if got := access.Parameters(); len(got) != 1 || got[0] != "tenant" {
		t.Errorf("Parameters = %v", got)
	}
	other, err := sqlcheck.ParseValue(sqlcheck.Parameter{Name: "tenant", Type: sqlcheck.ParameterString}, "7 OR 1=1")
	if err != nil {
		t.Fatal(err)
	}
	for _, values := range []map[string]sqlcheck.Value{nil, {"tenant": {}}, {"tenant": other}, {"org": other}} {
		if _, err := access.Bind(values); err == nil {
			t.Errorf("Bind takes %v", values)
		}
	}
}
