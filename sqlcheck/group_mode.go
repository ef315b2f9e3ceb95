package sqlcheck

import (
	"fmt"
	"slices"
	"strings"
)

// A FullGroupBy says whether a query is held to ONLY_FULL_GROUP_BY: that each column of a grouped query is the
// same for all rows of a group, or stands in an aggregate.
type FullGroupBy uint8

// The settings.
const (
	FullGroupByAuto FullGroupBy = iota // as the Catalog's sql_mode says, else as the dialect's servers do by default
	FullGroupByOn
	FullGroupByOff
)

var fullGroupByNames = [...]string{FullGroupByAuto: "auto", FullGroupByOn: "on", FullGroupByOff: "off"}

// String returns the setting's name as ParseFullGroupBy takes it.
func (g FullGroupBy) String() string {
	if int(g) < len(fullGroupByNames) {
		return fullGroupByNames[g]
	}
	return fmt.Sprintf("full_group_by(%d)", uint8(g))
}

// ParseFullGroupBy returns the setting called name: auto, on or off.
func ParseFullGroupBy(name string) (FullGroupBy, error) {
	if i := slices.Index(fullGroupByNames[:], name); i >= 0 {
		return FullGroupBy(i), nil
	}
	return 0, fmt.Errorf("unknown setting %q; the settings are %s", name, strings.Join(fullGroupByNames[:], ", "))
}

// A Moder is a Catalog that may know the sql_mode of the server that will run the queries.
type Moder interface {
	// SQLMode returns the names of the modes, with commas between them. known is false where nobody says.
	SQLMode() (modes string, known bool)
}

// inForce reports whether queries over a catalog are held to ONLY_FULL_GROUP_BY. MySQL and TiDB have it by
// default, MariaDB has not.
func (g FullGroupBy) inForce(d Dialect, catalog Catalog) bool {
	if g != FullGroupByAuto {
		return g == FullGroupByOn
	}
	if m, ok := catalog.(Moder); ok {
		if modes, known := m.SQLMode(); known {
			return hasFullGroupBy(modes, d)
		}
	}
	return d != MariaDB
}

// hasFullGroupBy reports whether ONLY_FULL_GROUP_BY is among the modes, or one that stands for it: ANSI does
// but for MariaDB (MySQL manual, 7.1.11; MariaDB's page "SQL_MODE").
func hasFullGroupBy(modes string, d Dialect) bool {
	for mode := range strings.SplitSeq(modes, ",") {
		mode = strings.TrimSpace(mode)
		if strings.EqualFold(mode, "ONLY_FULL_GROUP_BY") || d != MariaDB && strings.EqualFold(mode, "ANSI") {
			return true
		}
	}
	return false
}
