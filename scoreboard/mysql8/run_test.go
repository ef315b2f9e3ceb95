package mysql8

import (
	"testing"

	"github.com/asksql/asksql/scoreboard/cases"
)

// What runs on the engine still runs once it is printed, and gives the same rows.
func TestPrintsRunWhereOriginalsDo(t *testing.T) {
	all, err := cases.Load(cases.Sources{Shared: "../../../shared", Answers: "../differential/mysql/answers.json"})
	if err != nil {
		t.Fatal(err)
	}
	for _, missing := range all.Missing {
		t.Log("left out: ", missing)
	}
	runs, err := RunAll(all)
	if err != nil {
		t.Fatal(err)
	}
	compared, only := 0, 0
	for _, r := range runs {
		if r.Broken() {
			t.Errorf("%s: the original runs; the print gives %v, the same rows: %v\n%s\nprinted from %q", r.Case.ID, r.Printed, r.SameRows, r.Print, r.Case.SQL)
		}
		if r.Fault != "" && r.Comparable && r.SameRows {
			t.Errorf("%s: the engine gives the same rows; take it off the list of its faults", r.Case.ID)
		}
		if r.Comparable {
			compared++
		}
		if r.Comparable && r.Case.MySQLOnly {
			only++
		}
	}
	if compared < 100 || only < 5 {
		t.Errorf("compared %d texts, %d of them for MySQL 8 alone; the test is looking in the wrong place", compared, only)
	}
	t.Logf("%d runs, %d compared, %d of them for MySQL 8 alone", len(runs), compared, only)
}

func TestEngineTellsQueriesApart(t *testing.T) {
	all, err := cases.Load(cases.Sources{Shared: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var s *shop
	for _, c := range all.Catalogs {
		if c.ID == cases.Shop {
			if s, err = newShop(c); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, tc := range []struct {
		name, original, print string
		broken                bool
	}{
		{"the same", "SELECT id FROM orders WHERE total > 10", "SELECT `id` FROM `orders` WHERE `total` > 10", false},
		{"other rows", "SELECT id FROM orders WHERE total > 10", "SELECT `id` FROM `orders` WHERE `total` > 50", true},
		{"a print that does not run", "SELECT id FROM orders", "SELECT `id` FROM `order`", true},
		{"an original that does not run", "SELECT id FROM orders WHERE 1 MEMBER OF ('[1]')", "SELECT 1", false},
		{"chance", "SELECT RAND()", "SELECT RAND()", false},
		{"a wildcard is what the schema shows", "SELECT * FROM employees", "SELECT `id`, `name`, `manager_id`, `hired_on` FROM `employees`", false},
		{"a print that shows what is hidden", "SELECT * FROM employees", "SELECT * FROM `employees`", true},
		{"NATURAL compares what the schema shows", "SELECT e.id FROM employees e NATURAL JOIN (SELECT 1 AS salary) s", "SELECT `id` FROM `employees`", false},
		{"a print that compares what is hidden", "SELECT e.id FROM employees e NATURAL JOIN (SELECT 1 AS salary) s", "SELECT `e`.`id` FROM `employees` AS `e` NATURAL JOIN (SELECT 1 AS `salary`) AS `s`", true},
	} {
		r := s.run(&cases.Case{SQL: tc.original}, tc.print)
		if r.Broken() != tc.broken {
			t.Errorf("%s: %q and %q are broken: %v, want %v", tc.name, tc.original, tc.print, r.Broken(), tc.broken)
		}
	}
}
