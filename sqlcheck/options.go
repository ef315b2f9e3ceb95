package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
)

// A Dialect is the server family member that will run the checked SQL.
type Dialect uint8

// The dialects. The zero value is MySQL.
const (
	MySQL   Dialect = iota // MySQL 8.0 and later
	MariaDB                // MariaDB 10.6 and later, in its default sql_mode (not ORACLE or MSSQL)
	TiDB                   // TiDB
)

var dialectNames = [...]string{MySQL: "mysql", MariaDB: "mariadb", TiDB: "tidb"}

// String returns the dialect's name as ParseDialect takes it.
func (d Dialect) String() string {
	if int(d) < len(dialectNames) {
		return dialectNames[d]
	}
	return fmt.Sprintf("dialect(%d)", uint8(d))
}

// product returns what the servers of the dialect are called.
func (d Dialect) product() string {
	switch d {
	case MariaDB:
		return "MariaDB"
	case TiDB:
		return "TiDB"
	default:
		return "MySQL"
	}
}

// HasVersion reports whether a text is the version of a server of the dialect, as such a server gives it for
// VERSION().
func (d Dialect) HasVersion(version string) bool { return builtin.ParseVersion(version, d.set()) != 0 }

// set returns the dialect as package builtin has it, the empty set if there is no such dialect.
func (d Dialect) set() builtin.Dialects {
	switch d {
	case MySQL:
		return builtin.MySQL
	case MariaDB:
		return builtin.MariaDB
	case TiDB:
		return builtin.TiDB
	default:
		return 0
	}
}

// ParseDialect returns the dialect called name: mysql, mariadb or tidb.
func ParseDialect(name string) (Dialect, error) {
	for d, n := range dialectNames {
		if n == name {
			return Dialect(d), nil
		}
	}
	return 0, fmt.Errorf("unknown dialect %q; the dialects are %s", name, strings.Join(dialectNames[:], ", "))
}

// Options are the parameters of a Checker. The zero value is the strictest setting for MySQL 8.
type Options struct {
	// Dialect is the server family member that will run the SQL.
	Dialect Dialect
	// Server is the version of that server as it gives it for VERSION(), such as "8.0.36" or
	// "10.11.6-MariaDB". It decides which functions are built in. Where it is empty the catalog may know
	// (Versioned); where nobody does, a function must be built in on every version that Dialect stands for:
	// a MySQL 8.0 or 8.4, a MariaDB from 10.6 on.
	Server string
	// Limits bound the size of what is checked. Zero fields take the default.
	Limits Limits
	// Functions are names of functions that are allowed beside the dialect's side-effect-free
	// built-ins, such as an installation's own stored functions. ASCII letters, digits and
	// underscores only. Whoever adds one vouches that it neither writes nor blocks.
	Functions []string
	// CaseSensitiveTables makes names of tables and their aliases match by exact spelling, as on
	// a server with lower_case_table_names=0 (manual 11.2.3). Column names always fold.
	CaseSensitiveTables bool
	// FullGroupBy says whether the server has ONLY_FULL_GROUP_BY in its sql_mode. The zero value asks a Catalog
	// that is a Moder, and goes by what the dialect's servers have by default.
	FullGroupBy FullGroupBy
	// ASCII refuses identifiers outside ASCII and prints strings outside it in hexadecimal, which
	// makes the text safe on a connection whose character set is not utf8mb4.
	ASCII bool
}

// Limits bound what one check may cost, here and on the server. A zero field means the default.
type Limits struct {
	// Bytes is the length of the text in bytes; default 65,536. The parser takes time that grows with its
	// square on chains of joins and of adjacent strings: 0.1 s at the default, 0.3 s at twice that.
	Bytes     int
	Depth     int // depth of the tree; parentheses and left-deep chains of one binary operator add none; default 200
	Nodes     int // nodes of the tree; default 10,000
	Relations int // tables, derived tables and CTEs, a CTE as often as it is used; default 96
	// Unlinked is how many relations of one query block may be joined by no condition; default 8.
	Unlinked int
	// Rows is how many rows a server may combine for one query, as far as its shape tells; default 100,000,000.
	// Tables have the rows that the catalog knows of (Estimator), or a thousand each. Relations that no equality links
	// multiply, and so do subqueries that are computed for each row. A query that reads no more than a hundred
	// times its largest table is not refused for it.
	Rows int
}

// DefaultLimits returns what zero fields stand for.
func DefaultLimits() Limits { return Limits{}.withDefaults() }

func (l Limits) withDefaults() Limits {
	for _, f := range []struct {
		field *int
		value int
	}{{&l.Bytes, 65536}, {&l.Depth, 200}, {&l.Nodes, 10000}, {&l.Relations, 96}, {&l.Unlinked, 8}, {&l.Rows, 100_000_000}} {
		if *f.field == 0 {
			*f.field = f.value
		}
	}
	return l
}

// ofPrint returns the limits that a print is held to: quoting and parentheses make it longer and
// deeper than what was written, and wildcards are written out.
func (l Limits) ofPrint() Limits {
	l.Bytes, l.Depth, l.Nodes = 4*l.Bytes+maxStarred*256, 4*l.Depth, 4*l.Nodes+maxStarred*8
	l.Rows = 4 * l.Rows // a block that becomes a derived table is read once more
	return l
}
