package access

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A Guard admits callers to a schema as an access file says. It is immutable and safe for concurrent use.
type Guard struct {
	file     *File
	artifact *schema.Artifact
	worlds   map[string]*world // by the name of the role; "" where there are no roles
	trust    trust
}

// A world is what a role sees.
type world struct {
	role     role
	artifact *schema.Artifact
	access   *sqlcheck.Access // nil where no row rule applies
	rules    []int            // of each rule that access was made of, its place in the rows of the file; -1 for one of ours
	needs    []int            // parameters of the file without which a request is refused
}

// Guard holds the file against a schema: every name in it must lead somewhere, every row rule must resolve. The
// checker is that of the schema's dialect. An error about the file is an *Error.
func (f *File) Guard(ctx context.Context, artifact *schema.Artifact, checker *sqlcheck.Checker) (*Guard, error) {
	g := &Guard{file: f, artifact: artifact, worlds: map[string]*world{}, trust: f.trust}
	roles := f.roles
	if len(roles) == 0 {
		roles = []role{{tables: []pattern{{text: "*"}}}}
	}
	if err := f.unmatched(artifact); err != nil {
		return nil, err
	}
	rules := newRowRules(f, artifact, checker)
	for _, one := range roles {
		narrowed, err := artifact.Narrowed(ctx, one.shows)
		switch {
		case errors.Is(err, schema.ErrNothingLeft):
			return nil, f.fault(one.line, "role %s is left no column to see; show it a table", shown(one.name))
		case err != nil:
			return nil, err
		}
		w := &world{role: one, artifact: narrowed}
		if w.access, w.rules, err = rules.of(w); err != nil {
			return nil, err
		}
		w.needs = f.needed(w.access)
		g.worlds[one.name] = w
	}
	return g, nil
}

func (f *File) fault(line int, format string, args ...any) error {
	return &Error{f.path, line, fmt.Sprintf(format, args...)}
}

// shows reports whether the role sees a column.
func (r role) shows(table, column string) bool {
	if !anyMatches(r.tables, table) || anyMatches(r.exclude, table) {
		return false
	}
	for _, rule := range r.columns {
		if rule.table.matches(table) && (rule.include != nil && !anyMatches(rule.include, column) || anyMatches(rule.exclude, column)) {
			return false
		}
	}
	return true
}

// unmatched returns the first pattern of the file that stands for nothing in the schema, as an error: a slip
// in what is excluded would show it.
func (f *File) unmatched(artifact *schema.Artifact) error {
	doc := artifact.Document()
	for _, one := range f.roles {
		what := "role " + shown(one.name)
		for _, list := range [][]pattern{one.tables, one.exclude} {
			if err := f.wantTables(doc, what, list); err != nil {
				return err
			}
		}
		for _, rule := range one.columns {
			if err := f.wantTables(doc, what, []pattern{rule.table}); err != nil {
				return err
			}
			if err := f.wantColumns(doc, what, rule); err != nil {
				return err
			}
		}
	}
	for _, rule := range f.rows {
		if err := f.wantTables(doc, "a row rule", rule.tables); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) wantTables(doc *schema.Document, what string, patterns []pattern) error {
	for _, p := range patterns {
		if !slices.ContainsFunc(doc.Tables, func(t schema.Table) bool { return p.matches(t.Name) }) {
			return f.fault(p.line, "%s names table %s, which the schema does not have", what, shown(p.text))
		}
	}
	return nil
}

func (f *File) wantColumns(doc *schema.Document, what string, rule columnRule) error {
	for _, p := range slices.Concat(rule.include, rule.exclude) {
		if !slices.ContainsFunc(doc.Tables, func(t schema.Table) bool {
			return rule.table.matches(t.Name) && slices.ContainsFunc(t.Columns, func(c schema.Column) bool { return p.matches(c.Name) })
		}) {
			return f.fault(p.line, "%s names column %s of table %s, which the schema does not have", what, shown(p.text), shown(rule.table.text))
		}
	}
	return nil
}

// needed returns the parameters that a request must have: those that are required, and those of its row rules.
func (f *File) needed(access *sqlcheck.Access) []int {
	var used []string
	if access != nil {
		used = access.Parameters()
	}
	var needs []int
	for i := range f.parameters {
		if f.parameters[i].required || slices.Contains(used, f.parameters[i].Name) {
			needs = append(needs, i)
		}
	}
	return needs
}

// Summary returns the names of roles and parameters of the file, in its order, and the number of its row rules.
func (g *Guard) Summary() (roles, parameters []string, rows int) {
	for _, r := range g.file.roles {
		roles = append(roles, r.name)
	}
	for _, p := range g.file.parameters {
		parameters = append(parameters, p.Name)
	}
	return roles, parameters, len(g.file.rows)
}

// Role returns the part of the schema that a role of the file sees.
func (g *Guard) Role(name string) *schema.Artifact { return g.worlds[name].artifact }

// Artifact returns the whole schema that the guard is for.
func (g *Guard) Artifact() *schema.Artifact { return g.artifact }

// Bounds returns the bounds on rows that roles have, in order and without repetition.
func (g *Guard) Bounds() []uint64 {
	var bounds []uint64
	for _, one := range g.file.roles {
		if one.maxRows > 0 {
			bounds = append(bounds, one.maxRows)
		}
	}
	slices.Sort(bounds)
	return slices.Compact(bounds)
}
