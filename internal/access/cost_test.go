package access_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/access"
)

// A role that sees nearly all of a schema shares it with the others: a hundred roles are no hundred schemas.
func TestRolesShareTheSchema(t *testing.T) {
	const tables, columns, roles = 300, 12, 50
	var text strings.Builder
	text.WriteString(`{"version": 1, "schemaId": "s", "database": "d", "tables": [`)
	for i := range tables {
		fmt.Fprintf(&text, `{"name": "table_%d", "description": "what the table of number %d is about, in a sentence", "columns": [`, i, i)
		for j := range columns {
			fmt.Fprintf(&text, `{"name": "column_%d_%d", "type": "varchar(20)", "description": "what the column holds, in some words"},`, i%50, j)
		}
		text.WriteString(`{"name": "id"}]},`)
	}
	schema := strings.TrimSuffix(text.String(), ",") + "]}"
	file := "role: {default: r0}\nroles:\n"
	for i := range roles {
		file += fmt.Sprintf("  r%d: {tables: [\"*\"], exclude: [table_%d]}\n", i, i)
	}
	read, err := access.Parse("access.yaml", []byte(file), "")
	if err != nil {
		t.Fatal(err)
	}
	artifact, checker := artifactOf(t, schema)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	g, err := read.Guard(t.Context(), artifact, checker)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if each := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / roles; each > int64(len(schema))/2 {
		t.Errorf("a role takes %d bytes of a schema of %d", each, len(schema))
	} else {
		t.Logf("a role takes %d bytes of a schema of %d", each, len(schema))
	}
	runtime.KeepAlive(g)
}
