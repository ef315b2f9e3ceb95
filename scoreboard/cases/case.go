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
	// Relaxed reports whether the server is one without ONLY_FULL_GROUP_BY, whatever its dialect's do by default.
	Relaxed bool
	// Comparable reports whether the text is put to every contender. The others are for another
	// dialect than MySQL and put to asksql alone.
	Comparable bool
	// MySQLOnly reports whether the text has syntax or functions of MySQL 8 that MariaDB lacks.
	MySQLOnly bool
	// Errno is what a server said to the text: an error number, or 0 if it ran. It was a server of the
	// case's dialect for queries, a MariaDB for attacks. It has no meaning unless Asked.
	Errno int
	Asked bool
	// Superseded says why the verdict expected is not the one that was written down.
	Superseded string
	// OtherErrno is what a MariaDB said to a query for MySQL.
	OtherErrno int
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
	// MySQL is the server, and its version, that was asked about queries for MySQL.
	MySQL string
	// Missing says which sets are left out, and why.
	Missing []string
}

// Of returns the cases of one set, in their order.
func (a *All) Of(set string) []Case {
	return slices.DeleteFunc(slices.Clone(a.Cases), func(c Case) bool { return c.Set != set })
}

// Sources is where the sets are read from.
type Sources struct {
	// Shared is the directory of the data that lies beside the repository; without it there are the
	// case pages.
	Shared string
	// Answers is the file of what a MySQL said to queries.
	Answers string
}

// Load reads the sets.
func Load(from Sources) (*All, error) {
	var all All
	for _, add := range []func(Sources, *All) error{addPages, addAttacks, addQueries} {
		if err := add(from, &all); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all.Catalogs, func(a, b Catalog) int { return cmp.Compare(a.ID, b.ID) })
	return &all, nil
}
