package ddl

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// alterTable applies the changes of an ALTER TABLE in their order.
func (r *replay) alterTable(n *ast.AlterTableStmt, h hint) error {
	t, err := r.lookup(n.Table)
	if err != nil {
		if h.ifExists {
			return nil
		}
		return err
	}
	defer t.changed()
	for _, spec := range n.Specs {
		if err := r.alterSpec(t, spec, h); err != nil {
			return err
		}
	}
	return t.setHints(h)
}

// alterHints applies an ALTER TABLE of which only hints remain.
func (r *replay) alterHints(st *statement, h hint) error {
	c := &cursor{tokens: st.tokens}
	for !c.done() && !c.accept("TABLE") {
		c.pass()
	}
	c.accept("IF", "EXISTS")
	database, name, _ := c.tableName()
	if database == "" {
		database = r.current
	}
	if t := r.tables[newTableKey(database, name)]; t != nil {
		return t.setHints(h)
	} else if h.ifExists {
		return nil
	}
	return fmt.Errorf("there is no table %s here; is the statement missing that makes it", name)
}

// alterSpec applies one change.
func (r *replay) alterSpec(t *table, spec *ast.AlterTableSpec, h hint) error {
	switch spec.Tp {
	case ast.AlterTableAddColumns:
		return t.alterAdd(spec, h)
	case ast.AlterTableAddConstraint:
		return t.addConstraint(spec.Constraint)
	case ast.AlterTableDropColumn:
		if spec.IfExists && !t.has(spec.OldColumnName.Name.O) {
			return nil
		}
		return t.drop(spec.OldColumnName.Name.O)
	case ast.AlterTableModifyColumn:
		return r.redefine(t, spec.NewColumns[0].Name.Name.O, spec, h)
	case ast.AlterTableChangeColumn:
		return r.redefine(t, spec.OldColumnName.Name.O, spec, h)
	case ast.AlterTableRenameColumn:
		return r.renameColumn(t, spec.OldColumnName.Name.O, spec.NewColumnName.Name.O)
	case ast.AlterTableRenameTable:
		return r.rename(t, spec.NewTable)
	case ast.AlterTableDropPrimaryKey:
		t.primaryKey = nil
	case ast.AlterTableDropIndex:
		if sameAs("PRIMARY")(spec.Name) {
			t.primaryKey = nil
		}
		t.dropIndex(spec.Name)
	case ast.AlterTableRenameIndex:
		t.renameIndex(spec.FromKey.O, spec.ToKey.O)
	case ast.AlterTableDropForeignKey:
		if !t.dropForeignKey(spec.Name) {
			r.note("there is no foreign key %s of %s here, so that none is dropped", spec.Name, t.name)
		}
	case ast.AlterTableDropCheck: // DROP CONSTRAINT too
		if !t.dropForeignKey(spec.Constraint.Name) {
			t.dropIndex(spec.Constraint.Name)
		}
	case ast.AlterTableOption:
		if comment, ok := newComment(spec.Options); ok {
			t.comment = comment
		}
	default:
		// Defaults, indexes, partitions, storage: an artifact has none. What the parser reads that
		// is none of these has a case above.
	}
	return nil
}

// newComment returns the comment among options of a table, if there is one; of several, the last counts.
func newComment(options []*ast.TableOption) (comment string, ok bool) {
	for _, o := range options {
		if o.Tp == ast.TableOptionComment {
			comment, ok = o.StrValue, true
		}
	}
	return comment, ok
}

func (t *table) alterAdd(spec *ast.AlterTableSpec, h hint) error {
	var added []*ast.ColumnDef
	for _, def := range spec.NewColumns {
		if !spec.IfNotExists || !t.has(def.Name.Name.O) {
			added = append(added, def)
		}
	}
	if err := t.addColumns(added, h, newPlace(spec.Position)); err != nil {
		return err
	}
	return t.addConstraints(spec.NewConstraints)
}

func newPlace(p *ast.ColumnPosition) place {
	switch {
	case p == nil:
		return place{}
	case p.Tp == ast.ColumnPositionFirst:
		return place{first: true}
	case p.Tp == ast.ColumnPositionAfter:
		return place{after: p.RelativeColumn.Name.O}
	}
	return place{}
}

// redefine gives a column another definition, and with it perhaps another name and place.
func (r *replay) redefine(t *table, old string, spec *ast.AlterTableSpec, h hint) error {
	i, err := t.find(old)
	if err != nil {
		if spec.IfExists {
			return nil
		}
		return err
	}
	d := h.define(spec.NewColumns[0])
	if !sameAs(old)(d.Name) || t.columns[i].Name != d.Name {
		if err := r.renameColumn(t, old, d.Name); err != nil {
			return err
		}
	}
	if t.inPrimaryKey(d.Name) {
		d.Nullable = never()
	}
	t.columns[i] = d.column
	if at := newPlace(spec.Position); at != (place{}) {
		t.columns = append(t.columns[:i:i], t.columns[i+1:]...)
		if err := t.insert(d.column, at); err != nil {
			return err
		}
	}
	return t.addKeys(d)
}

func (t *table) inPrimaryKey(name string) bool {
	for _, key := range t.primaryKey {
		if sameAs(name)(key) {
			return true
		}
	}
	return false
}

// renameColumn gives a column another name; keys at both ends follow.
func (r *replay) renameColumn(t *table, old, name string) error {
	i, err := t.find(old)
	if err != nil {
		return err
	}
	if !sameAs(old)(name) && t.has(name) {
		return fmt.Errorf("table %s has a column %s already", t.name, name)
	}
	t.columns[i].Name = name
	renameIn(t.primaryKey, old, name)
	for i := range t.indexes {
		renameIn(t.indexes[i].columns, old, name)
	}
	for _, other := range r.tables {
		for i := range other.foreignKeys {
			k := &other.foreignKeys[i]
			if other == t {
				renameIn(k.columns, old, name)
			}
			if k.refersTo(t) {
				renameIn(k.references, old, name)
			}
		}
	}
	return nil
}
