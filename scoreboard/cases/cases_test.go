package cases

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/asksql/asksql/rules"
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

func TestEachServerHasItsOwnVerdict(t *testing.T) {
	runnable := rules.Runnable.Name
	for _, tc := range []struct {
		name           string
		mysql, mariaDB int
		want, other    Want
		rule           string // of the first
	}{
		{"what runs on both", 0, 0, Accept, Accept, ""},
		{"an unknown column", 1054, 1054, Refuse, Refuse, rules.ColumnScope.Name},
		{"a reserved word of MySQL", 1064, 0, Refuse, Accept, sqlcheck.RuleSyntax},
		{"a function of MySQL", 0, 1370, Accept, Refuse, ""},
		{"ORDER BY an aggregate of no groups", 3029, 0, Refuse, Accept, runnable},
		{"a column that is not grouped", 1055, 0, Refuse, Accept, runnable},
		{"a window in WHERE", 3593, 4015, Refuse, Refuse, runnable},
		{"width of rows", 1241, 4078, Refuse, Refuse, runnable},
		{"a label of an aggregate in ORDER BY, whose print MariaDB runs", 0, 1247, Accept, Either, ""},
		{"a label of an aggregate that MySQL refuses", 1247, 0, Refuse, Accept, runnable},
		{"what is about values", 1292, 1292, Either, Either, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := record{ID: "1", SQL: "SELECT 1"}
			mysql, mariaDB := r.asCase(Gold, "file", tc.mysql), r.forServer(Gold, "file", tc.mariaDB)
			if mysql.Want != tc.want || mysql.Rule() != tc.rule || mariaDB.Want != tc.other || mariaDB.Dialect != sqlcheck.MariaDB {
				t.Errorf("the cases are %+v and %+v, want %d by %q and %d", mysql, mariaDB, tc.want, tc.rule, tc.other)
			}
		})
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
		"answers.json":            `{"Server": "MySQL 1", "Files": {"gold/f": {"Texts": 1, "Errors": {}}}}`,
	} {
		path := filepath.Join(shared, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	from := Sources{Shared: shared, Answers: filepath.Join(shared, "answers.json")}
	all, err := Load(from)
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
	if len(all.Missing) != 0 || len(all.Catalogs) != 3 || all.MySQL != "MySQL 1" {
		t.Errorf("missing: %v; schemas: %d, want the shop twice and x; asked was %q", all.Missing, len(all.Catalogs), all.MySQL)
	}
	if err := os.WriteFile(from.Answers, []byte(`{"Files": {"gold/f": {"Texts": 2}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(from); err == nil {
		t.Error("answers to other texts are taken")
	}
}

func TestLoadWithoutData(t *testing.T) {
	all, err := Load(Sources{Shared: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if len(all.Missing) != 2 || len(all.Of(Pages)) != len(all.Cases) {
		t.Errorf("without data %d cases are there and %v is missing, want the pages and two notes", len(all.Cases), all.Missing)
	}
}

func TestSensitiveColumnsAreHidden(t *testing.T) {
	all, err := Load(Sources{Shared: t.TempDir()})
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
