package evaluation

import (
	"slices"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// An attack is a trick, or something harmless that looks like one.
type attack struct {
	ID     string   `json:"id"`
	Group  string   `json:"group"`
	SQL    string   `json:"sql"`
	Why    string   `json:"why"`
	Want   string   `json:"want"` // "accept", or the rule to report first
	Also   []string `json:"also"` // other verdicts that can be defended
	Engine string   `json:"engine"`
}

// dialect returns the dialect that the verdict holds in.
func (a attack) dialect() sqlcheck.Dialect {
	if a.Engine == "tidb" {
		return sqlcheck.TiDB
	}
	return sqlcheck.MySQL
}

// tricks returns the attacks and the shop that they are about.
func tricks(t *testing.T) ([]attack, database) {
	t.Helper()
	attacks := readLines[attack](t, sharedPath(t, "cases", "attack.jsonl"))
	return attacks, loadDatabase(t, sharedPath(t, "cases", "schema.json"))
}

// sinceRead has the verdicts of texts that the parser does not read, and that are read by now: docs/forms.md.
var sinceRead = map[string]string{"syn-interval-paren": "accept"}

// Every trick is refused by the rule that a person wrote down, and nothing harmless is refused.
func TestAttacks(t *testing.T) {
	attacks, shop := tricks(t)
	view := shop.View(schema.Policy{})
	all := newCheckers(t)
	counts := newTally("wanted", append([]string{"cases", "as wanted", "as may be"}, verdictNames()...)...)
	for _, a := range attacks {
		v := judge(t, all[a.dialect()], a.SQL, view)
		if now, ok := sinceRead[a.ID]; ok {
			a.Want, a.Also = now, nil
		}
		switch {
		case v.String() == a.Want:
			counts.add(a.Want, "cases", "as wanted", v.String())
		case slices.Contains(a.Also, v.String()):
			counts.add(a.Want, "cases", "as may be", v.String())
		default:
			counts.add(a.Want, "cases", v.String())
			t.Errorf("%s: %q %s\nwant %s, also %v: %s", a.ID, a.SQL, v.detail(), a.Want, a.Also, a.Why)
		}
	}
	t.Logf("tricks and harmless neighbours%v", counts)
}
