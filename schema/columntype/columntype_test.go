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
		"INTEGER":                  columntype.Number,
		"double precision":         columntype.Number,
		"bit(8)":                   columntype.Unknown,
	} {
		if got := columntype.ClassOf(text); got != want {
			t.Errorf("ClassOf(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestKindOf(t *testing.T) {
	for text, want := range map[string]columntype.Kind{
		"varchar(20)":           columntype.Characters,
		"character varying(20)": columntype.Characters,
		"varbinary(16)":         columntype.Bytes,
		"MEDIUMBLOB":            columntype.Bytes,
		"enum('a')":             columntype.Enum,
		"set('a','b')":          columntype.Set,
		"int unsigned zerofill": columntype.Numeric,
		"double precision":      columntype.Numeric,
		"numeric(10,2)":         columntype.Numeric,
		"tinyint(1)":            columntype.Numeric,
		"date":                  columntype.Date,
		"timestamp(6)":          columntype.Date,
		"time(3)":               columntype.TimeOfDay,
		"year":                  columntype.Year,
		"point":                 columntype.Other,
		"json":                  columntype.Other,
		"":                      columntype.Other,
	} {
		if got := columntype.KindOf(text); got != want {
			t.Errorf("KindOf(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestMembers(t *testing.T) {
	for text, want := range map[string][]string{
		"enum('new','it''s','a,b')": {"new", "it's", "a,b"},
		"ENUM('a')":                 {"a"},
		"set('x','y')":              {"x", "y"},
		`enum('a\\b','c\nd','\q')`:  {`a\b`, "c\nd", `\q`},
		"enum('')":                  {""},
		"enum()":                    nil,
		"varchar(3) default 'a'":    nil,
	} {
		if got := columntype.Members(text); !slices.Equal(got, want) {
			t.Errorf("Members(%q) = %q, want %q", text, got, want)
		}
	}
}

// What servers show in COLUMN_TYPE of information_schema.
func TestList(t *testing.T) {
	members := []string{`a\b`, "c\nd", "e'f", `g"h`, "", "a,b"}
	const want = `enum('a\\b','c\nd','e''f','g"h','','a,b')`
	got := columntype.List("enum", members)
	if got != want {
		t.Errorf("List(%q) = %s, want %s", members, got, want)
	}
	if again := columntype.Members(got); !slices.Equal(again, members) {
		t.Errorf("Members(%s) = %q, want %q", got, again, members)
	}
}
