package sensitive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
	"github.com/asksql/asksql/sqlcheck"
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
// no number, and a token is no date. A tinyint is a flag.
func (s *Suggester) Reason(c *schema.Column) string {
	class := columntype.ClassOf(c.Type)
	if strings.HasPrefix(strings.ToLower(c.Type), "tinyint") || s.asksWhether(c.Description) {
		return ""
	}
	if k := cmp.Or(s.ofName(plainWords(c.Name), class), s.lexicon.ofScript(c.Name, class)); k != nil && !(k.what == position && isWhole(c.Type)) {
		return fmt.Sprintf("its name says %s", k.what)
	}
	if k := s.ofComment(c.Description, class); k != nil {
		return fmt.Sprintf("its comment says %s", k.what)
	}
	return ""
}

// position is the kind of value that no whole number holds: long is one of many things then.
const position = "a position of a person or thing"

// isWhole reports whether a type is one of whole numbers.
func isWhole(name string) bool {
	return columntype.ClassOf(name) == columntype.Number && strings.Contains(strings.ToLower(name), "int") && !strings.Contains(strings.ToLower(name), "point")
}

// ReasonIn is Reason for a column of a table. A number that is a key, or refers to one, says nothing about anybody.
func (s *Suggester) ReasonIn(t *schema.Table, c *schema.Column) string {
	if columntype.ClassOf(c.Type) == columntype.Number && isKey(t, c.Name) {
		return ""
	}
	if reason := s.Reason(c); reason != "" {
		return reason
	}
	own := *c
	if own.Name = withoutLead(t, c.Name); own.Name == c.Name {
		return ""
	}
	return s.Reason(&own)
}

// withoutLead returns a name without the word that the names of most of the table's columns begin with: mb_hp of
// mb_id, mb_name, mb_hp.
func withoutLead(t *schema.Table, name string) string {
	at := strings.IndexByte(name, '_')
	if at <= 0 || at == len(name)-1 {
		return name
	}
	n := 0
	for i := range t.Columns {
		if strings.HasPrefix(t.Columns[i].Name, name[:at+1]) {
			n++
		}
	}
	if len(t.Columns) < 3 || 3*n < 2*len(t.Columns) {
		return name
	}
	return name[at+1:]
}

// isKey reports whether a column is the primary key or part of a foreign key.
func isKey(t *schema.Table, name string) bool {
	has := func(names []string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return sqlcheck.Fold(n) == sqlcheck.Fold(name) })
	}
	return len(t.PrimaryKey) == 1 && has(t.PrimaryKey) ||
		slices.ContainsFunc(t.ForeignKeys, func(k schema.ForeignKey) bool { return has(k.Columns) })
}

// asksWhether reports whether a comment says that a column is the answer to a question of yes or no.
func (s *Suggester) asksWhether(comment string) bool {
	return slices.ContainsFunc(s.lexicon.lists["whether"], func(w string) bool { return strings.HasPrefix(comment, w) })
}

// ofName returns the kind that a name says, or nil.
func (s *Suggester) ofName(name []string, class columntype.Class) *kind {
	if len(name) > 0 && s.lexicon.sets["counting"][name[0]] && !isNumber(name[0], class) {
		return nil
	}
	for stop := len(name); stop > 0; stop-- {
		if s.saysNothing(name[:stop]) {
			return nil
		}
		if k := cmp.Or(s.joinedAt(name[:stop], class), s.endingAt(name[:stop], class)); k != nil {
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
		for _, k := range s.named(ending, class) {
			if slices.Contains(k.holds, class) {
				return k
			}
		}
	}
	return nil
}

// saysNothing reports whether the last words are a name that only ends as if it said something.
func (s *Suggester) saysNothing(name []string) bool {
	for n := 1; n <= min(3, len(name)); n++ {
		if ending := strings.Join(name[len(name)-n:], " "); s.lexicon.sets["none"][ending] || s.lexicon.sets["joined"][ending] {
			return true
		}
	}
	return false
}

// joinedAt returns the kind of a name whose words are joined: dbpassword, framedipaddress.
func (s *Suggester) joinedAt(name []string, class columntype.Class) *kind {
	joined := strings.Join(name, "")
	if class != columntype.Text && class != columntype.Unknown || s.lexicon.sets["joined"][name[len(name)-1]] {
		return nil
	}
	for _, of := range []struct{ section, name string }{
		{"address ending", "ip address"}, {"password ending", "password"}, {"token ending", "token"}, {"e-mail ending", "email"},
	} {
		for _, ending := range s.lexicon.lists[of.section] {
			ending = strings.ReplaceAll(ending, " ", "")
			if strings.HasSuffix(joined, ending) && len(joined) > len(ending) {
				return s.lexicon.kinds[of.name][0]
			}
		}
	}
	return nil
}

// named returns the kinds that have a name, as it is or in the plural: a number of which is a count.
func (s *Suggester) named(name string, class columntype.Class) []*kind {
	all := slices.Clone(s.lexicon.kinds[name])
	if class == columntype.Number {
		return all
	}
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
	if k := s.lexicon.ofScript(comment, class); k != nil {
		return k
	}
	name := plainWords(comment)
	isPreposition := func(w string) bool { return s.lexicon.sets["preposition"][w] }
	if len(name) == 0 || len(name) > maxCommentWords || slices.ContainsFunc(name, isPreposition) {
		return nil
	}
	return s.ofName(name, class)
}
