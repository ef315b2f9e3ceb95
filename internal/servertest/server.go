// Package servertest gives tests a MariaDB or MySQL server of their own, with the tables of a schema
// artifact in it and rows in the tables.
package servertest

import (
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
const RequireVariable = "ASKSQL_REQUIRE_SERVERS"

// startTimeout is how long a server may take to answer, on a busy machine.
const startTimeout = 60 * time.Second

// A Server is a running server that belongs to one test. It listens on a socket file only.
type Server struct {
	kind   Kind
	socket string
	admin  *sql.DB
}

// Start starts a server with no data in it and stops it at the end of the test. Where one of the kind
// is not installed the test is skipped, or fails if RequireVariable is set.
//
// Names of tables keep their letter case (lower_case_table_names=0, the default on Linux), and tables
// are MyISAM's, so that queries are repeatable, down to the order of rows that no clause asks for.
// The arguments, such as "--lower-case-table-names=1", are the server's too and win over its others.
func Start(tb testing.TB, kind Kind, arguments ...string) *Server {
	tb.Helper()
	dir, err := os.MkdirTemp("", "server") // a short path: a socket's may have 107 bytes
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			tb.Error(err)
		}
	})
	daemon := kind.install(tb, dir, arguments)
	s := &Server{kind: kind, socket: filepath.Join(dir, "socket")}
	all := append(kind.arguments(dir), "--socket="+s.socket)
	p := launch(tb, command(daemon, append(all, arguments...)...))
	s.admin = s.Open(tb, Session{User: "root"})
	s.await(tb, p)
	s.addReaders(tb)
	return s
}

// Kind returns what the server is.
func (s *Server) Kind() Kind { return s.kind }

// Socket returns the path of the socket that the server listens on. The user root has no password.
func (s *Server) Socket() string { return s.socket }

// installed returns the path of a program, or "".
func installed(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath(filepath.Join("/usr/sbin", name)) // not on every user's path
	}
	if err != nil {
		return ""
	}
	return path
}

// missing ends a test that has no server.
func missing(tb testing.TB, why string) {
	tb.Helper()
	if os.Getenv(RequireVariable) != "" {
		tb.Fatalf("%s (%s is set)", why, RequireVariable)
	}
	tb.Skip(why)
}

// userName returns the name of the user that servers run as.
func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return ""
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
