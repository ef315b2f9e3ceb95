package bundle

import (
	"fmt"
	"path"
	"slices"

	"github.com/asksql/asksql/sqlcheck"
)

// A Selection says which tables are wanted. The zero value wants all.
type Selection struct {
	include, exclude []string // globs in folded letter case
	used             map[string]bool
}

// NewSelection returns the selection of the tables that one of include matches, or all if there is
// none, but for those that one of exclude matches. They are in the syntax of path.Match; letter
// case does not count.
func NewSelection(include, exclude []string) (Selection, error) {
	s := Selection{used: map[string]bool{}}
	for _, glob := range slices.Concat(include, exclude) {
		if _, err := path.Match(glob, ""); err != nil {
			return Selection{}, fmt.Errorf("%q is no pattern of table names: %w", glob, err)
		}
	}
	s.include, s.exclude = folded(include), folded(exclude)
	return s, nil
}

func folded(globs []string) []string {
	all := make([]string, len(globs))
	for i, glob := range globs {
		all[i] = sqlcheck.Fold(glob)
	}
	return all
}

// Has reports whether a table is wanted.
func (s Selection) Has(table string) bool {
	name := sqlcheck.Fold(table)
	return (len(s.include) == 0 || s.any(s.include, name)) && !s.any(s.exclude, name)
}

// any reports whether a glob matches, and notes each that does.
func (s Selection) any(globs []string, name string) bool {
	found := false
	for _, glob := range globs {
		if ok, err := path.Match(glob, name); ok && err == nil {
			s.used[glob], found = true, true
		}
	}
	return found
}

// Unused returns the patterns that have matched no table that Has was asked about.
func (s Selection) Unused() []string {
	return slices.DeleteFunc(slices.Concat(s.include, s.exclude), func(glob string) bool { return s.used[glob] })
}
