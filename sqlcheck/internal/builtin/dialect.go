package builtin

// Dialects is a set of server families. The zero value is empty.
type Dialects uint8

// The dialects.
const (
	MySQL Dialects = 1 << iota
	MariaDB
	TiDB

	dialects = iota // how many they are

	All = MySQL | MariaDB | TiDB
)

// Has reports whether d, one dialect, is in the set. The empty set and sets of several dialects are
// in none: what is asked about no dialect in particular is denied.
func (s Dialects) Has(d Dialects) bool {
	switch d {
	case MySQL, MariaDB, TiDB:
		return s&d != 0
	default:
		return false
	}
}
