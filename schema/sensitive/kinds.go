package sensitive

import (
	_ "embed" // words.txt
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/asksql/asksql/schema/columntype"
)

//go:embed words.txt
var wordsText string

// A kind is one kind of sensitive value.
type kind struct {
	what  string             // such as "an e-mail address"
	holds []columntype.Class // the classes of type that can hold it
}

// A lexicon is what words.txt holds.
type lexicon struct {
	kinds map[string][]*kind         // by a name of theirs
	sets  map[string]map[string]bool // the other sections: words by the name of the section
	lists map[string][]string        // the same in their order
	most  int                        // words in the longest name
	// scripts are the names in scripts that put no blanks between words.
	scripts []scriptName
}

// newLexicon reads words.txt. Names of people, cities and countries are not in it: most questions
// need those, and whoever wants them hidden says so in one line of a file of patterns.
func newLexicon() *lexicon {
	l := &lexicon{kinds: map[string][]*kind{}, sets: map[string]map[string]bool{}, lists: map[string][]string{}}
	var add func(name string)
	for line := range strings.Lines(wordsText) {
		line = strings.TrimSpace(line)
		head, isHead := strings.CutPrefix(line, "[")
		_, names, isNames := strings.Cut(line, ": ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case isHead:
			add = l.section(head)
		case isNames:
			for _, name := range strings.Split(names, "; ") {
				add(name)
			}
		}
	}
	return l
}

// section returns what adds a name to the section with a head: "kind] types" or "set]".
func (l *lexicon) section(head string) func(name string) {
	what, types, _ := strings.Cut(head, "]")
	holds := classes(strings.Fields(types))
	if len(holds) == 0 {
		set := map[string]bool{}
		l.sets[what] = set
		return func(name string) {
			set[name] = true
			l.lists[what] = append(l.lists[what], name)
		}
	}
	if slices.Contains(holds, columntype.Text) {
		holds = append(holds, columntype.JSON) // which can hold a text, or several
	}
	k := &kind{what, append(holds, columntype.Unknown)}
	return func(name string) {
		if isScript(name) {
			l.scripts = append(l.scripts, scriptName{norm.NFKC.String(name), k})
			return
		}
		l.kinds[name] = append(l.kinds[name], k)
		l.most = max(l.most, strings.Count(name, " ")+1)
		if joined := strings.ReplaceAll(name, " ", ""); joined != name { // emailaddress
			l.kinds[joined] = append(l.kinds[joined], k)
		}
	}
}

func classes(names []string) []columntype.Class {
	known := map[string]columntype.Class{
		"text": columntype.Text, "choice": columntype.Choice, "number": columntype.Number, "time": columntype.Time,
		"space": columntype.Spatial, "network": columntype.Address, "json": columntype.JSON,
	}
	var list []columntype.Class
	for _, name := range names {
		list = append(list, known[name])
	}
	return list
}
