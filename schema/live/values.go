package live

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
	"github.com/asksql/asksql/sqlcheck"
)

// What a column with values looks like.
const (
	maxValues    = 256 // different ones: there are 249 codes of countries
	maxValue     = 40  // characters of one
	maxWords     = 5   // of one
	maxLength    = 80  // of the column, as it is declared
	leastRows    = 8   // with a value
	leastRepeats = 2   // rows for each value
	leastForm    = 20  // different values that have a form in common
	maxForm      = 24  // characters of a form
)

// A Categorical is a column that was found to have few values, or values of one form.
type Categorical struct {
	Table, Column string
	Values        []string // in order
	Form          string   // such as AA-0000, where there are many
}

// String returns "orders.status: 'new', 'paid'", or "orders.number: AA-0000".
func (c Categorical) String() string {
	if c.Form != "" {
		return fmt.Sprintf("%s.%s: values such as %s", c.Table, c.Column, c.Form)
	}
	list := make([]string, len(c.Values))
	for i, v := range c.Values {
		list[i] = "'" + v + "'"
	}
	return fmt.Sprintf("%s.%s: %s", c.Table, c.Column, strings.Join(list, ", "))
}

// Values reads the values of the document's columns of short texts that look categorical: few different ones that
// repeat, and no free text. Columns of tables for which skip reports true are not read. It sends at most two statements
// a table, each of at most sampleRows rows from one end of the primary key; of a table with more rows the values are
// those of the sample. When ctx is done before the end, what was read is returned, and the report says how many tables
// are left out.
func (s *Server) Values(ctx context.Context, doc *schema.Document, skip func(table, column string) bool, o DataOptions) ([]Categorical, *DataReport, error) {
	var found []Categorical
	report, err := s.withData(ctx, func(d *data) error {
		asked := valueTables(doc, skip)
		for i := range asked {
			columns, err := d.valuesOf(ctx, &asked[i])
			if ctx.Err() != nil && errors.Is(err, context.DeadlineExceeded) {
				d.report.Cut = len(asked) - i
				return nil
			}
			if err != nil {
				return err
			}
			found = append(found, columns...)
			if o.Progress != nil {
				o.Progress(i+1, len(asked))
			}
		}
		return nil
	})
	return found, report, err
}

// A valueTable is a table and those of its columns that may have values.
type valueTable struct {
	*schema.Table
	columns []*schema.Column
	large   bool // there are more rows than one sample has
	// people says that the table has columns that are sensitive or look so: names in it may be those of people.
	people bool
	lookup bool // others refer to it, so that each value stands once
}

func valueTables(doc *schema.Document, skip func(table, column string) bool) []valueTable {
	referred := map[string]bool{}
	for _, t := range doc.Tables {
		for _, k := range t.ForeignKeys {
			referred[sqlcheck.Fold(k.References.Table)] = true
		}
	}
	var all []valueTable
	for i := range doc.Tables {
		v := valueTable{Table: &doc.Tables[i], lookup: referred[sqlcheck.Fold(doc.Tables[i].Name)]}
		if v.Kind == schema.KindView {
			continue // what a view costs is not known
		}
		if doc.Source != nil {
			v.large = doc.Source.RowEstimates[v.Name] > sampleRows/2
		}
		for j := range v.Columns {
			v.people = v.people || skip(v.Name, v.Columns[j].Name)
		}
		for j := range v.Columns {
			if c := &v.Columns[j]; mayHaveValues(c) && !skip(v.Name, c.Name) && !(v.people && isPersonal(c.Name)) && !v.isKey(c.Name) {
				v.columns = append(v.columns, c)
			}
		}
		if len(v.columns) > 0 {
			all = append(all, v)
		}
	}
	return all
}

// isKey reports whether a column is part of a foreign key: its values are those of another table.
func (v *valueTable) isKey(name string) bool {
	return slices.ContainsFunc(v.ForeignKeys, func(k schema.ForeignKey) bool {
		return slices.ContainsFunc(k.Columns, func(n string) bool { return sqlcheck.Fold(n) == sqlcheck.Fold(name) })
	})
}

var length = regexp.MustCompile(`^\w+\((\d+)\)`)

// mayHaveValues reports whether a column is one of texts that may be short. The members of an ENUM are in its type.
func mayHaveValues(c *schema.Column) bool {
	if c.Sensitive || c.Values != nil || c.Form != "" || columntype.KindOf(c.Type) != columntype.Characters {
		return false
	}
	if t := strings.ToLower(c.Type); t == "text" || t == "tinytext" {
		return true // many schemas have these for names; what is longer than a value is seen
	}
	found := length.FindStringSubmatch(strings.ToLower(c.Type))
	if found == nil {
		return false
	}
	n, err := strconv.Atoi(found[1])
	return err == nil && n <= 255
}

