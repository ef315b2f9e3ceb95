package schema

import (
	"context"
	"errors"
	"slices"

	"github.com/asksql/asksql/sqlcheck"
)

// ErrNothingLeft is the error of a narrowing that leaves no column.
var ErrNothingLeft = errors.New("no column is left")

// Narrowed returns the artifact as it would be without the columns that keep does not report, and without
// the tables that have no other: what a View is to sensitive columns, it is to these. Names are given in the
// artifact's spelling. An example that the check refuses without them is left out; without a check, all are
// where anything is. The error is ErrNothingLeft, or that of ctx, which is looked at between examples.
func (a *Artifact) Narrowed(ctx context.Context, keep func(table, column string) bool) (*Artifact, error) {
	scope := a.catalog.narrowed(keep)
	if len(scope.tables) == 0 {
		return nil, ErrNothingLeft
	}
	omitted := newOmissions(a.doc, scope)
	if omitted.none() {
		return a, nil
	}
	doc := *a.doc
	doc.Tables = shownTables(a.doc, scope, omitted)
	doc.Glossary = slices.DeleteFunc(slices.Clone(a.doc.Glossary), omitted.inTerm)
	doc.Examples = nil
	if a.check != nil {
		doc.Examples = slices.DeleteFunc(slices.Clone(a.doc.Examples), omitted.inExample)
	}
	doc.Source = a.doc.Source.narrowed(scope)
	return legal(ctx, &doc, a.check, scope)
}

// Reworded returns the part of the artifact that other has too, by the names of tables and columns, in the
// words of other: its descriptions, units, glossary and examples. All else is the artifact's own. What other
// marks sensitive is sensitive as well. The error is that of Narrowed.
func (a *Artifact) Reworded(ctx context.Context, other *Artifact) (*Artifact, error) {
	part, err := a.Narrowed(ctx, func(table, column string) bool {
		its := other.catalog.Table("", table)
		return its != nil && its.Column(column) != nil
	})
	if err != nil {
		return nil, err
	}
	doc := *part.doc
	doc.Glossary, doc.Examples = other.doc.Glossary, nil
	if a.check != nil {
		doc.Examples = slices.Clone(other.doc.Examples)
	}
	doc.Tables = slices.Clone(doc.Tables)
	words := other.doc.byName()
	for i := range doc.Tables {
		doc.Tables[i].reword(words[sqlcheck.Fold(doc.Tables[i].Name)])
	}
	return legal(ctx, &doc, a.check, fullCatalog(&doc))
}

// byName returns the tables of the document by their folded names.
func (d *Document) byName() map[string]*Table {
	tables := make(map[string]*Table, len(d.Tables))
	for i := range d.Tables {
		tables[sqlcheck.Fold(d.Tables[i].Name)] = &d.Tables[i]
	}
	return tables
}

// reword gives the table and its columns, which is a copy of its own, the words of another of that name.
func (t *Table) reword(words *Table) {
	t.Description = words.Description
	columns := make(map[string]*Column, len(words.Columns))
	for i := range words.Columns {
		columns[sqlcheck.Fold(words.Columns[i].Name)] = &words.Columns[i]
	}
	t.Columns = slices.Clone(t.Columns)
	for i := range t.Columns {
		column, said := &t.Columns[i], columns[sqlcheck.Fold(t.Columns[i].Name)]
		column.Description, column.Unit = said.Description, said.Unit
		column.Sensitive = column.Sensitive || said.Sensitive
	}
}

// legal returns the artifact of a document that is valid but for its examples: those that the check refuses
// are left out.
func legal(ctx context.Context, doc *Document, check ExampleCheck, full *catalog) (*Artifact, error) {
	a := artifactOver(doc, check, full)
	all := doc.Examples
	doc.Examples = nil
	for _, example := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sensitive, err := check(a.View(Policy{Sensitive: true}), example.SQL)
		if err != nil {
			continue
		}
		a.plain[example.SQL] = !sensitive
		doc.Examples = append(doc.Examples, example)
	}
	if len(all) > 0 { // the views of a were made before its examples were known
		plain := a.plain
		a = artifactOver(doc, check, full)
		a.plain = plain
	}
	if err := a.omitExamples(ctx); err != nil {
		return nil, err
	}
	return a, nil
}

// narrowed returns the catalog with the columns that keep reports.
func (c *catalog) narrowed(keep func(table, column string) bool) *catalog {
	var tables []*sqlcheck.Table
	for _, table := range c.tables {
		gone := func(column sqlcheck.Column) bool { return !keep(table.Name(), column.Name) }
		if table = without(table, gone); len(table.Columns()) > 0 {
			tables = append(tables, table)
		}
	}
	return newCatalog(c.database, tables)
}

// narrowed returns the source with the estimates of tables that the catalog has.
func (s *Source) narrowed(scope *catalog) *Source {
	if s == nil || s.RowEstimates == nil {
		return s
	}
	part := *s
	part.RowEstimates = map[string]int64{}
	for name, rows := range s.RowEstimates {
		if scope.Table("", name) != nil {
			part.RowEstimates[name] = rows
		}
	}
	return &part
}
