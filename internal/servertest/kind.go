package servertest

import (
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

// A Kind is a kind of server.
type Kind int

// The servers that tests can start.
const (
	MariaDB Kind = iota
	MySQL
)

// Each runs do in a subtest for each kind of server. It starts none.
func Each(t *testing.T, do func(*testing.T, Kind)) {
	t.Helper()
	for _, kind := range []Kind{MariaDB, MySQL} {
		t.Run(kind.String(), func(t *testing.T) { do(t, kind) })
	}
}

// String returns the name of the server, as its makers write it.
func (k Kind) String() string {
	if k == MySQL {
		return "MySQL"
	}
	return "MariaDB"
}

// Dialect returns what the checker calls the server.
func (k Kind) Dialect() sqlcheck.Dialect {
	if k == MySQL {
		return sqlcheck.MySQL
	}
	return sqlcheck.MariaDB
}

// install makes the directory of data that a server starts on and returns the server's program.
func (k Kind) install(tb testing.TB, dir string, arguments []string) (daemon string) {
	tb.Helper()
	if k == MySQL {
		return installMySQL(tb, dir, arguments)
	}
	return installMariaDB(tb, dir)
}

// arguments are for running on a directory.
func (k Kind) arguments(dir string) []string {
	own := mariadbArguments
	if k == MySQL {
		own = mysqlArguments
	}
	return append(own(dir),
		"--tmpdir="+dir, // a server that starts removes the temporary tables it finds in its own
		"--pid-file="+dir+"/pid",
		"--skip-networking",
		"--lower-case-table-names=0",
		"--character-set-server=utf8mb4",
		"--default-storage-engine=MyISAM", // exact row counts give one plan each time
		"--sysdate-is-now",                // so that a fixed timestamp fixes SYSDATE too
		"--max-connections=500",
	)
}
