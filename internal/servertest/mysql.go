package servertest

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// MySQLVariable is the environment variable that names the program of a MySQL server, or a script that
// runs it, for tests that are not to look for one.
const MySQLVariable = "ASKSQL_TEST_MYSQLD"

// installMySQL makes a directory of data. To initialise one takes seconds, so it is done once for a
// server and its arguments; tests get a copy.
func installMySQL(tb testing.TB, dir string, arguments []string) string {
	tb.Helper()
	daemon, version := findMySQL(tb)
	var initial []string
	for _, a := range arguments {
		if strings.HasPrefix(a, "--lower-case-table-names=") { // counts when the directory is made, and never again
			initial = append(initial, a)
		}
	}
	template := filepath.Join(cache(), "data-"+digest(version, strings.Join(initial, " ")))
	if _, err := os.Stat(template); err != nil {
		initialise(tb, daemon, template, initial)
	}
	if err := os.CopyFS(filepath.Join(dir, "data"), os.DirFS(template)); err != nil {
		tb.Fatal(err)
	}
	return daemon
}

// findMySQL returns the program of a server and its version.
func findMySQL(tb testing.TB) (daemon, version string) {
	tb.Helper()
	if named := os.Getenv(MySQLVariable); named != "" {
		version, err := mysqlVersion(named)
		if err != nil {
			tb.Fatalf("%s: %v", MySQLVariable, err)
		}
		return named, version
	}
	for _, path := range []string{installed("mysqld"), filepath.Join(cache(), "mysqld")} {
		if version, err := mysqlVersion(path); err == nil {
			return path, version
		}
	}
	missing(tb, "MySQL is not installed; `make mysql` unpacks one for this test, and "+MySQLVariable+" names another")
	return "", ""
}

// mysqlVersion returns what a program says of itself. It is an error if that is not MySQL: mysqld is
// a name that MariaDB goes by too.
func mysqlVersion(daemon string) (string, error) {
	out, err := exec.Command(daemon, "--version").Output()
	version := strings.TrimSpace(string(out))
	switch {
	case err != nil:
		return "", err
	case strings.Contains(version, "MariaDB"):
		return "", fmt.Errorf("%s is MariaDB", daemon)
	}
	return version, nil
}

// cache is where mysql.sh puts a server, and where directories of data are kept.
func cache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "asksql", "mysql")
}

// initialise makes a directory of data at once, whoever else makes the same.
func initialise(tb testing.TB, daemon, template string, arguments []string) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(template), 0o755); err != nil {
		tb.Fatal(err)
	}
	dir, err := os.MkdirTemp(filepath.Dir(template), "making")
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // another test that fails for it would say so
	all := append(mysqlArguments(dir), "--initialize-insecure")
	if out, err := command(daemon, append(all, arguments...)...).CombinedOutput(); err != nil {
		tb.Fatalf("%s: %v\n%s", daemon, err, out)
	}
	if err := os.Rename(filepath.Join(dir, "data"), template); err != nil {
		if _, there := os.Stat(template); there != nil {
			tb.Fatal(err)
		}
	}
}

func mysqlArguments(dir string) []string {
	return append(innodbArguments(dir),
		"--innodb-redo-log-capacity=8M",
		"--skip-log-bin",
		"--performance-schema=OFF",
		"--mysqlx=0",
		"--secure-file-priv=", // the folder it would insist on is made by a package
	)
}

// digest returns a short name for texts.
func digest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	return fmt.Sprintf("%x", sum[:6])
}
