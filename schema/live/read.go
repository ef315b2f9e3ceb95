// Package live reads the schema of a database from a running MySQL, MariaDB or TiDB: a fixed number
// of queries of information_schema, whatever the number of tables, in one read-only transaction.
package live

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/sqlcheck"
)

// Options say what to read. The zero value reads all of the connection's database.
type Options struct {
	// Keep reports whether a table or view is wanted; nil keeps all.
	Keep func(name string) bool
	// Progress, if not nil, is told from time to time how many columns have been read.
	Progress func(columns int)
}

// A Result is what a server says. The tables of the document are in order of name; its version and
// schemaId are for the caller to set.
type Result struct {
	Document *schema.Document
	Notes    []string // what was left out because no artifact holds it
	// Derivations say what generated columns and columns of views are computed from, as far as the server shows it.
	Derivations []ddl.Derivation
}

// read reads the schema of the database that db is connected to.
func read(ctx context.Context, db *sql.DB, o Options) (*Result, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }() // back to db
	r := &reading{options: o, index: map[string]int{}, invisible: map[[2]string]bool{}}
	r.made = ddl.Definitions{Views: map[string]string{}, Generated: map[ddl.ColumnName]string{}}
	if err := r.server(ctx, conn); err != nil {
		return nil, err
	}
	r.limitTime(ctx, conn)
	// TiDB has no read-only transactions, and refuses one rather than begin another.
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: r.dialect != sqlcheck.TiDB})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	for _, step := range []func(context.Context, *sql.Tx) error{r.tables, r.columns, r.views, r.keys, r.uniqueKeys, r.checks} {
		if err := step(ctx, tx); err != nil {
			return nil, err
		}
	}
	return r.result(), nil
}

// A reading is what has been read so far.
type reading struct {
	options   Options
	dialect   sqlcheck.Dialect
	database  string
	source    schema.Source
	all       []schema.Table
	index     map[string]int     // of a table in all, by its name in exact letter case
	invisible map[[2]string]bool // columns by table and name
	notes     []string
	made      ddl.Definitions
}

func (r *reading) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// server reads what the server is.
func (r *reading) server(ctx context.Context, conn *sql.Conn) error {
	var (
		names int
		mode  string
	)
	err := conn.QueryRowContext(ctx, "SELECT VERSION(), @@lower_case_table_names, @@sql_mode, DATABASE()").
		Scan(&r.source.Server, &names, &mode, &r.database)
	if err != nil {
		return err
	}
	r.source.LowerCaseTableNames, r.source.SQLMode = &names, &mode
	r.source.RowEstimates = map[string]int64{}
	r.dialect = ddl.DialectOf(r.source.Server)
	return nil
}

// limitTime has the server itself give up on a query when the time is over: one whose client is gone
// would run on. A server that cannot is no reason to stop.
func (r *reading) limitTime(ctx context.Context, conn *sql.Conn) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return
	}
	left := max(time.Until(deadline), time.Second)
	statement := fmt.Sprintf("SET SESSION max_execution_time = %d", left.Milliseconds())
	if r.dialect == sqlcheck.MariaDB {
		statement = fmt.Sprintf("SET SESSION max_statement_time = %.0f", left.Seconds())
	}
	_, _ = conn.ExecContext(ctx, statement)
}

// tables reads the tables and views.
func (r *reading) tables(ctx context.Context, tx *sql.Tx) error {
	const query = `SELECT TABLE_NAME, TABLE_TYPE, COALESCE(TABLE_COMMENT, ''), COALESCE(TABLE_ROWS, -1)
		FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?`
	return r.each(ctx, tx, query, func(scan scanner) error {
		var name, kind, comment string
		var estimate int64
		if err := scan(&name, &kind, &comment, &estimate); err != nil {
			return err
		}
		r.addTable(name, kind, comment, estimate)
		return nil
	})
}

// A scanner gives out the values of a row.
type scanner func(values ...any) error

// each runs a query about the database and gives each row to do.
func (r *reading) each(ctx context.Context, tx *sql.Tx, query string, do func(scanner) error) error {
	rows, err := tx.QueryContext(ctx, query, r.database)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // what goes wrong is in Err
	for rows.Next() {
		if err := do(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (r *reading) addTable(name, kind, comment string, estimate int64) {
	if r.options.Keep != nil && !r.options.Keep(name) {
		return
	}
	t := schema.Table{Name: name, Kind: schema.KindTable, Description: comment}
	switch {
	case strings.HasSuffix(kind, "VIEW"):
		t.Kind, t.Description = schema.KindView, "" // the comment of a view is VIEW, or why it is broken
		estimate = -1
	case kind == "SEQUENCE":
		r.note("sequence %s is left out: an artifact holds tables and views", name)
		return
	}
	if estimate >= 0 {
		r.source.RowEstimates[name] = rounded(estimate)
	}
	r.index[name] = len(r.all)
	r.all = append(r.all, t)
}

// rounded returns an estimate with two digits that count: the rest is noise, and would differ from
// one time to the next.
func rounded(rows int64) int64 {
	unit := int64(1)
	for rows/unit >= 100 {
		unit *= 10
	}
	return rows / unit * unit
}

// progressEvery is how many columns pass between two reports.
const progressEvery = 5000

// columns reads the columns of all tables.
func (r *reading) columns(ctx context.Context, tx *sql.Tx) error {
	const query = `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COALESCE(COLUMN_COMMENT, ''), COALESCE(EXTRA, ''), COALESCE(GENERATION_EXPRESSION, '')
		FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME, ORDINAL_POSITION`
	n := 0
	return r.each(ctx, tx, query, func(scan scanner) error {
		var c columnRow
		if err := scan(&c.table, &c.name, &c.kind, &c.nullable, &c.comment, &c.extra, &c.expression); err != nil {
			return err
		}
		r.addColumn(c)
		if n++; r.options.Progress != nil && n%progressEvery == 0 {
			r.options.Progress(n)
		}
		return nil
	})
}

// views reads what views select, as far as the server shows it to the user.
func (r *reading) views(ctx context.Context, tx *sql.Tx) error {
	const query = `SELECT TABLE_NAME, COALESCE(VIEW_DEFINITION, '') FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ?`
	return r.each(ctx, tx, query, func(scan scanner) error {
		var name, definition string
		if err := scan(&name, &definition); err != nil {
			return err
		}
		if _, ok := r.index[name]; ok && definition != "" {
			r.made.Views[name] = definition
		}
		return nil
	})
}

// result returns the document.
func (r *reading) result() *Result {
	r.dropBroken()
	slices.SortFunc(r.all, func(a, b schema.Table) int { return strings.Compare(a.Name, b.Name) })
	doc := &schema.Document{
		Dialect:  r.dialect.String(),
		Database: r.database,
		Tables:   r.all,
		Source:   &r.source,
	}
	return &Result{Document: doc, Notes: r.notes, Derivations: ddl.Derive(doc, r.made)}
}

// dropBroken takes out tables without a column: views whose tables are gone.
func (r *reading) dropBroken() {
	r.all = slices.DeleteFunc(r.all, func(t schema.Table) bool {
		if len(t.Columns) == 0 {
			r.note("%s %s is left out: the server shows no columns of it to this user", t.Kind, t.Name)
			delete(r.source.RowEstimates, t.Name)
		}
		return len(t.Columns) == 0
	})
}
