package grammar

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.jsonl")
	if runs, err := Load(file); runs != nil || err != nil {
		t.Errorf("Load of no record = %v, %v", runs, err)
	}
	if err := os.WriteFile(file, []byte("{\"Dialect\":\"mysql\",\"Queries\":3}\n{\"Dialect\":\"mariadb\",\"Queries\":4}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	runs, err := Load(file)
	if err != nil || len(runs) != 2 || runs[1].Dialect != "mariadb" || runs[1].Queries != 4 {
		t.Errorf("Load = %+v, %v", runs, err)
	}
}

// The generator's own list can be read, and has a reason for each production.
func TestLoadReasons(t *testing.T) {
	reasons, err := LoadReasons("../../sqlcheck/sqlchecktest/grammargen/testdata/never_accepted.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reasons {
		if len(r.Productions) == 0 {
			t.Errorf("no production is under the reason %q", r.Text)
		}
	}
	if len(reasons) < 5 {
		t.Errorf("%d reasons, want at least 5", len(reasons))
	}
}
