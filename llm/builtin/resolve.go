package builtin

import "slices"

// A result is what one reading of a question comes to.
type result struct {
	sql  string
	cost cost
}

// resolve looks up the names of an ask and returns its query. An error is a *vague; the cost is then
// what it came to up to there. The number of columns looked at is added to looked.
func (l *lexicon) resolve(x *index, a *ask, looked *int) (result, error) {
	r := &resolver{lexicon: l, index: x, aliases: map[string]bool{}, looked: looked}
	q, err := r.query(a)
	if err != nil {
		return result{cost: r.cost}, err
	}
	return result{printed(q, r.relations), r.cost}, nil
}

func (r *resolver) query(a *ask) (*query, error) {
	about, err := r.about(a)
	if err != nil {
		return nil, err
	}
	s := r.scope(about.table)
	r.cost.mentions++
	if err := s.add(about); err != nil {
		return nil, err
	}
	if about.first != nil && a.sort != nil {
		return nil, &vague{name: about.text} // the first of what order, and then sorted by what?
	}
	grouped, err := s.put(a, about)
	if err != nil {
		return nil, err
	}
	if err := s.sort(a, about, grouped); err != nil {
		return nil, err
	}
	return s.query, nil
}

// about returns what the rows are: the subject of the question, the things that it counts, or what
// its columns belong to.
func (r *resolver) about(a *ask) (*thing, error) {
	var counted *thing
	for _, i := range a.items {
		if i.count != nil && counted != nil {
			return nil, &vague{name: i.count.text}
		}
		if i.count != nil {
			counted = i.count
		}
	}
	switch {
	case a.subject != nil && counted != nil:
		return nil, &vague{name: counted.text}
	case a.subject != nil && a.subject.table != nil:
		return a.subject, nil
	case counted != nil:
		return counted, nil
	}
	t, err := r.owner(a.items)
	if err != nil {
		return nil, err
	}
	about := thing{table: t, text: t.name}
	if a.subject != nil {
		about.conditions = a.subject.conditions
	}
	return &about, nil
}

// owner returns the one table that has all the columns.
func (r *resolver) owner(items []item) (*table, error) {
	var best []*table
	least := 0
	for _, t := range stored(r.index.having(r.lexicon, items[0].column)) {
		sum := 0
		for _, i := range items {
			_, how := r.fits(i.column, t)
			if how == unfit || len(r.lexicon.similar(r.index, i.column)) > 0 { // rows are meant rather than what some rows have
				sum = -1
				break
			}
			sum += int(how)
		}
		switch {
		case sum < 0:
		case best == nil || sum < least:
			best, least = []*table{t}, sum
		case sum == least:
			best = append(best, t)
		}
	}
	if len(best) == 1 {
		return best[0], nil
	}
	v := &vague{name: items[0].column.text, guessed: true}
	for _, t := range best[:min(len(best), maxChoices)] {
		v.choices = append(v.choices, "the one of "+t.name)
	}
	return nil, v
}

// having returns the tables with a column that shares a word with the mention, in their order.
func (x *index) having(l *lexicon, m mention) []*table {
	found := map[*table]bool{}
	add := func(word string) {
		for _, c := range x.byWord[word] {
			found[c.table] = true
		}
	}
	add(m.joined)
	for word := range m.words {
		add(word)
		for other := range l.same[word] {
			add(other)
		}
	}
	return slices.DeleteFunc(slices.Clone(x.tables), func(t *table) bool { return !found[t] })
}
