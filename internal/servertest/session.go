package servertest

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
)

// The accounts that sessions use. Neither may write or call a stored function.
const (
	// Reader may read everything in the databases that Create made.
	Reader = "reader"
	// ColumnReader may read the columns that GrantColumns gave it and nothing else.
	ColumnReader = "column_reader"
)

// now is what the clock shows in every session: 2024-05-17 12:34:56 UTC.
const now = "1715949296"

// A Session says how to connect.
type Session struct {
	User     string
	Database string
	// Mode is the sql_mode.
	Mode Mode
	// Collation is that of the connection.
	Collation Collation
	// StatementTimeout is how long a statement may take; 0 is without limit. MySQL ends SELECT only.
	StatementTimeout time.Duration
}

// Open returns connections to the server, which are closed at the end of the test. Their character
// set is utf8mb4; the clock stands still.
func (s *Server) Open(tb testing.TB, session Session) *sql.DB {
	tb.Helper()
	config := mysql.NewConfig()
	config.Net, config.Addr = "unix", s.socket
	config.User, config.DBName = session.User, session.Database
	config.Collation = General.on(s.kind) // the driver knows no newer ones
	config.InterpolateParams = true
	config.Logger = quiet{}
	config.Params = map[string]string{
		"timestamp":            now,
		"time_zone":            quoted("+00:00"),
		"collation_connection": quoted(session.Collation.on(s.kind)),
	}
	if session.Mode != Default {
		config.Params["sql_mode"] = quoted(string(session.Mode))
	}
	if s.kind == MySQL {
		config.Params["max_execution_time"] = fmt.Sprint(session.StatementTimeout.Milliseconds())
	} else {
		config.Params["max_statement_time"] = fmt.Sprint(session.StatementTimeout.Seconds())
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		tb.Fatal(err)
	}
	db := sql.OpenDB(connector)
	tb.Cleanup(func() { _ = db.Close() })
	return db
}

// Version returns what the server calls itself, such as "MariaDB 10.11.6".
func (s *Server) Version(tb testing.TB) string {
	tb.Helper()
	var version string
	if err := s.admin.QueryRow("SELECT VERSION()").Scan(&version); err != nil {
		tb.Fatal(err)
	}
	number, _, _ := strings.Cut(version, "-")
	return s.kind.String() + " " + number
}

// quiet keeps the driver from writing about a server that is not up yet.
type quiet struct{}

func (quiet) Print(...any) {}

// Errno returns the server's number for an error, 0 for nil. It is not ok for an error that the
// server did not send.
func Errno(err error) (number uint16, ok bool) {
	var refused *mysql.MySQLError
	switch {
	case err == nil:
		return 0, true
	case errors.As(err, &refused):
		return refused.Number, true
	default:
		return 0, false
	}
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func quotedName(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
