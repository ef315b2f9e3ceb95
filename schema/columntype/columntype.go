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

// classes has the class of a type by its first word.
func classes(word string) Class {
	switch word {
	case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "uuid",
		"binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob":
		return Text
	case "enum", "set":
		return Choice
	case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double":
		return Number
	case "date", "datetime", "timestamp", "time", "year":
		return Time
	case "geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon",
		"geometrycollection", "geomcollection":
		return Spatial
	case "inet4", "inet6":
		return Address
	case "json":
		return JSON
	}
	return Unknown
}

// ClassOf returns what a column of the type holds.
func ClassOf(text string) Class {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "tinyint(1)" || text == "bit(1)" || strings.HasPrefix(text, "bool") {
		return Boolean
	}
	end := strings.IndexAny(text, "( ")
	if end < 0 {
		end = len(text)
	}
	return classes(text[:end])
}

// quoted is a member of a list as a type writes it: it may hold commas and doubled quotes.
var quoted = regexp.MustCompile(`'(?:[^']|'')*'`)

// Members returns the members of an ENUM or SET, or nil for another type.
func Members(text string) []string {
	if ClassOf(text) != Choice {
		return nil
	}
	var all []string
	for _, member := range quoted.FindAllString(text, -1) {
		all = append(all, strings.ReplaceAll(member[1:len(member)-1], "''", "'"))
	}
	return all
}
