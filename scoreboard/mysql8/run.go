package mysql8

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/sqlcheck"
)

// A Run is what the engine did with an accepted text and with its print.
type Run struct {
	Case  *cases.Case
	Print string
	// Original and Printed are the engine's errors, nil for what ran: the original where there are only the
	// columns that the schema shows, the print where the hidden ones are there too.
	Original, Printed error
	// Comparable reports whether both ran, and the original gives the same rows each time.
	Comparable bool
	SameRows   bool
	// Fault says what is wrong with the engine where it is known to answer the original wrongly.
	Fault string
}

// Broken reports whether the print does less than the original, or something else, and the engine
// is not to blame.
func (r Run) Broken() bool {
	return r.Original == nil && (r.Printed != nil || r.Comparable && !r.SameRows) && r.Fault == ""
}

// RunAll checks the texts that are for MySQL and about the shop, and runs each accepted one and its
// print. A text that is refused is left out: others say whether it should be.
func RunAll(all *cases.All) ([]Run, error) {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		return nil, err
	}
	shops := map[string]*shop{}
	catalogs := map[string]sqlcheck.Catalog{}
	for _, c := range all.Catalogs {
		if c.ID != cases.Shop && c.ID != cases.OpenShop {
			continue
		}
		catalogs[c.ID] = guard.NewCatalog(c)
		if shops[c.ID], err = newShop(c); err != nil {
			return nil, err
		}
	}
	var runs []Run
	for i := range all.Cases {
		c := &all.Cases[i]
		s := shops[c.Catalog]
		if s == nil || c.Dialect != sqlcheck.MySQL {
			continue
		}
		if query, err := checker.Check(c.SQL, catalogs[c.Catalog]); err == nil {
			r := s.run(c, query.String())
			r.Comparable = r.Comparable && !byChance(query)
			runs = append(runs, r)
		}
	}
	return runs, nil
}

// A shop is the same rows twice: what a query means is what it means where the columns shown are all there
// are, and its print must mean that where the hidden ones are there too.
type shop struct{ shown, whole *Engine }

func newShop(c cases.Catalog) (*shop, error) {
	var s shop
	for _, engine := range []**Engine{&s.shown, &s.whole} {
		var err error
		if *engine, err = NewEngine(c); err != nil {
			return nil, err
		}
		for _, statement := range rows {
			if _, err := (*engine).Query(statement); err != nil {
				return nil, fmt.Errorf("fill the shop: %w", err)
			}
		}
	}
	return &s, s.shown.dropHidden(c)
}

// dropHidden takes the hidden columns of a schema away.
func (e *Engine) dropHidden(c cases.Catalog) error {
	for _, t := range c.Tables {
		for _, column := range t.Columns {
			if !column.Hidden {
				continue
			}
			if _, err := e.Query(fmt.Sprintf("ALTER TABLE `%s` DROP COLUMN `%s`", t.Name, column.Name)); err != nil {
				return fmt.Errorf("drop the hidden column %s.%s: %w", t.Name, column.Name, err)
			}
		}
	}
	return nil
}

// run runs the original before and after the print: one that gives other rows the second time
// depends on chance or on the time.
func (s *shop) run(c *cases.Case, printed string) Run {
	r := Run{Case: c, Print: printed, Fault: faults[c.ID]}
	var before, middle, after []string
	before, r.Original = s.shown.Query(c.SQL)
	middle, r.Printed = s.whole.Query(printed)
	after, _ = s.shown.Query(c.SQL)
	r.Comparable = r.Original == nil && r.Printed == nil && slices.Equal(before, after)
	r.SameRows = slices.Equal(before, middle)
	return r
}

// byChance reports whether the rows of a query depend on chance, though twice in a row they may be the
// same.
func byChance(query *sqlcheck.Query) bool {
	return slices.ContainsFunc(query.Facts().Calls, func(call sqlcheck.Call) bool {
		return slices.Contains([]string{"rand", "uuid"}, sqlcheck.Fold(call.Name))
	})
}
