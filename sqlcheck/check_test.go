package sqlcheck_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

func TestViolationsComeInTheOrderOfEvaluation(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	for _, tc := range []struct{ why, sql, want string }{
		{"one finding", "SELECT 1 FROM secret", "[table_scope]"},
		{"the rules' order, not the text's", "SELECT employees.salary, VERSION() FROM employees, secret FOR UPDATE",
			"[read_only function_scope table_scope column_scope]"},
		{"within a rule, the text's", "SELECT email, phone FROM customers", "[column_scope column_scope]"},
		{"complexity is before syntax", "SELECT REPEAT('x', 100000), ? FROM orders", "[complexity syntax]"},
		{"the engine's own are before every rule", "SELECT ?, VERSION()", "[syntax function_scope]"},
		{"several statements are not looked into", "SELECT email FROM customers; DELETE FROM secret",
			"[single_statement read_only]"},
		{"the same finding at the same place once", "SELECT 1 FROM customers c, customers c, customers c", "[column_scope]"},
		{"a column of a table that is not there is not reported again", "SELECT s.a, b FROM secret s", "[table_scope]"},
	} {
		t.Run(tc.why, func(t *testing.T) {
			if got := names(refused(t, c, tc.sql, catalog)); got != tc.want {
				t.Errorf("Check(%q) is refused by %s, want %s", tc.sql, got, tc.want)
			}
		})
	}
}

