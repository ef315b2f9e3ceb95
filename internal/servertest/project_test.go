package servertest_test

import (
	"fmt"
	"log"
	"slices"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
)

// project returns the rows of a table with the given columns only.
func project(t *testing.T, tables []schema.Table, rows map[string][][]any, name string, columns []string) [][]any {
	t.Helper()
	at := slices.IndexFunc(tables, func(t schema.Table) bool { return t.Name == name })
	var all [][]any
	for _, row := range rows[name] {
		var r []any
		for _, column := range columns {
			i := slices.IndexFunc(tables[at].Columns, func(c schema.Column) bool { return c.Name == column })
			r = append(r, row[i])
		}
		all = append(all, r)
	}
	return all
}

func ExampleRows() {
	artifact, err := schema.Decoder{}.Decode([]byte(`{"version": 1, "schemaId": "zoo", "database": "zoo", "tables": [
		{"name": "kinds", "columns": [{"name": "name", "type": "varchar(10)"}], "primaryKey": ["name"]},
		{"name": "animals", "columns": [{"name": "kind", "type": "varchar(10)", "nullable": false}],
		 "foreignKeys": [{"columns": ["kind"], "references": {"table": "kinds", "columns": ["name"]}}]}]}`))
	if err != nil {
		log.Fatal(err)
	}
	rows := servertest.Rows(artifact.Document(), 2, servertest.Literals{"kind": {"lion", "okapi"}})
	fmt.Println(rows["kinds"], rows["animals"])
	// Output: [[lion] [okapi]] [[okapi] [lion]]
}
