package columntype_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/asksql/asksql/schema/columntype"
)

func Example() {
	fmt.Println(columntype.Canonical("bigint(20) unsigned"))
	fmt.Println(columntype.ClassOf("varchar(30)") == columntype.Text)
	// Output:
	// bigint unsigned
	// true
}

func TestCanonical(t *testing.T) {
	for text, want := range map[string]string{
		"int(11)":                      "int",
		"int":                          "int",
		"bigint(20) unsigned":          "bigint unsigned",
		"tinyint(1)":                   "tinyint(1)",
		"tinyint(1) unsigned":          "tinyint unsigned",
		"tinyint(4)":                   "tinyint",
		"int(5) unsigned zerofill":     "int(5) unsigned zerofill",
		"year(4)":                      "year",
		"decimal(10,2)":                "decimal(10,2)",
		"varchar(11)":                  "varchar(11)",
		"enum('int(11)')":              "enum('int(11)')",
		"set('a zerofill','year(4)":    "set('a zerofill','year(4)",
		"point":                        "point",
		"geomcollection":               "geometrycollection",
		"uuid":                         "uuid",
		"text /*M!100301 COMPRESSED*/": "text",
		"enum('a /*','*/')":            "enum('a /*','*/')",
		"":                             "",
	} {
		if got := columntype.Canonical(text); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestClassOf(t *testing.T) {
	for text, want := range map[string]columntype.Class{
		"varchar(20)":              columntype.Text,
		"LONGTEXT":                 columntype.Text,
		"varbinary(16)":            columntype.Text,
		"enum('a')":                columntype.Choice,
		"int unsigned":             columntype.Number,
		"decimal(9,6)":             columntype.Number,
		"tinyint(1)":               columntype.Boolean,
		"bit(1)":                   columntype.Boolean,
		"boolean":                  columntype.Boolean,
		"timestamp(6)":             columntype.Time,
		"point":                    columntype.Spatial,
		"inet6":                    columntype.Address,
		"json":                     columntype.JSON,
		"":                         columntype.Unknown,
		"something_of_another_age": columntype.Unknown,
	} {
		if got := columntype.ClassOf(text); got != want {
			t.Errorf("ClassOf(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestMembers(t *testing.T) {
	for text, want := range map[string][]string{
		"enum('new','it''s','a,b')": {"new", "it's", "a,b"},
		"ENUM('a')":                 {"a"},
		"set('x','y')":              {"x", "y"},
		"enum('')":                  {""},
		"enum()":                    nil,
		"varchar(3) default 'a'":    nil,
	} {
		if got := columntype.Members(text); !slices.Equal(got, want) {
			t.Errorf("Members(%q) = %q, want %q", text, got, want)
		}
	}
}
