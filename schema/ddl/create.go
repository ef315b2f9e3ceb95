package ddl

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/asksql/asksql/sqlcheck"
)

// createTable applies a CREATE TABLE.
func (r *replay) createTable(n *ast.CreateTableStmt, h hint, st *statement) error {
	if n.TemporaryKeyword != ast.TemporaryNone {
		return nil // gone with the connection that makes it
	}
	database, name := r.nameOf(n.Table)
	if old := r.tables[newTableKey(database, name)]; old != nil {
		switch {
		case n.IfNotExists:
			return nil
		case !h.replace && old.name == name:
			return fmt.Errorf("there is a table %s already", name)
		case !h.replace:
			return fmt.Errorf("there is a table %s already, letter case aside; leave one out", old.name)
		}
	}
	comment, _ := newComment(n.Options)
	t := &table{database: database, name: name, comment: comment}
	if n.ReferTable != nil {
		model, err := r.lookup(n.ReferTable)
		if err != nil {
			return err
		}
		t = model.copied(database, name)
	}
	if err := t.addColumns(n.Cols, h, place{}); err != nil {
		return err
	}
	if err := t.addConstraints(n.Constraints); err != nil {
		return err
	}
	if n.Select != nil {
		if err := r.addSelected(t, st); err != nil {
			return err
		}
	}
	return r.add(t)
}

// addColumns adds columns, one behind the other from a place on, and the keys in their definitions.
func (t *table) addColumns(defs []*ast.ColumnDef, h hint, at place) error {
	for _, def := range defs {
		d := h.define(def)
		if err := t.insert(d.column, at); err != nil {
			return err
		}
		if err := t.addKeys(d); err != nil {
			return err
		}
		if at != (place{}) {
			at = place{after: d.Name}
		}
	}
	return nil
}

// addKeys adds the keys that the definition of a column holds.
func (t *table) addKeys(d definition) error {
	if d.primaryKey {
		if err := t.setPrimaryKey([]string{d.Name}); err != nil {
			return err
		}
	}
	if d.unique {
		t.addIndex("", []*ast.IndexPartSpecification{{Column: &ast.ColumnName{Name: ast.NewCIStr(d.Name)}}}, true)
	}
	if d.references != nil {
		return t.addForeignKey(newForeignKey("", []string{d.Name}, d.references, t.database))
	}
	return nil
}

func (t *table) addConstraints(list []*ast.Constraint) error {
	for _, c := range list {
		if err := t.addConstraint(c); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) addConstraint(c *ast.Constraint) error {
	switch c.Tp {
	case ast.ConstraintPrimaryKey:
		names, err := columnsOf(c.Keys)
		if err != nil {
			return err
		}
		return t.setPrimaryKey(t.spelled(names))
	case ast.ConstraintForeignKey:
		names, err := columnsOf(c.Keys)
		if err != nil {
			return err
		}
		return t.addForeignKey(newForeignKey(c.Name, t.spelled(names), c.Refer, t.database))
	case ast.ConstraintUniq, ast.ConstraintUniqKey, ast.ConstraintUniqIndex:
		t.addIndex(c.Name, c.Keys, true)
		return nil
	case ast.ConstraintKey, ast.ConstraintIndex, ast.ConstraintFulltext:
		t.addIndex(c.Name, c.Keys, false)
		return nil
	default:
		return nil // checks: an artifact has none
	}
}

// spelled returns names of columns in the spelling of their definitions.
func (t *table) spelled(names []string) []string {
	spelled := make([]string, len(names))
	for i, name := range names {
		spelled[i] = name
		if at, err := t.find(name); err == nil {
			spelled[i] = t.columns[at].Name
		}
	}
	return spelled
}

// addSelected adds the columns of the query of a CREATE TABLE. Those that are defined before it too
// have their definition, in the place that the query gives them (manual 15.1.20.4).
func (r *replay) addSelected(t *table, st *statement) error {
	at := selectAt(st.tokens)
	columns, err := r.project(st.portable(st.tokens[at:]), t.database)
	if err != nil {
		return fmt.Errorf("the columns of the query are not known: %w", err)
	}
	for _, c := range columns {
		next := column{Column: c}
		if i, err := t.find(c.Name); err == nil {
			next = t.columns[i]
			t.columns = append(t.columns[:i], t.columns[i+1:]...)
		}
		t.columns = append(t.columns, next)
	}
	return nil
}

// selectAt returns where the query of a CREATE TABLE begins: the first SELECT or WITH outside
// parentheses, or the parenthesis before it.
func selectAt(tokens []token) int {
	for c := (&cursor{tokens: tokens}); !c.done(); {
		next := c.peek(0)
		if next.is("SELECT") || next.is("WITH") && !c.peek(1).is("SYSTEM") || next.is("(") && (c.peek(1).is("SELECT") || c.peek(1).is("WITH")) {
			return c.i
		}
		if c.group() == nil {
			c.pass()
		}
	}
	return 0
}

// setHints applies what an ALTER TABLE says about columns that the parser did not read.
func (t *table) setHints(h hint) error {
	for i := range t.columns {
		if invisible, ok := h.invisible[sqlcheck.Fold(t.columns[i].Name)]; ok {
			t.columns[i].invisible = invisible
		}
	}
	t.changed()
	return nil
}
