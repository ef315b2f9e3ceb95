package ddl

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// document returns the tables of the one database that is wanted.
func (r *replay) document(o Options) (*schema.Document, []Finding) {
	doc := &schema.Document{}
	var problems []Finding
	wanted, problem := r.wanted(o.Database)
	if problem != "" {
		problems = append(problems, Finding{Message: problem})
	}
	doc.Database = wanted
	for _, t := range r.sorted() {
		r.at = t.madeAt
		switch {
		case o.Keep != nil && !o.Keep(t.name):
			continue
		case sqlcheck.Fold(t.database) != sqlcheck.Fold(wanted):
			r.note("table %s is left out: it is in the database %s", t.name, t.database)
			continue
		}
		if err := t.settle(); err != nil {
			problems = append(problems, Finding{t.madeAt.file, t.madeAt.line, err.Error()})
			continue
		}
		doc.Tables = append(doc.Tables, r.exported(t))
	}
	return doc, problems
}

// wanted returns the database that has the tables, and what is wrong if that cannot be said.
func (r *replay) wanted(database string) (name, problem string) {
	if database != "" {
		return database, ""
	}
	var names []string
	for _, t := range r.sorted() { // in order of database
		if n := len(names); n == 0 || names[n-1] != t.database {
			names = append(names, t.database)
		}
	}
	switch len(names) {
	case 0:
		return r.current, ""
	case 1:
		return names[0], ""
	}
	for i, name := range names {
		if name == "" {
			names[i] = "one without a name"
		}
	}
	return names[0], "the text has tables in several databases: " + strings.Join(names, ", ") + "; choose one by --database"
}

// exported returns a table as the document has it. Columns that are not part of * are left out: the
// checker writes * out as the columns that it knows, so with them * would mean more than it says.
func (r *replay) exported(t *table) schema.Table {
	out := schema.Table{Name: t.name, Description: t.comment, Kind: schema.KindTable}
	if t.view != nil {
		out.Kind = schema.KindView
	}
	for _, c := range t.columns {
		if c.invisible {
			r.note("column %s.%s is left out: it is invisible", t.name, c.Name)
			continue
		}
		out.Columns = append(out.Columns, c.Column)
	}
	if t.shows(t.primaryKey) {
		out.PrimaryKey = slices.Clone(t.primaryKey)
	}
	out.UniqueKeys = t.uniqueKeys()
	for i := range t.foreignKeys {
		r.exportKey(&out, t, &t.foreignKeys[i])
	}
	return out
}

// shows reports whether all columns are there and visible.
func (t *table) shows(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		i, err := t.find(name)
		return err != nil || t.columns[i].invisible
	})
}

// exportKey adds a foreign key whose both ends are known.
func (r *replay) exportKey(out *schema.Table, t *table, k *foreignKey) {
	target := r.tables[newTableKey(k.database, k.table)]
	references := k.references
	if target != nil && references == nil {
		references = target.primaryKey
	}
	switch {
	case !t.shows(k.columns):
		return
	case target == nil, sqlcheck.Fold(target.database) != sqlcheck.Fold(t.database):
		r.note("a foreign key of %s is left out: it refers to %s, which is not here", t.name, k.table)
	case len(references) != len(k.columns) || !target.shows(references):
		r.note("a foreign key of %s is left out: it refers to columns that %s does not have", t.name, k.table)
	default:
		out.ForeignKeys = append(out.ForeignKeys, schema.ForeignKey{
			Columns:    slices.Clone(k.columns),
			References: schema.Reference{Table: target.name, Columns: target.spelled(references)},
		})
	}
}
