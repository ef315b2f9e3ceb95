package cases

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/asksql/asksql/sqlcheck"
)

// An attack is a trick, or something harmless that looks like one, with the verdict that a person
// wrote down.
type attack struct {
	ID      string   `json:"id"`
	SQL     string   `json:"sql"`
	Why     string   `json:"why"`
	Want    string   `json:"want"` // "accept", or the rule to report first
	Also    []string `json:"also"` // other verdicts that can be defended
	Engine  string   `json:"engine"`
	MariaDB string   `json:"mariadb"` // "ok", "err 1064" and so on, or "" where it was not asked
}

const accept = "accept"

// addAttacks adds the attacks, which are about the shop.
func addAttacks(from Sources, all *All) error {
	path := filepath.Join(from.Shared, "cases", "attack.jsonl")
	if !exists(path) {
		all.Missing = append(all.Missing, "attacks: there is no "+filepath.Base(path))
		return nil
	}
	attacks, err := readLines[attack](path)
	if err != nil {
		return err
	}
	for _, a := range attacks {
		c := a.asCase()
		if why := superseded[a.ID]; why != "" {
			c.Want, c.Rules, c.Superseded = Accept, nil, why
		}
		all.Cases = append(all.Cases, c)
	}
	return nil
}

// superseded are attacks whose written verdict no longer holds, and why: there the servers' own is expected of
// everybody.
var superseded = map[string]string{
	"syn-interval-paren": "refused as syntax since no parser of asksql's read INTERVAL (…) unit; MySQL and MariaDB run it",
}

// asCase returns the case. Who wrote the verdicts had a server without ONLY_FULL_GROUP_BY.
func (a attack) asCase() Case {
	c := Case{
		Set: Attacks, ID: a.ID, SQL: a.SQL, Want: Refuse, Why: a.Why,
		Rules:   slices.DeleteFunc(append([]string{a.Want}, a.Also...), func(verdict string) bool { return verdict == accept }),
		Catalog: Shop, Dialect: sqlcheck.MySQL, Relaxed: true, Comparable: true,
		MySQLOnly: a.Engine == "mysql8",
	}
	switch verdicts := append([]string{a.Want}, a.Also...); {
	case slices.Contains(verdicts, accept) && len(verdicts) > 1:
		c.Want = Either
	case a.Want == accept:
		c.Want = Accept
	}
	if a.Engine == sqlcheck.TiDB.String() {
		c.Dialect, c.Comparable = sqlcheck.TiDB, false
	}
	_, err := fmt.Sscanf(a.MariaDB, "err %d", &c.Errno)
	c.Asked = err == nil || a.MariaDB == "ok"
	return c
}
