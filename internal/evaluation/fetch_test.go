package evaluation

import (
	"context"
	"database/sql"
	"encoding/binary"
	"hash/fnv"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

// run runs a statement to its last row and returns what the server said. A failure to talk to the
// server fails the test.
func run(t *testing.T, db *sql.DB, statement string) answer {
	_, said := fetch(t, db, statement)
	return said
}

// A result is the rows of a query, as far as a comparison needs them.
type result struct {
	rows      int
	ordered   uint64 // depends on the rows and their order
	unordered uint64 // depends on the rows
}

// fetch runs a query and returns its rows, and what the server said.
func fetch(t *testing.T, db *sql.DB, query string) (result, answer) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return result{}, said(t, query, err)
	}
	got, err := collect(rows)
	if err != nil {
		return result{}, said(t, query, err)
	}
	return got, answer{}
}

// said returns what the server said in err.
func said(t *testing.T, query string, err error) answer {
	number, ok := servertest.Errno(err)
	if !ok {
		t.Errorf("%q: %v, want rows or an error of the server", query, err)
	}
	return answer{Errno: number, Message: err.Error()}
}

// collect reads rows to the end and closes them.
func collect(rows *sql.Rows) (result, error) {
	defer func() { _ = rows.Close() }() // after Err there is nothing new to learn
	columns, err := rows.Columns()
	if err != nil {
		return result{}, err
	}
	values, pointers := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	var all result
	for rows.Next() {
		if err := rows.Scan(pointers...); err != nil {
			return result{}, err
		}
		sum := rowSum(values)
		all.rows++
		all.ordered = all.ordered*31 + sum
		all.unordered += sum
	}
	return all, rows.Err()
}

// rowSum returns a number for a row: its values, their lengths, and which are NULL.
func rowSum(values []sql.RawBytes) uint64 {
	h := fnv.New64a()
	for _, v := range values {
		length := int64(len(v))
		if v == nil {
			length = -1
		}
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(length)))
		h.Write(v)
	}
	return h.Sum64()
}
