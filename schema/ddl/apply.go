package ddl

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/asksql/asksql/sqlcheck"
)

// A location is a line of a file, from 1.
type location struct {
	file string
	line int
}

// A replay applies statements to a schema that begins empty.
type replay struct {
	dialect sqlcheck.Dialect
	version string // of the server, "" where it is not known
	current string // the database that unqualified names are in
	tables  map[tableKey]*table
	// standIns are the columns of views that a dump made to be replaced.
	standIns map[tableKey][]column
	made     int      // columns of all tables that were ever made
	at       location // of the statement that is applied
	notes    []Finding
}

func newReplay(o Options) *replay {
	return &replay{dialect: o.Dialect, current: o.Database, tables: map[tableKey]*table{}, standIns: map[tableKey][]column{}}
}

func (r *replay) note(format string, args ...any) {
	r.notes = append(r.notes, Finding{r.at.file, r.at.line, fmt.Sprintf(format, args...)})
}

// apply does what a statement does to the tables. Its error says what cannot be read.
func (r *replay) apply(st *statement) error {
	first := st.tokens[0]
	switch {
	case first.is("CREATE"), first.is("ALTER"), first.is("DROP"), first.is("RENAME"):
		return r.define(st)
	case first.is("USE"):
		name, ok := (&cursor{tokens: st.tokens[1:]}).take().name()
		if ok {
			r.current = name
		}
		return nil
	case st.isBlock():
		return r.block(st)
	case first.is("BEGIN") && len(st.tokens) > 1 && !st.tokens[1].is("WORK"):
		return errors.New("BEGIN is followed by what begins no transaction; put a semicolon behind it")
	case isHarmless(first):
		return nil
	}
	return fmt.Errorf("%s is no statement that is read here; take it out, or go on without it by --lenient", quote(first.raw))
}

// isHarmless reports whether a statement that begins with t leaves all tables as they are but for
// their rows. CALL and EXECUTE are not among them: what they run may do anything.
func isHarmless(t token) bool {
	for _, verb := range []string{
		"SET", "LOCK", "UNLOCK", "INSERT", "REPLACE", "UPDATE", "DELETE", "TRUNCATE", "LOAD", "SELECT", "WITH", "DO",
		"START", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "ANALYZE", "OPTIMIZE", "CHECK", "REPAIR", "FLUSH",
		"GRANT", "REVOKE", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "CHANGE", "STOP", "PURGE", "RESET", "DELIMITER",
	} {
		if t.is(verb) {
			return true
		}
	}
	return false
}

// define applies a statement that makes, changes or drops something.
func (r *replay) define(st *statement) error {
	at, object := st.object()
	if object == "TABLE" || object == "TABLES" || object == "VIEW" {
		if err := st.readable(); err != nil {
			return err
		}
	}
	switch object {
	case "TABLE", "TABLES":
		return r.table(st)
	case "VIEW":
		if st.tokens[0].is("DROP") {
			return r.dropTables(st)
		}
		return r.defineView(st, at)
	case "":
		return fmt.Errorf("%s of this kind is not read here", strings.ToUpper(st.tokens[0].raw))
	case "INDEX":
		r.index(st)
	case "DATABASE", "SCHEMA":
		if st.tokens[0].is("DROP") {
			r.dropDatabase(&cursor{tokens: st.tokens, i: at + 1})
		}
	case "TRIGGER", "PROCEDURE", "FUNCTION", "EVENT", "PACKAGE", "SEQUENCE":
		if st.tokens[0].is("CREATE") {
			r.note("a %s is left out: an artifact holds tables and views", strings.ToLower(object))
		}
	}
	return nil
}

// dropDatabase removes the tables of a database whose name comes next.
func (r *replay) dropDatabase(c *cursor) {
	c.accept("IF", "EXISTS")
	name, _ := c.take().name()
	for key := range r.tables {
		if key.database == sqlcheck.Fold(name) {
			delete(r.tables, key)
		}
	}
}