func TestTheCallersRulesDecideTheOrder(t *testing.T) {
	reversed, err := sqlcheck.New([]*sqlcheck.Rule{rules.ColumnScope, rules.TableScope}, sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := names(refused(t, reversed, "SELECT total FROM secret, customers", shop(t)))
	if want := "[table_scope]"; got != want {
		t.Errorf("a column that may be the unknown table's: %s, want %s", got, want)
	}
	got = names(refused(t, reversed, "SELECT email FROM secret, customers", shop(t)))
	if want := "[table_scope]"; got != want {
		t.Errorf("a hidden column there, as one that nobody has: %s, want %s", got, want)
	}
	got = names(refused(t, reversed, "SELECT customers.email FROM secret, customers", shop(t)))
	if want := "[column_scope table_scope]"; got != want {
		t.Errorf("refused by %s, want %s, the order of the checker's rules", got, want)
	}
}

func TestViolationsPointIntoTheText(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	for _, tc := range []struct{ sql, near, at string }{
		{"SELECT id, salary FROM employees", "salary", "salary FROM"},
		{"SELECT id FROM orders WHERE SLEEP(3)", "SLEEP", "SLEEP(3)"},
		{"/* Ünïcödé */ SELECT e.salary FROM employees e", "e.salary", "e.salary FROM"},
		{"SELECT id,\n\ttotl FROM orders", "totl", "totl"},
		{"SELECT @x", "@x", "@x"},
		{"SELECT id FROM orders GROUP", "GROUP", "GROUP"},
		{"SELECT id FROM orders ORDER total", "total", "total"},
		{"SELECT a\x00", "", "\x00"},
		// Of these the parser keeps no place. They stand in the text once.
		{"SELECT 1 FROM secret", "secret", "secret"},
		{"SELECT secret_id FROM `Secret`", "Secret", "Secret"},
		{"SELECT id FROM orders FOR UPDATE", "FOR UPDATE", "FOR UPDATE"},
	} {
		v := refused(t, c, tc.sql, catalog)[0]
		if v.Near != tc.near || v.Offset != strings.Index(tc.sql, tc.at) {
			t.Errorf("Check(%q) points to %q at %d, want %q at %d", tc.sql, v.Near, v.Offset, tc.near, strings.Index(tc.sql, tc.at))
		}
	}
	for _, sql := range []string{"SELECT secret.id FROM secret", "", "SELECT 1; SELECT 2"} {
		if v := refused(t, c, sql, catalog)[0]; v.Offset != -1 {
			t.Errorf("Check(%q) has the offset %d, want -1: it is not known", sql, v.Offset)
		}
	}
}

// What a message quotes is cut, so that a refusal is never longer than a few lines.
func TestMessagesAreShort(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	long := strings.Repeat("ä", 5000)
	for _, sql := range []string{
		"SELECT " + long + " FROM orders",
		"SELECT o." + long + " FROM orders o",
		"SELECT " + long + ".id FROM orders",
		"SELECT " + long + ".* FROM orders",
		"SELECT 1 FROM " + long,
		"SELECT 1 FROM " + long + "." + long,
		"SELECT f" + long + "()",
		"SELECT " + long + "." + long + "()",
		"SELECT @" + long,
		"SELECT id " + long + " FROM orders FROM",
		"SELECT id FROM orders ORDER " + long,
		"SELECT 1 FROM orders " + long + ", orders " + long,
		"SELECT 1 FROM (SELECT 1 AS " + long + ", 2 AS " + long + ") d",
		"WITH " + long + " AS (SELECT 1), " + long + " AS (SELECT 2) SELECT 1",
		"WITH " + long + " (a, b) AS (SELECT 1) SELECT 1",
		"SELECT SUM(id) OVER " + long + " FROM orders",
		"SELECT SUM(id) OVER w FROM orders WINDOW " + long + " AS (), " + long + " AS ()",
		"SELECT 1 FROM orders JOIN orders o USING (" + long + ")",
		"SELECT id FROM orders HAVING " + long + " > 1",
		"SELECT id FROM orders UNION SELECT 1 ORDER BY " + long,
		"SELECT id COLLATE " + long + " FROM orders",
	} {
		for _, v := range refused(t, c, sql, catalog) {
			if len(v.Near) > 80 || len(v.Message) > 600 || !json.Valid([]byte(`"`+v.Near+`"`)) {
				t.Errorf("Check(%.50q…): message of %d bytes, near of %d", sql, len(v.Message), len(v.Near))
			}
		}
	}
}

// Whether a name does not exist or may not be used cannot be told from the refusal.
func TestRefusalsTellNothingOfWhatIsHidden(t *testing.T) {
	c := checker(t, sqlcheck.Options{})
	table := func(columns ...sqlcheck.Column) sqlcheck.Catalog {
		people := sqlcheck.NewTable("", "people", append([]sqlcheck.Column{{Name: "id", InScope: true}}, columns...))
		return catalogFunc(func(_, name string) *sqlcheck.Table {
			if sqlcheck.Fold(name) == "people" {
				return people
			}
			return nil
		})
	}
	hidden, absent := table(sqlcheck.Column{Name: "pay"}), table()
	for _, sql := range []string{
		"SELECT pay FROM people",
		"SELECT p.pay FROM people p",
		"SELECT people.PAY FROM people",
		"SELECT id FROM people WHERE pay > 1",
		"SELECT id FROM people ORDER BY pay",
		"SELECT id FROM people GROUP BY id HAVING MAX(pay) > 1",
		"SELECT DEFAULT(pay) FROM people",
		"SELECT p.id FROM people p JOIN people q USING (pay)",
		"SELECT (SELECT pay) FROM people",
		"SELECT d.pay FROM (SELECT id FROM people) d",
		"SELECT pay FROM people p, people q",
		"SELECT p.pay FROM people p JOIN people q USING (id)",
	} {
		with, without := refused(t, c, sql, hidden), refused(t, c, sql, absent)
		if got, want := describeViolations(with), describeViolations(without); got != want {
			t.Errorf("Check(%q) tells a hidden column from none:\nhidden: %s\nabsent: %s", sql, got, want)
		}
	}
}

func describeViolations(list []sqlcheck.Violation) string {
	text, err := json.Marshal(list)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func TestRejectedError(t *testing.T) {
	c := checker(t, sqlcheck.Options{})
	_, err := c.Check("SELECT totl FROM orders, secret", shop(t))
	var rejected *sqlcheck.RejectedError
	if !errors.As(err, &rejected) {
		t.Fatalf("%v is no *RejectedError", err)
	}
	if got, want := rejected.Rule(), "table_scope"; got != want {
		t.Errorf("Rule() = %q, want %q", got, want)
	}
	first := rejected.Violations[0]
	if got, want := err.Error(), first.Rule+": "+first.Message; got != want {
		t.Errorf("Error() = %q, want the first violation, %q", got, want)
	}
	if rejected.Unwrap() != nil {
		t.Errorf("Unwrap() = %v, want nil: nothing failed inside the package", rejected.Unwrap())
	}
	if empty := (&sqlcheck.RejectedError{}); empty.Error() == "" || empty.Rule() != "" {
		t.Errorf("the zero value says %q and names the rule %q", empty.Error(), empty.Rule())
	}
}

// A catalog is foreign code. What it panics with stays inside, and what it answers is held against
// what was asked.
func TestCatalogsAreNotTrusted(t *testing.T) {
	c := checker(t, sqlcheck.Options{})
	orders := sqlcheck.NewTable("shop", "orders", []sqlcheck.Column{{Name: "id", InScope: true}})
	for _, tc := range []struct {
		why     string
		catalog sqlcheck.Catalog
		sql     string
		want    string
	}{
		{"another table than the one asked for", catalogFunc(func(_, _ string) *sqlcheck.Table { return orders }), "SELECT id FROM secret", "table_scope"},
		{"a table of another database", catalogFunc(func(_, _ string) *sqlcheck.Table { return orders }), "SELECT id FROM mysql.orders", "table_scope"},
		{"a panic", catalogFunc(func(_, _ string) *sqlcheck.Table { panic("out of order") }), "SELECT id FROM orders", "syntax"},
	} {
		if got := verdict(t, c, tc.sql, tc.catalog); got != tc.want {
			t.Errorf("%s: Check(%q) gives %s, want %s", tc.why, tc.sql, got, tc.want)
		}
	}
}

func TestPanicsAreForTheLog(t *testing.T) {
	c := checker(t, sqlcheck.Options{})
	_, err := c.Check("SELECT id FROM orders", catalogFunc(func(_, _ string) *sqlcheck.Table { panic("s3cret") }))
	var rejected *sqlcheck.RejectedError
	if !errors.As(err, &rejected) || rejected.Unwrap() == nil || !strings.Contains(rejected.Unwrap().Error(), "s3cret") {
		t.Fatalf("Check = %#v, want a rejection that wraps the panic", err)
	}
	if strings.Contains(describeViolations(rejected.Violations)+err.Error(), "s3cret") {
		t.Errorf("the refusal tells what the panic said: %v", err)
	}
}

func TestCaseSensitiveTables(t *testing.T) {
	exact, folding := checker(t, sqlcheck.Options{CaseSensitiveTables: true}), checker(t, sqlcheck.Options{})
	catalog := shop(t)
	for _, tc := range []struct{ sql, folding, exact string }{
		{"SELECT id FROM orders", "accept", "accept"},
		{"SELECT id FROM Orders", "accept", "table_scope"},
		{"SELECT id FROM Shop.orders", "accept", "table_scope"},
		{"SELECT O.id FROM orders o", "accept", "column_scope"},
		{"SELECT O.* FROM orders o", "accept", "column_scope"},
		{"SELECT Shop.orders.id FROM orders", "accept", "accept"},
		{"SELECT o.ID FROM orders o", "accept", "accept"},
		{"SELECT o.id, O.id FROM orders o, orders O", "column_scope", "accept"},
		{"WITH c AS (SELECT 1 AS x) SELECT x FROM C", "accept", "table_scope"},
		{"SELECT id AS x FROM orders ORDER BY X", "accept", "accept"},
		{"SELECT SUM(id) OVER W FROM orders WINDOW w AS ()", "accept", "accept"},
	} {
		if got := verdict(t, folding, tc.sql, catalog); got != tc.folding {
			t.Errorf("folding: Check(%q) gives %s, want %s", tc.sql, got, tc.folding)
		}
		if got := verdict(t, exact, tc.sql, catalog); got != tc.exact {
			t.Errorf("exact: Check(%q) gives %s, want %s", tc.sql, got, tc.exact)
		}
	}
}

func TestASCII(t *testing.T) {
	plain, ascii := checker(t, sqlcheck.Options{}), checker(t, sqlcheck.Options{ASCII: true})
	catalog := shop(t)
	for _, tc := range []struct{ sql, plain, ascii string }{
		{"SELECT 'Lísbon' AS x", "SELECT 'Lísbon' AS `x`", "SELECT CONCAT('L', _utf8mb3 x'c3ad', 'sbon') AS `x`"},
		{"SELECT 'Lisbon' AS x", "SELECT 'Lisbon' AS `x`", "SELECT 'Lisbon' AS `x`"},
		{"SELECT id FROM orders WHERE note LIKE '%é%'", "SELECT `id` FROM `orders` WHERE `note` LIKE '%é%'",
			"SELECT `id` FROM `orders` WHERE `note` LIKE CONCAT('%', _utf8mb3 x'c3a9', '%')"},
		{"SELECT id AS größe FROM orders", "SELECT `id` AS `größe` FROM `orders`", "syntax"},
		{"SELECT ö.id FROM orders ö", "SELECT `ö`.`id` FROM `orders` AS `ö`", "syntax"},
		{"WITH ö AS (SELECT 1) SELECT 1", "WITH `ö` AS (SELECT 1) SELECT 1", "syntax"},
		{"WITH c (ö) AS (SELECT 1) SELECT 1", "WITH `c` (`ö`) AS (SELECT 1) SELECT 1", "syntax"},
		{"SELECT SUM(id) OVER ö AS s FROM orders WINDOW ö AS ()", "SELECT SUM(`id`) OVER `ö` AS `s` FROM `orders` WINDOW `ö` AS ()", "syntax"},
		{"SELECT GROUP_CONCAT(id SEPARATOR '–') AS l FROM orders", "SELECT GROUP_CONCAT(`id` SEPARATOR '–') AS `l` FROM `orders`", "syntax"},
		{"SELECT `é` FROM (SELECT 'é') d", "SELECT `é` FROM (SELECT 'é' AS `é`) AS `d`", "syntax"},
	} {
		for _, mode := range []struct {
			name    string
			checker *sqlcheck.Checker
			want    string
		}{{"utf8mb4", plain, tc.plain}, {"ascii", ascii, tc.ascii}} {
			got := verdict(t, mode.checker, tc.sql, catalog)
			if got == "accept" {
				got = accepted(t, mode.checker, tc.sql, catalog).String()
			}
			if got != mode.want {
				t.Errorf("%s: Check(%q) = %s, want %s", mode.name, tc.sql, got, mode.want)
			}
		}
	}
}

// An installation's own functions are printed as they were written; the rest of the rules stays.
func TestConfiguredFunctions(t *testing.T) {
	catalog := shop(t)
	c := checker(t, sqlcheck.Options{Functions: []string{"net_price", "Sleep"}})
	for _, tc := range []struct{ sql, want string }{
		{"SELECT net_price(total, 0.19) AS n FROM orders", "SELECT net_price(`total`, 0.19) AS `n` FROM `orders`"},
		{"SELECT Net_Price(total) AS n FROM orders", "SELECT Net_Price(`total`) AS `n` FROM `orders`"},
		{"SELECT `net_price`(1) AS n", "SELECT net_price(1) AS `n`"},
		{"SELECT SLEEP(0)", "SELECT SLEEP(0)"},
		{"SELECT shop.net_price(total) FROM orders", "function_scope"},
		{"SELECT net_price(salary) FROM employees", "column_scope"},
		{"SELECT net_prices(1)", "function_scope"},
		{"SELECT net_price(@x)", "function_scope"},
		{"SELECT BENCHMARK(1, 1)", "function_scope"},
	} {
		got := verdict(t, c, tc.sql, catalog)
		if got == "accept" {
			got = accepted(t, c, tc.sql, catalog).String()
		}
		if got != tc.want {
			t.Errorf("Check(%q) = %s, want %s", tc.sql, got, tc.want)
		}
	}
}

// A Checker and a Catalog serve many goroutines at once. Run with -race.
func TestConcurrentChecks(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	queries := []string{
		"SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.total > 1.5",
		"WITH t AS (SELECT city, COUNT(*) AS n FROM customers GROUP BY city) SELECT * FROM t ORDER BY n DESC",
		"SELECT salary FROM employees",
		"SELECT 'a' 'b' FROM nowhere",
		"SELEC 1",
	}
	want := make([]string, len(queries))
	for i, sql := range queries {
		want[i] = outcome(c.Check(sql, catalog))
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range 100 {
				sql := queries[i%len(queries)]
				if got := outcome(c.Check(sql, catalog)); got != want[i%len(queries)] {
					t.Errorf("Check(%q) among others = %s, alone %s", sql, got, want[i%len(queries)])
				}
			}
		})
	}
	all.Wait()
}

func outcome(q *sqlcheck.Query, err error) string {
	if err != nil {
		return err.Error()
	}
	return q.String()
}
