// Package mariadbtest gives tests a MariaDB server of their own, with the tables of a schema
// artifact in it and rows in the tables.
package mariadbtest

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"testing"
	"time"
)

// RequireVariable is the environment variable that, if it is not empty, turns skipping for lack of
// a server into failing.
const RequireVariable = "ASKSQL_REQUIRE_MARIADB"

// startTimeout is how long a server may take to answer, on a busy machine.
const startTimeout = 60 * time.Second

// A Server is a running MariaDB that belongs to one test. It listens on a socket file only.
type Server struct {
	socket string
	admin  *sql.DB
}

// Start starts a server with no data in it and stops it at the end of the test. Where MariaDB is
// not installed the test is skipped, or fails if RequireVariable is set.
//
// Names of tables keep their letter case (lower_case_table_names=0, the default on Linux), and tables
// are MyISAM's, so that queries are repeatable, down to the order of rows that no clause asks for.
// The arguments, such as "--lower-case-table-names=1", are the server's too and win over its others.
func Start(tb testing.TB, arguments ...string) *Server {
	tb.Helper()
	install, daemon := program(tb, "mariadb-install-db"), program(tb, "mariadbd")
	dir, err := os.MkdirTemp("", "mariadb") // a short path: a socket's may have 107 bytes
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			tb.Error(err)
		}
	})
	if out, err := exec.Command(install, installArguments(dir)...).CombinedOutput(); err != nil {
		tb.Fatalf("%s: %v\n%s", install, err, out)
	}
	s := &Server{socket: filepath.Join(dir, "socket")}
	p := launch(tb, exec.Command(daemon, append(serverArguments(dir, s.socket), arguments...)...))
	s.admin = s.Open(tb, Session{User: "root"})
	s.await(tb, p)
	s.addReaders(tb)
	return s
}

// Socket returns the path of the socket that the server listens on. The user root has no password.
func (s *Server) Socket() string { return s.socket }

// program returns the path of a program of MariaDB, or ends the test.
func program(tb testing.TB, name string) string {
	tb.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath(filepath.Join("/usr/sbin", name)) // not on every user's path
	}
	switch {
	case err == nil:
		return path
	case os.Getenv(RequireVariable) != "":
		tb.Fatalf("%s is not installed, and %s is set", name, RequireVariable)
	default:
		tb.Skipf("%s is not installed; install MariaDB (Debian: mariadb-server) to run this test", name)
	}
	return ""
}

func installArguments(dir string) []string {
	return append(commonArguments(dir), "--auth-root-authentication-method=normal", "--skip-test-db")
}

func serverArguments(dir, socket string) []string {
	return append(commonArguments(dir),
		"--socket="+socket,
		"--pid-file="+filepath.Join(dir, "pid"),
		"--skip-networking",
		"--lower-case-table-names=0",
		"--character-set-server=utf8mb4",
		"--default-storage-engine=MyISAM", // exact row counts give one plan each time
		"--sysdate-is-now",                // so that a fixed timestamp fixes SYSDATE too
		"--tmp-memory-table-size=0",       // in memory, the order of equal rows is one of addresses
		"--max-connections=500",
	)
}

// commonArguments are for installing and for running. Nothing is worth syncing to disk.
func commonArguments(dir string) []string {
	args := []string{
		"--no-defaults", // must come first
		"--datadir=" + filepath.Join(dir, "data"),
		"--tmpdir=" + dir, // a server that starts removes the temporary tables it finds in its own
		"--innodb-flush-method=nosync",
		"--innodb-flush-log-at-trx-commit=0",
		"--innodb-doublewrite=0",
		"--innodb-log-file-size=8M",
		"--innodb-buffer-pool-size=16M",
		"--sync-frm=0",
	}
	if u, err := user.Current(); err == nil {
		args = append(args, "--user="+u.Username) // root must say that it means it
	}
	return args
}

// A process is a program that was started.
type process struct {
	exited chan struct{} // closed when it has ended
	output bytes.Buffer  // complete by then
}

// launch starts cmd and kills it at the end of the test.
func launch(tb testing.TB, cmd *exec.Cmd) *process {
	tb.Helper()
	p := &process{exited: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = &p.output, &p.output
	tie(cmd)
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	go func() {
		defer close(p.exited)
		_ = cmd.Wait() // killed, or a test says that it ended
	}()
	tb.Cleanup(func() {
		select {
		case <-p.exited:
			tb.Errorf("MariaDB ended by itself:\n%s", &p.output)
		default:
			if err := cmd.Process.Kill(); err != nil { // its data goes with it
				tb.Error(err)
			}
			<-p.exited
		}
	})
	return p
}

// await waits until the server answers.
func (s *Server) await(tb testing.TB, p *process) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := s.admin.PingContext(ctx)
		if err == nil {
			return
		}
		select {
		case <-tick.C:
		case <-p.exited:
			tb.FailNow() // the clean-up says why
		case <-ctx.Done():
			tb.Fatalf("MariaDB did not answer within %v: %v", startTimeout, err)
		}
	}
}

// exec runs statements as the administrator.
func (s *Server) exec(tb testing.TB, statements ...string) {
	tb.Helper()
	for _, statement := range statements {
		if _, err := s.admin.Exec(statement); err != nil {
			tb.Fatal(fmt.Errorf("%w: %.300s", err, statement))
		}
	}
}
