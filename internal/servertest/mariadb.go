package servertest

import (
	"os"
	"os/exec"
	"testing"
)

// installMariaDB makes a directory of data by the script that comes with the server.
func installMariaDB(tb testing.TB, dir string) string {
	tb.Helper()
	script, daemon := installed("mariadb-install-db"), installed("mariadbd")
	if script == "" || daemon == "" {
		missing(tb, "mariadbd is not installed; install MariaDB (Debian: mariadb-server) to run this test")
	}
	arguments := append([]string{noDefaults}, dataArguments(dir)...)
	arguments = append(arguments, "--auth-root-authentication-method=normal", "--skip-test-db")
	install := exec.Command(script, arguments...)
	install.Env = append(os.Environ(), "TMPDIR="+dir) // a server that starts removes the temporary tables it finds in its own
	if out, err := install.CombinedOutput(); err != nil {
		tb.Fatalf("%s: %v\n%s", script, err, out)
	}
	return daemon
}

func mariadbArguments(dir string) []string {
	return append(dataArguments(dir),
		"--tmp-memory-table-size=0", // in memory, the order of equal rows is one of addresses
	)
}

// dataArguments are for installing and for running.
func dataArguments(dir string) []string {
	return append(innodbArguments(dir), "--innodb-log-file-size=8M", "--sync-frm=0")
}
