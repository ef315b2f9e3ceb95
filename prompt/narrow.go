package prompt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/asksql/asksql/internal/estimate"
	"github.com/asksql/asksql/prompt/internal/lexical"
	"github.com/asksql/asksql/schema"
)

// frameTokens is for what is no column of a table without all its columns: its name, and that they
// are not all there.
const frameTokens = 40

// narrowed returns a table of the view with as many of its columns as fit limit tokens in brief, in
// their order, and how many are left out. Keys stay first, then what shares words with the query.
func (r *ranking) narrowed(view *schema.View, table int, query []lexical.Term, limit int) (*schema.Table, int) {
	t := &view.ShownTables()[table]
	limit -= frameTokens
	kept, keys := make([]bool, len(t.Columns)), columnKeys(t)
	hidden := len(t.Columns)
	for _, i := range r.columnOrder(t, table, query) {
		if limit -= estimate.Tokens(columnDDL(&t.Columns[i]) + strings.Join(keys[t.Columns[i].Name], "") + ", "); limit < 0 {
			break
		}
		kept[i] = true
		hidden--
	}
	return withColumns(t, kept), hidden
}

// columnOrder returns the columns that are to stay first.
func (r *ranking) columnOrder(t *schema.Table, table int, query []lexical.Term) []int {
	index := r.columns[table]
	if index == nil {
		index = columnIndex(t)
	}
	scores, keys := index.Scores(query), keyColumns(t)
	order := numbers(len(t.Columns))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(
			first(keys[t.Columns[a].Name], keys[t.Columns[b].Name]),
			cmp.Compare(scores[b], scores[a]))
	})
	return order
}

// first compares so that true comes before false.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}

// keyColumns returns the names of the columns of the table's keys.
func keyColumns(t *schema.Table) map[string]bool {
	keys := map[string]bool{}
	for _, name := range t.PrimaryKey {
		keys[name] = true
	}
	for _, key := range t.ForeignKeys {
		for _, name := range key.Columns {
			keys[name] = true
		}
	}
	return keys
}

// withColumns returns the table with those of its columns that are kept, and the keys that consist
// of them.
func withColumns(t *schema.Table, kept []bool) *schema.Table {
	narrow := *t
	narrow.Columns, narrow.PrimaryKey, narrow.UniqueKeys, narrow.ForeignKeys = nil, nil, nil, nil
	names := map[string]bool{}
	for i := range t.Columns {
		if kept[i] {
			narrow.Columns = append(narrow.Columns, t.Columns[i])
			names[t.Columns[i].Name] = true
		}
	}
	whole := func(key []string) bool {
		return !slices.ContainsFunc(key, func(name string) bool { return !names[name] })
	}
	if whole(t.PrimaryKey) {
		narrow.PrimaryKey = t.PrimaryKey
	}
	for _, key := range t.ForeignKeys {
		if whole(key.Columns) {
			narrow.ForeignKeys = append(narrow.ForeignKeys, key)
		}
	}
	return &narrow
}
