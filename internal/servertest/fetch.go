package servertest

import (
	"context"
	"database/sql"
	"encoding/binary"
	"hash/fnv"
)

// A Result is the rows of a query, as far as a comparison needs them.
type Result struct {
	Rows      int
	Ordered   uint64 // depends on the rows and their order
	Unordered uint64 // depends on the rows
}

// Same reports whether the results have the same rows, in whatever order.
func (r Result) Same(other Result) bool {
	return r.Rows == other.Rows && r.Unordered == other.Unordered
}

// Fetch runs a query to its last row.
func Fetch(ctx context.Context, db *sql.DB, query string) (Result, error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return Result{}, err
	}
	defer func() { _ = rows.Close() }() // after Err there is nothing new to learn
	columns, err := rows.Columns()
	if err != nil {
		return Result{}, err
	}
	values, pointers := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	var all Result
	for rows.Next() {
		if err := rows.Scan(pointers...); err != nil {
			return Result{}, err
		}
		sum := rowSum(values)
		all.Rows++
		all.Ordered = all.Ordered*31 + sum
		all.Unordered += sum
	}
	if err := rows.Err(); err != nil {
		return Result{}, err
	}
	return all, nil
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
