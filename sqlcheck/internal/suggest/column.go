package suggest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/spelling"
)

// Labels are the names that a select list gives, where a clause sees them.
type Labels struct {
	Has     bool     // one of them is the name that is sought
	Aliases []string // of expressions
}

// UnknownColumn says that none of the relations that can be seen has a column, or none that may be used.
func (a *Advisor) UnknownColumn(name string, labels Labels, visible []Relation) string {
	if labels.Has {
		return fmt.Sprintf("column %s is not in the schema, and its alias means nothing here; repeat the expression", Excerpt(name))
	}
	if near := a.likeAlias(name, labels.Aliases); near != "" {
		return fmt.Sprintf("column %s is not in the schema; the select list has %s", Excerpt(name), near)
	}
	return a.unknownColumn(name, visible)
}

// likeAlias returns the aliases nearest to a name, "" if none is near.
func (a *Advisor) likeAlias(name string, aliases []string) string {
	if len(aliases) == 0 || !a.mayLiken(name, aliases) {
		return ""
	}
	return a.joined(nearestWithin(name, aliases, holdsWords))
}

func (a *Advisor) unknownColumn(name string, visible []Relation) string {
	message := fmt.Sprintf("column %s is not in the schema", Excerpt(name))
	if len(visible) == 0 {
		return message + "; there is no table to take it from: write a FROM clause"
	}
	if qualifier, column, dotted := strings.Cut(name, "."); dotted {
		return fmt.Sprintf("%s in one pair of back-quotes is one name; quote each part, as in `%s`.`%s`", Excerpt(name), Excerpt(qualifier), Excerpt(column))
	}
	if columns := a.tableCalled(name, visible); columns != "" {
		return fmt.Sprintf("%s is a table, not a column; name one of its columns: %s", Excerpt(name), columns)
	}
	if tables := a.elsewhere(name); len(tables) > 0 && readsTable(visible) {
		return fmt.Sprintf("no table of this query has a column %s; join one that has it: %s", Excerpt(name), a.joined(tables))
	}
	for i := range visible {
		if whole := a.unquoted(name, visible[i].Columns); whole != "" {
			return fmt.Sprintf("%s; write %s, in back-quotes", message, whole)
		}
	}
	if hints := a.likeColumns(name, visible); len(hints) > 0 {
		return message + "; " + strings.Join(hints, "; ")
	}
	return message
}

// UnknownColumnOf says that the relation that a name is qualified with does not have the column. written is
// the whole name.
func (a *Advisor) UnknownColumnOf(rel *Relation, column, written string, visible []Relation) string {
	if others := a.having(column, visible); len(others) > 0 {
		return fmt.Sprintf("%s has no column %s; write %s", rel.label(), Excerpt(column), strings.Join(others, " or "))
	}
	if tables := a.elsewhere(column); len(tables) > 0 && rel.IsTable {
		return fmt.Sprintf("%s has no column %s; join a table that has it: %s", rel.label(), Excerpt(column), a.joined(tables))
	}
	message := fmt.Sprintf("column %s is not in the schema", Excerpt(written))
	if whole := a.unquoted(column, rel.Columns); whole != "" {
		return fmt.Sprintf("%s; write %s.%s, in back-quotes", message, a.asWritten(rel.Name), whole)
	}
	if legal := rel.Columns.Names(); len(legal) > 0 && a.mayLiken(column, legal) {
		message += "; " + rel.has(a.suggested(column, legal))
	}
	return message
}

// UnknownInUsing says that one side of a join does not have a column of USING.
func (a *Advisor) UnknownInUsing(name string, side []Relation) string {
	message := fmt.Sprintf("column %s is not in the schema on one side of USING", Excerpt(name))
	if hints := a.likeColumns(name, side); len(hints) > 0 {
		message += "; " + strings.Join(hints, "; ")
	}
	return message + "; join with ON where the names differ"
}

// UnknownInSetOrder says that ORDER BY of a set operation does not see a name: it sees the columns of the
// first arm by their names alone.
func (a *Advisor) UnknownInSetOrder(written string, qualified bool, first Columns) string {
	names := a.Listed(first.Names())
	if qualified {
		return fmt.Sprintf("ORDER BY of a set operation cannot qualify %s; write the column's name in the first arm: %s", Excerpt(written), names)
	}
	return fmt.Sprintf("column %s is not in the first arm of the set operation, whose names its ORDER BY sees: %s", Excerpt(written), names)
}

// An Unseen is why a clause does not see an alias of the select list.
type Unseen uint8

// The clauses that do not see it.
const (
	BeforeSelectList Unseen = iota // WHERE and ON come first
	BeforeWindows                  // it is computed over a window, and they come first
	SameSelectList
)

