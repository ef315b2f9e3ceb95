package cases

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// The IDs of the shop's schema, which the case pages and the attacks are written for.
const (
	Shop     = "shop"                 // sensitive columns are out of scope
	OpenShop = "shop, nothing hidden" // they are in scope
)

// addPages adds the case pages of the repository, once for each dialect that a case holds in. Cases
// with settings that only asksql has, such as lower limits, are left to its own tests.
func addPages(_ Sources, all *All) error {
	pages, err := corpus.Pages()
	if err != nil {
		return err
	}
	artifact, err := schema.Decoder{}.Decode(corpus.Schema())
	if err != nil {
		return fmt.Errorf("schema of the case pages: %w", err)
	}
	doc := artifact.Document()
	all.Catalogs = append(all.Catalogs, newCatalog(Shop, doc, true), newCatalog(OpenShop, doc, false))
	for _, page := range pages {
		for _, c := range page.Cases {
			if !ownSettings(c.Settings) {
				all.Cases = append(all.Cases, inDialects(page.Name, c)...)
			}
		}
	}
	return nil
}

// ownSettings reports whether a case asks for what other guards do not have.
func ownSettings(s corpus.Settings) bool {
	return s.ASCII || s.CaseSensitive || s.Server != "" || s.MaxRows > 0 || len(s.Limits) > 0
}

func holdsIn(c corpus.Case, dialect sqlcheck.Dialect) bool {
	return len(c.Settings.Dialects) == 0 || slices.Contains(c.Settings.Dialects, dialect.String())
}

func inDialects(page string, c corpus.Case) []Case {
	var list []Case
	for _, dialect := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB} {
		if !holdsIn(c, dialect) {
			continue
		}
		one := Case{
			Set: Pages, ID: page + ": " + c.Name, SQL: c.SQL, Want: Refuse, Why: c.Why, Rules: c.Rules[:min(1, len(c.Rules))],
			Catalog: Shop, Dialect: dialect, Comparable: dialect == sqlcheck.MySQL,
			MySQLOnly: dialect == sqlcheck.MySQL && !holdsIn(c, sqlcheck.MariaDB),
		}
		if c.Accept {
			one.Want = Accept
		}
		if c.Settings.WithSensitive {
			one.Catalog = OpenShop
		}
		list = append(list, one)
	}
	return list
}