// table applies a statement about a table.
func (r *replay) table(st *statement) error {
	switch first := st.tokens[0]; {
	case first.is("DROP"):
		return r.dropTables(st)
	case first.is("RENAME"):
		return r.renameTables(st)
	}
	node, h, err := parseTable(st)
	if err != nil {
		return err
	}
	switch n := node.(type) {
	case nil:
		return r.alterHints(st, h)
	case *ast.CreateTableStmt:
		return r.createTable(n, h, st)
	case *ast.AlterTableStmt:
		return r.alterTable(n, h)
	}
	return errors.New("the statement is not read here")
}

// parseTable parses a CREATE TABLE or ALTER TABLE: as it is, or what an artifact needs of it. The
// node is nil if there is no such part.
func parseTable(st *statement) (ast.StmtNode, hint, error) {
	h := hint{newReduced(), jsonColumns(st.tokens)}
	node, err := parse(st.sql(), st.mode)
	if err == nil {
		return node, h, nil
	}
	less := reduceTable(st)
	if less == nil {
		return nil, h, err
	}
	h.reduced = less
	if less.sql == "" {
		return nil, h, nil
	}
	if node, less := parse(less.sql, st.mode); less == nil {
		return node, h, nil
	}
	return nil, h, err // about the text that the reader has
}

// nameOf returns the database and name of a table.
func (r *replay) nameOf(t *ast.TableName) (database, name string) {
	if t.Schema.O != "" {
		return t.Schema.O, t.Name.O
	}
	return r.current, t.Name.O
}

// lookup returns a table or an error that says that there is none.
func (r *replay) lookup(n *ast.TableName) (*table, error) {
	t := r.tables[newTableKey(r.nameOf(n))]
	if t == nil {
		return nil, fmt.Errorf("there is no table %s here; is the statement missing that makes it", n.Name.O)
	}
	return t, nil
}

// Limits of what a text can make. A few bytes are enough to copy a table.
const (
	maxColumns = 4_096 // of one table (manual 10.4.7)
	maxMade    = 1_000_000
)

// add puts a new table in its place.
func (r *replay) add(t *table) error {
	if r.made += 1 + len(t.columns); r.made > maxMade {
		return fmt.Errorf("the text makes more than %d columns; take fewer tables", maxMade)
	}
	t.madeAt = r.at
	r.tables[newTableKey(t.database, t.name)] = t
	return nil
}

func (r *replay) dropTables(st *statement) error {
	node, err := parse(st.sql(), st.mode)
	if err != nil {
		return err
	}
	drop, ok := node.(*ast.DropTableStmt)
	if !ok {
		return errors.New("the statement is not read here")
	}
	for _, name := range drop.Tables {
		t, err := r.lookup(name)
		switch {
		case err != nil && drop.IfExists, drop.TemporaryKeyword != ast.TemporaryNone:
			continue
		case err != nil:
			return err
		case drop.IsView == (t.view != nil):
			delete(r.tables, newTableKey(t.database, t.name))
		}
	}
	return nil
}

func (r *replay) renameTables(st *statement) error {
	node, err := parse(st.sql(), st.mode)
	if err != nil {
		return err
	}
	rename, ok := node.(*ast.RenameTableStmt)
	if !ok {
		return errors.New("the statement is not read here")
	}
	for _, pair := range rename.TableToTables {
		t, err := r.lookup(pair.OldTable)
		if err != nil {
			return err
		}
		if err := r.rename(t, pair.NewTable); err != nil {
			return err
		}
	}
	return nil
}

// rename gives a table another name; keys that refer to it follow.
func (r *replay) rename(t *table, to *ast.TableName) error {
	database, name := r.nameOf(to)
	if other := r.tables[newTableKey(database, name)]; other != nil && other != t {
		return fmt.Errorf("there is a table %s already", name)
	}
	for _, other := range r.tables {
		for i := range other.foreignKeys {
			if k := &other.foreignKeys[i]; k.refersTo(t) {
				k.database, k.table = database, name
			}
		}
	}
	delete(r.tables, newTableKey(t.database, t.name))
	t.renameForeignKeys(name)
	t.database, t.name = database, name
	t.changed()
	r.tables[newTableKey(database, name)] = t
	return nil
}

func quote(s string) string { return fmt.Sprintf("%q", excerpt(s)) }
