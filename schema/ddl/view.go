package ddl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A view is what makes a table a view.
type view struct {
	query string
	names []string // of its columns, where the statement lists them
	// standIn are the columns of the view that a dump made first, so that other views could refer
	// to it: SELECT 1 AS `a`, 1 AS `b`. They have names and no types.
	standIn []column
	problem error // why the columns are not known, or nil
}

// defineView applies a CREATE VIEW or ALTER VIEW. at is where the word VIEW stands.
func (r *replay) defineView(st *statement, at int) error {
	c := &cursor{tokens: st.tokens, i: at + 1}
	optional := c.accept("IF", "NOT", "EXISTS")
	database, name, ok := c.tableName()
	if !ok {
		return &syntaxError{line: 1, near: c.peek(0).raw}
	}
	t := &table{database: cmp.Or(database, r.current), name: name, view: &view{}}
	key := newTableKey(t.database, name)
	replaces := st.tokens[0].is("ALTER") || st.tokens[1].is("OR")
	if old := r.tables[key]; old != nil && !replaces {
		if optional {
			return nil
		}
		return fmt.Errorf("there is a table or view %s already", old.name)
	}
	if t.view.names = namesIn(c.group()); !c.accept("AS") {
		return &syntaxError{line: 1, near: c.peek(0).raw}
	}
	t.view.query = st.portable(withoutCheckOption(st.tokens[c.i:]))
	t.view.standIn = r.standIns[key]
	r.resolve(t)
	if err := r.add(t); err != nil {
		return err
	}
	if !slices.ContainsFunc(st.tokens, func(t token) bool { return t.is("FROM") }) {
		r.standIns[key] = t.columns
	}
	return nil
}

// namesIn returns the names in a list in parentheses.
func namesIn(group []token) []string {
	var names []string
	for _, t := range group {
		if name, ok := t.name(); ok {
			names = append(names, name)
		}
	}
	return names
}

// withoutCheckOption cuts WITH CASCADED CHECK OPTION off the end of a view.
func withoutCheckOption(tokens []token) []token {
	n := len(tokens)
	if n < 3 || !tokens[n-1].is("OPTION") || !tokens[n-2].is("CHECK") {
		return tokens
	}
	n -= 3
	if !tokens[n].is("WITH") {
		n--
	}
	return tokens[:max(n, 0)]
}

// resolve finds out the columns of a view; it reports whether they have changed.
func (r *replay) resolve(t *table) bool {
	found, err := r.project(t.view.query, t.database)
	if err == nil {
		found, err = named(found, t.view.names)
	}
	switch {
	case err != nil && t.columns == nil:
		t.view.problem = err
		return false
	case err != nil, t.columns != nil && !slices.EqualFunc(found, t.columns, sameName):
		return false // what it was made of has changed since; the server keeps the old columns too
	}
	columns := make([]column, len(found))
	for i := range found {
		columns[i].Column = found[i]
	}
	changed := t.view.problem != nil || !slices.EqualFunc(found, t.columns, sameColumn)
	t.columns, t.view.problem = columns, nil
	t.changed()
	return changed
}

func sameName(a schema.Column, b column) bool { return a.Name == b.Name }

func sameColumn(a schema.Column, b column) bool {
	return a.Name == b.Name && a.Type == b.Type && a.Description == b.Description
}

// named gives columns the names that a view lists for them.
func named(columns []schema.Column, names []string) ([]schema.Column, error) {
	if len(names) == 0 {
		return columns, nil
	}
	if len(names) != len(columns) {
		return nil, fmt.Errorf("it lists %d names for %d columns", len(names), len(columns))
	}
	for i := range columns {
		columns[i].Name = names[i]
	}
	return columns, nil
}

// maxPasses is how many views may stand one on another, each made before the one that it is made of.
const maxPasses = 50

// resolveViews finds out what can be known of views once everything is there: those made of views
// that came later, and the types behind stand-ins.
func (r *replay) resolveViews() {
	for range maxPasses {
		changed := false
		for _, t := range r.sorted() {
			if t.view != nil && r.resolve(t) {
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// settle gives a view that could not be resolved the columns that are known in another way. It
// returns an error where there are none.
func (t *table) settle() error {
	if t.view == nil || t.columns != nil {
		return nil
	}
	for _, name := range t.view.names {
		t.columns = append(t.columns, column{Column: schema.Column{Name: name}})
	}
	if t.columns == nil {
		t.columns = t.view.standIn
	}
	if t.columns == nil {
		reason := t.view.problem
		return fmt.Errorf("the columns of view %s are not known: %w; list them behind its name, or leave the view out", t.name, reason)
	}
	return nil
}

// sorted returns the tables in order of name.
func (r *replay) sorted() []*table {
	all := make([]*table, 0, len(r.tables))
	for _, t := range r.tables {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *table) int {
		return cmp.Or(strings.Compare(a.database, b.database), strings.Compare(a.name, b.name))
	})
	return all
}

// reasonOf returns the first thing that a check of a query found wrong.
func reasonOf(err error) error {
	var rejected *sqlcheck.RejectedError
	if errors.As(err, &rejected) && len(rejected.Violations) > 0 {
		return errors.New(rejected.Violations[0].Message)
	}
	return err
}
