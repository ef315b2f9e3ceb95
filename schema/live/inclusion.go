package live

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/asksql/asksql/schema"
)

// An Inclusion says how the data bears a reference out: of so many different values of a sample, how many the far
// table lacks. Zero and the empty text stand for none, as NULL does.
type Inclusion struct {
	Checked bool // the server has answered
	Values  int
	Missing int
}

// tolerated is how many values in a hundred may be missing: rows that nobody has tidied up.
const tolerated = 2

// Holds reports whether the data bears the reference out.
func (i Inclusion) Holds() bool { return i.Values > 0 && 100*i.Missing <= tolerated*i.Values }

// Fails reports whether the data speaks against the reference.
func (i Inclusion) Fails() bool { return i.Values > 0 && !i.Holds() }

// String says it in words.
func (i Inclusion) String() string {
	switch {
	case !i.Checked:
		return "the data was not checked"
	case i.Values == 0:
		return "there is no data"
	case i.Missing == 0:
		return fmt.Sprintf("all of %d values are there", i.Values)
	}
	return fmt.Sprintf("%d of %d values are missing there", i.Missing, i.Values)
}

// A KeyOf is a foreign key and the table that it belongs to.
type KeyOf struct {
	Table string
	schema.ForeignKey
}

// Included checks keys against the data: whether the values of their columns are those of the far ones, by one
// statement a key over a sample of sampleRows rows. When ctx is done before the end, the rest is not checked, and the
// report says how many.
func (s *Server) Included(ctx context.Context, keys []KeyOf, o DataOptions) ([]Inclusion, *DataReport, error) {
	found := make([]Inclusion, len(keys))
	report, err := s.withData(ctx, func(d *data) error {
		for i, key := range keys {
			err := d.included(ctx, key, &found[i])
			if ctx.Err() != nil && errors.Is(err, context.DeadlineExceeded) {
				d.report.Cut = len(keys) - i
				return nil
			}
			if err != nil {
				return err
			}
			if o.Progress != nil {
				o.Progress(i+1, len(keys))
			}
		}
		return nil
	})
	return found, report, err
}

func (d *data) included(ctx context.Context, key KeyOf, found *Inclusion) error {
	about := fmt.Sprintf("%s(%s)", key.Table, strings.Join(key.Columns, ", "))
	_, err := d.query(ctx, about, inclusionQuery(key), func(rows *sql.Rows) error {
		found.Checked = true
		return rows.Scan(&found.Values, &found.Missing)
	})
	return err
}

// inclusionQuery returns the query that counts the values of a key in a sample, and those that the far table lacks. The
// far columns are a key, so each is looked up.
func inclusionQuery(key KeyOf) string {
	var near, has, on []string
	for i, column := range key.Columns {
		name := fmt.Sprintf("c%d", i)
		near = append(near, quoted(column)+" AS "+name)
		has = append(has, name+" IS NOT NULL AND "+name+" <> '' AND "+name+" <> '0'")
		on = append(on, "f."+quoted(key.References.Columns[i])+" = s."+name)
	}
	far := "f." + quoted(key.References.Columns[0])
	return fmt.Sprintf("SELECT COUNT(*), COALESCE(SUM(%s IS NULL), 0) FROM (SELECT DISTINCT * FROM (SELECT %s FROM %s LIMIT %d) AS rows_ WHERE %s) AS s LEFT JOIN %s AS f ON %s",
		far, strings.Join(near, ", "), quoted(key.Table), sampleRows, strings.Join(has, " AND "), quoted(key.References.Table), strings.Join(on, " AND "))
}
