package evaluation

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// wrapped puts the query into another one, which asks for no more and no less.
func wrapped(s subject) []mutant {
	var list []mutant
	add := func(name, before, after string, labelled bool) {
		sql, want := before+s.print()+after, accept
		switch {
		case labelled && s.labels() == repeated:
			want = columnScope
		case labelled && s.labels() == unclear:
			return
		}
		list = append(list, mutant{name, sql, s.view, want})
		for _, c := range s.used()[:min(1, len(s.used()))] {
			list = append(list, mutant{name + ", a column out of scope", sql, s.without(c.Table, c.Column.Name), asAbsent})
		}
	}
	add("in a derived table", "SELECT * FROM (", ") AS `wrapped`", true)
	add("in a CTE", "WITH `wrapped` AS (", ") SELECT * FROM `wrapped`", true)
	add("in a scalar subquery", "SELECT (SELECT COUNT(*) FROM (", ") AS `wrapped`)", true)
	add("as two arms", "(", ") UNION ALL ("+s.print()+")", false)
	for _, table := range s.read()[:min(1, len(s.read()))] {
		add("under EXISTS", "SELECT 1 FROM "+quoted(table.Name())+" WHERE EXISTS (", ")", false)
	}
	return list
}

// What is known of the labels of a query's columns.
type labelling int

const (
	distinct labelling = iota
	repeated           // two columns have one label: no derived table can be made of them
	unclear            // two columns are expressions, whose labels may be the same
)

func (s subject) labels() labelling {
	counts := map[string]int{}
	result := distinct
	for _, output := range s.query.Facts().Projection {
		counts[sqlcheck.Fold(output.Name)]++
	}
	for name, n := range counts {
		switch {
		case n > 1 && name != "":
			return repeated
		case n > 1:
			result = unclear
		}
	}
	return result
}

// appended adds what makes more than a query of a query.
func appended(s subject) []mutant {
	add := func(name, sql, want string) mutant { return mutant{name, sql, s.view, want} }
	list := []mutant{add("another statement behind it", s.print()+"; SELECT 1", oneStatement)}
	if !s.plain() {
		return list
	}
	c := split(s.print())
	list = append(list,
		add("FOR UPDATE behind it", s.print()+" FOR UPDATE", readOnly),
		add("INTO OUTFILE behind it", s.print()+" INTO OUTFILE '/tmp/x'", readOnly),
		add("SLEEP in the projection", c.with("SELECT", strings.TrimSpace(c["SELECT"])+", SLEEP(1)").String(), functionScope),
		add("SLEEP in ORDER BY", c.by("ORDER", "(SELECT SLEEP(1))").String(), functionScope),
	)
	if c["FROM"] != "" {
		list = append(list, add("SLEEP in WHERE", c.and("WHERE", "SLEEP(1) = 0").String(), functionScope))
	}
	return list
}

// hiddenMoved adds a column that the query does not use to one of its clauses: a column out of
// scope is refused there, and one in scope is not.
func hiddenMoved(s subject) []mutant {
	if !s.plain() {
		return nil
	}
	var list []mutant
	c := split(s.print())
	for _, table := range c.tables() {
		spare, ok := s.spare(table.table)
		if !ok {
			continue
		}
		catalog, column := s.without(spare.Table, spare.Column.Name), table.column(spare.Column.Name)
		add := func(name string, changed clauses) {
			list = append(list,
				mutant{name, changed.String(), catalog, columnScope},
				mutant{name, changed.String(), s.view, accept})
		}
		add("a column in ORDER BY", c.by("ORDER", column))
		add("a column in GROUP BY", c.by("GROUP", column))
		add("a column in HAVING", c.and("HAVING", "COUNT("+column+") > 0"))
		add("a column in a correlated subquery", c.and("WHERE", "EXISTS (SELECT 1 FROM DUAL WHERE "+column+" = 1)"))
	}
	return list
}

// spare returns a column of a table that the query names nowhere.
func (s subject) spare(name string) (sqlcheck.BaseColumn, bool) {
	table := s.view.Table("", name)
	if table == nil {
		return sqlcheck.BaseColumn{}, false
	}
	for i, column := range table.Columns() {
		if !strings.Contains(sqlcheck.Fold(s.print()), sqlcheck.Fold(quoted(column.Name))) {
			return sqlcheck.BaseColumn{Table: table, Column: &table.Columns()[i]}, true
		}
	}
	return sqlcheck.BaseColumn{}, false
}
