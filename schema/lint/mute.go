package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// Codes returns all kinds of advice.
func Codes() []Code {
	return []Code{NoDescription, NoPrimaryKey, NoForeignKey, LikelySensitive, MentionsHidden, TooLong}
}

// A Filter says which advice a person wants to read.
type Filter struct {
	Only   []Code // no others, unless it is empty
	Ignore []Code
	Mutes  []Mute
}

// A Mute is a line of a file of advice that somebody has read and does not follow.
type Mute struct {
	Code Code   // "" for any
	Glob string // of the table or column that the advice is about; "" for any
	Line int
}

// ParseMutes reads a file of mutes: a line has the code of a kind of advice or *, and may have a pattern of the tables
// and columns that it is about, such as "no_description log_*" or "* orders.note". What stands behind # is for people.
func ParseMutes(text string) ([]Mute, error) {
	var mutes []Mute
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		m := Mute{Line: n}
		if words[0] != "*" {
			code, err := ParseCode(words[0])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			m.Code = code
		}
		switch {
		case len(words) > 2:
			return nil, fmt.Errorf("line %d: %q is more than a kind of advice and a pattern", n, strings.TrimSpace(line))
		case len(words) == 2:
			if _, err := path.Match(words[1], ""); err != nil {
				return nil, fmt.Errorf("line %d: %q is no pattern; * stands for any text, ? for a character", n, words[1])
			}
			m.Glob = sqlcheck.Fold(words[1])
		case m.Code == "":
			return nil, fmt.Errorf("line %d: * alone mutes everything; name a kind of advice or a table", n)
		}
		mutes = append(mutes, m)
	}
	return mutes, nil
}

// ParseCode returns the kind of advice that is called so.
func ParseCode(text string) (Code, error) {
	if !slices.Contains(Codes(), Code(text)) {
		return "", fmt.Errorf("%q is no kind of advice; there are %s", text, codeList(Codes()))
	}
	return Code(text), nil
}

func codeList(codes []Code) string {
	var names []string
	for _, c := range codes {
		names = append(names, string(c))
	}
	return strings.Join(names, ", ")
}

// mutes reports whether a line is about a piece of advice. A pattern without a point is about a table and all of it.
func (m Mute) mutes(a Advice) bool {
	if m.Code != "" && m.Code != a.Code {
		return false
	}
	about := sqlcheck.Fold(a.About)
	table, _, _ := strings.Cut(about, ".")
	whole, _ := path.Match(m.Glob, about) // ParseMutes has tried the pattern
	of, _ := path.Match(m.Glob, table)
	return m.Glob == "" || whole || of && !strings.Contains(m.Glob, ".")
}

// Apply returns the advice that the filter lets through, how many pieces it holds back, and the mutes that hold back
// nothing: what they were about has been mended, or never was so.
func (f Filter) Apply(all []Advice) (left []Advice, held int, idle []Mute) {
	used := make([]bool, len(f.Mutes))
	for _, a := range all {
		muted := len(f.Only) > 0 && !slices.Contains(f.Only, a.Code) || slices.Contains(f.Ignore, a.Code)
		for i, m := range f.Mutes {
			if m.mutes(a) {
				muted, used[i] = true, true
			}
		}
		if muted {
			held++
		} else {
			left = append(left, a)
		}
	}
	for i, m := range f.Mutes {
		if !used[i] {
			idle = append(idle, m)
		}
	}
	return left, held, idle
}

// A Count is how many pieces of advice of a kind there are.
type Count struct {
	Code  Code `json:"code"`
	Count int  `json:"count"`
}

// Summary returns how many pieces of advice there are of each kind, the most first.
func Summary(all []Advice) []Count {
	var counts []Count
	for _, code := range Codes() {
		n := 0
		for _, a := range all {
			if a.Code == code {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, Count{code, n})
		}
	}
	slices.SortStableFunc(counts, func(a, b Count) int { return b.Count - a.Count })
	return counts
}
