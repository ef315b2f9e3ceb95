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

func TestSinceMends(t *testing.T) {
	found := map[string]int{"rows": 2, "0 → 1054": 1}
	runs := []Run{
		{Commit: "a", Findings: found, Mended: "c"}, {Commit: "b"}, {Commit: "c"},
		{Commit: "d", Findings: found}, {Commit: "b", Findings: found, Mended: "b"}, {Commit: "e"},
	}
	var commits string
	for _, r := range SinceMends(runs, func(commit, mend string) bool { return commit >= mend }) {
		commits += r.Commit
	}
	if commits != "cde" {
		t.Errorf("the runs since the last mend are of %q, want cde: what is not mended yet takes none away", commits)
	}
	if n := runs[0].Found(); n != 3 {
		t.Errorf("%d findings, want 3", n)
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
