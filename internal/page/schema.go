package page

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// maxTables is how many tables one page shows.
const maxTables = 200

// schemaPage is the page of the schema.
type schemaPage struct {
	frame
	Search   string
	Listed   []tableEntry
	Found    int // tables that match, listed or not
	Glossary []schema.Term
	Examples []schema.Example
	Diagram  *diagram
}

// tableEntry is a table in the list.
type tableEntry struct {
	*schema.Table
	ID      string // of its place in the page
	Columns []columnEntry
	Open    bool
}

// columnEntry is a column in the list.
type columnEntry struct {
	*schema.Column
	Primary, NotNull bool
	References       []reference
}

// reference is what a foreign key makes a column refer to.
type reference struct{ ID, Table, Column string }

// schema answers GET /schema. With q, it shows the tables in which that stands.
func (p *pages) schema(w http.ResponseWriter, r *http.Request) {
	f, view := p.frame(r.Context(), "schema", p.request(r))
	page := schemaPage{frame: f, Search: strings.TrimSpace(r.URL.Query().Get("q"))}
	if view == nil {
		p.write(w, status(page.Trouble), "schema.html", page)
		return
	}
	ids := map[string]string{}
	for i, t := range view.ShownTables() {
		if key := sqlcheck.Fold(t.Name); ids[key] == "" {
			ids[key] = "t" + strconv.Itoa(i)
		}
	}
	for i := range view.ShownTables() {
		if t := &view.ShownTables()[i]; matches(t, page.Search) {
			if page.Found++; len(page.Listed) < maxTables {
				page.Listed = append(page.Listed, newTableEntry(t, ids))
			}
		}
	}
	for i := range page.Listed {
		page.Listed[i].Open = len(page.Listed) <= 3
	}
	if page.Search == "" {
		page.Glossary, page.Examples, page.Diagram = view.Glossary(), view.Examples(), newOverview(view)
	}
	p.write(w, http.StatusOK, "schema.html", page)
}

// matches reports whether a table, a column of it or a comment has the words of a search in it.
func matches(t *schema.Table, search string) bool {
	search = strings.ToLower(search)
	has := func(text string) bool { return strings.Contains(strings.ToLower(text), search) }
	return has(t.Name) || has(t.Description) || slices.ContainsFunc(t.Columns, func(c schema.Column) bool {
		return has(c.Name) || has(c.Description)
	})
}

func newTableEntry(t *schema.Table, ids map[string]string) tableEntry {
	e := tableEntry{Table: t, ID: ids[sqlcheck.Fold(t.Name)]}
	for i := range t.Columns {
		c := &t.Columns[i]
		entry := columnEntry{Column: c, Primary: slices.Contains(t.PrimaryKey, c.Name), NotNull: c.NotNull()}
		for _, k := range t.ForeignKeys {
			if at := slices.Index(k.Columns, c.Name); at >= 0 && at < len(k.References.Columns) {
				entry.References = append(entry.References, reference{ids[sqlcheck.Fold(k.References.Table)], k.References.Table, k.References.Columns[at]})
			}
		}
		e.Columns = append(e.Columns, entry)
	}
	return e
}
