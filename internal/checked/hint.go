package checked

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/internal/lazyregexp"
)

// hintOf returns what a message says behind what is wrong.
func hintOf(message string) string {
	_, hint, _ := strings.Cut(message, "; ")
	return hint
}

// aName is a name as hints write it: plain words or back-quotes, with a relation before it or not.
const aName = "(?:`(?:[^`]|``)+`|[^\\s`,;:.()]+)(?:\\.(?:`(?:[^`]|``)+`|[^\\s`,;:.()]+))?"

const (
	commas = aName + "(?:, " + aName + ")*"
	ors    = aName + "(?: or " + aName + ")*"
)

// listings are the forms in which hints list names. What else they say names nothing to put in place.
var listings = []*lazyregexp.Regexp{
	lazyregexp.New("(?:^| )(?:has|there is) (" + commas + ")(?: and [0-9]+ more)?$"),
	lazyregexp.New("^(?:join one that has it|join a table that has it|name one of its columns): (" + commas + ")(?: and [0-9]+ more)?$"),
	lazyregexp.New(" is a column of (" + commas + ")$"),
	lazyregexp.New("^write (" + ors + ")(?:, in back-quotes| without the database)?$"),
}

var (
	name = lazyregexp.New(aName)
	// named are the rules whose hints may list names of the schema or of functions.
	named = []string{"table_scope", "column_scope", "function_scope"}
)

// nearest returns the names that a hint lists. The hint is where they were found, so that there is one search.
func nearest(rule, hint string) []string {
	list := newNames()
	if !slices.Contains(named, rule) {
		return list.list
	}
	for clause := range strings.SplitSeq(hint, "; ") {
		for _, form := range listings {
			if found := form.FindStringSubmatch(clause); found != nil {
				names := strings.ReplaceAll(found[1], " or ", ", ")
				for _, at := range name.FindAllStringIndex(names, -1) {
					list.add(names[at[0]:at[1]])
				}
				break
			}
		}
	}
	return list.list
}
