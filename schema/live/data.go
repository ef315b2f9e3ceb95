package live

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/sqlcheck"
)

// Bounds on what is read of the rows, so that it costs a large server no more than a small one.
const (
	sampleRows   = 10_000          // of one table, from each end
	perStatement = 5 * time.Second // after which the server gives up on one
)

// Data options say how to read rows.
type DataOptions struct {
	// Progress, if not nil, is told how many of the statements are done.
	Progress func(done, of int)
}

// A DataReport says what of the data was not read, so that nobody takes a part for the whole.
type DataReport struct {
	Statements int      // that were sent
	Skipped    []string // what was left out, and why
	// Cut is how much was not asked for since the time was over; 0 if all was.
	Cut int
}

// A data is a session that reads rows and changes nothing.
type data struct {
	tx     *sql.Tx
	report *DataReport
}

// withData runs do in a read-only transaction in which the server ends each statement after a while. An error is about
// the connection or of do.
func (s *Server) withData(ctx context.Context, do func(*data) error) (*DataReport, error) {
	report := &DataReport{}
	err := s.inTransaction(ctx, func(tx *sql.Tx) error { return do(&data{tx, report}) })
	if err != nil {
		return nil, s.config.scrubbed(explained(ctx, err))
	}
	return report, nil
}

func (s *Server) inTransaction(ctx context.Context, do func(*sql.Tx) error) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // back to db
	var version string
	if err := conn.QueryRowContext(ctx, "SELECT VERSION()").Scan(&version); err != nil {
		return err
	}
	dialect := ddl.DialectOf(version)
	limit := fmt.Sprintf("SET SESSION max_execution_time = %d", perStatement.Milliseconds())
	if dialect == sqlcheck.MariaDB {
		limit = fmt.Sprintf("SET SESSION max_statement_time = %.0f", perStatement.Seconds())
	}
	if _, err := conn.ExecContext(ctx, limit); err != nil {
		return err
	}
	// TiDB has no read-only transactions, and refuses one rather than begin another.
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: dialect != sqlcheck.TiDB})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return do(tx)
}

// query runs a statement and gives each row to do. skipped reports whether the server refused it, or gave up on it,
// which is noted under the name of what it is about. The error is one of the connection, or of ctx.
func (d *data) query(ctx context.Context, about, query string, do func(*sql.Rows) error) (skipped bool, err error) {
	d.report.Statements++
	rows, err := d.tx.QueryContext(ctx, query)
	if err == nil {
		for rows.Next() {
			if err = do(rows); err != nil {
				break
			}
		}
		if closed := rows.Close(); err == nil {
			err = closed
		}
		if err == nil {
			err = rows.Err()
		}
	}
	var refused *mysql.MySQLError
	switch {
	case err == nil:
		return false, nil
	case ctx.Err() != nil:
		return true, ctx.Err()
	case errors.As(err, &refused):
		d.report.Skipped = append(d.report.Skipped, about+": "+reasonOf(refused))
		return true, nil
	}
	return true, err
}

// The numbers of the errors by which servers give up on a statement that takes too long.
const (
	tookLong        = 3024
	tookLongMariaDB = 1969
	tableDenied     = 1142
	columnDenied    = 1143
)

func reasonOf(refused *mysql.MySQLError) string {
	switch refused.Number {
	case tookLong, tookLongMariaDB:
		return fmt.Sprintf("the server gave up on it after %v", perStatement)
	case tableDenied, columnDenied:
		return "the user may not read it"
	}
	return fmt.Sprintf("the server refuses the statement (error %d)", refused.Number)
}

func quoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
