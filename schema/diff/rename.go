package diff

import (
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// renamedColumn returns which of the new columns an old one may be: the only one of its type, if
// their names are alike or it is the only new one; or "".
func renamedColumn(t *schema.Table, old *schema.Column, fresh []*schema.Column) string {
	found := ""
	for _, c := range fresh {
		if c.Type != old.Type || !alike(old.Name, c.Name) {
			continue
		}
		if found != "" {
			return "" // which of the two, nobody can tell
		}
		found = t.Name + "." + c.Name
	}
	return found
}

// renamedTable returns which of the new tables an old one may be: the only one with nearly the same
// columns, or with half of them and a name that is alike; or "".
func renamedTable(old *schema.Table, fresh []*schema.Table) string {
	found := ""
	for _, t := range fresh {
		switch share := sharedColumns(old, t); {
		case share >= 0.8, share >= 0.5 && alike(old.Name, t.Name):
			if found != "" {
				return ""
			}
			found = t.Name
		}
	}
	return found
}

// sharedColumns returns which part of the columns of the wider of two tables the other has too, by
// name and type.
func sharedColumns(a, b *schema.Table) float64 {
	shared, index := 0, columnIndex(b)
	for _, c := range a.Columns {
		if other := index[sqlcheck.Fold(c.Name)]; other != nil && other.Type == c.Type {
			shared++
		}
	}
	return float64(shared) / float64(max(len(a.Columns), len(b.Columns)))
}

// alike reports whether two names are alike: one holds the other, or they differ in few letters.
func alike(a, b string) bool {
	a, b = plain(a), plain(b)
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	const least = 3 // letters that say something
	return len(short) >= least && strings.Contains(long, short) || levenshtein.ComputeDistance(a, b)*3 <= len(long)
}

// plain returns a name without letter case and underscores: customerId is customer_id.
func plain(name string) string { return strings.ReplaceAll(sqlcheck.Fold(name), "_", "") }
