// Package execute runs checked queries and compares their rows.
package execute

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

// Limits bound what one query may cost.
type Limits struct {
	Timeout time.Duration // for the statement, at the server too
	MaxRows int           // rows to read; a query with more has no Result
}

// A Database is a server to run queries on. It opens read-only transactions, but that is no
// substitute for an account that may only read.
type Database struct {
	db     *sql.DB
	name   string // of the database in the data source name, or ""
	limits Limits
}

// grace is how much longer than the server this end waits, so that it is the server that ends a
// query that takes too long: one that is only abandoned here would go on there.
const grace = 2 * time.Second

// Open connects to the server that dsn names, in the form of github.com/go-sql-driver/mysql. A
// password goes into the argument of that name or into dsn. No error holds it.
func Open(ctx context.Context, dsn, password string, limits Limits) (*Database, error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, errors.New("the data source name is not of the form user@tcp(host:3306)/database")
	}
	if password != "" {
		config.Passwd = password
	}
	config.MultiStatements = false
	config.ParseTime = false // a date is its text, as the server writes it
	config.Logger = quiet{}
	if config.Timeout == 0 {
		config.Timeout = limits.Timeout
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, fmt.Errorf("the data source name: %w", err)
	}
	d := &Database{sql.OpenDB(connector), config.DBName, limits}
	ctx, cancel := context.WithTimeout(ctx, config.Timeout+grace) // a host that answers may still say nothing
	defer cancel()
	if err := d.db.PingContext(ctx); err != nil {
		_ = d.db.Close()
		return nil, fmt.Errorf("connect to %s as %s: %w", config.Addr, config.User, err)
	}
	return d, nil
}

// HasPassword reports whether a data source name has a password in it.
func HasPassword(dsn string) bool {
	config, err := mysql.ParseDSN(dsn)
	return err == nil && config.Passwd != ""
}

// quiet keeps the driver from writing to standard error: what fails is returned.
type quiet struct{}

func (quiet) Print(...any) {}

// Close closes the connections.
func (d *Database) Close() error { return d.db.Close() }

// Name returns the name of the database that the data source name has, or "".
func (d *Database) Name() string { return d.name }

// Query runs one query in a read-only transaction, in the database of the given name, and returns
// its rows. The error wraps ErrTooManyRows, or is what the server or the network said.
func (d *Database) Query(ctx context.Context, database, query string) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, d.limits.Timeout+grace)
	defer cancel()
	conn, err := d.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }() // it goes back to the pool
	if err := d.prepare(ctx, conn, database); err != nil {
		return nil, err
	}
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // there is nothing to keep
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has been asked
	result, err := read(rows, d.limits.MaxRows)
	if err != nil {
		cancel() // or Close would read all rows that are left
	}
	return result, err
}

// unknownVariable is the server's error for a variable that it does not have.
const unknownVariable = 1193

// prepare sets what holds for the session: the time limit of the server, which MySQL and TiDB call
// max_execution_time and count in milliseconds, and MariaDB max_statement_time, in seconds; and
// the database.
func (d *Database) prepare(ctx context.Context, conn *sql.Conn, database string) error {
	_, err := conn.ExecContext(ctx, fmt.Sprintf("SET SESSION max_execution_time = %d", max(1, d.limits.Timeout.Milliseconds()))) // 0 is no limit
	var refused *mysql.MySQLError
	if errors.As(err, &refused) && refused.Number == unknownVariable {
		_, err = conn.ExecContext(ctx, fmt.Sprintf("SET SESSION max_statement_time = %f", d.limits.Timeout.Seconds()))
	}
	if err != nil || database == "" {
		return err
	}
	_, err = conn.ExecContext(ctx, "USE `"+strings.ReplaceAll(database, "`", "``")+"`")
	return err
}
