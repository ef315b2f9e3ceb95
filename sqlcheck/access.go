package sqlcheck

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A RowRule says which rows of tables a query may read: those for which Where is true. All rules that name a table
// are in force for it.
type RowRule struct {
	// Tables are names as the catalog has them, with the database in front where a name is not unique. A view is
	// a table here: it has no part in the rules of the tables that it reads.
	Tables []string
	// Where is a condition over columns of the table, hidden ones too, with @name for a parameter; "TRUE" shows
	// all rows. It compares columns with parameters, literals and columns, combines that with AND, OR and NOT,
	// and may look into other tables with IN and EXISTS, whose own rules are in force there.
	Where string
	// Collation lets strings be compared by the column's collation, which takes 'A' for 'a' and 'a ' for 'a'. The
	// zero value compares them by their bytes.
	Collation bool
}

// An Access is a set of row rules that was read, resolved and found sound. It is immutable and safe for concurrent
// use.
type Access struct {
	tables     map[tableKey]*tableFilter
	parameters []Parameter // those that the rules mention
}

// A tableKey names a table as the catalog does.
type tableKey struct{ database, name string }

func keyOf(t *Table) tableKey { return tableKey{t.database, t.name} }

// An AccessError says what is wrong with a row rule.
type AccessError struct {
	Rule   int // the position in the list of rules, -1 where it is none of them
	Reason string
}

// Error implements error.
func (e *AccessError) Error() string {
	if e.Rule < 0 {
		return e.Reason
	}
	return fmt.Sprintf("row rule %d: %s", e.Rule+1, e.Reason)
}

var parameterName = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// NewAccess reads row rules over the whole of a catalog, which must be a Suggester: what a rule may read, not what
// a caller is shown. Its error is an *AccessError.
//
// Every table has a rule if one has. A rule of one table may mention others, but no table may be behind its own
// rule. Tables carry their database, so that no name in a query can be taken for one of them.
func (c *Checker) NewAccess(catalog Catalog, parameters []Parameter, rules []RowRule) (*Access, error) {
	b := &accessBuilder{
		checker: c, catalog: catalog, rules: rules,
		known: make(map[string]Parameter, len(parameters)),
		of:    make(map[*Table][]int), mentioned: make(map[string]bool),
		access: &Access{tables: make(map[tableKey]*tableFilter)},
	}
	if err := b.declare(parameters); err != nil {
		return nil, err
	}
	if len(rules) == 0 {
		return b.access, nil
	}
	if err := b.assign(); err != nil {
		return nil, err
	}
	for _, t := range b.tables {
		if err := b.build(t, -1); err != nil {
			return nil, err
		}
	}
	for _, p := range parameters {
		if b.mentioned[p.Name] {
			b.access.parameters = append(b.access.parameters, p)
		}
	}
	return b.access, nil
}

// Parameters returns the names of the parameters that the rules mention, in the order in which they were given.
func (a *Access) Parameters() []string {
	names := make([]string, len(a.parameters))
	for i, p := range a.parameters {
		names[i] = p.Name
	}
	return names
}

// An accessBuilder makes an Access.
type accessBuilder struct {
	checker   *Checker
	catalog   Catalog
	rules     []RowRule
	known     map[string]Parameter
	tables    []*Table         // of the catalog
	of        map[*Table][]int // the rules of each
	mentioned map[string]bool  // parameters
	building  []*Table         // innermost last
	access    *Access
}

func (b *accessBuilder) declare(parameters []Parameter) error {
	for _, p := range parameters {
		switch _, twice := b.known[p.Name]; {
		case !parameterName.MatchString(p.Name):
			return &AccessError{-1, fmt.Sprintf("%q is no name of a parameter; use lower-case letters, digits and underscores", p.Name)}
		case twice:
			return &AccessError{-1, fmt.Sprintf("the parameter %s is given twice", p.Name)}
		case !p.Type.known():
			return &AccessError{-1, fmt.Sprintf("the parameter %s has no type", p.Name)}
		}
		b.known[p.Name] = p
	}
	return nil
}

