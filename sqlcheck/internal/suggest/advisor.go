// Package suggest has the words of refusals: what is wrong with a name or a word, and what would be legal
// instead. It decides nothing. It is told names, as strings, and returns strings.
//
// Messages are made of what a query may use, so that a name that does not exist and one that may not be
// used get the same words.
package suggest

import "github.com/asksql/asksql/sqlcheck/internal/spelling"

const (
	// maxCompared is how many names of the schema the suggestions for one text may look at, and usual how many
	// beside all tables once and two for each byte of the text. One outside ASCII counts as many.
	maxCompared     = 1 << 15
	usual           = 1 << 12
	foreignCompared = 32
	// maxRelationsListed is how many relations a message lists the columns of.
	maxRelationsListed = 3
)

// An Advisor says what to write instead, for the refusals of one text. It looks at a limited number of
// names in all, behind which messages end with what is wrong.
type Advisor struct {
	Quoter
	Schema
	Text      string          // as the parser was given it
	Product   string          // what the server is called
	Functions func() []string // the functions that may be called

	compared int
}

// A Schema is what a query may use, as far as its catalog tells.
type Schema struct {
	// Tables returns the names of all tables in the order of the schema, none if the catalog does not list
	// them.
	Tables func() []string
	// Having returns the first tables, most of them at most, that have a column. Those that Tables does not
	// list are not looked through.
	Having func(column string, most int) []string
	// Called returns the table that a name without a database is the name of, in the schema's spelling.
	Called func(name string) (table string, ok bool)
}

// A Relation is a table, derived table or CTE that is read where a name stands.
type Relation struct {
	Name    string // what a qualifier must say, "" if nothing can
	Columns Columns
	// IsTable marks a table of the schema, which has a name there. It may have a database.
	IsTable         bool
	Database, Table string
}

// Columns are those of a relation that a query may use and name.
type Columns interface {
	Len() int
	Names() []string
	Has(name string) bool // letter case aside
}

// MayCompare reports whether another n names may be looked at for a suggestion.
func (a *Advisor) MayCompare(n int) bool {
	a.compared += n
	most := usual + 2*len(a.Text)
	return a.compared <= most || a.compared <= min(most+len(a.Tables()), maxCompared)
}

// mayLiken reports whether a name may be compared with others.
func (a *Advisor) mayLiken(name string, names []string) bool {
	n := len(names)
	if a.compared+n > maxCompared {
		return a.MayCompare(n)
	}
	for _, other := range names {
		if !spelling.IsASCII(other) {
			n += foreignCompared
		}
	}
	if !spelling.IsASCII(name) {
		n += foreignCompared
	}
	return a.MayCompare(n)
}

// elsewhere returns the tables of the schema that have a column that may be used.
func (a *Advisor) elsewhere(column string) []string {
	tables := len(a.Tables())
	looked := tables / 8 // a look-up is cheap, unless it must ask what a server might take for the name
	if !spelling.IsASCII(column) {
		looked = tables * foreignCompared
	}
	if !a.MayCompare(looked) {
		return nil
	}
	return a.Having(column, maxNearest)
}
