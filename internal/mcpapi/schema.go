package mcpapi

import (
	"context"
	"slices"
	"strings"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// Bounds of what one call returns of a schema.
const (
	defaultTables = 8
	maxTables     = 30
	maxColumns    = 100
)

type (
	// A searchResult is what of a schema a question is about. Its lists are never nil.
	searchResult struct {
		Note       string       `json:"note"`
		Dialect    string       `json:"dialect"`
		Tables     []foundTable `json:"tables"`
		MoreTables int          `json:"moreTables"`
		Glossary   []term       `json:"glossary"`
	}
	// A describeResult is a table, or why there is none.
	describeResult struct {
		Note    string   `json:"note"`
		Found   bool     `json:"found"`
		Message string   `json:"message"` // why it is not found
		Nearest []string `json:"nearest"`
		tableInfo
	}
	// A tableInfo is a table as a view shows it, or a part of it.
	tableInfo struct {
		Name         string       `json:"name"`
		Kind         string       `json:"kind"`
		Description  string       `json:"description"`
		Columns      []columnInfo `json:"columns"`
		MoreColumns  int          `json:"moreColumns"`
		PrimaryKey   []string     `json:"primaryKey"`
		References   []reference  `json:"references"`   // to others
		ReferencedBy []reference  `json:"referencedBy"` // by others
	}
	foundTable struct{ tableInfo }
	columnInfo struct {
		Name        string   `json:"name"`
		Type        string   `json:"type,omitzero"`
		NotNull     bool     `json:"notNull,omitzero"`
		Description string   `json:"description,omitzero"`
		Unit        string   `json:"unit,omitzero"`
		Values      []string `json:"values,omitempty"`
	}
	reference struct {
		Table   string   `json:"table"` // at the other end
		Columns []string `json:"columns"`
		Theirs  []string `json:"theirs"` // the columns at the other end
	}
	term struct {
		Term    string `json:"term"`
		Meaning string `json:"meaning"`
	}
)

func (a *api) search(ctx context.Context, req ask.Request, in searchInput) (searchResult, error) {
	limit := in.Limit
	if limit == 0 {
		limit = defaultTables
	}
	req.Question = in.Question
	found, more, terms, err := a.service.Search(ctx, req, min(max(limit, 1), maxTables))
	if err != nil {
		return searchResult{}, err
	}
	view, err := a.service.View(ctx, req)
	if err != nil {
		return searchResult{}, err
	}
	r := searchResult{Note: schemaNote, Dialect: view.Dialect().String(), Tables: []foundTable{}, MoreTables: more, Glossary: terminology(terms)}
	for _, f := range found {
		r.Tables = append(r.Tables, foundTable{tableOf(f.Table, f.Table.Columns, f.Hidden, nil)})
	}
	return r, nil
}

func (a *api) describe(ctx context.Context, req ask.Request, in describeInput) (describeResult, error) {
	view, err := a.service.View(ctx, req)
	if err != nil {
		return describeResult{}, err
	}
	tables := view.ShownTables()
	table := view.Table("", unquoted(in.Table))
	i := -1
	if table != nil {
		i = slices.IndexFunc(tables, func(t schema.Table) bool { return t.Name == table.Name() })
	}
	if i < 0 {
		return a.missing(ctx, req, unquoted(in.Table))
	}
	t := &tables[i]
	from := min(max(in.From, 0), len(t.Columns))
	columns := t.Columns[from:min(from+maxColumns, len(t.Columns))]
	return describeResult{Note: schemaNote, Found: true, Nearest: []string{}, tableInfo: tableOf(t, columns, len(t.Columns)-from-len(columns), tables)}, nil
}

// missing says that there is no such table in the words of a check, which are the same for one that is hidden.
func (a *api) missing(ctx context.Context, req ask.Request, name string) (describeResult, error) {
	r := describeResult{Note: schemaNote, Message: "there is no table of that name", Nearest: []string{}, tableInfo: tableOf(&schema.Table{}, nil, 0, nil)}
	result, err := a.service.Check(ctx, req, "SELECT 1 FROM `"+strings.ReplaceAll(name, "`", "``")+"`")
	if err != nil {
		return r, err
	}
	for _, v := range result.Violations {
		if v.Rule == "table_scope" {
			r.Message, r.Nearest = v.Message, v.Nearest
		}
	}
	return r, nil
}

// unquoted returns a name without the back-quotes that it may have been written with.
func unquoted(name string) string {
	name = strings.TrimSpace(name)
	if len(name) > 2 && name[0] == '`' && name[len(name)-1] == '`' {
		return strings.ReplaceAll(name[1:len(name)-1], "``", "`")
	}
	return name
}

// tableOf returns a table with some of its columns, and what refers to it of the others.
func tableOf(t *schema.Table, columns []schema.Column, more int, others []schema.Table) tableInfo {
	info := tableInfo{
		Name: t.Name, Kind: string(t.Kind), Description: prompt.Description(t.Description),
		Columns: []columnInfo{}, MoreColumns: more, PrimaryKey: append([]string{}, t.PrimaryKey...),
		References: []reference{}, ReferencedBy: []reference{},
	}
	for i := range columns {
		c := &columns[i]
		info.Columns = append(info.Columns, columnInfo{c.Name, prompt.Type(c.Type), c.NotNull(), prompt.Description(c.Description), prompt.Description(c.Unit), prompt.Values(c.Values)})
	}
	for _, key := range t.ForeignKeys {
		info.References = append(info.References, reference{key.References.Table, key.Columns, key.References.Columns})
	}
	for i := range others {
		for _, key := range others[i].ForeignKeys {
			if sqlcheck.Fold(key.References.Table) == sqlcheck.Fold(t.Name) && len(info.ReferencedBy) < maxTables {
				info.ReferencedBy = append(info.ReferencedBy, reference{others[i].Name, key.References.Columns, key.Columns})
			}
		}
	}
	return info
}

func terminology(terms []schema.Term) []term {
	list := []term{}
	for _, t := range terms {
		t = prompt.Term(t)
		list = append(list, term{t.Term, t.Meaning})
	}
	return list
}
