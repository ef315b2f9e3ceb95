package ddl

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// A reduced is a CREATE TABLE or ALTER TABLE without what an artifact does not hold: defaults,
// checks, indexes, options of storage. What remains is the part that all servers have in common, so
// the parser can read statements of servers whose other syntax it does not know.
type reduced struct {
	sql string // "" if nothing remains
	// types are the types that the parser does not know, by folded name of the column, which has
	// the type BLOB in sql.
	types     map[string]string
	invisible map[string]bool // columns, by folded name, that become invisible, or not
	generated map[string]bool // columns, by folded name
	// expressions are what generated columns are computed by, by folded name.
	expressions map[string]string
	replace     bool // CREATE OR REPLACE
	ifExists    bool // ALTER TABLE IF EXISTS
}

func newReduced() *reduced {
	return &reduced{types: map[string]string{}, invisible: map[string]bool{}, generated: map[string]bool{}, expressions: map[string]string{}}
}

// reduceTable reduces a CREATE TABLE or ALTER TABLE; nil if it does not look like one.
func reduceTable(st *statement) *reduced {
	r, c := newReduced(), &cursor{tokens: st.tokens}
	switch {
	case c.accept("CREATE"):
		return r.create(st, c)
	case c.accept("ALTER"):
		return r.alter(st, c)
	}
	return nil
}

// create reads from behind CREATE.
func (r *reduced) create(st *statement, c *cursor) *reduced {
	r.replace = c.accept("OR", "REPLACE")
	head := "CREATE "
	if c.accept("TEMPORARY") {
		head += "TEMPORARY "
	}
	if !c.accept("TABLE") {
		return nil
	}
	head += "TABLE "
	if c.accept("IF", "NOT", "EXISTS") {
		head += "IF NOT EXISTS "
	}
	database, name, ok := c.tableName()
	if !ok {
		return nil
	}
	r.sql = head + qualified(database, name) + r.body(st, c) + r.options(c) + tail(st, c)
	return r
}

// body reads the list of columns, if one comes next.
func (r *reduced) body(st *statement, c *cursor) string {
	next := c.peek(1)
	if !c.peek(0).is("(") || next.is("SELECT") || next.is("WITH") || next.is("LIKE") || next.is("(") {
		return ""
	}
	group := c.group()
	return " (" + strings.Join(r.elements(st, group[1:max(len(group)-1, 1)]), ", ") + ")"
}

// elements reduces the elements of a list of columns.
func (r *reduced) elements(st *statement, tokens []token) []string {
	var kept []string
	for c := (&cursor{tokens: tokens}); !c.done(); {
		if text := r.element(st, &cursor{tokens: c.item()}); text != "" {
			kept = append(kept, text)
		}
	}
	return kept
}

// element reduces a column or key; it returns "" for what is dropped.
func (r *reduced) element(st *statement, c *cursor) string {
	start := c.i
	constraint := ""
	if c.accept("CONSTRAINT") {
		if next := c.peek(0); !next.is("PRIMARY") && !next.is("FOREIGN") && !next.is("UNIQUE") && !next.is("CHECK") {
			name, _ := c.take().name()
			constraint = "CONSTRAINT " + quotedName(name) + " "
		}
	}
	switch {
	case c.accept("PRIMARY", "KEY"):
		return constraint + "PRIMARY KEY " + columnList(c)
	case c.accept("FOREIGN", "KEY"):
		return constraint + "FOREIGN KEY " + columnList(c) + references(c)
	case c.accept("UNIQUE"):
		return r.uniqueKey(constraint, c)
	case c.acceptAny("KEY", "INDEX", "FULLTEXT", "SPATIAL", "CHECK"),
		c.accept("VECTOR", "KEY"), c.accept("VECTOR", "INDEX"), c.accept("PERIOD", "FOR"):
		return ""
	case c.i == start && !c.done():
		return r.column(st, c)
	}
	return ""
}

// uniqueKey reads from behind UNIQUE. One over expressions is dropped: it determines no column. The beginnings of
// values that an index is over keep their length.
func (r *reduced) uniqueKey(constraint string, c *cursor) string {
	c.acceptAny("KEY", "INDEX")
	name := ""
	if text, ok := c.peek(0).name(); ok && !c.peek(0).is("USING") && !c.peek(0).is("(") {
		name = quotedName(text) + " "
	}
	for !c.done() && !c.peek(0).is("(") {
		c.pass()
	}
	group := c.group()
	if len(group) < 3 {
		return ""
	}
	var parts []string
	for items := (&cursor{tokens: group[1 : len(group)-1]}); !items.done(); {
		item := items.item()
		if len(item) == 0 || item[0].is("(") {
			return ""
		}
		part, _ := item[0].name()
		text := quotedName(part)
		if len(item) > 3 && item[1].is("(") {
			text += "(" + item[2].raw + ")"
		}
		parts = append(parts, text)
	}
	return constraint + "UNIQUE KEY " + name + "(" + strings.Join(parts, ", ") + ")"
}

