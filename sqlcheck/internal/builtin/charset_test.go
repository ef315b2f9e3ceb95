package builtin

import (
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/charset"
)

func TestCharset(t *testing.T) {
	for _, tc := range []struct {
		why, name string
		in        Dialects
	}{
		{"everywhere", "utf8mb4", All},
		{"everywhere", "utf8", All},
		{"everywhere", "latin1", All},
		{"everywhere", "ascii", All},
		{"everywhere", "binary", All},
		{"everywhere", "gbk", All},
		{"MySQL only", "gb18030", MySQL},
		{"not read by the parser", "ucs2", 0},
		{"the parser folds", "UTF8MB4", 0},
		{"unknown", "klingon", 0},
		{"no name", "", 0},
	} {
		for _, dialect := range eachDialect {
			if got := Charset(tc.name, dialect.d); got != tc.in.Has(dialect.d) {
				t.Errorf("%s: Charset(%q, %s) = %t", tc.why, tc.name, dialect.name, got)
			}
		}
	}
}

// A parser that reads more character sets is a reason to look at them.
func TestEveryCharsetOfTheParserIsDecided(t *testing.T) {
	for _, cs := range charset.GetSupportedCharsets() {
		if !Charset(cs.Name, MySQL) {
			t.Errorf("the parser reads %s, which is not listed", cs.Name)
		}
	}
}

func TestCollation(t *testing.T) {
	for _, tc := range []struct {
		why, name string
		in        Dialects
	}{
		{"everywhere", "utf8mb4_bin", All},
		{"everywhere", "utf8_unicode_ci", All},
		{"a reserved word of MariaDB", "binary", MySQL | TiDB},
		{"not TiDB", "utf8mb4_unicode_520_ci", MySQL | MariaDB},
		{"not TiDB", "latin1_swedish_ci", MySQL | MariaDB},
		{"MySQL's default; MariaDB has another Unicode", "utf8mb4_0900_ai_ci", MySQL | TiDB},
		{"Unicode 9", "utf8mb4_0900_as_cs", MySQL},
		{"Unicode 9 by language", "utf8mb4_de_pb_0900_ai_ci", MySQL},
		{"Unicode 9 by language", "utf8mb4_ja_0900_as_cs_ks", MySQL},
		{"Unicode 9 has no accent-sensitive Swedish without case", "utf8mb4_sv_0900_as_ci", 0},
		{"Unicode 9 is for utf8mb4", "utf8_0900_ai_ci", 0},
		{"MariaDB's Unicode 14, not read by the parser", "utf8mb4_uca1400_ai_ci", 0},
		{"TiDB's draft of Chinese", "utf8mb4_zh_pinyin_tidb_as_cs", 0},
		{"a character set that is not listed", "sjis_japanese_ci", 0},
		{"not a collation", "utf8mb4", 0},
		{"no name", "", 0},
	} {
		for _, dialect := range eachDialect {
			if got := Collation(tc.name, dialect.d); got != tc.in.Has(dialect.d) {
				t.Errorf("%s: Collation(%q, %s) = %t", tc.why, tc.name, dialect.name, got)
			}
		}
	}
}

// parserCollations returns the collations of the listed character sets that the parser reads.
func parserCollations() []string {
	var names []string
	for id := range 4096 {
		c, err := charset.GetCollationByID(id)
		if err == nil && Charset(c.CharsetName, MySQL) {
			names = append(names, c.Name)
		}
	}
	return names
}

func TestEveryCollationOfTheParserIsDecided(t *testing.T) {
	refused := map[string]string{
		"utf8_general_mysql500_ci":     "for tables from before 5.1.24",
		"utf8_tolower_ci":              "for MySQL's own tables",
		"utf8mb4_zh_pinyin_tidb_as_cs": "not released",
	}
	for _, name := range parserCollations() {
		if _, listed := refused[name]; !listed && collations(name) == 0 {
			t.Errorf("the parser reads %s, which no dialect has", name)
		}
	}
}

// The spelling asked about is the one in the tree.
func TestParserSpellsNames(t *testing.T) {
	n := parseExpr(t, "'a' COLLATE UTF8MB3_Bin").(*ast.SetCollationExpr)
	if !Collation(n.Collate, MySQL) {
		t.Errorf("Collation(%q) = false", n.Collate)
	}
}
