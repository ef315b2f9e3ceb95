package live

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// A Server is a connection to a server that has not been used yet.
type Server struct {
	config Config
	db     *sql.DB
}

// Open returns the server that c names, without sending anything to it. An error is about c, and
// never holds a password.
func Open(c Config) (*Server, error) {
	config, err := c.driverConfig()
	if err != nil {
		return nil, err
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, c.scrubbed(fmt.Errorf("the DSN or the TLS mode cannot be used: %w", err))
	}
	return &Server{c, sql.OpenDB(connector)}, nil
}

// Close ends the connection.
func (s *Server) Close() error { return s.db.Close() }

// Read reads the schema of the database that the DSN names, in at most ten statements, none of which
// changes anything but its own session. Its error says what to do where that is known, and never
// holds the password.
func (s *Server) Read(ctx context.Context, o Options) (*Result, error) {
	result, err := read(ctx, s.db, o)
	if err != nil {
		return nil, s.config.scrubbed(explained(ctx, err))
	}
	return result, nil
}

// The numbers of a server's refusals that users meet.
const (
	accessDenied    = 1045
	databaseDenied  = 1044
	unknownDatabase = 1049
)

// explained adds what to do to an error that users meet.
func explained(ctx context.Context, err error) error {
	var refused *mysql.MySQLError
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("the server took longer than the time limit; raise --timeout or take fewer tables: %w", ctx.Err())
	case !errors.As(err, &refused):
		return fmt.Errorf("read from the server: %w", err)
	}
	switch refused.Number {
	case accessDenied:
		return fmt.Errorf("the server refuses the user; check the user and the password: %w", err)
	case databaseDenied, unknownDatabase:
		return fmt.Errorf("the database is not there for this user; check its name and the grants: %w", err)
	}
	return fmt.Errorf("read from the server: %w", err)
}

// scrubbed returns the error without the password in it.
func (c Config) scrubbed(err error) error {
	if c.Password == "" || !strings.Contains(err.Error(), c.Password) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), c.Password, "…"))
}
