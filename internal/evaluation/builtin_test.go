package evaluation

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// What became of a question.
const (
	counted    = "counted" // the gold query finds something in one data set at least
	answered   = "answered"
	right      = "right"
	wrong      = "wrong"
	otherOrder = "columns in another order" // of those that are wrong
	notCounted = "not counted"
)

// The builtin generator gives, where it answers at all, the rows that the gold query gives.
func TestBuiltin(t *testing.T) {
	server := servertest.Start(t, servertest.MariaDB)
	dbs := databases(t)
	model := builtin.New()
	counts := newTally("questions", counted, answered, right, wrong, otherOrder, notCounted)
	for _, group := range []string{"spider", "bird"} {
		gold := candidatesOf(t, dbs, "gold/"+group)
		inEach(t, dbs, gold, func(t *testing.T, d database, list []candidate) {
			judgeBuiltin(t, server, d, model, list, counts)
		})
	}
	t.Logf("the builtin generator beside the gold queries%v", counts)
	for _, part := range []struct {
		name                string
		precision, coverage float64 // at least, in percent
	}{
		{"spider", 90, 25},
		{heldOutPart, 90, 25},
		{"bird", 80, 0},
	} {
		n := func(column string) float64 { return float64(counts.counts[cell{part.name, column}]) }
		precision, coverage := 100*n(right)/n(answered), 100*n(answered)/n(counted)
		t.Logf("%s: precision %.1f %%, coverage %.1f %%", part.name, precision, coverage)
		if !(precision >= part.precision && coverage >= part.coverage) {
			t.Errorf("%s: precision %.1f %%, coverage %.1f %%; want at least %v and %v", part.name, precision, coverage, part.precision, part.coverage)
		}
	}
}

// candidatesOf returns the accepted queries of one file, by schema.
func candidatesOf(t *testing.T, dbs map[string]database, name string) map[string][]candidate {
	t.Helper()
	bySchema := map[string][]candidate{}
	for _, f := range files(t, "gold") {
		if f.name != name {
			continue
		}
		for i, v := range judgeAll(t, f, dbs) {
			if r := f.records[i]; v.accepted() {
				bySchema[r.SchemaID] = append(bySchema[r.SchemaID], candidate{file: f.name, record: r, query: v.query})
			}
		}
	}
	return bySchema
}

// judgeBuiltin asks the questions of one schema and compares the rows.
func judgeBuiltin(t *testing.T, server *servertest.Server, d database, model llm.Model, list []candidate, counts *tally) {
	sets := fill(t, server, d.Document(), list)
	all := newCheckers(t)
	for _, c := range list {
		part := partOf(c)
		j := judgement{t: t, sets: sets, gold: c.query.String()}
		j.ask(model, all[d.View(everything).Dialect()], d.View(everything), c.Question)
		found := j.compare()
		counts.add(part, found...)
		if part != heldOutPart && slices.Contains(found, wrong) {
			t.Logf("%s %q\ngives %s\n gold %s\n%s", c.ID, c.Question, j.sql, j.gold, strings.Join(found, ", "))
		}
	}
}

// heldOutPart is the line of the questions whose failures are not shown.
const heldOutPart = "spider, held out"

// partOf returns the line of the tally that a question belongs to.
func partOf(c candidate) string {
	name := strings.TrimPrefix(c.file, "gold/")
	if name == "spider" && heldOut(c.ID) {
		return heldOutPart
	}
	return name
}

// A judgement is one question on its way.
type judgement struct {
	t      *testing.T
	sets   []dataSet
	gold   string
	sql    string // the answer as the checker printed it
	reason string // why there is none
}

// ask puts the question to the model and its answer to the checker.
func (j *judgement) ask(model llm.Model, checker *sqlcheck.Checker, view *schema.View, question string) {
	reply, err := model.Generate(context.Background(), llm.Request{Question: question, View: view})
	if err != nil {
		j.t.Fatalf("Generate(%q): %v", question, err)
	}
	x := prompt.Extract(reply.Text)
	if x.CannotAnswer != "" {
		j.reason = x.CannotAnswer
		return
	}
	v := judge(j.t, checker, x.SQL, view)
	if !v.accepted() {
		j.t.Errorf("%q: the checker refuses %s: %s", question, x.SQL, v.detail())
		j.reason = v.detail()
		return
	}
	j.sql = v.query.String()
}

// compare runs both queries on every data set and returns the columns of the tally.
func (j *judgement) compare() []string {
	found, same, shuffled := false, true, true
	for _, set := range j.sets {
		want, ordered, ok := j.reference(set)
		if !ok {
			continue
		}
		found = found || want.telling()
		if j.sql == "" {
			continue
		}
		got, said := set.ask(j.t, 0, j.sql)
		if said.Errno != 0 {
			j.t.Errorf("%s: %v", j.sql, said)
		}
		if !ordered {
			got = got.sorted()
		}
		same = same && got.equal(want)
		shuffled = shuffled && got.sameColumns(want)
	}
	switch {
	case !found:
		return []string{notCounted}
	case j.sql == "":
		return []string{counted}
	case same:
		return []string{counted, answered, right}
	case shuffled:
		return []string{counted, answered, wrong, otherOrder}
	default:
		return []string{counted, answered, wrong}
	}
}

// reference returns the rows of the gold query, sorted unless it says their order itself. It is not
// ok where they depend on the order in which rows are stored.
func (j *judgement) reference(set dataSet) (want texts, ordered, ok bool) {
	first, firstSaid := set.ask(j.t, 0, j.gold)
	second, secondSaid := set.ask(j.t, 1, j.gold)
	if firstSaid.Errno != 0 || secondSaid.Errno != 0 || !first.sorted().equal(second.sorted()) {
		return nil, false, false
	}
	if ordersRows(j.gold) && first.equal(second) {
		return first, true, true
	}
	return first.sorted(), false, true
}

// ordersRows reports whether the query itself, not a part of it, has an ORDER BY clause.
func ordersRows(query string) bool {
	at := strings.LastIndex(query, "ORDER BY")
	return at >= 0 && strings.Count(query[at:], ")") == strings.Count(query[at:], "(")
}
