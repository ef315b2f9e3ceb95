// Package cases holds the texts of the scoreboard, each with the verdict that is expected and why:
// our own case pages, tricks, and queries by people and models with what a server said to them.
package cases

import (
	"cmp"
	"slices"

	"github.com/asksql/asksql/sqlcheck"
)

// The sets.
const (
	Pages   = "case pages"
	Attacks = "attacks"
	Gold    = "gold queries"
	Model   = "model output"
)

// A Want is the verdict that is expected of a guard.
type Want uint8

// The verdicts. The zero value is Either, which counts for and against nobody.
const (
	Either Want = iota
	Accept
	Refuse
)

// A Case is one text with the verdict that is expected.
type Case struct {
	Set  string
	ID   string // unique in its set, such as "column_scope: a hidden column #2"
	SQL  string
	Want Want
	Why  string // why the case exists; "" for queries, which just are
	// Rules are the rules of asksql that may be reported first about a text to refuse: the most
	// apt one, then others that can be defended.
	Rules []string
	// Catalog is the ID of the schema that the text is written for.
	Catalog string
	Dialect sqlcheck.Dialect
	// Comparable reports whether the text is put to every contender. The others are for another
	// dialect than MySQL and put to asksql alone.
	Comparable bool
	// MySQLOnly reports whether the text has syntax or functions of MySQL 8 that MariaDB lacks.
	MySQLOnly bool
	// Errno is what a MariaDB server said to the text: an error number, or 0 if it ran. It has no
	// meaning unless Asked.
	Errno int
	Asked bool
	// Note says why the verdict expected is not that of the MariaDB server.
	Note string
}

// Rule is the most apt rule, or "" for a text that is not to be refused.
func (c *Case) Rule() string {
	if c.Want != Refuse {
		return ""
	}
	return c.Rules[0]
}

// All is every set there is, and the schemas the texts are written for.
type All struct {
	Cases    []Case
	Catalogs []Catalog
	// Missing says which sets are left out, and why.
	Missing []string
}

// Of returns the cases of one set, in their order.
func (a *All) Of(set string) []Case {
	return slices.DeleteFunc(slices.Clone(a.Cases), func(c Case) bool { return c.Set != set })
}

// Load reads the sets. shared is the directory of the data that lies beside the repository; without
// it there are the case pages.
func Load(shared string) (*All, error) {
	var all All
	for _, add := range []func(string, *All) error{addPages, addAttacks, addQueries} {
		if err := add(shared, &all); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all.Catalogs, func(a, b Catalog) int { return cmp.Compare(a.ID, b.ID) })
	return &all, nil
}