// columnList passes tokens up to a list of columns and returns the names in it: without the length
// or order that an index gives to each.
func columnList(c *cursor) string {
	for !c.done() && !c.peek(0).is("(") {
		c.pass()
	}
	group := c.group()
	if len(group) < 2 {
		return ""
	}
	var names []string
	for items := (&cursor{tokens: group[1 : len(group)-1]}); !items.done(); {
		if item := items.item(); len(item) > 0 {
			name, _ := item[0].name()
			names = append(names, quotedName(name))
		}
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// references reads what a foreign key refers to.
func references(c *cursor) string {
	if !c.accept("REFERENCES") {
		return ""
	}
	database, name, _ := c.tableName()
	text := " REFERENCES " + qualified(database, name)
	if c.peek(0).is("(") {
		text += " " + columnList(c)
	}
	return text
}

// column reduces the definition of a column.
func (r *reduced) column(st *statement, c *cursor) string {
	name, _ := c.take().name()
	text := quotedName(name) + " " + r.columnType(st, c, sqlcheck.Fold(name))
	for !c.done() {
		text += r.attribute(st, c, sqlcheck.Fold(name))
	}
	return text
}

// columnType reads a type.
func (r *reduced) columnType(st *statement, c *cursor, column string) string {
	start := c.i
	if foreignType(c.peek(0).raw) && c.peek(0).kind == wordToken {
		c.pass()
		c.group()
		r.types[column] = strings.ToLower(st.textOf(c.tokens[start:c.i]))
		return "BLOB"
	}
	c.pass()
	// What follows a type that is more than a word: DOUBLE PRECISION, NATIONAL CHARACTER VARYING.
	for !c.peek(1).is("SET") && c.acceptAny("PRECISION", "VARYING", "VARCHAR", "VARBINARY", "CHAR", "CHARACTER", "BYTE") {
	}
	c.group()
	for c.acceptAny("UNSIGNED", "SIGNED", "ZEROFILL") {
	}
	return st.textOf(c.tokens[start:c.i])
}

// foreignType reports whether a type is one that the parser lacks.
func foreignType(name string) bool {
	switch strings.ToLower(name) {
	case "uuid", "inet4", "inet6", "xmltype",
		"geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon",
		"geometrycollection", "geomcollection":
		return true
	}
	return false
}

// attribute reads one attribute of a column, or passes a token that is none of those that are kept.
func (r *reduced) attribute(st *statement, c *cursor, column string) string {
	switch {
	case c.accept("NOT", "NULL"):
		return " NOT NULL"
	case c.accept("NULL"):
		return " NULL"
	case c.accept("UNIQUE"):
		c.accept("KEY")
		return " UNIQUE"
	case c.accept("PRIMARY", "KEY"), c.acceptAny("PRIMARY", "KEY"):
		return " PRIMARY KEY"
	case c.accept("COMMENT"):
		return " COMMENT " + c.take().raw
	case c.accept("AFTER"):
		name, _ := c.take().name()
		return " AFTER " + quotedName(name)
	case c.accept("FIRST"):
		return " FIRST"
	case c.peek(0).is("REFERENCES"):
		return references(c)
	case c.accept("AS", "ROW"): // START or END of the life of a row's version
		r.generated[column] = true
		return " NOT NULL"
	case c.accept("GENERATED"):
		r.generated[column] = true
	case c.accept("AS"):
		r.generated[column] = true
		if group := c.group(); len(group) > 2 {
			r.expressions[column] = st.portable(group)
		}
	case c.accept("INVISIBLE"):
		r.invisible[column] = true
	case c.accept("DEFAULT"), c.accept("ON", "UPDATE"):
		passValue(c)
	case c.group() == nil:
		c.pass()
	}
	return ""
}

// passValue passes a default, so that no word of it is taken for an attribute.
func passValue(c *cursor) {
	c.acceptAny("-", "+")
	if c.group() == nil {
		c.pass()
	}
	c.group()
}

// options reads the options of a table and its partitions, and returns the comment.
func (r *reduced) options(c *cursor) string {
	comment := ""
	for !c.done() && !atSelect(c) {
		switch {
		case c.accept("COMMENT"):
			c.accept("=")
			comment = " COMMENT=" + c.take().raw
		case c.accept("WITH", "SYSTEM"), c.group() != nil:
		default:
			c.pass()
		}
	}
	return comment
}

// atSelect reports whether the query of a CREATE TABLE comes next, or the table to copy.
func atSelect(c *cursor) bool {
	next := c.peek(0)
	if next.is("(") {
		next = c.peek(1)
	}
	return next.is("SELECT") || next.is("AS") || next.is("LIKE") ||
		next.is("WITH") && !c.peek(1).is("SYSTEM") || next.is("VALUES") && !c.peek(1).is("LESS") && !c.peek(1).is("IN")
}

func tail(st *statement, c *cursor) string {
	if c.done() {
		return ""
	}
	return " " + st.textOf(c.tokens[c.i:])
}

func qualified(database, name string) string {
	if database == "" {
		return quotedName(name)
	}
	return quotedName(database) + "." + quotedName(name)
}

func quotedName(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
