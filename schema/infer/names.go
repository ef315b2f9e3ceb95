package infer

import (
	"slices"
	"strings"
)

// byKey adds the tables whose key has the name of the column, or its last words: customer_id of customer, mb_id where
// the columns of member are called mb_….
func (x *index) byKey(ch *choice) {
	list := ch.c.name.words
	for role := 0; role < len(list)-1; role++ {
		key := list[role:]
		if role > 0 && !isKeyWord(key[len(key)-1]) {
			return
		}
		tables := x.keyed[strings.Join(key, "")]
		if len(tables) > maxAlike {
			return // a name such as entity_id, which says of no table what it is
		}
		for _, to := range tables {
			x.addKeyed(ch, to, strings.Join(key, ""), role, len(tables))
		}
		if len(tables) > 0 {
			return
		}
	}
}

// addKeyed adds a table with a key of a name that so many tables have.
func (x *index) addKeyed(ch *choice, to *table, name string, role, tables int) {
	if to == ch.t && role == 0 {
		return
	}
	for _, key := range to.keys {
		if strings.Join(key.name.words, "") != name {
			continue
		}
		primary := key == to.keys[0] && key.own
		switch hub := x.isHub(to, key); {
		case hub:
			points := ofKeyOfHub
			if !x.isNamed(to, key) {
				points = ofKeyOfEnding
			}
			if strings.HasPrefix(strings.Join(ch.t.words, " "), strings.Join(to.words, " ")+" ") {
				points++ // of two tables whose columns are called po_…, that whose name the column's table begins with
			}
			ch.add(to, key, points-cost(role), "it has the name of the key of %s", to.Name)
		case primary && tables == 1 && key.name.key != "" && role == 0 && !sameThing(key.name.base, ch.t.name()):
			ch.add(to, key, ofKey, "only %s has a key of its name", to.Name)
		}
	}
}

func cost(role int) int {
	if role > 0 {
		return roleCosts
	}
	return 0
}

// byName adds the tables that the column is named after. Words before what is named say which part it plays; the
// longest name that there is counts.
func (x *index) byName(ch *choice) {
	base := ch.c.name.base
	for role := range base {
		before := len(ch.all)
		x.addNamed(ch, base[role:], role)
		if len(ch.all) > before {
			return
		}
	}
	if ch.c.name.key != "" {
		x.addShort(ch, base[len(base)-1], len(base)-1)
	}
}

// addNamed adds the tables whose names end with the words.
func (x *index) addNamed(ch *choice, base []string, role int) {
	tables := x.called(base)
	for _, to := range tables {
		key := to.keyFor(ch.c.name, base)
		if key == nil || to == ch.t && role == 0 || ch.t.namesMore(ch.c, to, base) {
			continue
		}
		points, reason := x.named(ch.t, to, base, len(tables))
		switch {
		case points == 0, points < ofWhole && to.hasReference(base):
			continue // nothing says which of several it is; or it is of tables that refer to the thing itself
		case ch.c.name.key == "" && (points != ofWhole || role > 0):
			continue
		case ch.c.name.key == "":
			points = ofBareName
		case role > 0 && points < ofWhole:
			points = ofEnding
		}
		ch.add(to, key, points-cost(role), "%s %s", reason, to.Name)
	}
}

// hasReference reports whether a column of the table, beside its key, has the name too: notification_user has a
// user_id, so it is no user.
func (t *table) hasReference(base []string) bool {
	for i := range t.columns {
		if c := &t.columns[i]; c.name.key != "" && !c.own && sameThing(c.name.base, base) {
			return true
		}
	}
	return false
}

// named returns the points of a table whose name ends with the words, for a column of t; 0 if there are others too
// and nothing tells them apart.
func (x *index) named(t, to *table, base []string, tables int) (points int, reason string) {
	name := to.words
	if !endsWith(name, base) {
		name = withoutFiller(name)
	}
	before := name[:len(name)-lengthIn(name, base)]
	own := before[min(to.prefix, len(before)):]
	switch {
	case len(own) > 0 && len(before) <= len(t.words) && slices.Equal(before, t.words[:len(before)]) && !to.hasReference(base):
		return ofPlace, "with the name of its own table it names"
	case len(own) == 0:
		return ofWhole, "it is named after table"
	case sharesWords(own, t.words):
		return ofShared, "it has the last word, and its own table the others, of"
	case tables == 1:
		return ofEnding, "it has the last word of"
	}
	return 0, ""
}

