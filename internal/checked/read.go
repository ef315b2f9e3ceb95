package checked

import "github.com/asksql/asksql/sqlcheck"

// ReadOf returns what a statement with these facts reads.
func ReadOf(facts *sqlcheck.Facts) Read {
	r := Read{Tables: tables(facts.Tables), Functions: functions(facts.Calls)}
	if len(facts.Statements) > 0 {
		r.Statement = string(facts.Statements[0].Kind)
	}
	r.Columns, r.SensitiveColumns = columns(facts.Columns)
	return r
}

// RowLimitOf returns the bound on the rows of a query, nil if it has none.
func RowLimitOf(query *sqlcheck.Query) *RowLimit {
	limit := query.RowLimit()
	if limit.Source == sqlcheck.LimitNone {
		return nil
	}
	return &RowLimit{limit.Rows, limit.Source}
}

func tables(refs []sqlcheck.TableRef) []string {
	names := newNames()
	for _, ref := range refs {
		names.add(ref.Table.Name())
	}
	return names.list
}

// columns returns the columns of the query, and those of them that are sensitive.
func columns(refs []sqlcheck.ColumnRef) (all, sensitive []string) {
	every, secret := newNames(), newNames()
	for _, ref := range refs {
		name := ref.Table.Name() + "." + ref.Column.Name
		every.add(name)
		if ref.Column.Sensitive {
			secret.add(name)
		}
	}
	return every.list, secret.list
}

func functions(calls []sqlcheck.Call) []string {
	names := newNames()
	for _, call := range calls {
		names.add(call.Name)
	}
	return names.list
}

// names is a list without duplicates, in order of first appearance.
type names struct {
	list []string // never nil
	seen map[string]bool
}

func newNames() *names { return &names{list: []string{}, seen: map[string]bool{}} }

func (n *names) add(name string) {
	if !n.seen[name] {
		n.seen[name] = true
		n.list = append(n.list, name)
	}
}
