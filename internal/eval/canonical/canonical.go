// Package canonical tells whether two checked queries are the same but for spelling.
//
// It reads the print of a query, whose grammar is small: every name in back-quotes, every string in
// single quotes, wildcards for CTEs and derived tables only, no comments. So it needs no parser of SQL. It decides nothing about
// safety; a construct that it does not know stays as it is, which at worst counts a right answer as
// a wrong one.
package canonical

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

func fold(name string) string { return sqlcheck.Fold(name) }

// Form returns the canonical form of a query. Two queries with the same form differ at most in
//
//   - the aliases of tables, and whether there are any: they are numbered as they appear
//   - whether a column is qualified
//   - the names of CTEs, and of the columns of CTEs and derived tables
//   - the labels of the output, and the order of its columns where no set operation combines them
//   - whether ORDER BY and GROUP BY name an output by its position, its label or its expression
//   - letter case of names
//
// A name in HAVING that is both a column and the label of something else is like no other.
//
// All else counts, also where it does not change the result: the order of joins, of conditions and
// of operands.
func Form(q *sqlcheck.Query) string {
	f := &former{tables: map[string][]string{}}
	for _, ref := range q.Facts().Tables {
		f.tables[fold(ref.Table.Name())] = columns(ref.Table)
	}
	return f.query(lex(q.String()), nil, true)
}

// Same reports whether two queries have the same form.
func Same(a, b *sqlcheck.Query) bool { return Form(a) == Form(b) }

// Ordered reports whether the query says in which order its rows come: whether it has an ORDER BY
// of its own, rather than one in a subquery, window or call.
func Ordered(q *sqlcheck.Query) bool { return ordered(lex(q.String())) }

func ordered(items []item) bool {
	q := parse(items)
	// A query that is all in parentheses is what is in them.
	return len(q.order) > 0 || len(q.arms) == 1 && q.arms[0].nested != nil && ordered(q.arms[0].nested)
}

func columns(t *sqlcheck.Table) []string {
	var names []string
	for _, c := range t.Columns() {
		names = append(names, fold(c.Name))
	}
	return names
}

// joined joins what is not empty.
func joined(parts ...string) string {
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, " ")
}

// clause returns the clause, or "" for one that has nothing in it.
func clause(word, rest string) string {
	if rest == "" {
		return ""
	}
	return joined(word, rest)
}

// listed joins the items of a list.
func listed(list []string) string { return strings.Join(list, " , ") }
