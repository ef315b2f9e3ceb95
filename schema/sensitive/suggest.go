package sensitive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
)

// A Suggester suggests which columns are sensitive. It is immutable.
type Suggester struct {
	lexicon *lexicon
}

// NewSuggester returns a Suggester.
func NewSuggester() *Suggester { return &Suggester{newLexicon()} }

// Reason returns why a column looks sensitive, such as "its name says an e-mail address", or "".
//
// The last words of a name say what a column holds, the ones before only whose: customer_email is
// an e-mail address, email_count is a count. The type must be able to hold it: an e-mail address is
// no number, and a token is no date.
func (s *Suggester) Reason(c *schema.Column) string {
	class := columntype.ClassOf(c.Type)
	if k := s.ofName(plainWords(c.Name), class); k != nil {
		return fmt.Sprintf("its name says %s", k.what)
	}
	if k := s.ofComment(c.Description, class); k != nil {
		return fmt.Sprintf("its comment says %s", k.what)
	}
	return ""
}

// ofName returns the kind that a name says, or nil.
func (s *Suggester) ofName(name []string, class columntype.Class) *kind {
	if len(name) > 0 && s.lexicon.sets["counting"][name[0]] && !isNumber(name[0], class) {
		return nil
	}
	for stop := len(name); stop > 0; stop-- {
		if k := s.endingAt(name[:stop], class); k != nil {
			return k
		}
		if !s.isNeutral(name[stop-1], class) {
			return nil
		}
	}
	return nil
}

// endingAt returns the kind whose name the last words are, the longest first.
func (s *Suggester) endingAt(name []string, class columntype.Class) *kind {
	for n := min(s.lexicon.most, len(name)); n > 0; n-- {
		ending := strings.Join(name[len(name)-n:], " ")
		if n < len(name) && s.lexicon.sets["ambiguous"][ending] {
			continue
		}
		for _, k := range s.named(ending) {
			if slices.Contains(k.holds, class) {
				return k
			}
		}
	}
	return nil
}

// named returns the kinds that have a name, as it is or in the plural.
func (s *Suggester) named(name string) []*kind {
	all := slices.Clone(s.lexicon.kinds[name])
	for _, plural := range []string{"s", "es"} {
		if one, ok := strings.CutSuffix(name, plural); ok && !s.lexicon.sets["ambiguous"][one] {
			all = append(all, s.lexicon.kinds[one]...)
		}
	}
	return all
}

// isNeutral reports whether a last word leaves what those before it say as it is.
func (s *Suggester) isNeutral(w string, class columntype.Class) bool {
	return isNumber(w, class) || strings.Trim(w, "0123456789") == "" || s.lexicon.sets["neutral"][w]
}

// isNumber reports whether a word says that a text is a number of something, such as a telephone. In a
// column of numbers it may count.
func isNumber(w string, class columntype.Class) bool {
	switch w {
	case "no", "nr", "num", "number":
		return class == columntype.Text
	}
	return false
}

// maxCommentWords is the length of a comment that is taken for a name. A longer one tells what a
// column is for, and may mention anything.
const maxCommentWords = 4

// ofComment returns the kind that a short comment says.
func (s *Suggester) ofComment(comment string, class columntype.Class) *kind {
	name := plainWords(comment)
	isPreposition := func(w string) bool { return s.lexicon.sets["preposition"][w] }
	if len(name) == 0 || len(name) > maxCommentWords || slices.ContainsFunc(name, isPreposition) {
		return nil
	}
	return s.ofName(name, class)
}
