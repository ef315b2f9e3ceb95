package builtin

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
)

// An index is what a view shows, prepared for looking up the words of questions.
type index struct {
	tables   []*table
	byName   map[string][]*table  // by stemKey and by joinedName, every table that may be called so
	byWord   map[string][]*column // by stem, every column with the word in one of its names
	ofTables wordSet              // the words of the names of tables
	flags    map[string]bool      // by setKey, what columns say of rows
	byValue  map[string][]value   // by phraseKey
	longest  int                  // words of the longest value
	glossary map[string]defined   // by phraseKey of the terms
	terms    int                  // words of the longest term
}

// A table is a table of the view.
type table struct {
	name    string
	words   wordSet
	said    []string // the words of its name as they are written
	joined  string   // the words of its name in one
	columns []*column
	key     []*column // primary key or, where none is shown, what the first foreign key refers to
	unique  [][]*column
	links   []link
	view    bool
	hub     bool // most others refer to it
}

// A column is a column of a table.
type column struct {
	table    *table
	name     string
	names    []wordSet // its own name, then its description where that is no longer than a name
	bare     wordSet   // its own name without words such as "id"
	joined   string
	kind     kind
	typed    string // its type, without what says how wide it is
	ordering bool   // it holds places in an order
	// shortened says that its name has words that tell nothing: application_data is rather about an application than one.
	shortened bool
	flag      bool    // it says whether something is so
	sure      bool    // it is never NULL
	refers    *column // what it refers to as a foreign key of one column, or nil
}

// A link leads from a table to another over a foreign key.
type link struct {
	from, to  *table
	near, far []*column
	many      bool // a row may have several rows there: the key is theirs
}

// A value is a value that a column is known to have.
type value struct {
	column *column
	text   string
}

// maxAlias is the number of words up to which a description is another name, if it is no sentence.
const maxAlias = 4

func (l *lexicon) index(view *schema.View) *index {
	x := &index{
		byName: map[string][]*table{}, byWord: map[string][]*column{}, ofTables: wordSet{}, flags: map[string]bool{},
		byValue: map[string][]value{}, glossary: map[string]defined{},
	}
	named := map[string]*table{}
	prefixes := prefixesOf(view)
	for _, shown := range view.ShownTables() {
		t := l.table(&shown, prefixes)
		named[t.name] = t
		x.tables = append(x.tables, t)
		x.addNames(l, t)
		x.addValues(t, shown.Columns)
	}
	for _, shown := range view.ShownTables() {
		for _, key := range shown.ForeignKeys {
			addLinks(named[shown.Name], named[key.References.Table], key)
		}
	}
	x.addSameKeys(l)
	x.findHubs()
	for _, term := range view.Glossary() {
		key, length := phraseKey(term.Term)
		x.glossary[key] = defined{term.Term, term.Meaning}
		x.terms = max(x.terms, length)
	}
	return x
}

func (l *lexicon) table(shown *schema.Table, p prefixes) *table {
	name := strings.Join(p.cut(identifierWords(shown.Name)), "_")
	t := &table{name: shown.Name, words: l.nameWords(name), joined: joinedName(name), said: identifierWords(name), view: shown.Kind == schema.KindView}
	for i := range shown.Columns {
		c := &shown.Columns[i]
		col := &column{table: t, name: c.Name, kind: newKind(c.Type), typed: bareType(c.Type), sure: c.NotNull(), joined: joinedName(c.Name)}
		col.names = []wordSet{l.nameWords(c.Name)}
		col.bare = col.names[0].without(l.sets["key"])
		col.ordering = col.kind == numeric && col.names[0].within(l.sets["ordering"])
		col.shortened = slices.ContainsFunc(identifierWords(c.Name), func(word string) bool { return l.hollow[word] })
		col.flag = columntype.ClassOf(c.Type) == columntype.Boolean || strings.HasPrefix(strings.ToLower(c.Type), "tinyint(1) ")
		if t.view && isMade(c.Type) {
			col.kind = other
		}
		if isAlias(c.Description) {
			col.names = append(col.names, l.nameWords(c.Description))
		}
		t.columns = append(t.columns, col)
	}
	for _, name := range shown.PrimaryKey {
		key := t.column(name)
		key.sure = true
		t.key = append(t.key, key)
	}
	for _, names := range append([][]string{shown.PrimaryKey}, shown.UniqueKeys...) {
		var key []*column
		for _, name := range names {
			key = append(key, t.column(name))
		}
		if len(key) > 0 {
			t.unique = append(t.unique, key)
		}
	}
	return t
}

// isMade reports whether a column of a view may be a text that is made of many values: nothing is known of what is
// in it, or it is longer than a name.
func isMade(columnType string) bool {
	return columnType == "" || strings.HasSuffix(bareType(columnType), "text")
}

