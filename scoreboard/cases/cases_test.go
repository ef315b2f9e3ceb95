package cases

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

func TestAttack(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   attack
		want Case
	}{
		{
			"is refused by one rule",
			attack{Want: "read_only", MariaDB: "err 1142"},
			Case{Want: Refuse, Rules: []string{"read_only"}, Asked: true, Errno: 1142},
		},
		{
			"may be refused by another",
			attack{Want: "read_only", Also: []string{"syntax"}, MariaDB: "ok"},
			Case{Want: Refuse, Rules: []string{"read_only", "syntax"}, Asked: true},
		},
		{
			"is accepted",
			attack{Want: "accept", Engine: "mysql8"},
			Case{Want: Accept, MySQLOnly: true},
		},
		{
			"may be accepted: counts for nobody",
			attack{Want: "complexity", Also: []string{"accept"}},
			Case{Want: Either, Rules: []string{"complexity"}},
		},
		{
			"may be refused: counts for nobody",
			attack{Want: "accept", Also: []string{"complexity"}},
			Case{Want: Either, Rules: []string{"complexity"}},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.in.asCase()
			if got.Want != tc.want.Want || !slices.Equal(got.Rules, tc.want.Rules) || got.Asked != tc.want.Asked ||
				got.Errno != tc.want.Errno || got.MySQLOnly != tc.want.MySQLOnly {
				t.Errorf("%+v becomes %+v, want %+v", tc.in, got, tc.want)
			}
		})
	}
}

func TestAttackForAnotherDialectIsForAsksqlAlone(t *testing.T) {
	if got := (attack{Want: "accept", Engine: "tidb"}).asCase(); got.Comparable || got.Dialect != sqlcheck.TiDB {
		t.Errorf("a case for TiDB is %+v", got)
	}
}

func TestReservedName(t *testing.T) {
	for _, tc := range []struct{ sql, want string }{
		{"SELECT id FROM t WHERE Virtual = 'F'", "VIRTUAL"},
		{"SELECT id FROM t WHERE `Virtual` = 'F'", ""},
		{"SELECT id FROM t WHERE t.Virtual = 'F'", ""}, // after a period it may stand bare
		{"SELECT 'Virtual', \"it's virtual\" FROM t", ""},
		{"SELECT RANK() OVER (ORDER BY id) FROM t", ""},
		{"SELECT RANK () OVER (ORDER BY id) FROM t", ""},
		{"SELECT id AS rank FROM t", "RANK"},
		{"SELECT virtually FROM t", ""},
	} {
		if got := reservedName(tc.sql); got != tc.want {
			t.Errorf("reservedName(%q) = %q, want %q", tc.sql, got, tc.want)
		}
	}
}

func TestAsMySQL(t *testing.T) {
	for _, tc := range []struct {
		name, sql, message string
		errno              int
		want               Want
		noted              bool
	}{
		{"a reserved word that ran", "SELECT virtual FROM t", "", 0, Refuse, true},
		{"a reserved word in what failed anyway", "SELECT virtual FROM t", "Unknown column", 1054, Refuse, false},
		{"a function of MySQL", "SELECT REGEXP_LIKE(a, 'b')", "denied for routine 'db.REGEXP_LIKE'", 1370, Accept, true},
		{"a function of nobody", "SELECT DIVIDE(1, 2)", "denied for routine 'db.DIVIDE'", 1370, Refuse, false},
		{"what runs on both", "SELECT 1", "", 0, Accept, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := asMySQL(record{SQL: tc.sql}.asCase(Gold, "file", answer{Errno: tc.errno}), tc.message)
			if got.Want != tc.want || (got.Note != "") != tc.noted {
				t.Errorf("the verdict on %q after %d is %d with note %q, want %d and a note: %v", tc.sql, tc.errno, got.Want, got.Note, tc.want, tc.noted)
			}
		})
	}
}

func TestAnErrorThatNobodyForeseesCountsForNobody(t *testing.T) {
	if got := (record{SQL: "SELECT 1"}).asCase(Gold, "file", answer{Errno: 1111}); got.Want != Either {
		t.Errorf("after a misplaced aggregate the verdict is %d, want either", got.Want)
	}
}

func TestLoad(t *testing.T) {
	shared := t.TempDir()
	for name, text := range map[string]string{
		"cases/attack.jsonl":      `{"id": "a", "sql": "DROP TABLE x", "want": "read_only"}`,
		"eval/schemas/d/x.json":   `{"version": 1, "schemaId": "x", "database": "x", "tables": [{"name": "t", "columns": [{"name": "id"}]}]}`,
		"eval/gold/f.jsonl":       `{"id": "1", "schemaId": "x", "sql": "SELECT id FROM T"}`,
		"eval/oracle/f.jsonl":     `{"id": "1", "verdict": "error", "errno": 1146, "caseInsensitive": {"verdict": "ok"}}`,
		"eval/model-output/.keep": ``,
	} {
		path := filepath.Join(shared, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := Load(shared)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(all.Of(Pages)); n < 1000 {
		t.Errorf("there are %d cases on pages, in all dialects", n)
	}
	if got := all.Of(Attacks); len(got) != 1 || got[0].Rule() != "read_only" {
		t.Errorf("the attacks are %+v", got)
	}
	if got := all.Of(Gold); len(got) != 2 || got[0].Want != Accept || got[0].ID != "f 1" {
		t.Errorf("the queries are %+v; letter case must not count", got)
	} else if !got[0].Comparable || got[1].Comparable || got[1].Dialect != sqlcheck.MariaDB {
		t.Errorf("the queries are %+v; the second one is for the server's own dialect", got)
	}
	if len(all.Missing) != 0 || len(all.Catalogs) != 3 {
		t.Errorf("missing: %v; schemas: %d, want the shop twice and x", all.Missing, len(all.Catalogs))
	}
}

func TestLoadWithoutData(t *testing.T) {
	all, err := Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Missing) != 2 || len(all.Of(Pages)) != len(all.Cases) {
		t.Errorf("without data %d cases are there and %v is missing, want the pages and two notes", len(all.Cases), all.Missing)
	}
}

func TestSensitiveColumnsAreHidden(t *testing.T) {
	all, err := Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	hidden := map[string]int{}
	for _, c := range all.Catalogs {
		for _, table := range c.Tables {
			for _, column := range table.Columns {
				if column.Hidden {
					hidden[c.ID]++
				}
			}
		}
	}
	if hidden[Shop] != 3 || hidden[OpenShop] != 0 {
		t.Errorf("hidden columns: %v, want three of the shop", hidden)
	}
}
