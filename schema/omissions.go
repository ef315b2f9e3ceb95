package schema

import "github.com/asksql/asksql/sqlcheck"

// Omissions find mentions of what a document has and a catalog does not show in free text: columns
// out of scope, and tables that have no other.
type omissions struct {
	anywhere phrases                      // count as mentions in every text
	nearby   map[*sqlcheck.Table]*phrases // beside those, in the texts of a table
	names    []string                     // of all that is omitted
}

func newOmissions(doc *Document, scope *catalog) *omissions {
	o := &omissions{nearby: map[*sqlcheck.Table]*phrases{}}
	for i := range doc.Tables {
		o.addTable(&doc.Tables[i], scope.Table("", doc.Tables[i].Name))
	}
	if o.none() {
		return o
	}
	shared := sharedNames(scope)
	for _, name := range o.names {
		if !shared.has(name) {
			o.anywhere.add(name)
		}
	}
	return o
}

// addTable adds what is omitted of a table, of which own is what the catalog shows.
func (o *omissions) addTable(t *Table, own *sqlcheck.Table) {
	hidden := hiddenColumns(t, own)
	if len(hidden) == 0 {
		return
	}
	o.names = append(o.names, hidden...)
	before := o.anywhere.walk(o.anywhere.root(), t.Name)
	for _, name := range hidden {
		o.anywhere.end(o.anywhere.walk(before, name))
	}
	if own == nil {
		o.names = append(o.names, t.Name)
		return
	}
	o.nearby[own] = &phrases{}
	for _, name := range hidden {
		o.nearby[own].add(name)
	}
}

// hiddenColumns returns the columns of a table that its counterpart in the catalog, which may be
// nil, does not show.
func hiddenColumns(t *Table, own *sqlcheck.Table) []string {
	var names []string
	for i := range t.Columns {
		if own == nil || own.Column(t.Columns[i].Name) == nil {
			names = append(names, t.Columns[i].Name)
		}
	}
	return names
}

// sharedNames returns the names that a prompt shows whatever is omitted.
func sharedNames(scope *catalog) *phrases {
	var shared phrases
	shared.root()
	shared.add(scope.database)
	for _, table := range scope.tables {
		shared.add(table.Name())
		for _, column := range table.Columns() {
			shared.add(column.Name)
		}
	}
	return &shared
}

// none reports whether nothing is omitted.
func (o *omissions) none() bool { return len(o.names) == 0 }

// around returns the test for mentions in the texts of a table.
func (o *omissions) around(table *sqlcheck.Table) func(text string) bool {
	own := o.nearby[table]
	if own == nil {
		return o.anywhere.in
	}
	return func(text string) bool { return o.anywhere.in(text) || own.in(text) }
}

func (o *omissions) inTerm(t Term) bool {
	return o.anywhere.in(t.Term) || o.anywhere.in(t.Meaning)
}

func (o *omissions) inExample(e Example) bool {
	return o.anywhere.in(e.Question) || o.anywhere.in(e.SQL)
}
