package jsonschema

import (
	lib "github.com/google/jsonschema-go/jsonschema"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// The patterns of texts, in what JavaScript and Go have in common.
const (
	noControl = `^[^\x00-\x1f\x7f-\x9f]*$`
	// What Unicode takes for white space, as it is: the two languages spell it differently.
	notBlank = "[^\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
)

// A restriction narrows what the type of a member allows.
type restriction func(s *lib.Schema)

// restrictions returns what the decoder demands of members beyond their types.
func restrictions() map[string]restriction {
	return map[string]restriction{
		"Document.Version":  func(s *lib.Schema) { s.Const = lib.Ptr(any(schema.Version)) },
		"Document.SchemaID": named(schema.MaxSchemaIDRunes),
		"Document.Dialect":  oneOf("", sqlcheck.MySQL.String(), sqlcheck.MariaDB.String(), sqlcheck.TiDB.String()),
		"Document.Database": func(s *lib.Schema) { s.Pattern, s.MaxLength = noControl, lib.Ptr(schema.MaxNameRunes) },
		"Document.Tables":   listed(1, schema.MaxTables),
		"Document.Examples": listed(0, schema.MaxExamples),

		"Table.Name":         named(schema.MaxNameRunes),
		"Table.Kind":         oneOf("", schema.KindTable, schema.KindView),
		"Table.Columns":      listed(1, schema.MaxColumns),
		"Table.UniqueKeys":   keyed,
		"Column.Name":        named(schema.MaxNameRunes),
		"ForeignKey.Columns": listed(1, 0),
		"Reference.Table":    func(s *lib.Schema) { s.MinLength = lib.Ptr(1) },
		"Reference.Columns":  listed(1, 0),

		"Term.Term":        text,
		"Term.Meaning":     text,
		"Example.Question": text,
		// The limit is on bytes; there are no fewer of them than characters.
		"Example.SQL": func(s *lib.Schema) { s.Pattern, s.MaxLength = notBlank, lib.Ptr(schema.MaxExampleBytes) },

		"Source.LowerCaseTableNames": int64s,
		"Source.RowEstimates": func(s *lib.Schema) {
			s.AdditionalProperties = &lib.Schema{Types: []string{"null", "integer"}}
			int64s(s.AdditionalProperties)
		},
	}
}

// named is for names of at most limit characters.
func named(limit int) restriction {
	return func(s *lib.Schema) { s.Pattern, s.MinLength, s.MaxLength = noControl, lib.Ptr(1), lib.Ptr(limit) }
}

// text is for texts that are not blank.
func text(s *lib.Schema) { s.Pattern = notBlank }

// oneOf is for members that may be absent and are one of the values otherwise.
func oneOf(values ...string) restriction {
	return func(s *lib.Schema) {
		s.Enum = []any{nil}
		for _, v := range values {
			s.Enum = append(s.Enum, v)
		}
	}
}

// listed is for lists of least to most elements; 0 is no bound.
func listed(least, most int) restriction {
	return func(s *lib.Schema) {
		if least > 0 {
			s.MinItems = lib.Ptr(least)
		}
		if most > 0 {
			s.MaxItems = lib.Ptr(most)
		}
	}
}

// keyed is for lists of keys, each of which names a column.
func keyed(s *lib.Schema) {
	s.Items.Types, s.Items.Type = nil, "array"
	s.Items.MinItems = lib.Ptr(1)
}

// int64s is for what fits 64 bits. The largest number has no exact float64; the one after it has.
func int64s(s *lib.Schema) {
	s.Minimum, s.ExclusiveMaximum = lib.Ptr(-float64(1<<63)), lib.Ptr(float64(1<<63))
}
