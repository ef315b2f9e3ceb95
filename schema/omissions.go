package schema

import "github.com/asksql/asksql/sqlcheck"

// Omissions find mentions of the columns of a catalog that are out of scope in free text.
type omissions struct {
	anywhere phrases                      // count as mentions in every text
	nearby   map[*sqlcheck.Table]*phrases // beside those, in the texts of a table
}

func newOmissions(scope *catalog) *omissions {
	o := &omissions{nearby: map[*sqlcheck.Table]*phrases{}}
	var names []string
	for _, table := range scope.tables {
		for _, name := range outOfScope(table) {
			o.addNearby(table, name)
			o.anywhere.add(table.Name() + "." + name)
			names = append(names, name)
		}
	}
	if o.none() {
		return o
	}
	shared := sharedNames(scope)
	for _, name := range names {
		if !shared.has(name) {
			o.anywhere.add(name)
		}
	}
	return o
}

func (o *omissions) addNearby(table *sqlcheck.Table, name string) {
	if o.nearby[table] == nil {
		o.nearby[table] = &phrases{}
	}
	o.nearby[table].add(name)
}

func outOfScope(table *sqlcheck.Table) []string {
	var names []string
	for _, column := range table.Columns() {
		if !column.InScope {
			names = append(names, column.Name)
		}
	}
	return names
}

// sharedNames returns the names that a prompt shows whatever is omitted.
func sharedNames(scope *catalog) *phrases {
	var shared phrases
	shared.add(scope.database)
	for _, table := range scope.tables {
		shared.add(table.Name())
		for _, column := range table.Columns() {
			if column.InScope {
				shared.add(column.Name)
			}
		}
	}
	return &shared
}

// none reports whether no column is omitted.
func (o *omissions) none() bool { return len(o.nearby) == 0 }

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
