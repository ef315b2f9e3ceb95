package suggest

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/spelling"
)

// A Quoter writes names as a query has to write them.
type Quoter struct {
	Reserved func(word string) bool // reports whether the parser takes a word, in upper case, for no name
}

// asWritten returns a name as a query has to write it: in back-quotes where it is no plain word, or one that
// the parser reserves (MySQL manual, 11.2).
func (q Quoter) asWritten(name string) string {
	if isPlainName(name) && !q.Reserved(strings.ToUpper(name)) {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// isPlainName reports whether a name is one word, and no number.
func isPlainName(name string) bool {
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !spelling.IsNameByte(name[i]) {
			return false
		}
	}
	return true
}

// joined lists names.
func (q Quoter) joined(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = q.asWritten(name)
	}
	return strings.Join(list, ", ")
}

// maxListed is how many names a message lists.
const maxListed = 8

// Listed lists the first names, and says how many more there are.
func (q Quoter) Listed(names []string) string {
	if len(names) <= maxListed {
		return q.joined(names)
	}
	return fmt.Sprintf("%s and %d more", q.joined(names[:maxListed]), len(names)-maxListed)
}

// Counted returns a number with the name of what it counts.
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// MaxExcerpt is the longest excerpt of a text in a message, in bytes.
const MaxExcerpt = 80

// Excerpt shortens s to what a message can carry.
func Excerpt(s string) string { return Cut(s, MaxExcerpt) }

// Cut shortens s to n bytes at most, at the end of a character.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	end := n
	for end > 0 && s[end]&0xC0 == 0x80 {
		end--
	}
	return s[:end]
}
