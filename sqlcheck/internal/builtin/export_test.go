package builtin

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// What the tests against servers see. They are outside of the package, as what starts a server imports it.

func Entries() []Function { return entries() }

// Counts returns numbers of arguments to try f with.
func (f *Function) Counts() []int { return counts(f) }

// Sample returns a call of f with n arguments.
func (f *Function) Sample(n int) string { return sample(f, n) }

// Another returns whether another entry has f's name with n arguments on a server.
func (f *Function) Another(n int, on Server) bool { return elsewhere(f, n, on) }

var Nulls = nulls

// ParserCollations returns the collations that the parser knows.
var ParserCollations = parserCollations

// Casts returns types of CAST as they are printed, with the dialects that have them.
func Casts() map[string]Dialects {
	types := map[string]Dialects{}
	for _, tc := range casts {
		if tc.want != "" {
			types[tc.want] = tc.in
		}
	}
	return types
}

// Decided reports whether somebody decided on a function: it is in the table or among the refused.
func Decided(name string) bool {
	name = strings.ToLower(name)
	for _, f := range entries() {
		if strings.ToLower(f.SQL) == name {
			return true
		}
	}
	return refusedFor(name) != ""
}

// refusedFor returns why a name is refused, "" if it is not.
func refusedFor(name string) string {
	for why, names := range refused {
		for _, pattern := range strings.Fields(names) {
			prefix, several := strings.CutSuffix(pattern, "*")
			if name == pattern || several && strings.HasPrefix(name, prefix) {
				return why
			}
		}
	}
	return ""
}

func TestEveryEntryIsDecidedOnce(t *testing.T) {
	for _, f := range entries() {
		if why := refusedFor(f.Name); why != "" {
			t.Errorf("%s is in the table and among those that %s", f.Name, why)
		}
	}
}

// Totals returns the names of the functions that never fail.
func Totals() []string { return slices.Sorted(maps.Keys(total)) }
