package sqlcheck_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

// exampleCatalog is a schema of one table. Its column pay exists and may not be used.
var exampleCatalog = func() sqlcheck.Catalog {
	people := sqlcheck.NewTable("hr", "people", []sqlcheck.Column{
		{Name: "id", InScope: true},
		{Name: "name", InScope: true},
		{Name: "hired_on", InScope: true},
		{Name: "pay"},
	})
	return catalogFunc(func(db, name string) *sqlcheck.Table {
		if (db == "" || sqlcheck.Fold(db) == "hr") && sqlcheck.Fold(name) == "people" {
			return people
		}
		return nil
	})
}()

func ExampleChecker_Check() {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: sqlcheck.MySQL})
	if err != nil {
		fmt.Println(err)
		return
	}
	query, err := checker.Check("select name, year(hired_on) y from People where name like \"A%\" -- the As", exampleCatalog)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(query)
	// Output: SELECT `name`, YEAR(`hired_on`) AS `y` FROM `people` WHERE `name` LIKE 'A%'
}

// A refusal lists everything that is wrong, for whoever wrote the query to put right in one go.
func ExampleChecker_Check_refused() {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = checker.Check("SELECT nam, pay, SLEEP(9) FROM people FOR UPDATE", exampleCatalog)
	var rejected *sqlcheck.RejectedError
	if errors.As(err, &rejected) {
		for _, v := range rejected.Violations {
			fmt.Printf("%s: %s\n", v.Rule, v.Message)
		}
	}
	// Output:
	// read_only: FOR UPDATE is not part of a read-only query; leave it out: reading needs no lock
	// function_scope: function SLEEP is not one of the side-effect-free built-in functions of MySQL; leave it out, or use one of those
	// column_scope: column nam is not in the schema; people has name
	// column_scope: column pay is not in the schema; people has id, name, hired_on
}

func ExampleChecker_CheckFiltered() {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	whole := tables{sqlcheck.NewTable("shop", "orders", []sqlcheck.Column{
		{Name: "id", Type: "bigint", InScope: true}, {Name: "tenant_id", Type: "bigint", InScope: true},
	})}
	shown := tables{sqlcheck.NewTable("shop", "orders", []sqlcheck.Column{{Name: "id", InScope: true}})}
	tenant := sqlcheck.Parameter{Name: "tenant", Type: sqlcheck.ParameterInteger}
	access, err := checker.NewAccess(whole, []sqlcheck.Parameter{tenant}, []sqlcheck.RowRule{
		{Tables: []string{"orders"}, Where: "tenant_id = @tenant"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	seven, err := sqlcheck.ParseValue(tenant, "7")
	if err != nil {
		fmt.Println(err)
		return
	}
	filters, err := access.Bind(map[string]sqlcheck.Value{"tenant": seven})
	if err != nil {
		fmt.Println(err)
		return
	}
	query, err := checker.CheckFiltered("SELECT COUNT(*) FROM orders WHERE id = 1 OR 1 = 1", shown, filters, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(query)
	fmt.Println(query.Redacted())
	// Output:
	// SELECT COUNT(*) FROM (SELECT `id` FROM `shop`.`orders` WHERE `shop`.`orders`.`tenant_id` = 7) AS `orders` WHERE `id` = 1 OR 1 = 1
	// SELECT COUNT(*) FROM (SELECT `id` FROM `shop`.`orders` WHERE `shop`.`orders`.`tenant_id` = @tenant) AS `orders` WHERE `id` = 1 OR 1 = 1
}

// tables are a catalog that can list what it holds.
type tables []*sqlcheck.Table

func (c tables) Table(_, name string) *sqlcheck.Table {
	for _, t := range c {
		if t.Name() == name {
			return t
		}
	}
	return nil
}

func (c tables) Tables() []*sqlcheck.Table { return c }

func ExampleChecker_CheckBounded() {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, sql := range []string{"SELECT id FROM people", "SELECT id FROM people LIMIT 40, 5000", "SELECT id FROM people LIMIT 3"} {
		query, err := checker.CheckBounded(sql, exampleCatalog, 100)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s (%s)\n", query, query.RowLimit().Source)
	}
	// Output:
	// SELECT `id` FROM `people` LIMIT 100 (added)
	// SELECT `id` FROM `people` LIMIT 100 OFFSET 40 (lowered)
	// SELECT `id` FROM `people` LIMIT 3 (query)
}

// noOldNames is a rule of an installation's own: it reads the facts and reports.
var noOldNames = &sqlcheck.Rule{
	Name: "no_old_names",
	Doc:  "no table whose name begins with old_ is read",
	Check: func(p *sqlcheck.Pass) {
		for _, ref := range p.Tables {
			if strings.HasPrefix(sqlcheck.Fold(ref.Name), "old_") {
				p.Report(ref.Node, fmt.Sprintf("table %s is no longer kept up to date; read the one without old_", ref.Name))
			}
		}
	},
}

func ExampleRule() {
	checker, err := sqlcheck.New(append(rules.All(), noOldNames), sqlcheck.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	catalog := catalogFunc(func(_, name string) *sqlcheck.Table {
		return sqlcheck.NewTable("", name, []sqlcheck.Column{{Name: "id", InScope: true}})
	})
	_, err = checker.Check("SELECT id FROM old_people", catalog)
	fmt.Println(err)
	// Output: no_old_names: table old_people is no longer kept up to date; read the one without old_
}

// Facts tell what a checked query reads, for an audit log or a cache.
func ExampleQuery_Facts() {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	query, err := checker.Check("WITH t AS (SELECT CONCAT(name, '!') AS label FROM people) SELECT label FROM t", exampleCatalog)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, output := range query.Facts().Projection {
		for _, from := range output.Columns {
			fmt.Printf("%s is computed from %s.%s\n", output.Name, from.Table.Name(), from.Column.Name)
		}
	}
	// Output: label is computed from people.name
}
