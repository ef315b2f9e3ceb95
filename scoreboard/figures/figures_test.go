package figures

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"rows":   `{"Head": "texts", "Columns": ["ran", "denied"], "Rows": [{"Name": "a", "Counts": [3, 0]}, {"Name": "b", "Counts": [4, 1]}]}`,
		"uneven": `{"Columns": ["ran"], "Rows": [{"Name": "a"}]}`,
		"broken": `{`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name+".json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	table, err := Load(dir, "rows")
	if err != nil {
		t.Fatal(err)
	}
	if table.Total("ran") != 7 || table.Count(table.Rows[1], "denied") != 1 || table.Total("nothing") != 0 {
		t.Errorf("the table is %+v", table)
	}
	if absent, err := Load(dir, "absent"); absent != nil || err != nil {
		t.Errorf("Load gives %v, %v for a table that is not there", absent, err)
	}
	for _, name := range []string{"uneven", "broken"} {
		if table, err := Load(dir, name); err == nil {
			t.Errorf("Load of %s gives %+v, want an error", name, table)
		}
	}
}