// AliasTooEarly says that an alias of the select list is not seen where it stands.
func AliasTooEarly(name string, why Unseen) string {
	switch why {
	case SameSelectList:
		return fmt.Sprintf("%s is an alias, which the select list itself cannot use; repeat its expression, or select from a derived table that has it", Excerpt(name))
	case BeforeWindows:
		return fmt.Sprintf("%s is an alias of a window function, which WHERE and ON cannot see; filter on it in a query round this one", Excerpt(name))
	default:
		return fmt.Sprintf("%s is an alias of the select list, which WHERE and ON cannot see; repeat its expression, or filter on it in HAVING", Excerpt(name))
	}
}

// TakenFor says that a server might take the qualifier of a name for a relation.
func TakenFor(qualifier, written string, rel *Relation) string {
	return fmt.Sprintf("%s in %s could be taken for %s; use other aliases", Excerpt(qualifier), Excerpt(written), rel.label())
}

// Ambiguous lists what a name without a qualifier could mean.
func (a *Advisor) Ambiguous(name string, visible []Relation) string {
	return fmt.Sprintf("column %s is ambiguous; %s", Excerpt(name), a.candidates(name, visible))
}

// AmbiguousQualified says that the qualifier of a name does not tell one relation.
func AmbiguousQualified(written string) string {
	return fmt.Sprintf("column %s is ambiguous or not of the database it names; qualify it with one alias", Excerpt(written))
}

// AmbiguousInUsing lists what a name of USING could mean on one side of the join.
func (a *Advisor) AmbiguousInUsing(name string, side []Relation) string {
	return fmt.Sprintf("column %s of USING is ambiguous on one side; %s", Excerpt(name), a.candidates(name, side))
}

// candidates says how to write a name that several relations have so that it means one column.
func (a *Advisor) candidates(name string, relations []Relation) string {
	return "write " + strings.Join(a.having(name, relations), " or ")
}

// having returns a column as it is written of each relation that has it.
func (a *Advisor) having(column string, relations []Relation) []string {
	var list []string
	for i := range relations {
		if rel := &relations[i]; rel.Name != "" && len(list) < maxListed && rel.Columns.Has(column) {
			list = append(list, Excerpt(a.asWritten(rel.Name)+"."+a.asWritten(column)))
		}
	}
	return list
}

// likeColumns says which relations have columns like the name, and if none has, which columns they
// have.
func (a *Advisor) likeColumns(name string, relations []Relation) (hints []string) {
	var lists [][]string
	for i := range relations {
		legal := relations[i].Columns.Names()
		if !a.mayLiken(name, legal) {
			return hints
		}
		lists = append(lists, legal)
		if near := nearest(name, legal); len(near) > 0 && len(hints) < maxListed {
			if hint := relations[i].has(a.joined(near)); !slices.Contains(hints, hint) {
				hints = append(hints, hint)
			}
		}
	}
	if len(hints) > 0 || len(relations) > maxRelationsListed {
		return hints
	}
	for i, legal := range lists {
		if len(legal) > 0 {
			hints = append(hints, relations[i].has(a.Listed(legal)))
		}
	}
	return hints
}

// tableCalled returns the columns of the relation that a name is the name of, "" if it is of none.
func (a *Advisor) tableCalled(name string, relations []Relation) string {
	for i := range relations {
		rel := &relations[i]
		if spelling.Same(rel.Name, name) || rel.IsTable && spelling.Same(rel.Table, name) {
			return a.Listed(rel.Columns.Names())
		}
	}
	return ""
}

func readsTable(relations []Relation) bool {
	return slices.ContainsFunc(relations, func(rel Relation) bool { return rel.IsTable })
}

// unquoted returns the column that the text has without the back-quotes that it needs, "" if there is none:
// of T-BIL the parser takes T for a name, and of Unit Price Unit.
func (a *Advisor) unquoted(name string, columns Columns) string {
	if !a.MayCompare(columns.Len()) {
		return ""
	}
	for _, column := range columns.Names() {
		if len(column) <= len(name) || spelling.IsNameByte(column[len(name)]) || !spelling.Same(column[:len(name)], name) {
			continue
		}
		// Looking through the text is paid for as looking at that many names.
		if a.MayCompare(len(a.Text)/32) && standsBare(column, a.Text) {
			return a.asWritten(column)
		}
	}
	return ""
}

// standsBare reports whether words stand in a text without a back-quote in front.
func standsBare(words, text string) bool {
	at := spelling.Next(words, text, 0)
	for at > 0 && text[at-1] == '`' {
		at = spelling.Next(words, text, at+1)
	}
	return at >= 0
}

// label is what a message calls a relation.
func (rel *Relation) label() string {
	if rel.Name == "" {
		return "the derived table"
	}
	return Excerpt(rel.Name)
}

func (rel *Relation) has(columns string) string { return rel.label() + " has " + columns }

// suggested returns the names nearest to one, or if none is near, all of them.
func (q Quoter) suggested(name string, names []string) string {
	if near := nearest(name, names); len(near) > 0 {
		return q.joined(near)
	}
	return q.Listed(names)
}
