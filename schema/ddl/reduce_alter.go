package ddl

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// alter reads from behind ALTER.
func (r *reduced) alter(st *statement, c *cursor) *reduced {
	for c.acceptAny("ONLINE", "OFFLINE", "IGNORE") {
	}
	if !c.accept("TABLE") {
		return nil
	}
	r.ifExists = c.accept("IF", "EXISTS")
	database, name, ok := c.tableName()
	if !ok {
		return nil
	}
	if c.accept("WAIT") {
		c.pass()
	}
	c.accept("NOWAIT")
	var specs []string
	for !c.done() {
		if spec := r.spec(st, &cursor{tokens: c.item()}); spec != "" {
			specs = append(specs, spec)
		}
	}
	if len(specs) > 0 {
		r.sql = "ALTER TABLE " + qualified(database, name) + " " + strings.Join(specs, ", ")
	}
	return r
}

// spec reduces one change of an ALTER TABLE; it returns "" for one that is dropped.
func (r *reduced) spec(st *statement, c *cursor) string {
	whole := c.tokens
	switch {
	case c.accept("ADD"):
		return r.add(st, c)
	case c.accept("MODIFY"):
		c.accept("COLUMN")
		return "MODIFY COLUMN " + ifExists(c) + r.column(st, c)
	case c.accept("CHANGE"):
		c.accept("COLUMN")
		exists := ifExists(c)
		old, _ := c.take().name()
		return "CHANGE COLUMN " + exists + quotedName(old) + " " + r.column(st, c)
	case c.accept("ALTER"):
		r.alterColumn(c)
		return ""
	case c.accept("DROP", "SYSTEM"), c.accept("DROP", "PERIOD"):
		return ""
	case c.accept("DROP", "FOREIGN", "KEY"):
		return "DROP FOREIGN KEY " + nameIfExists(c)
	case c.accept("DROP", "CONSTRAINT"):
		return "DROP CONSTRAINT " + nameIfExists(c)
	case isOption(c.peek(0)):
		return strings.TrimSpace(r.options(c))
	}
	return st.textOf(whole)
}

// isOption reports whether a change begins with a word that changes no more than a comment.
func isOption(t token) bool {
	for _, keyword := range []string{
		"ALGORITHM", "AUTO_INCREMENT", "AVG_ROW_LENGTH", "CHARACTER", "CHARSET", "CHECKSUM", "COLLATE", "COMMENT", "COMPRESSION",
		"CONVERT", "DEFAULT", "DELAY_KEY_WRITE", "DISABLE", "ENABLE", "ENCRYPTED", "ENCRYPTION", "ENGINE", "FORCE", "KEY_BLOCK_SIZE",
		"LOCK", "MAX_ROWS", "MIN_ROWS", "PACK_KEYS", "PAGE_CHECKSUM", "PAGE_COMPRESSED", "PARTITION", "ROW_FORMAT",
		"STATS_AUTO_RECALC", "STATS_PERSISTENT", "STATS_SAMPLE_PAGES", "TABLESPACE", "TRANSACTIONAL",
	} {
		if t.is(keyword) {
			return true
		}
	}
	return t.kind == nameToken // an option of a storage engine, such as `PAGE_COMPRESSED`=1
}

// add reads from behind ADD.
func (r *reduced) add(st *statement, c *cursor) string {
	if c.acceptAny("PARTITION", "SYSTEM", "PERIOD") {
		return ""
	}
	column := c.accept("COLUMN")
	exists := ""
	if c.accept("IF", "NOT", "EXISTS") {
		exists = "IF NOT EXISTS "
	}
	if group := c.group(); group != nil {
		return "ADD COLUMN " + exists + "(" + strings.Join(r.elements(st, group[1:max(len(group)-1, 1)]), ", ") + ")"
	}
	isKey := !column && isKeyWord(c.peek(0))
	element := r.element(st, c)
	switch {
	case element == "":
		return ""
	case isKey:
		return "ADD " + element
	}
	return "ADD COLUMN " + exists + element
}

func isKeyWord(t token) bool {
	return t.is("CONSTRAINT") || t.is("PRIMARY") || t.is("FOREIGN") || t.is("UNIQUE")
}

// alterColumn reads from behind ALTER: of a column, only whether it is to be seen matters.
func (r *reduced) alterColumn(c *cursor) {
	c.accept("COLUMN")
	ifExists(c)
	name, _ := c.take().name()
	switch {
	case c.accept("SET", "INVISIBLE"):
		r.invisible[sqlcheck.Fold(name)] = true
	case c.accept("SET", "VISIBLE"):
		r.invisible[sqlcheck.Fold(name)] = false
	}
}

// nameIfExists reads a name behind an IF EXISTS that the parser does not read there: what drops a key drops
// none where there is none.
func nameIfExists(c *cursor) string {
	ifExists(c)
	name, _ := c.take().name()
	return quotedName(name)
}

func ifExists(c *cursor) string {
	if c.accept("IF", "EXISTS") {
		return "IF EXISTS "
	}
	return ""
}
