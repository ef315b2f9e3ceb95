package diff

import (
	"strings"

	"github.com/asksql/asksql/internal/edits"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// renamedColumn returns which of the new columns an old one may be: the only one of its type whose name
// is alike; or "".
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
func renamedTable(old *schema.Table, fresh []newTable) string {
	found, columns := "", columnIndex(old)
	for _, t := range fresh {
		switch share := sharedColumns(columns, t.columns); {
		case share >= 0.8, share >= 0.5 && alike(old.Name, t.Name):
			if found != "" {
				return ""
			}
			found = t.Name
		}
	}
	return found
}

// A newTable is a table that was not there, with its columns by their folded names.
type newTable struct {
	*schema.Table
	columns map[string]*schema.Column
}

// sharedColumns returns which part of the columns of the wider of two tables the other has too, by
// name and type.
func sharedColumns(a, b map[string]*schema.Column) float64 {
	shared, most := 0, float64(max(len(a), len(b)))
	if float64(min(len(a), len(b))) < 0.5*most {
		return 0 // too few to matter, whichever they are
	}
	for name, c := range a {
		if other := b[name]; other != nil && other.Type == c.Type {
			shared++
		}
	}
	return float64(shared) / most
}

// alike reports whether two names are alike: one holds the other, or they differ in few letters.
func alike(a, b string) bool {
	a, b = bare(a), bare(b)
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	const least = 3 // letters that say something
	return len(short) >= least && strings.Contains(long, short) || edits.Distance(a, b, len(long)/3)*3 <= len(long)
}

// bare returns a name without letter case and underscores: customerId is customer_id.
func bare(name string) string { return strings.ReplaceAll(sqlcheck.Fold(name), "_", "") }
