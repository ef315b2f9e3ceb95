package schema

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck"
)

// A Policy says what a View leaves out.
type Policy struct {
	// Values shows the values that columns are known to have. Members of an ENUM are part of the
	// column's type and always shown.
	Values bool
	// Sensitive shows the columns that are marked sensitive and puts them in scope. The zero value
	// keeps them, and all that is derived from them, out of both.
	Sensitive bool
}

// A View is what one request may see of an artifact: a sqlcheck.Catalog and sqlcheck.Suggester for
// the checker, and what a prompt may show. It is immutable and safe for concurrent use; callers
// must not change what its methods return.
//
// Where sensitive columns are omitted, a View is a closed world: it is what it would be if the
// artifact did not have them, so nothing that is made of it, neither a prompt nor a verdict, can
// depend on them. Gone are
//
//   - the column: its name, type, description, values, unit
//   - a table that has no other columns
//   - primary and foreign keys that touch one of them, at either end
//   - examples that the check refuses without them
//   - free texts that mention one of them: descriptions and units are blank, glossary terms and
//     examples are left out as a whole
//
// A text mentions a column or table if it has its name, letter case aside, as words of its own.
// Where a table or column that is shown or the database goes by the same name, the word gives
// nothing away, and only texts of the column's own table, and "table.column" anywhere, count as a
// mention. A text that describes a column in other words is not recognised; nor are values, of which
// a column that is shown has its own.
type View struct {
	*catalog
	policy   Policy
	id       string
	dialect  sqlcheck.Dialect
	server   string
	rows     map[string]int64 // by folded name of a table
	source   *Source
	shown    []Table
	glossary []Term
	examples []Example
}

var (
	_ sqlcheck.Catalog   = (*View)(nil)
	_ sqlcheck.Suggester = (*View)(nil)
	_ sqlcheck.Versioned = (*View)(nil)
	_ sqlcheck.Estimator = (*View)(nil)
	_ sqlcheck.Moder     = (*View)(nil)
)

func newView(a *Artifact, p Policy) *View {
	if !p.Values {
		return a.View(Policy{Values: true, Sensitive: p.Sensitive}).withoutValues()
	}
	v := &View{catalog: a.catalog, policy: p, id: a.doc.SchemaID, dialect: a.dialect, source: a.doc.Source}
	if a.doc.Source != nil {
		v.server = a.doc.Source.Server
		v.rows = make(map[string]int64, len(a.doc.Source.RowEstimates))
		for name, rows := range a.doc.Source.RowEstimates {
			v.rows[sqlcheck.Fold(name)] = rows
		}
	}
	if !p.Sensitive {
		v.catalog = a.catalog.omitSensitive()
	}
	omitted := newOmissions(a.doc, v.catalog)
	v.shown = shownTables(a.doc, v.catalog, omitted)
	v.glossary = slices.DeleteFunc(slices.Clone(a.doc.Glossary), omitted.inTerm)
	if omitted.none() || a.check != nil {
		v.examples = slices.DeleteFunc(slices.Clone(a.doc.Examples), omitted.inExample)
	}
	return v
}

// withoutValues returns the view as it is under the same policy but for Values.
func (v *View) withoutValues() *View {
	without := *v
	without.policy.Values = false
	without.shown = slices.Clone(v.shown)
	for i := range without.shown {
		without.shown[i].Columns = valueless(v.shown[i].Columns)
	}
	return &without
}

// Policy returns the policy that the view follows.
func (v *View) Policy() Policy { return v.policy }

// SchemaID returns the artifact's name for itself.
func (v *View) SchemaID() string { return v.id }

// Dialect returns the dialect of the queries.
func (v *View) Dialect() sqlcheck.Dialect { return v.dialect }

// ServerVersion returns the version of the server that the artifact was read from, "" if it does not say.
func (v *View) ServerVersion() string { return v.server }

// RowEstimate returns about how many rows a table has, 0 if the artifact does not say.
func (v *View) RowEstimate(t *sqlcheck.Table) int64 { return v.rows[sqlcheck.Fold(t.Name())] }

// SQLMode returns the sql_mode of the server that the artifact was taken from. known is false where the artifact
// does not say.
func (v *View) SQLMode() (modes string, known bool) {
	if v.source == nil || v.source.SQLMode == nil {
		return "", false
	}
	return *v.source.SQLMode, true
}

// Database returns the name that a query may qualify tables with, or "".
func (v *View) Database() string { return v.database }

// ShownTables returns the tables as a prompt may show them: those of Tables, in their order, with the
// same columns. Keys are in the spelling of the columns and tables that they name.
func (v *View) ShownTables() []Table { return v.shown }

// Glossary returns the terms that a prompt may show.
func (v *View) Glossary() []Term { return v.glossary }

// Examples returns the examples that a prompt may show.
func (v *View) Examples() []Example { return v.examples }
