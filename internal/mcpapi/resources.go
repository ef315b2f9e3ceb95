package mcpapi

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// The addresses of the resources.
const (
	schemaURI   = "asksql://schema"
	glossaryURI = "asksql://glossary"
)

// maxListing is about how long the list of tables is at most, in bytes.
const maxListing = 128 << 10

type (
	listing struct {
		Note       string   `json:"note"`
		SchemaID   string   `json:"schemaId"`
		Dialect    string   `json:"dialect"`
		Tables     []listed `json:"tables"`
		MoreTables int      `json:"moreTables"`
	}
	listed struct {
		Name        string   `json:"name"`
		Description string   `json:"description,omitzero"`
		Columns     []string `json:"columns"`
		MoreColumns int      `json:"moreColumns,omitzero"`
	}
	glossary struct {
		Note  string `json:"note"`
		Terms []term `json:"terms"`
	}
)

// addResources adds what a person may put into a conversation.
func (a *api) addResources(s *mcp.Server) {
	a.addResource(s, schemaURI, "schema", "The tables and columns that queries may use.", func(v *schema.View) any { return listingOf(v) })
	a.addResource(s, glossaryURI, "glossary", "What terms of the business mean in the schema.", func(v *schema.View) any {
		return glossary{schemaNote, terminology(v.Glossary())}
	})
}

func (a *api) addResource(s *mcp.Server, uri, name, description string, of func(*schema.View) any) {
	const mime = "application/json"
	s.AddResource(&mcp.Resource{URI: uri, Name: name, Description: description, MIMEType: mime},
		func(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			ctx, cancel := context.WithTimeout(ctx, a.Timeout)
			defer cancel()
			req := a.request(r.Extra)
			var body string
			err := a.guarded(req.CorrelationID, func() error {
				view, err := a.service.View(ctx, req)
				if err == nil {
					body = text(of(view))
				}
				return err
			})
			if err != nil {
				return nil, a.told(req.CorrelationID, err)
			}
			return &mcp.ReadResourceResult{Cacheable: mcp.Cacheable{CacheScope: "private"}, Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: mime, Text: body}}}, nil
		})
}

// listingOf lists the tables of a view, as many as fit.
func listingOf(v *schema.View) listing {
	l := listing{Note: schemaNote, SchemaID: v.SchemaID(), Dialect: v.Dialect().String(), Tables: []listed{}}
	bytes := 0
	tables := v.ShownTables()
	for i := range tables {
		t := listed{Name: tables[i].Name, Description: prompt.Description(tables[i].Description), Columns: []string{}}
		columns := tables[i].Columns
		for _, c := range columns[:min(len(columns), maxColumns)] {
			t.Columns = append(t.Columns, c.Name)
		}
		t.MoreColumns = len(columns) - len(t.Columns)
		if bytes += len(text(t)); bytes > maxListing {
			l.MoreTables = len(tables) - i
			break
		}
		l.Tables = append(l.Tables, t)
	}
	return l
}
