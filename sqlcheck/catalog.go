package sqlcheck

import (
	"slices"
	"sync"

	"github.com/asksql/asksql/sqlcheck/internal/spelling"
)

// A Catalog is the schema that a query is checked against. It is read by many checks at once and
// must not change while any of them runs.
//
// It is a closed world: what it does not show does not exist. A column that a query may not use, one
// that the schema lacks and one that only the server has are the same to a check, which knows of none
// of them. So neither verdict, message nor print can depend on what is hidden. Tables are alike: a
// Table without columns is none.
type Catalog interface {
	// Table returns the table called name in the database db, or nil. db is "" where the query
	// names none. The answer for a table that does not exist and for one that the caller may not
	// use is the same nil. Letter case is folded in ASCII only; Options.CaseSensitiveTables makes
	// the checker refuse a table whose own spelling differs from the one written. The same table is
	// the same pointer each time: the checker asks again for what it printed.
	Table(db, name string) *Table
}

// A Suggester is a Catalog that can list what it holds. With one, refusals name the nearest legal
// table.
type Suggester interface {
	// Tables returns the tables that a query may use, in the order of the schema.
	Tables() []*Table
}

// An Estimator is a Catalog that knows how many rows its tables have.
type Estimator interface {
	// RowEstimate returns about how many rows a table of the catalog has, 0 or less if it is not known.
	RowEstimate(t *Table) int64
}

// A Versioned is a Catalog that knows what its tables are on.
type Versioned interface {
	// ServerVersion returns the version as the server gives it for VERSION(), "" if it is not known. What is
	// no version of the checker's dialect counts as that.
	ServerVersion() string
}

// A Table is a base table or view of the schema, as a query may see it. It is immutable.
type Table struct {
	database string
	name     string
	columns  []Column       // in scope, all of them
	index    map[string]int // folded name → position
	ascii    bool           // all names of columns are ASCII
	view     bool
	primary  []int   // positions of the columns of the primary key, if the schema shows it whole
	keys     [][]int // those of each other key
	allKeys  bool    // it has no others
	// alike is the position of the first column with a shape. It is made when it is first needed: a
	// look-up that compared the name with each column would cost as much again for every name of a query.
	alike func() map[spelling.Shape]int
}

// A Column is one column of a Table.
type Column struct {
	// Name is the schema's own spelling, the one that is printed.
	Name string
	// InScope reports whether a query may use the column. It is false by default: a column that
	// nobody allowed is left out of the Table, as if the schema did not have it.
	InScope bool
	// Sensitive marks a column for the sensitive_column advice. It decides nothing.
	Sensitive bool
	// NotNull reports whether the column is never NULL. Like Generated and the keys of a Table it matters to
	// ONLY_FULL_GROUP_BY only.
	NotNull bool
	// Generated reports whether the server computes the column from others of the same row.
	Generated bool
	// Type is the type as the schema declares it, such as "varchar(20)"; "" if it is not known. It matters to row
	// rules only, whose parameters are held against it.
	Type string
}

// NewTable returns the table called name with those of the columns that are InScope. Nothing of the
// others is kept: a query can name them no more than columns that do not exist, and * does not stand
// for them. database is the name a query may qualify the table with, "" where it may not be
// qualified. Of two columns whose names differ by letter case only, the first one is found. The
// slice is copied.
func NewTable(database, name string, columns []Column) *Table {
	t := &Table{
		database: database,
		name:     name,
		columns:  make([]Column, 0, len(columns)),
		index:    make(map[string]int, len(columns)),
		ascii:    true,
	}
	for _, column := range columns {
		if column.InScope {
			t.add(column)
		}
	}
	t.alike = sync.OnceValue(t.shapes)
	return t
}

// NewView is NewTable for a view. Servers bind a few names otherwise over a view that they merge into the
// query than over a table, so what may be a view should be said to be one.
func NewView(database, name string, columns []Column) *Table {
	t := NewTable(database, name, columns)
	t.view = true
	return t
}

// WithKeys returns a copy of the table with keys: lists of columns in which no two rows have the same values.
// Those of the primary key are never NULL; of the unique ones, a row with a NULL is like no other. all says that
// there are no more keys; else what a key that is not listed would determine is not known. A key with a column
// that is not InScope is left out: no query can name all of it.
func (t *Table) WithKeys(primary []string, unique [][]string, all bool) *Table {
	with := *t
	with.primary, with.keys, with.allKeys = t.positions(primary), nil, all
	for _, key := range unique {
		if positions := t.positions(key); positions != nil {
			with.keys = append(with.keys, positions)
		}
	}
	return &with
}

// positions returns where the columns of a key are, nil if one is not there.
func (t *Table) positions(key []string) []int {
	positions := make([]int, 0, len(key))
	for _, name := range key {
		if i, ok := t.index[fold(name)]; ok {
			positions = append(positions, i)
		}
	}
	if len(positions) < len(key) || len(key) == 0 {
		return nil
	}
	return positions
}

// Keys returns what WithKeys was given, as far as the columns are InScope.
func (t *Table) Keys() (primary []string, unique [][]string, all bool) {
	for _, positions := range t.keys {
		unique = append(unique, t.named(positions))
	}
	return t.named(t.primary), unique, t.allKeys
}

func (t *Table) named(positions []int) (names []string) {
	for _, i := range positions {
		names = append(names, t.columns[i].Name)
	}
	return names
}

// isNotNull reports whether a column is never NULL.
func (t *Table) isNotNull(column int) bool {
	return t.columns[column].NotNull || slices.Contains(t.primary, column)
}

func (t *Table) add(column Column) {
	key := fold(column.Name)
	t.ascii = t.ascii && isASCII(key)
	if _, taken := t.index[key]; !taken {
		t.index[key] = len(t.columns)
	}
	t.columns = append(t.columns, column)
}

func (t *Table) shapes() map[spelling.Shape]int {
	alike := make(map[spelling.Shape]int, len(t.columns))
	for i := range t.columns {
		key := shapeOf(t.columns[i].Name)
		if _, taken := alike[key]; !taken {
			alike[key] = i
		}
	}
	return alike
}

// Database returns the name that a query may qualify the table with, or "".
func (t *Table) Database() string { return t.database }

// IsView reports whether the table was made by NewView.
func (t *Table) IsView() bool { return t.view }

// Name returns the table's name in the schema's spelling.
func (t *Table) Name() string { return t.name }

// Columns returns the columns that a query may use, in the order of the schema. The caller must not
// change them.
func (t *Table) Columns() []Column { return t.columns }

// Column returns the column called name, letter case folded in ASCII only, or nil. A column that a
// query may not use is not there.
func (t *Table) Column(name string) *Column {
	if i, ok := t.index[fold(name)]; ok {
		return &t.columns[i]
	}
	return nil
}

// find returns the position of the column called name. It does not allocate for names of ordinary
// length.
func (t *Table) find(name string) (int, found) {
	var buf [64]byte
	key := append(buf[:0], name...)
	for i, c := range key {
		if 'A' <= c && c <= 'Z' {
			key[i] = c + 'a' - 'A'
		}
	}
	if i, ok := t.index[string(key)]; ok {
		return i, unique
	}
	if t.ascii && isASCII(name) {
		return -1, absent
	}
	if i, ok := t.alike()[shapeOf(name)]; ok {
		return i, confusable
	}
	return -1, absent
}
