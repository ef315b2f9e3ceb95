package schema

import (
	"cmp"

	"github.com/asksql/asksql/sqlcheck"
)

// Version is the version of the artifact format that this package reads.
const Version = 1

// Limits of an artifact.
const (
	MaxTables        = 10_000
	MaxColumns       = 4_096 // of one table; a MySQL table has no more (manual 10.4.7)
	MaxExamples      = 100
	MaxExampleBytes  = 8 << 10 // of the SQL of one: each is checked when the artifact is read
	MaxNameRunes     = 64      // of a table, column or database (manual 11.2.1)
	MaxSchemaIDRunes = 256
)

// The kinds of a Table.
const (
	KindTable = "table"
	KindView  = "view"
)

// A Document is the content of an artifact as it is written in JSON. One that comes out of this
// package is valid and in canonical form: defaults are filled in, and whoever receives it must not
// change it. To make a valid Artifact of one built by hand, encode it and decode the text.
type Document struct {
	Version  float64 `json:"version"`  // of the format: 1, which is Version
	SchemaID string  `json:"schemaId"` // what people and logs call the schema
	// Dialect is the name of the sqlcheck.Dialect that will run the queries; "" is mysql.
	Dialect string `json:"dialect,omitempty"`
	// Database is the one name that a table may be qualified with; "" if it may not be.
	Database string    `json:"database,omitempty"`
	Tables   []Table   `json:"tables"`
	Glossary []Term    `json:"glossary,omitempty"`
	Examples []Example `json:"examples,omitempty"`
	Source   *Source   `json:"source,omitempty"`
}

// dialect returns the dialect that the document names.
func (d *Document) dialect() (sqlcheck.Dialect, error) {
	if d.Dialect == "" {
		return sqlcheck.MySQL, nil
	}
	return sqlcheck.ParseDialect(clipped(d.Dialect))
}

// fillDefaults writes defaults out, or away, so that documents of one meaning are equal.
func (d *Document) fillDefaults() {
	d.Dialect = cmp.Or(d.Dialect, sqlcheck.MySQL.String())
	for i := range d.Tables {
		table := &d.Tables[i]
		table.Kind = cmp.Or(table.Kind, KindTable)
		for j := range table.Columns {
			if column := &table.Columns[j]; !column.NotNull() {
				column.Nullable = nil
			}
		}
	}
}

// A Table is a base table or view.
type Table struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Kind        string   `json:"kind,omitempty"` // KindTable or KindView; "" is KindTable
	Columns     []Column `json:"columns"`
	PrimaryKey  []string `json:"primaryKey,omitempty"` // columns of the table
	// UniqueKeys are the other keys: lists of columns in which no two rows have the same values, unless one of them
	// is NULL. No keys are [], which says that there are none; nil says nothing. Of a view they mean nothing.
	UniqueKeys  [][]string   `json:"uniqueKeys,omitzero"`
	ForeignKeys []ForeignKey `json:"foreignKeys,omitempty"`
}

// A Column is a column of a Table.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type,omitempty"` // as the server writes it, such as "decimal(10,2)"
	// Nullable is nil where the document says nothing: the column may be NULL, as in SQL.
	Nullable    *bool  `json:"nullable,omitempty"`
	Description string `json:"description,omitempty"`
	// Generated says that the server computes the column from others.
	Generated bool `json:"generated,omitzero"`
	// Sensitive marks a column that a view may have to omit.
	Sensitive bool `json:"sensitive,omitzero"`
	// NotSensitive says that the document has "sensitive": false in so many words: somebody has
	// looked at the column and decided. It is no part of the digest.
	NotSensitive bool     `json:"-"`
	Values       []string `json:"values,omitempty"` // values that occur in the column
	// Form says how the values of a column of many are written: A is a letter, 0 a digit, all else stands for itself.
	// It is known from the values, and shown where they are.
	Form string `json:"form,omitempty"`
	Unit string `json:"unit,omitempty"` // what its numbers count, such as "EUR"
}

// NotNull reports whether the column is never NULL.
func (c *Column) NotNull() bool { return c.Nullable != nil && !*c.Nullable }

// A ForeignKey says that columns of its table refer to a row of another.
type ForeignKey struct {
	Columns    []string  `json:"columns"`
	References Reference `json:"references"`
	// Inferred says that no server enforces the key: names, types or data suggested it and a person took it over.
	Inferred bool `json:"inferred,omitzero"`
}

// A Reference is the far end of a ForeignKey. Columns has as many entries as the key, in its order.
type Reference struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
}

// A Term is a word of the business and what it means in this schema.
type Term struct {
	Term    string `json:"term"`
	Meaning string `json:"meaning"`
}

// An Example is a question and the query that answers it.
type Example struct {
	Question string `json:"question"`
	SQL      string `json:"sql"`
}

// A Source tells where a document was taken from. It is no part of the digest.
type Source struct {
	Server string `json:"server,omitempty"` // the server's version
	// LowerCaseTableNames is the server's lower_case_table_names, nil where it is not known.
	LowerCaseTableNames *int `json:"lowerCaseTableNames,omitempty"`
	// SQLMode is the server's sql_mode, which decides on ONLY_FULL_GROUP_BY; nil where it is not known.
	SQLMode      *string          `json:"sqlMode,omitzero"`
	RowEstimates map[string]int64 `json:"rowEstimates,omitempty"` // rows by table name
}