// lengthIn returns how many words at the end of a name are the base, which may be joined otherwise.
func lengthIn(name, base []string) int {
	for n := 1; n <= len(name); n++ {
		if sameThing(name[len(name)-n:], base) {
			return n
		}
	}
	return len(name)
}

// namesMore reports whether another column of the table has more of the name of a table than base is.
func (t *table) namesMore(c *column, to *table, base []string) bool {
	if len(base) >= len(to.name()) {
		return false
	}
	for i := range t.columns {
		other := &t.columns[i]
		if other != c && other.name.key != "" && len(other.name.base) > len(base) && endsWith(to.words, other.name.base) {
			return true
		}
	}
	return false
}

// addShort adds the one table whose name, a word, begins or ends with the base: org_id of organisations, hero_id of
// superhero.
func (x *index) addShort(ch *choice, base string, role int) {
	if len(base) < shortLetter {
		return
	}
	var found *table
	for _, t := range x.single {
		name := t.name()
		if t == ch.t || !strings.HasPrefix(name[0], base) && (len(base) == shortLetter || !endsInWord(name[0], base)) {
			continue
		}
		if found != nil {
			return
		}
		found = t
	}
	if found == nil {
		return
	}
	if key := found.keyFor(ch.c.name, []string{base}); key != nil {
		ch.add(found, key, ofShort-min(role, 1), "it may be short for table %s", found.Name)
	}
}

// endsInWord reports whether a name ends with a word, plural aside.
func endsInWord(name, word string) bool {
	return slices.ContainsFunc(forms(name), func(form string) bool { return strings.HasSuffix(form, word) })
}

// keyFor returns the key that a column refers to by its name: the primary key for an id, else the key of the column's
// own word, such as code; nil if there is none.
func (t *table) keyFor(name colName, base []string) *column {
	var plain *column
	for _, key := range t.keys {
		list := key.name.words
		switch last := list[len(list)-1]; {
		case name.key == "" || name.key == "id":
			if key.own && (strings.HasSuffix(last, "id") || name.key == "" || sameThing(key.name.base, base)) {
				return key
			}
			if last == "id" && (len(list) == 1 || sameThing(key.name.base, base)) && plain == nil {
				plain = key
			}
		case last == name.key && (len(list) == 1 || sameThing(key.name.base, base) || sameThing(key.name.base, t.name())):
			return key
		}
	}
	return plain
}

// byParent adds the table itself for parent_id and parent_category_id.
func (x *index) byParent(ch *choice) {
	base := ch.c.name.base
	if base[0] != "parent" || len(base) > 1 && !sameThing(base[1:], ch.t.name()) || ch.c.name.key != "id" {
		return
	}
	if key := ch.t.keyFor(ch.c.name, nil); key != nil && (len(key.name.words) == 1 || x.isHub(ch.t, key)) {
		ch.add(ch.t, key, ofParent, "it names a parent in its own table")
	}
}

// userTables returns the tables that hold users, if there are such: those of the first word that names any.
func (x *index) userTables() []*table {
	for _, word := range []string{"user", "person", "member", "employee"} {
		var found []*table
		for _, t := range x.called([]string{word}) {
			if sameThing(t.name(), []string{word}) && len(t.keys) > 0 {
				found = append(found, t)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// byUser adds the table of the users for what a user does: created_by, author_id.
func (x *index) byUser(ch *choice) {
	if len(x.users) != 1 || len(ch.all) > 0 || !isRole(ch.c.name) {
		return
	}
	users := x.users[0]
	if key := users.keyFor(colName{key: "id"}, users.name()); key != nil && fits(ch.c.Type, key.Type) == goodFit {
		ch.add(users, key, ofUser, "it names what a user does, of table %s", users.Name)
	}
}

func isRole(name colName) bool {
	last := name.words[len(name.words)-1]
	if last == "by" && len(name.words) == 2 {
		return strings.HasSuffix(name.words[0], "ed")
	}
	if name.key != "id" {
		return false
	}
	switch name.base[len(name.base)-1] {
	case "author", "creator", "owner", "sender", "recipient", "receiver", "assignee", "reporter", "inviter", "follower", "approver", "reviewer", "editor":
		return true
	}
	return false
}

func isTextual(name string) bool {
	switch fits(name, "varchar(1)") {
	case noFit:
		return false
	}
	return true
}
