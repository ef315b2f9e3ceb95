package builtin

import "github.com/pingcap/tidb/pkg/parser/ast"

// Unit returns the spelling of a unit of INTERVAL and EXTRACT, and whether it is one. All dialects
// have the same units.
func Unit(u ast.TimeUnitType) (string, bool) {
	name := u.String()
	return name, name != ""
}

// SimpleUnit reports whether TIMESTAMPADD and TIMESTAMPDIFF take u: a unit of one part, as DAY is
// and DAY_HOUR is not.
func SimpleUnit(u ast.TimeUnitType) bool {
	return ast.TimeUnitMicrosecond <= u && u <= ast.TimeUnitYear
}

// Frame returns the spelling of a unit of window frames, and whether servers have it. GROUPS is
// parsed by MySQL and TiDB, and refused by both; MariaDB does not parse it.
func Frame(t ast.FrameType) (string, bool) {
	switch t {
	case ast.Rows:
		return "ROWS", true
	case ast.Ranges:
		return "RANGE", true
	default:
		return "", false
	}
}

// FrameInterval reports whether a RANGE frame of dialect d may be bounded by an interval, as in
// RANGE INTERVAL 7 DAY PRECEDING. MariaDB 10.11 answers 1064.
func FrameInterval(d Dialects) bool { return (MySQL | TiDB).Has(d) }
