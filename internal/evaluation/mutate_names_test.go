package evaluation

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// A column that the query uses is out of scope, and so is not there, however the query reaches it.
func columnsHidden(s subject) []mutant {
	var list []mutant
	for _, c := range s.used() {
		list = append(list, mutant{"a column out of scope", s.SQL, s.without(c.Table, c.Column.Name), asAbsent})
	}
	return list
}

// A table that the query reads is not in the catalog.
func tablesRemoved(s subject) []mutant {
	var list []mutant
	for _, table := range s.read() {
		list = append(list, mutant{"a table out of the catalog", s.SQL, changed{s.view, table, nil}, tableScope})
	}
	return list
}

// unknown is the name of nothing.
const unknown = "no_such_name"

// renamed returns the print with another name wherever name stands.
func (s subject) renamed(name string) string {
	return replaced(s.print(), func(token string) string {
		if token == quoted(name) {
			return quoted(unknown)
		}
		return token
	})
}

// A table has an unknown name.
func tablesRenamed(s subject) []mutant {
	var list []mutant
	for _, table := range s.read() {
		list = append(list, mutant{"a table renamed", s.renamed(table.Name()), s.view, tableScope})
	}
	return list
}

// A column has an unknown name. Where its name means something else too, more is renamed than the
// column.
func columnsRenamed(s subject) []mutant {
	var list []mutant
	names := s.reserved()
	for _, c := range s.used() {
		sql := s.renamed(c.Column.Name)
		if !names[sqlcheck.Fold(c.Column.Name)] && sql != s.print() {
			list = append(list, mutant{"a column renamed", sql, s.view, columnScope})
		}
	}
	return list
}

// A column is said to be of another table in FROM, which has no such column.
func qualifiersSwapped(s subject) []mutant {
	if !s.plain() || strings.Count(s.print(), "SELECT") != 1 {
		return nil
	}
	var list []mutant
	tables := split(s.print()).tables()
	for _, c := range s.used() {
		for _, from := range tables {
			for _, to := range tables {
				sql := strings.Replace(s.print(), from.column(c.Column.Name), to.column(c.Column.Name), 1)
				table := s.view.Table("", to.table)
				if sql != s.print() && table != nil && table.Column(c.Column.Name) == nil {
					list = append(list, mutant{"another table's qualifier", sql, s.view, columnScope})
				}
			}
		}
	}
	return list
}

// column is a column of the table as the printer writes it.
func (n namedTable) column(name string) string { return quoted(n.qualifier) + "." + quoted(name) }