// assign finds the tables of each rule, and the rules of each table.
func (b *accessBuilder) assign() error {
	listed, ok := b.catalog.(Suggester)
	if !ok {
		return &AccessError{-1, "the catalog cannot list its tables"}
	}
	b.tables = listed.Tables()
	for i, rule := range b.rules {
		if len(rule.Tables) == 0 {
			return &AccessError{i, "it names no table"}
		}
		for _, name := range rule.Tables {
			t, err := b.table(name)
			if err != nil {
				return &AccessError{i, err.Error()}
			}
			if !slices.Contains(b.of[t], i) {
				b.of[t] = append(b.of[t], i)
			}
		}
	}
	for _, t := range b.tables {
		switch {
		case len(b.of[t]) == 0:
			return &AccessError{-1, fmt.Sprintf("no row rule names the table %s, while others have one; write one for it, with TRUE if all its rows may be read", excerpt(t.name))}
		case t.database == "":
			return &AccessError{b.of[t][0], fmt.Sprintf("the schema does not say which database %s is in; name the database there, so that no name in a query can be taken for the table", excerpt(t.name))}
		}
	}
	return nil
}

// table returns the one table that a rule calls name.
func (b *accessBuilder) table(name string) (*Table, error) {
	var same, folded []*Table
	for _, t := range b.tables {
		switch full := t.database + "." + t.name; {
		case name == t.name || name == full:
			same = append(same, t)
		case !b.checker.options.CaseSensitiveTables && (sameName(name, t.name) || sameName(name, full)):
			folded = append(folded, t)
		}
	}
	if len(same) == 0 {
		same = folded
	}
	switch {
	case len(same) == 0:
		return nil, fmt.Errorf("there is no table %s in the schema", excerpt(name))
	case len(same) > 1:
		return nil, fmt.Errorf("the schema has several tables %s; write the database in front", excerpt(name))
	}
	return same[0], nil
}

// maxFilterBytes is how long the condition of a table may be, with those of the tables that it looks into. Rules that
// look twice into a table whose rule does so again would double it each time.
const maxFilterBytes = 32 << 10

// build makes the filter of a table, and those of the tables that it mentions first. by is the rule that mentions
// the table, -1 for none.
func (b *accessBuilder) build(t *Table, by int) error {
	if b.access.tables[keyOf(t)] != nil {
		return nil
	}
	if at := slices.Index(b.building, t); at >= 0 {
		var names []string
		for _, t := range b.building[at:] {
			names = append(names, t.name)
		}
		return &AccessError{by, fmt.Sprintf("the rows of %s depend on themselves, by way of %s; a rule may look into tables that do not lead back", excerpt(t.name), strings.Join(names, ", "))}
	}
	b.building = append(b.building, t)
	defer func() { b.building = b.building[:len(b.building)-1] }()
	f := &tableFilter{table: keyOf(t), rules: b.of[t], view: t.view}
	var texts []string
	for _, i := range b.of[t] {
		text, err := b.condition(i, t)
		switch {
		case err != nil:
			return err
		case text != "TRUE":
			texts = append(texts, text)
		}
	}
	if len(texts) == 1 {
		f.text = texts[0]
	} else if len(texts) > 1 {
		f.text = "(" + strings.Join(texts, ") AND (") + ")"
	}
	if len(f.text) > maxFilterBytes {
		return &AccessError{b.of[t][0], fmt.Sprintf("the condition of %s has %d bytes with those of the tables that it looks into, and the limit is %d; let it look into fewer tables, or into one whose rule is short", excerpt(t.name), len(f.text), maxFilterBytes)}
	}
	if err := b.finish(f); err != nil {
		return &AccessError{b.of[t][0], err.Error()}
	}
	b.access.tables[f.table] = f
	return nil
}
