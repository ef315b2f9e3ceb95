package report

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/asksql/asksql/internal/eval"
)

// A Summary counts the items of a report.
type Summary struct {
	Questions int `json:"questions"`
	Asked     int `json:"asked"`
	// Outcomes counts the questions that were asked by what became of them.
	Outcomes map[eval.Outcome]int `json:"outcomes"`
	FirstTry Rate                 `json:"firstTry"` // accepted at the first attempt, of those asked
	Accepted Rate                 `json:"accepted"` // accepted in the end, of those asked
	// Repaired counts what was accepted after each number of repairs, the fewest first.
	Repaired []Turns `json:"repaired"`
	// Refused counts the rules that refused the last attempt, the commonest first.
	Refused []RuleCount `json:"refused"`
	// Mended counts the rules that an accepted answer had broken before, once an answer.
	Mended []RuleCount `json:"mended"`
	Gold   GoldCount   `json:"gold"`
	// Canonical are the answers with the form of the gold query, of those asked that have one.
	Canonical Rate `json:"canonical"`
	// Execution are the answers with the rows of the gold query, of those asked whose gold query ran.
	Execution Rate `json:"execution"`
	// Empty is how many of Execution have no rows, where agreeing means little.
	Empty   int     `json:"empty"`
	Tokens  Tokens  `json:"tokens"`
	Latency Latency `json:"latency"`
}

// A Rate is a share of questions. Of 0 is no rate.
type Rate struct {
	Count int `json:"count"`
	Of    int `json:"of"`
}

// add counts one more question.
func (r *Rate) add(hit bool) {
	r.Of++
	if hit {
		r.Count++
	}
}

// Percent returns the share in percent, 0 of none.
func (r Rate) Percent() float64 {
	if r.Of == 0 {
		return 0
	}
	return 100 * float64(r.Count) / float64(r.Of)
}

// Interval returns the range, in percent, in which the rate of all such questions lies with 95 %
// confidence, if these are a random sample of them (Wilson's score interval).
func (r Rate) Interval() (low, high float64) {
	if r.Of == 0 {
		return 0, 100
	}
	const z = 1.959964
	n, p := float64(r.Of), float64(r.Count)/float64(r.Of)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return 100 * max(0, middle-half), 100 * min(1, middle+half)
}

// Turns counts answers by the repairs that they took.
type Turns struct {
	Repairs int `json:"repairs"`
	Count   int `json:"count"`
}

// A RuleCount counts questions by a rule.
type RuleCount struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
}

// A GoldCount counts gold queries of the questions that were asked.
type GoldCount struct {
	Usable  int `json:"usable"`
	Refused int `json:"refused"`
	Failed  int `json:"failed"` // at the server, or not comparable
}

// Tokens are sums over the questions that were asked.
type Tokens struct {
	In   int64   `json:"in"`
	Out  int64   `json:"out"`
	Cost float64 `json:"cost,omitzero"`
}

// Latency is in milliseconds for a whole question, repairs included.
type Latency struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

func summarize(items []Item, price Price) Summary {
	s := Summary{Questions: len(items), Outcomes: map[eval.Outcome]int{}}
	repaired, refused, mended := map[int]int{}, map[string]int{}, map[string]int{}
	var took []float64
	for _, item := range items {
		a := item.Answer
		if a == nil {
			continue
		}
		s.Asked++
		s.Outcomes[a.Outcome]++
		s.FirstTry.add(a.FirstTry())
		s.Accepted.add(a.Outcome == eval.Accepted)
		if a.Outcome == eval.Accepted && a.Attempts > 1 {
			repaired[a.Attempts-1]++
			countEach(mended, a.Repairs)
		}
		if a.Outcome == eval.Refused {
			refused[a.Rule]++
		}
		s.Tokens.In, s.Tokens.Out = s.Tokens.In+a.InputTokens, s.Tokens.Out+a.OutputTokens
		took = append(took, a.LatencyMs)
		s.grade(item.Grade)
	}
	s.Repaired, s.Refused, s.Mended = turns(repaired), commonest(refused), commonest(mended)
	s.Tokens.Cost = price.of(s.Tokens.In, s.Tokens.Out)
	s.Latency = latency(took)
	return s
}

// grade counts how an answer compares with the gold query.
func (s *Summary) grade(g *eval.Grade) {
	switch {
	case g == nil || g.Gold == eval.GoldMissing:
		return
	case g.Gold == eval.GoldRefused:
		s.Gold.Refused++
		return
	}
	s.Gold.Usable++
	s.Canonical.add(g.Canonical)
	switch g.Execution {
	case "":
	case eval.GoldFailed, eval.NotComparable:
		s.Gold.Failed++
	default:
		same := g.Execution == eval.SameRows
		s.Execution.add(same)
		if same && g.Rows == 0 {
			s.Empty++
		}
	}
}

// Match returns the best evidence there is that answers are right, and what it is called: equal
// rows, else equal form. ok is false where there is nothing to compare with.
func (s *Summary) Match() (rate Rate, name string, ok bool) {
	if s.Execution.Of > 0 {
		return s.Execution, "Same rows as the gold query", true
	}
	return s.Canonical, "Same query as the gold query", s.Canonical.Of > 0
}

// countEach counts each rule of a list once.
func countEach(counts map[string]int, repairs []eval.Repair) {
	seen := map[string]bool{}
	for _, r := range repairs {
		if !seen[r.Rule] {
			seen[r.Rule] = true
			counts[r.Rule]++
		}
	}
}

func turns(counts map[int]int) []Turns {
	list := []Turns{}
	for _, repairs := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, Turns{repairs, counts[repairs]})
	}
	return list
}

func commonest(counts map[string]int) []RuleCount {
	list := []RuleCount{}
	for rule, n := range counts {
		list = append(list, RuleCount{rule, n})
	}
	slices.SortFunc(list, func(a, b RuleCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Rule, b.Rule))
	})
	return list
}

func latency(took []float64) Latency {
	slices.Sort(took)
	return Latency{quantile(took, 0.5), quantile(took, 0.9), quantile(took, 0.99), quantile(took, 1)}
}

// quantile returns the smallest of sorted values that at least the share q of them does not exceed.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, int(math.Ceil(q*float64(len(sorted))))-1)]
}
