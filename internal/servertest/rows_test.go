package servertest_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

const rowsPerTable = 50

// school has keys of every shape: of two columns, in a circle, over a chain, of little room.
const school = `{"version": 1, "schemaId": "school", "database": "school", "tables": [
	{"name": "rooms", "columns": [{"name": "house", "type": "char(1)"}, {"name": "number", "type": "int"}]},
	{"name": "teachers", "columns": [{"name": "id", "type": "varchar(5)"}, {"name": "chief", "type": "varchar(5)"},
		{"name": "born", "type": "date"}, {"name": "pay", "type": "decimal(5,1)"}],
	 "primaryKey": ["id"], "foreignKeys": [{"columns": ["chief"], "references": {"table": "teachers", "columns": ["id"]}}]},
	{"name": "heads", "columns": [{"name": "id", "type": "int", "nullable": false}, {"name": "since", "type": "datetime"}],
	 "primaryKey": ["id"], "foreignKeys": [{"columns": ["id"], "references": {"table": "teachers", "columns": ["id"]}}]},
	{"name": "lessons", "columns": [{"name": "house", "type": "char(1)"}, {"name": "room", "type": "int"},
		{"name": "head", "type": "int", "nullable": false}, {"name": "at", "type": "time"}, {"name": "plan", "type": "json"}],
	 "foreignKeys": [{"columns": ["house", "room"], "references": {"table": "rooms", "columns": ["house", "number"]}},
		{"columns": ["head"], "references": {"table": "heads", "columns": ["id"]}}]}]}`

func TestForeignKeysAreSatisfied(t *testing.T) {
	doc := decoded(t, school).Document()
	rows := servertest.Rows(doc, rowsPerTable, servertest.Literals{"chief": {"boss", "7", "much too long"}})
	for _, table := range doc.Tables {
		for _, key := range table.ForeignKeys {
			there := map[string]bool{}
			for _, r := range project(t, doc.Tables, rows, key.References.Table, key.References.Columns) {
				there[fmt.Sprint(r...)] = true
			}
			for _, r := range project(t, doc.Tables, rows, table.Name, key.Columns) {
				if !slices.Contains(r, nil) && !there[fmt.Sprint(r...)] {
					t.Errorf("%s%v = %v is not in %s", table.Name, key.Columns, r, key.References.Table)
				}
			}
		}
	}
}

func TestRowsAreRepeatable(t *testing.T) {
	doc := decoded(t, school).Document()
	if a, b := servertest.Rows(doc, rowsPerTable, nil), servertest.Rows(doc, rowsPerTable, nil); !reflect.DeepEqual(a, b) {
		t.Error("Rows gives other rows the second time")
	}
}

func TestLiteralsAppearWhereTheyFit(t *testing.T) {
	doc := decoded(t, school).Document()
	rows := servertest.Rows(doc, rowsPerTable, servertest.Literals{
		"born": {"1999-12-31", "no date"}, "pay": {"12.5", "100000"}, "id": {"42", "abc"}, "plan": {"{", "[7]"},
	})
	for _, tc := range []struct {
		table, column, text string
		want                bool
	}{
		{"teachers", "born", "1999-12-31", true},
		{"teachers", "born", "no date", false},
		{"teachers", "pay", "12.5", true},
		{"teachers", "pay", "100000", false},
		{"teachers", "id", "42", true},
		{"teachers", "id", "abc", false}, // heads.id refers to it and is a number
		{"lessons", "plan", "[7]", true},
		{"lessons", "plan", "{", false},
	} {
		got := slices.ContainsFunc(project(t, doc.Tables, rows, tc.table, []string{tc.column}), func(r []any) bool { return r[0] == tc.text })
		if got != tc.want {
			t.Errorf("%s.%s has %q: %v, want %v", tc.table, tc.column, tc.text, got, tc.want)
		}
	}
}
