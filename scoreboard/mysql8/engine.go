// Package mysql8 runs what MariaDB cannot: prints of syntax and functions that are MySQL 8's own, on
// go-mysql-server, which speaks that dialect.
package mysql8

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	sqle "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/asksql/asksql/scoreboard/cases"
)

// An Engine is a server in memory that holds one database. It serves one caller at a time.
type Engine struct {
	engine  *sqle.Engine
	session func() *sql.Context
}

// NewEngine returns an engine with the tables of a schema, hidden columns included, and nothing in
// them.
func NewEngine(c cases.Catalog) (*Engine, error) {
	database := memory.NewDatabase(c.Database)
	database.EnablePrimaryKeyIndexes()
	provider := memory.NewDBProvider(database)
	e := &Engine{engine: sqle.NewDefault(provider)}
	e.session = func() *sql.Context {
		ctx := sql.NewContext(context.Background(), sql.WithSession(memory.NewSession(sql.NewBaseSession(), provider)))
		ctx.SetCurrentDatabase(c.Database)
		return ctx
	}
	for _, t := range c.Tables {
		if _, err := e.Query(definition(t)); err != nil {
			return nil, fmt.Errorf("create table %s: %w", t.Name, err)
		}
	}
	return e, nil
}

func definition(t cases.Table) string {
	var columns []string
	for _, c := range t.Columns {
		columns = append(columns, fmt.Sprintf("`%s` %s", c.Name, c.Type))
	}
	return fmt.Sprintf("CREATE TABLE `%s` (%s)", t.Name, strings.Join(columns, ", "))
}

// Query runs a statement and returns its rows as text, sorted: the order means nothing to most.
func (e *Engine) Query(statement string) (rows []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	ctx := e.session()
	_, iterator, _, err := e.engine.Query(ctx, statement)
	if err != nil {
		return nil, err
	}
	rows, err = readAll(ctx, iterator)
	slices.Sort(rows)
	return rows, errors.Join(err, iterator.Close(ctx))
}

func readAll(ctx *sql.Context, iterator sql.RowIter) (rows []string, err error) {
	for {
		row, err := iterator.Next(ctx)
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		text, err := asText(row)
		if err != nil {
			return nil, err
		}
		rows = append(rows, text)
	}
}

// asText returns a row as text. A value of JSON has to be asked for.
func asText(row sql.Row) (string, error) {
	var values []string
	for _, value := range row {
		if wrapped, ok := value.(sql.JSONWrapper); ok {
			plain, err := wrapped.ToInterface()
			if err != nil {
				return "", err
			}
			value = plain
		}
		values = append(values, fmt.Sprintf("%T %v", value, value))
	}
	return strings.Join(values, " | "), nil
}
