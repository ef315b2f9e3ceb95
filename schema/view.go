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
// Where sensitive columns are omitted, the catalog has them out of scope, and what a prompt may
// show holds nothing that comes from them:
//
//   - not the column: its name, type, description, values, unit
//   - no primary or foreign key that touches it, at either end
//   - no example that the check refuses without it
//   - no free text that mentions it: descriptions and units are blanked, glossary terms and
//     examples left out as a whole
//
// A text mentions a column if it has the column's name, letter case aside, as words of its own.
// Where a table, a column in scope or the database goes by the same name, the word gives nothing
// away, and only texts of the column's own table, and "table.column" anywhere, count as a mention.
// A text that describes a column in other words is not recognised; nor are values, of which a
// column in scope has its own.
type View struct {
	*catalog
	policy   Policy
	id       string
	dialect  sqlcheck.Dialect
	shown    []Table
	glossary []Term
	examples []Example
}

var (
	_ sqlcheck.Catalog   = (*View)(nil)
	_ sqlcheck.Suggester = (*View)(nil)
)

func newView(a *Artifact, p Policy) *View {
	if !p.Values {
		return a.View(Policy{Values: true, Sensitive: p.Sensitive}).withoutValues()
	}
	v := &View{catalog: a.catalog, policy: p, id: a.doc.SchemaID, dialect: a.dialect}
	if !p.Sensitive {
		v.catalog = a.catalog.omitSensitive()
	}
	omitted := newOmissions(v.catalog)
	v.shown = shownTables(a.doc, v.catalog, omitted)
	v.glossary = slices.DeleteFunc(slices.Clone(a.doc.Glossary), omitted.inTerm)
	v.examples = slices.DeleteFunc(slices.Clone(a.doc.Examples), func(e Example) bool {
		return omitted.inExample(e) || !omitted.none() && (a.check == nil || a.check(v, e.SQL) != nil)
	})
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

// Database returns the name that a query may qualify tables with, or "".
func (v *View) Database() string { return v.database }

// ShownTables returns the tables as a prompt may show them, in the order of Tables, each with its
// columns in scope. A table keeps its place when it has none. Keys are in the spelling of the
// columns and tables that they name.
func (v *View) ShownTables() []Table { return v.shown }

// Glossary returns the terms that a prompt may show.
func (v *View) Glossary() []Term { return v.glossary }

// Examples returns the examples that a prompt may show.
func (v *View) Examples() []Example { return v.examples }
