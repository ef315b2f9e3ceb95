package grammargen_test

import (
	"os/exec"
	"strings"
	"sync"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammargen"
)

// parserGrammar is the grammar of the parser that is linked.
var parserGrammar = sync.OnceValues(func() (*grammar.Grammar, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/pingcap/tidb/pkg/parser").Output()
	if err != nil {
		return nil, err
	}
	return grammar.ReadDir(strings.TrimSpace(string(dir)))
})

// tables are what the queries are about: a view, NULLs, duplicates, a date, a decimal and JSON are in
// them, and names that several have.
var tables = []grammargen.Table{
	{Name: "customers", Columns: []grammargen.Column{{Name: "id"}, {Name: "name", Kind: grammargen.Text}, {Name: "city", Kind: grammargen.Text}}},
	{Name: "orders", Columns: []grammargen.Column{
		{Name: "id"}, {Name: "customer_id"}, {Name: "total"}, {Name: "status", Kind: grammargen.Text}, {Name: "placed_at", Kind: grammargen.Date},
	}},
	{Name: "items", Columns: []grammargen.Column{{Name: "order_id"}, {Name: "product_id"}, {Name: "qty"}}},
	{Name: "products", Columns: []grammargen.Column{{Name: "product_id"}, {Name: "title", Kind: grammargen.Text}, {Name: "doc", Kind: grammargen.JSON}}},
	{Name: "v_orders", View: true, Columns: []grammargen.Column{{Name: "id"}, {Name: "name", Kind: grammargen.Text}, {Name: "total"}}},
	// Prints call what they name themselves c1, c2 and so on.
	{Name: "tags", Columns: []grammargen.Column{{Name: "tag", Kind: grammargen.Text}, {Name: "c1"}}},
}

func world(d sqlcheck.Dialect) grammargen.World {
	return grammargen.World{Dialect: d, Database: "shop", Tables: tables, Hidden: []string{"salary", "margin", "secrets"}}
}