// bareType returns the name of a type without its width and what stands behind that: two columns of one such type
// may refer to each other.
func bareType(columnType string) string {
	name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(columnType)), "(")
	name, _, _ = strings.Cut(name, " ")
	if name == "integer" {
		return "int"
	}
	return name
}

// isText reports whether the values of a column are known to be texts: of those, none is the largest.
func (c *column) isText() bool { return c.kind == textual && c.typed != "" }

// isAlias reports whether a description is another name.
func isAlias(description string) bool {
	words := len(strings.Fields(description))
	return words > 0 && words <= maxAlias && utf8.RuneCountInString(description) <= schema.MaxNameRunes && !strings.Contains(description, ".")
}

func (t *table) column(name string) *column {
	return t.columns[slices.IndexFunc(t.columns, func(c *column) bool { return c.name == name })]
}

// addNames enters a table under its name and under what people shorten it to: its last words.
func (x *index) addNames(l *lexicon, t *table) {
	maps.Copy(x.ofTables, t.words)
	x.byName[t.joined] = append(x.byName[t.joined], t)
	words := identifierWords(t.name)
	words = slices.DeleteFunc(words, func(w string) bool { return l.hollow[w] })
	for from := range words {
		key := stemKey(words[from:])
		if !slices.Contains(x.byName[key], t) {
			x.byName[key] = append(x.byName[key], t)
		}
	}
	for _, c := range t.columns {
		if c.flag {
			x.flags[setKey(l.flagWords(c))] = true
		}
		for _, name := range c.names {
			for word := range name {
				if list := x.byWord[word]; len(list) == 0 || list[len(list)-1] != c {
					x.byWord[word] = append(list, c)
				}
			}
		}
		x.byWord[c.joined] = append(x.byWord[c.joined], c)
	}
}

// stemKey is the key of a name in words, whatever their order.
func stemKey(words []string) string {
	set := wordSet{}
	for _, w := range words {
		set[stem(w)] = true
	}
	return setKey(set)
}

func setKey(set wordSet) string {
	if len(set) == 1 {
		for word := range set {
			return word
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(set)), " ")
}

func joinedName(name string) string { return stem(strings.Join(identifierWords(name), "")) }

func addLinks(from, to *table, key schema.ForeignKey) {
	out := link{from: from, to: to}
	for i := range key.Columns {
		out.near = append(out.near, from.column(key.Columns[i]))
		out.far = append(out.far, to.column(key.References.Columns[i]))
	}
	addLink(out)
}

// addLink adds a link and the way back.
func addLink(out link) {
	if slices.ContainsFunc(out.from.links, func(l link) bool { return l.to == out.to && !l.many && slices.Equal(l.near, out.near) }) {
		return
	}
	if len(out.near) == 1 {
		out.near[0].refers = out.far[0]
	}
	if out.to.key == nil {
		out.to.key = out.far
	}
	out.from.links = append(out.from.links, out)
	out.to.links = append(out.to.links, link{from: out.to, to: out.from, near: out.far, far: out.near, many: true})
}

// addValues enters the values of columns: those the view shows and the members of ENUM types. Numbers are
// none: "12 orders" is how many, not which.
func (x *index) addValues(t *table, shown []schema.Column) {
	for i := range shown {
		seen := map[string]bool{}
		for _, text := range slices.Concat(shown[i].Values, enumMembers(shown[i].Type)) {
			key, length := phraseKey(text)
			if _, isNumber := number(text); key != "" && !isNumber && !seen[text] {
				seen[text] = true
				x.byValue[key] = append(x.byValue[key], value{t.columns[i], text})
				x.longest = max(x.longest, length)
			}
		}
	}
}

// enumMembers returns the members of an ENUM. Those of a SET are no values: a row may hold several.
func enumMembers(columnType string) []string {
	if columntype.KindOf(columnType) != columntype.Enum {
		return nil
	}
	return columntype.Members(columnType)
}

// phraseKey returns the words of a text as values and terms are looked up, and their number.
func phraseKey(text string) (key string, length int) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !isWordRune(r) && r != '-' && r != '.' })
	for i := range words {
		words[i] = stem(words[i])
	}
	return strings.Join(words, " "), len(words)
}

// A kind is what can be said about the values of a column.
type kind int

const (
	textual kind = iota
	numeric
	temporal // date or date and time
	other    // such as JSON: nothing is compared with it
)

func newKind(columnType string) kind {
	switch columntype.KindOf(columnType) {
	case columntype.Characters, columntype.Enum:
		return textual
	case columntype.Numeric, columntype.Year:
		return numeric
	case columntype.Date:
		return temporal
	}
	if columnType == "" {
		return textual // nobody says otherwise, and every type compares with a text
	}
	return other
}
