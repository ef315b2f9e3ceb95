package infer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
)

// A candidate is a key that a column may refer to.
type candidate struct {
	to     *table
	key    *column
	points int
	whole  bool // it has the whole name of the table or key
	reason string
}

// Points for what a name says. They rank candidates for one column; two tables with as many points are no reference.
const (
	ofKeyOfHub    = 110 // the name of a key, in the table that the key is named after
	ofKeyOfEnding = 92  // the same, where that table's name only ends so
	ofPlace       = 96  // with the words of the column's own table before it: category_id in help, beside help_category
	ofWhole       = 95  // the whole name of a table
	ofKey         = 75  // the name of a key that one table has
	ofShared      = 80  // the end of a table's name, whose other words the column's own table has
	ofParent      = 85  // a parent in the same table
	ofShort       = 68  // the beginning of a table's name: org_id
	ofUser        = 66  // what a user does: author_id, created_by
	ofEnding      = 55  // the end of one table's name
	ofBareName    = 60  // the whole name of a table, without a word for its key: it may count or name things
	roleCosts     = 14  // words before what is named: sender_user_id
	strongFrom    = 90
	likelyFrom    = 65
	looseCosts    = 10 // texts of different lengths
	shortLetter   = 3  // of a short name, at least
)

func (c *candidate) grade() Grade {
	switch {
	case c.points >= strongFrom:
		return Strong
	case c.points >= likelyFrom:
		return Likely
	}
	return Weak
}

func (c *candidate) proposal(t *table, from *column) Proposal {
	return Proposal{
		Table: t.Name, Columns: []string{from.Name}, Grade: c.grade(), Reason: c.reason,
		References: schema.Reference{Table: c.to.Name, Columns: []string{c.key.Name}},
	}
}

// A choice gathers the candidates for one column.
type choice struct {
	t   *table
	c   *column
	all []candidate
}

// add adds a candidate whose key has a type that the column can refer to.
func (ch *choice) add(to *table, key *column, points int, format string, args ...any) {
	fit, whole := fits(ch.c.Type, key.Type), points >= ofWhole-roleCosts && points != ofParent
	if key == ch.c || fit == noFit {
		return
	}
	if fit == looseFit {
		points -= looseCosts
	}
	if to.prefix > 0 && len(ch.t.words) > 0 && to.words[0] == ch.t.words[0] {
		points++ // of two tables with as many, that of the same part of the application
	}
	ch.all = append(ch.all, candidate{to, key, points, whole, fmt.Sprintf(format, args...)})
}

// best returns the one candidate with most points, or nil where there is none or two tables have as many.
func (ch *choice) best() *candidate {
	var best *candidate
	tied := false
	for i := range ch.all {
		switch c := &ch.all[i]; {
		case best == nil || c.points > best.points:
			best, tied = c, false
		case c.points == best.points && c.to != best.to:
			tied = true
		}
	}
	if tied {
		return nil
	}
	return best
}

// A fit says whether one column can hold the values of another.
type fit uint8

const (
	noFit fit = iota
	looseFit
	goodFit
)

// fits compares types. Whole numbers of any width fit: applications are careless about it. So do texts, less well
// where their lengths differ.
func fits(near, far string) fit {
	a, b := columntype.ClassOf(near), columntype.ClassOf(far)
	switch {
	case near == "" || far == "" || strings.EqualFold(near, far):
		return goodFit
	case a != b || a == columntype.Boolean || a == columntype.Time || a == columntype.JSON || a == columntype.Spatial:
		return noFit
	case isWhole(near) != isWhole(far), columntype.KindOf(near) != columntype.KindOf(far):
		return noFit
	case a == columntype.Number:
		return goodFit
	}
	return looseFit
}

// isWhole reports whether a type is one of whole numbers.
func isWhole(name string) bool { return strings.Contains(strings.ToLower(name), "int") }

// reference returns what a column refers to, or nil.
func (x *index) reference(t *table, c *column) *candidate {
	if c.declared || len(c.name.base) == 0 || !mayRefer(c) || c.own && x.isHub(t, c) {
		return nil
	}
	ch := &choice{t: t, c: c}
	x.byKey(ch)
	x.byName(ch)
	x.byParent(ch)
	x.byUser(ch)
	best := ch.best()
	switch {
	case best == nil, c.own && best.points < ofWhole, isPolymorphic(t, c, best):
		return nil
	case c.own && endsWith(t.name(), c.name.base) && !sameThing(c.name.base, best.to.name()):
		return nil // type_id of product_types is its own, though media_types has a type_id too
	}
	return best
}

// mayRefer reports whether a column is of a type that keys have.
func mayRefer(c *column) bool {
	switch columntype.ClassOf(c.Type) {
	case columntype.Boolean, columntype.Time, columntype.JSON, columntype.Spatial, columntype.Choice, columntype.Address:
		return false
	}
	return !isLong(c.Type) && c.Type != "tinyint(1)"
}

// isLong reports whether a type is one of texts that no key is made of. A plain text is how data that came from
// elsewhere is kept.
func isLong(name string) bool {
	switch name {
	case "tinytext", "mediumtext", "longtext", "tinyblob", "blob", "mediumblob", "longblob":
		return true
	}
	return false
}

// isHub reports whether a key is that of the table that it is named after, so that others refer to it.
func (x *index) isHub(t *table, key *column) bool {
	return x.isNamed(t, key) || endsWith(t.name(), key.name.base) && (key.own && len(x.keyed[strings.Join(key.name.words, "")]) == 1)
}

// isNamed reports whether a key has the name of its table, or the word that the names of its columns begin with.
func (x *index) isNamed(t *table, key *column) bool {
	base := key.name.base
	return len(key.name.words) == 1 || sameThing(base, t.name()) || sameThing(base, t.words) || key.name.words[0] == t.lead
}

// isPolymorphic reports whether another column says which table the column refers to: owner_type beside owner_id.
func isPolymorphic(t *table, c *column, to *candidate) bool {
	if to.whole {
		return false
	}
	base := strings.Join(c.name.base, "")
	for i := range t.columns {
		other := &t.columns[i]
		name := other.name.words
		if other == c || len(name) == 0 {
			continue
		}
		if rest := strings.Join(name[:len(name)-1], ""); rest == base && isKindWord(name[len(name)-1]) {
			return true
		}
		if to.points < likelyFrom && strings.Join(name, "") == base { // model and model_id
			return true
		}
	}
	return false
}

func isKindWord(w string) bool {
	switch w {
	case "type", "model", "table", "kind", "class":
		return true
	}
	return false
}

// endsWith reports whether a name ends with the words, plural aside.
func endsWith(name, ending []string) bool {
	return len(ending) <= len(name) && sameThing(name[len(name)-len(ending):], ending)
}

// sharesWords reports whether all words are among others, plural aside.
func sharesWords(list, others []string) bool {
	return !slices.ContainsFunc(list, func(w string) bool {
		return !slices.ContainsFunc(others, func(o string) bool { return sameThing([]string{w}, []string{o}) })
	})
}
