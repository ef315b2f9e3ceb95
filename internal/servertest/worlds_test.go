package servertest_test

import (
	"fmt"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

const zoo = `{"version": 1, "schemaId": "zoo", "database": "zoo", "tables": [
	{"name": "animals", "columns": [{"name": "id", "type": "int", "nullable": false}, {"name": "name", "type": "varchar(20)"},
		{"name": "cage", "type": "int"}], "primaryKey": ["id"],
	 "foreignKeys": [{"columns": ["cage"], "references": {"table": "cages", "columns": ["id"]}}]},
	{"name": "cages", "columns": [{"name": "id", "type": "int", "nullable": false}, {"name": "size", "type": "int"}], "primaryKey": ["id"]}]}`

// What a worlds test is to find, it finds, and nothing else.
func TestWorlds(t *testing.T) {
	servertest.Each(t, func(t *testing.T, kind servertest.Kind) {
		server := servertest.Start(t, kind)
		doc := decoded(t, zoo).Document()
		rows := servertest.Rows(doc, 30, nil)
		const same, other, hidden, order = "the same", "other rows", "other rows, by hidden values", "by the order of rows"
		cases := []struct{ why, sql, want string }{
			{"its names are qualified", "SELECT `animals`.`name` AS `label` FROM `animals` WHERE `animals`.`id` > 3", same},
			{"one table, and no label in reach", "SELECT `name` FROM `animals` WHERE `cage` = 2", same},
			{"an error on either side", "SELECT (SELECT `cages`.`id` FROM `cages`) AS `x`", same},
			{"a name of one of two tables", "SELECT `name` FROM `animals` JOIN `cages` ON `animals`.`cage` = `cages`.`id`", other},
			{"a label where columns come first", "SELECT `animals`.`cage` AS `c`, COUNT(*) AS `n` FROM `animals` GROUP BY `c`", hidden},
			{"a label in other letters", "SELECT `animals`.`cage` AS `Total`, COUNT(*) AS `n` FROM `animals` GROUP BY `Total`", hidden},
			{"a column from outside", "SELECT `name` FROM `animals` WHERE EXISTS (SELECT 1 FROM `cages` WHERE `cage` = `cages`.`id`)", hidden},
			{"a wildcard", "SELECT * FROM `cages`", hidden},
			{"columns that tables have in common", "SELECT COUNT(*) AS `n` FROM `animals` NATURAL JOIN `cages`", other},
			{"a tie under LIMIT", "SELECT `animals`.`id` FROM `animals` ORDER BY `animals`.`id` * 0 LIMIT 3", order},
			{"a list in no order", "SELECT GROUP_CONCAT(`animals`.`id`) AS `ids` FROM `animals`", order},
		}
		var prints []string
		for _, tc := range cases {
			prints = append(prints, tc.sql)
		}
		for i, w := range server.Worlds(t, doc, rows, servertest.Session{Mode: servertest.Relaxed}, prints) {
			got := same
			switch {
			case w.Unclear():
				got = order
			case w.Interferes():
				got = hidden
			case !w.Invariant():
				got = other
			}
			if got != cases[i].want {
				t.Errorf("%s: %s gives %s, want %s: %v", cases[i].why, cases[i].sql, got, cases[i].want, w)
			}
		}
	})
}

func TestWorldsOfManyNames(t *testing.T) {
	server := servertest.Start(t, servertest.MariaDB)
	doc := decoded(t, zoo).Document()
	var prints []string
	for i := range 1200 { // more than a table can have columns
		prints = append(prints, fmt.Sprintf("SELECT `animals`.`id` AS `label%d` FROM `animals`", i))
	}
	for i, w := range server.Worlds(t, doc, servertest.Rows(doc, 3, nil), servertest.Session{}, prints) {
		if w.Unclear() || !w.Invariant() || w.Plain.Rows != 3 {
			t.Errorf("%s gives %v", prints[i], w)
		}
	}
}

func ExampleNamesIn() {
	names := servertest.NamesIn("WITH `w` AS (SELECT `id` AS `n` FROM `orders` AS `o`) SELECT `n`, '`no name`' FROM `w` AS `v`")
	fmt.Println(names.Columns, names.Tables)
	// Output: [w id n orders o v] [w o v]
}