// personal is what columns with the names of people are called.
var personal = regexp.MustCompile(`(?i)(name|user|author|owner|contact|person|editor|creator|_by|nick|login)s?$`)

func isPersonal(name string) bool { return personal.MatchString(name) }

// valuesOf reads the values of a table's columns.
func (d *data) valuesOf(ctx context.Context, v *valueTable) ([]Categorical, error) {
	list := make([]string, len(v.columns))
	for i, c := range v.columns {
		list[i] = "LEFT(" + quoted(c.Name) + ", " + strconv.Itoa(maxLength) + ")"
	}
	query := "SELECT " + strings.Join(list, ", ") + " FROM " + quoted(v.Name)
	limit := " LIMIT " + strconv.Itoa(sampleRows)
	queries := []string{query + limit}
	if v.large && len(v.PrimaryKey) == 1 {
		queries = append(queries, query+" ORDER BY "+quoted(v.PrimaryKey[0])+" DESC"+limit)
	}
	counts := make([]counter, len(v.columns))
	texts := make([]sql.NullString, len(v.columns))
	row := make([]any, len(v.columns))
	for i := range texts {
		row[i], counts[i].seen = &texts[i], map[string]int{}
	}
	for _, query := range queries {
		skipped, err := d.query(ctx, v.Name, query, func(rows *sql.Rows) error {
			if err := rows.Scan(row...); err != nil {
				return err
			}
			for i := range texts {
				counts[i].add(texts[i])
			}
			return nil
		})
		if skipped || err != nil {
			return nil, err
		}
	}
	var found []Categorical
	for i := range counts {
		if values := counts[i].values(v.lookup && !v.people); values != nil {
			found = append(found, Categorical{Table: v.Name, Column: v.columns[i].Name, Values: values})
		} else if form := counts[i].form(); form != "" {
			found = append(found, Categorical{Table: v.Name, Column: v.columns[i].Name, Form: form})
		}
	}
	return found, nil
}

// A counter counts the values of a column.
type counter struct {
	seen   map[string]int
	rows   int  // with a value
	free   bool // a value is free text, or tells something about somebody
	common string
	many   bool // there are several forms
}

// maxSeen is how many different values are kept: with more, only the form matters.
const maxSeen = 4 * maxValues

func (c *counter) add(text sql.NullString) {
	value := strings.TrimSpace(text.String)
	if !text.Valid || value == "" {
		return
	}
	c.rows++
	if isTelling(value) {
		c.free, c.many = true, true
		return
	}
	if !c.free && isFree(value) {
		c.free = true
	}
	if f := formOf(value); c.common == "" {
		c.common = f
	} else if c.common != f {
		c.many = true
	}
	if len(c.seen) < maxSeen {
		c.seen[value]++
	}
}

// values returns the values in order if there are few that repeat; each may stand once in a table that others refer to.
func (c *counter) values(once bool) []string {
	n := len(c.seen)
	repeats := c.rows >= leastRows && c.rows >= leastRepeats*n
	if c.free || n == 0 || n > maxValues || !repeats && !once {
		return nil
	}
	list := make([]string, 0, n)
	for v := range c.seen {
		list = append(list, v)
	}
	slices.Sort(list)
	return list
}

// form returns what all of many values have in common, "" if they have several forms, or one that says nothing.
func (c *counter) form() string {
	if c.many || len(c.seen) < leastForm || utf8.RuneCountInString(c.common) > maxForm || !strings.Contains(c.common, "0") {
		return ""
	}
	return c.common
}

// formOf returns a value with A for each letter and 0 for each digit.
func formOf(value string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r):
			return 'A'
		case unicode.IsDigit(r):
			return '0'
		}
		return r
	}, value)
}

// isFree reports whether a value is no word or two, but text, or part of a longer one.
func isFree(value string) bool {
	return utf8.RuneCountInString(value) > maxValue || len(strings.Fields(value)) > maxWords || strings.ContainsFunc(value, unicode.IsControl)
}

// telling are values that tell something about somebody, or open something, whatever their column is called: e-mail
// addresses, telephone numbers, addresses in a network, card and account numbers, tokens.
var telling = regexp.MustCompile(`^(?:\S+@\S+\.\S+|\+?[0-9][0-9 ()./-]{7,}[0-9]|\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:[0-9A-Fa-f:]*|[A-Z]{2}\d{2}[A-Z0-9]{10,}|[0-9A-Fa-f]{24,}|[A-Za-z0-9+/_=-]{32,}|https?://.*|\$2[aby]\$.*)$`)

// date is a value that looks like a telephone number and is none.
var date = regexp.MustCompile(`^\d{4}[-/.]\d{2}[-/.]\d{2}`)

func isTelling(value string) bool { return telling.MatchString(value) && !date.MatchString(value) }
