package access

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// rowRules makes the filters of each role. Roles to which the same rules apply share them.
type rowRules struct {
	file    *File
	full    sqlcheck.Catalog
	tables  []string // of the whole schema
	checker *sqlcheck.Checker
	made    map[string]*sqlcheck.Access
}

func newRowRules(f *File, artifact *schema.Artifact, checker *sqlcheck.Checker) *rowRules {
	r := &rowRules{file: f, full: artifact.View(schema.Policy{Sensitive: true}), checker: checker, made: map[string]*sqlcheck.Access{}}
	for _, table := range artifact.Document().Tables {
		r.tables = append(r.tables, table.Name)
	}
	return r
}

// of returns the filters of a role, nil where no rule applies to it, and which rules of the file they are. A table that the role sees needs a rule:
// one that applies to it, or one that excepts it in so many words.
func (r *rowRules) of(w *world) (*sqlcheck.Access, []int, error) {
	if len(r.file.rows) == 0 {
		return nil, nil, nil
	}
	var applied []sqlcheck.RowRule
	var from []int // of each, the rule of the file; -1 where there is none
	covered := map[string]bool{}
	for i := range r.file.rows {
		rule := &r.file.rows[i]
		tables := rule.of(r.tables)
		if !rule.appliesTo(w.role.name) {
			continue
		}
		for _, table := range tables {
			covered[table] = true
		}
		applied = append(applied, sqlcheck.RowRule{Tables: tables, Where: rule.where, Collation: rule.collation})
		from = append(from, i)
	}
	free, err := r.free(w, covered)
	if err != nil {
		return nil, nil, err
	}
	if len(applied) == 0 {
		return nil, nil, nil
	}
	if len(free) > 0 {
		applied, from = append(applied, sqlcheck.RowRule{Tables: free, Where: "TRUE"}), append(from, -1)
	}
	made, err := r.access(applied, from)
	return made, from, err
}

// free returns the tables whose rows no rule of the role chooses: those that it does not see, which only the
// conditions of the file can read, and those of which a rule excepts it.
func (r *rowRules) free(w *world, covered map[string]bool) ([]string, error) {
	var free []string
	seen := w.artifact.View(schema.Policy{Sensitive: true})
	for _, table := range r.tables {
		if covered[table] {
			continue
		}
		if seen.Table("", table) != nil && !r.excepts(w.role.name, table) {
			of := ""
			if w.role.name != "" {
				of = "role " + shown(w.role.name) + ": "
			}
			return nil, r.file.fault(r.file.rows[0].line, `%stable %s has no row rule, while others have one; add one, with where: "TRUE" if all its rows may be read`, of, shown(table))
		}
		free = append(free, table)
	}
	return free, nil
}

// excepts reports whether a rule about the table excepts the role.
func (r *rowRules) excepts(role, table string) bool {
	return slices.ContainsFunc(r.file.rows, func(rule rowRule) bool {
		return slices.Contains(rule.except, role) && anyMatches(rule.tables, table)
	})
}

func (r rowRule) of(tables []string) []string {
	return slices.DeleteFunc(slices.Clone(tables), func(t string) bool { return !anyMatches(r.tables, t) })
}

func (r rowRule) appliesTo(role string) bool {
	return !slices.Contains(r.except, role) &&
		slices.ContainsFunc(r.roles, func(p pattern) bool { return p.text == "*" || p.text == role })
}

var mention = regexp.MustCompile(`@(\w+)`)

// undeclared returns the first name behind an @ in a condition that is refused which no parameter has, "" if there is
// none. It is for the message alone: an @ may stand in a string too.
func (f *File) undeclared(where string) string {
	for _, m := range mention.FindAllStringSubmatch(where, -1) {
		if !slices.ContainsFunc(f.parameters, func(p parameter) bool { return p.Name == m[1] }) {
			return m[1]
		}
	}
	return ""
}

// declared returns the end of a message with the names of the parameters.
func (f *File) declared() string {
	if len(f.parameters) == 0 {
		return "; the file has none"
	}
	names := make([]string, len(f.parameters))
	for i := range f.parameters {
		names[i] = f.parameters[i].Name
	}
	return "; the file has " + enumerated(names)
}

// access returns what the checker makes of rules.
func (r *rowRules) access(applied []sqlcheck.RowRule, from []int) (*sqlcheck.Access, error) {
	key := fmt.Sprintf("%#v", applied)
	if made := r.made[key]; made != nil {
		return made, nil
	}
	parameters := make([]sqlcheck.Parameter, len(r.file.parameters))
	for i := range parameters {
		parameters[i] = r.file.parameters[i].Parameter
	}
	made, err := r.checker.NewAccess(r.full, parameters, applied)
	var fault *sqlcheck.AccessError
	switch {
	case errors.As(err, &fault) && 0 <= fault.Rule && fault.Rule < len(from) && from[fault.Rule] >= 0:
		rule := &r.file.rows[from[fault.Rule]]
		if name := r.file.undeclared(rule.where); name != "" {
			return nil, r.file.fault(rule.line, "the row rule: @%s is none of the parameters%s", shown(name), r.file.declared())
		}
		return nil, r.file.fault(rule.line, "the row rule: %s", strings.TrimSpace(fault.Reason))
	case err != nil:
		return nil, r.file.fault(r.file.rows[0].line, "the row rules: %v", err)
	}
	r.made[key] = made
	return made, nil
}
