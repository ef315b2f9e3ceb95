package execute

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ErrTooManyRows says that a query has more rows than are read.
var ErrTooManyRows = errors.New("the query has more rows than are compared")

// A Result is the rows of a query. Rows are kept as digests, so that wide ones take no memory.
type Result struct {
	columns int
	rows    []digest
}

type digest [sha256.Size]byte

// Rows returns the number of rows.
func (r *Result) Rows() int { return len(r.rows) }

// Same reports whether two results have the same rows: the same values by position, as often, and
// in the same order if ordered. NULL equals NULL and nothing else. Numbers equal by value, whatever
// their types and trailing zeros, those with a fraction up to ten significant digits; a number and
// a text are never equal. Labels do not count.
func Same(a, b *Result, ordered bool) bool {
	if a.columns != b.columns || len(a.rows) != len(b.rows) {
		return false
	}
	x, y := slices.Clone(a.rows), slices.Clone(b.rows)
	if !ordered {
		slices.SortFunc(x, digest.compare)
		slices.SortFunc(y, digest.compare)
	}
	return slices.Equal(x, y)
}

func (d digest) compare(e digest) int { return bytes.Compare(d[:], e[:]) }

// read reads up to most rows.
func read(rows *sql.Rows, most int) (*Result, error) {
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	r := &Result{columns: len(types)}
	values, targets := make([]sql.RawBytes, len(types)), make([]any, len(types))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if len(r.rows) == most {
			return nil, ErrTooManyRows
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		r.rows = append(r.rows, newDigest(values, types))
	}
	return r, rows.Err()
}

// newDigest returns the digest of the values of a row.
func newDigest(values []sql.RawBytes, types []*sql.ColumnType) digest {
	var row []byte
	for i, v := range values {
		switch {
		case v == nil:
			row = append(row, "null"...)
		case numeric(types[i].DatabaseTypeName()):
			row = append(append(row, "number "...), number(string(v))...)
		default:
			row = append(append(row, "text "...), strconv.Quote(string(v))...)
		}
		row = append(row, ',')
	}
	return sha256.Sum256(row)
}

// numeric reports whether a type, as the driver names it, holds numbers.
func numeric(name string) bool {
	switch strings.TrimPrefix(name, "UNSIGNED ") {
	case "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT", "DECIMAL", "FLOAT", "DOUBLE", "YEAR":
		return true
	}
	return false
}

// significant is how many digits of a number with a fraction count: fewer than a double has, since
// sums of doubles depend on the order of rows.
const significant = 10

// number returns one spelling for all spellings of a number. Whole numbers stay exact.
func number(s string) string {
	if whole, fraction, found := strings.Cut(s, "."); found && strings.Trim(fraction, "0") == "" {
		s = whole
	}
	if strings.TrimLeft(s, "-0123456789") == "" {
		return wholeNumber(s)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	s = strconv.FormatFloat(f, 'g', significant, 64)
	if rounded, err := strconv.ParseFloat(s, 64); err == nil && rounded == math.Trunc(rounded) && math.Abs(rounded) < 1e15 {
		return wholeNumber(strconv.FormatFloat(rounded, 'f', 0, 64))
	}
	return s
}

// wholeNumber returns a whole number without leading zeros, or a sign before zero.
func wholeNumber(s string) string {
	digits, negative := strings.CutPrefix(s, "-")
	digits = strings.TrimLeft(digits, "0")
	switch {
	case digits == "":
		return "0"
	case negative:
		return "-" + digits
	default:
		return digits
	}
}
