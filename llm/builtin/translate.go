package builtin

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// translate returns the SQL for a question, or the reason why there is none.
func (g *grammar) translate(x *index, question string) (sql, reason string) {
	tokens, ok := g.lexicon.tokens(question)
	if !ok || len(tokens) == 0 {
		return "", "the question is too long for the builtin model, or empty"
	}
	tokens, used, ok := g.lexicon.expand(x, tokens)
	if ok {
		sql, reason = g.answer(x, tokens)
	} else {
		reason = "the builtin model does not understand " + strconv.Quote(used[len(used)-1].term)
	}
	if reason != "" && len(used) > 0 {
		last := used[len(used)-1]
		reason += "; the glossary says of " + strconv.Quote(last.term) + ": " + last.meaning
	}
	return sql, reason
}

// maxReadings bounds how many readings of a question are looked into; honest ones have a tenth of it.
const maxReadings = 500

// tooIntricate is what is said of questions that would cost too much.
const tooIntricate = "the question is too intricate for the builtin model; ask it in simpler words"

func (g *grammar) answer(x *index, tokens []token) (sql, reason string) {
	if len(tokens) > maxTokens {
		return "", "the question is too long for the builtin model"
	}
	r := g.reader(x, tokens)
	asks := r.all("question")
	if r.work > maxWork || len(asks) > maxReadings {
		return "", tooIntricate
	}
	if len(asks) == 0 {
		return "", r.misunderstood()
	}
	return g.lexicon.choose(x, asks)
}

// choose resolves the readings and returns the SQL of the one that costs least. Where several do,
// the question is not clear: two of them are enough to say so.
func (l *lexicon) choose(x *index, asks []any) (sql, reason string) {
	var best []result
	var failure error
	var open *unclear
	looked := 0
	for _, a := range asks {
		found, err := l.resolve(x, a.(*ask), &looked)
		if looked > maxLooked {
			return "", tooIntricate
		}
		switch {
		case err != nil:
			failure = clearer(failure, err)
			open = open.or(found.cost, err)
		case len(best) == 0 || found.cost.less(best[0].cost):
			best = []result{found}
		case len(best) == 1 && !best[0].cost.less(found.cost) && best[0].sql != found.sql:
			best = append(best, found)
		}
	}
	if open != nil && len(best) > 0 && !best[0].cost.less(open.cost) {
		return "", open.err.Error() // what is probably meant is not clear; the rest is second best
	}
	switch len(best) {
	case 0:
		return "", failure.Error()
	case 1:
		return best[0].sql, ""
	default:
		return "", "the question may mean " + best[0].sql + " or " + best[1].sql + "; say which"
	}
}

// An unclear is the cheapest reading in which a name may stand for several things.
type unclear struct {
	cost cost
	err  *vague
}

func (u *unclear) or(c cost, err error) *unclear {
	var v *vague
	if !errors.As(err, &v) || len(v.choices) < 2 || v.guessed || u != nil && !c.less(u.cost) {
		return u
	}
	return &unclear{c, v}
}

// clearer returns the error that helps more: one that lists choices.
func clearer(a, b error) error {
	var v *vague
	if a == nil || errors.As(a, &v) && len(v.choices) == 0 {
		return b
	}
	return a
}

// misunderstood says what words are to blame: those that mean nothing here, else where the
// constructs end.
func (r *reader) misunderstood() string {
	var unknown []string
	for i, t := range r.tokens {
		if !r.understood(i) && isWord(t) {
			unknown = append(unknown, strconv.Quote(t.text))
		}
	}
	if len(unknown) > 0 {
		return "the builtin model does not understand " + strings.Join(unknown, ", ")
	}
	return "the builtin model does not understand the question from " + strconv.Quote(r.tokens[min(r.far, len(r.tokens)-1)].text) + " on"
}

// understood reports whether a token may mean something by itself.
func (r *reader) understood(at int) bool {
	known := r.tokens[at].quoted || r.tokens[at].proper || r.words[r.tokens[at].lower]
	for _, c := range r.lexicon.classes {
		for _, phrases := range c {
			known = known || slices.ContainsFunc(phrases, func(p phrase) bool { return p.mentions(r.tokens[at]) })
		}
	}
	if m, ok := r.lexicon.newMention(r.tokens[at : at+1]); ok {
		known = known || len(r.lexicon.tables(r.index, m)) > 0 || r.lexicon.known(r.index, m)
	}
	readNumber(r, at, func(any, int) { known = true })
	readKnown(r, at, func(any, int) { known = true })
	readPeriod(r, at, func(any, int) { known = true })
	return known
}

func (p phrase) mentions(t token) bool {
	if p.inflected {
		return slices.Contains(p.words, t.stem)
	}
	return slices.Contains(p.words, t.lower)
}
