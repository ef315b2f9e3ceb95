// Package figures reads what the differential tests counted on a real server.
package figures

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A Table is one count: how often each column was true of each row.
type Table struct {
	Date, Commit, Server string
	Head                 string // what the rows are
	Columns              []string
	Rows                 []Row
}

// A Row is a line of a table.
type Row struct {
	Name   string
	Counts []int // by column
}

// Load returns the table of that name in a directory, nil if it is not there.
func Load(dir, name string) (*Table, error) {
	data, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var t Table
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, fmt.Errorf("read the figures %s: %w", name, err)
	}
	for _, row := range t.Rows {
		if len(row.Counts) != len(t.Columns) {
			return nil, fmt.Errorf("read the figures %s: %s has %d counts, want %d", name, row.Name, len(row.Counts), len(t.Columns))
		}
	}
	return &t, nil
}

// Count returns how often a column was true of a row; 0 if there is no such column.
func (t *Table) Count(row Row, column string) int {
	if i := slices.Index(t.Columns, column); i >= 0 {
		return row.Counts[i]
	}
	return 0
}

// Total returns the sum of a column.
func (t *Table) Total(column string) int {
	sum := 0
	for _, row := range t.Rows {
		sum += t.Count(row, column)
	}
	return sum
}
