package ddl

import (
	"fmt"
	"strings"
)

// A Rename replaces the placeholder that an application writes before the names of its tables by the prefix of an
// installation, in the text, as the application does.
type Rename struct {
	Old, New string
}

// ParseRenames returns the renames that are written as "#__=jos_". What they make of names must be names still.
func ParseRenames(texts []string) ([]Rename, error) {
	var list []Rename
	for _, text := range texts {
		at := strings.LastIndexByte(text, '=')
		if at < 2 {
			return nil, fmt.Errorf("%q is no rename; write the placeholder (two characters at least), =, and what stands for it, such as '#__=jos_'", text)
		}
		r := Rename{text[:at], text[at+1:]}
		if strings.ContainsAny(r.Old, "`'\"; \t\r\n") || strings.IndexFunc(r.New, func(c rune) bool { return c > 127 || !isWordByte(byte(c)) }) >= 0 {
			return nil, fmt.Errorf("%q is no rename: the placeholder may have no quotes and blanks, and what stands for it letters, digits and _ only", text)
		}
		list = append(list, r)
	}
	return list, nil
}

// in returns the text with the placeholder replaced wherever no letter, digit or underscore stands before it.
func (r *Rename) in(text string) (renamed string, times int) {
	var b strings.Builder
	for {
		at := strings.Index(text, r.Old)
		if at < 0 {
			b.WriteString(text)
			return b.String(), times
		}
		b.WriteString(text[:at])
		switch {
		case at > 0 && isWordByte(text[at-1]) && isWordByte(r.Old[0]), at == 0 && endsInWordByte(&b) && isWordByte(r.Old[0]):
			b.WriteString(r.Old)
		default:
			b.WriteString(r.New)
			times++
		}
		text = text[at+len(r.Old):]
	}
}

func endsInWordByte(b *strings.Builder) bool {
	s := b.String()
	return s != "" && isWordByte(s[len(s)-1])
}

// renamed returns the files with all placeholders replaced, and the renames that found none.
func renamed(files []File, renames []Rename) (out []File, unused []string) {
	out = make([]File, len(files))
	copy(out, files)
	for i := range renames {
		total := 0
		for j := range out {
			text, n := renames[i].in(out[j].Text)
			out[j].Text, total = text, total+n
		}
		if total == 0 {
			unused = append(unused, renames[i].Old)
		}
	}
	return out, unused
}

// placeholders are how the names of tables begin where an application is to put its prefix.
var placeholders = []string{"#__", "%TABLE_PREFIX%", "{", "[", "<", "%", "$", "PREFIX_", "DB_PREFIX_", "TABLE_PREFIX_", "__PREFIX__"}

// placeholder returns the placeholder that most of the names begin with, or "".
func (r *replay) placeholder() string {
	for _, p := range placeholders {
		n := 0
		for _, t := range r.tables {
			if strings.HasPrefix(t.name, p) {
				n++
			}
		}
		if n > 0 && 2*n >= len(r.tables) {
			return p
		}
	}
	return ""
}
