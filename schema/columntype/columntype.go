// Package columntype knows the types of columns as servers write them: it brings the spellings of
// different servers together, and says what kind of value a type holds.
package columntype

import (
	"regexp"
	"strings"
)

var (
	integer   = regexp.MustCompile(`^(tinyint|smallint|mediumint|int|bigint)\(\d+\)`)
	yearWidth = regexp.MustCompile(`^year\(\d\)`)
)

// Canonical returns a column's type, such as COLUMN_TYPE of information_schema, in the spelling of
// MySQL 8: without the width that older servers and MariaDB write after integers. It changes how
// numbers were padded for display, never what they hold. tinyint(1) keeps its width, since that is
// how a boolean is told from a small number.
func Canonical(text string) string {
	if strings.HasSuffix(text, "*/") { // how MariaDB stores it: text /*M!100301 COMPRESSED*/
		text, _, _ = strings.Cut(text, " /*")
	}
	switch {
	case text == "tinyint(1)" || strings.HasSuffix(text, " zerofill"):
		return text
	case strings.HasPrefix(text, "geomcollection"):
		return "geometrycollection" // the older name of the same
	}
	return yearWidth.ReplaceAllString(integer.ReplaceAllString(text, "$1"), "year")
}

// A Class is a kind of value.
type Class uint8

// The classes.
const (
	Unknown Class = iota // no type is given, or one that nobody here knows
	Text                 // character strings, and byte strings that may hold them
	Choice               // ENUM and SET: one of a few known words
	Number
	Boolean
	Time // a date, a time or both
	Spatial
	Address // of a computer
	JSON
)

// A Kind is what a query can do with values: a part of a Class.
type Kind uint8

// The kinds.
const (
	Other      Kind = iota // of the classes without a kind of their own
	Characters             // Text that is characters
	Bytes                  // Text that is bytes
	Enum                   // a Choice of one word
	Set                    // a Choice of any number of words
	Date                   // a Time that is a date, with or without a time of day
	TimeOfDay              // a Time that is no date
	Year                   // a Time that is the number of a year
	Numeric                // Number and Boolean
)

// kinds has the class and the kind of a type by its first word: as servers write types, and the
// other words that they take for the same (MySQL 8.0 manual, 11.9).
func kinds(word string) (Class, Kind) {
	switch word {
	case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "uuid",
		"character", "nchar", "nvarchar", "national":
		return Text, Characters
	case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob":
		return Text, Bytes
	case "enum":
		return Choice, Enum
	case "set":
		return Choice, Set
	case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double",
		"integer", "middleint", "numeric", "dec", "fixed", "real", "serial",
		"int1", "int2", "int3", "int4", "int8", "float4", "float8":
		return Number, Numeric
	case "date", "datetime", "timestamp":
		return Time, Date
	case "time":
		return Time, TimeOfDay
	case "year":
		return Time, Year
	case "geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon",
		"geometrycollection", "geomcollection":
		return Spatial, Other
	case "inet4", "inet6":
		return Address, Other
	case "json":
		return JSON, Other
	}
	return Unknown, Other
}

// ClassOf returns what a column of the type holds.
func ClassOf(text string) Class {
	class, _ := of(text)
	return class
}

// KindOf returns what a query can do with a column of the type.
func KindOf(text string) Kind {
	_, kind := of(text)
	return kind
}

func of(text string) (Class, Kind) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "tinyint(1)" || text == "bit" || text == "bit(1)" || strings.HasPrefix(text, "bool") {
		return Boolean, Numeric
	}
	end := strings.IndexAny(text, "( ")
	if end < 0 {
		end = len(text)
	}
	return kinds(text[:end])
}

// quoted is a member of a list as a type writes it: it may hold commas and doubled quotes.
var quoted = regexp.MustCompile(`'(?:[^']|'')*'`)

// The escapes of members that servers write beside the doubled quote, and what they stand for.
func escapes() []string { return []string{`\\`, `\`, `\n`, "\n", `\r`, "\r", `\0`, "\x00", "''", "'"} }

// List returns the type of an ENUM or SET, whose name kind is, as servers write it.
func List(kind string, members []string) string {
	pairs := escapes()
	for i := 0; i < len(pairs); i += 2 {
		pairs[i], pairs[i+1] = pairs[i+1], pairs[i]
	}
	escape := strings.NewReplacer(pairs...)
	all := make([]string, len(members))
	for i, m := range members {
		all[i] = "'" + escape.Replace(m) + "'"
	}
	return kind + "(" + strings.Join(all, ",") + ")"
}

// Members returns the members of an ENUM or SET, or nil for another type.
func Members(text string) []string {
	if ClassOf(text) != Choice {
		return nil
	}
	unescape := strings.NewReplacer(escapes()...)
	var all []string
	for _, member := range quoted.FindAllString(text, -1) {
		all = append(all, unescape.Replace(member[1:len(member)-1]))
	}
	return all
}
