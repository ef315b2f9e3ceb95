package builtin

import "slices"

// questions are the ways to ask, and what each asks for.
func questions() []construct {
	return []construct{
		{"rows", "question", "<ask>? {things} {sort}?", func(a []any) any {
			return &ask{subject: a[0].(*thing), sort: sortOf(a[1])}
		}},
		{"columns of things", "question", "<ask>? {items} <of> {things} {sort}?", func(a []any) any {
			return about(a[1], &ask{items: a[0].([]item), sort: sortOf(a[2])})
		}},
		{"columns", "question", "<ask>? {items} {sort}?", func(a []any) any {
			return &ask{items: a[0].([]item), sort: sortOf(a[1])}
		}},
		{"columns of each thing", "question", "<ask>? {items} <each> {things} {sort}?", func(a []any) any {
			return aboutEach(a[1], &ask{items: a[0].([]item), sort: sortOf(a[2])})
		}},
		{"columns of some", "question", "<ask>? {items} {conditions} {sort}?", func(a []any) any {
			return about(newThing(named{}, a[1]), &ask{items: a[0].([]item), sort: sortOf(a[2])})
		}},
		{"columns of one", "question", "<ask>? {items} <of-one> {text}", func(a []any) any {
			return aboutEach(&thing{conditions: []condition{isCalled(a[1])}}, &ask{items: a[0].([]item)})
		}},
		{"columns of a known one", "question", "<ask>? {items} <of-one> {known}", func(a []any) any {
			v := a[1].(value)
			return aboutEach(&thing{table: v.column.table, text: v.text, conditions: []condition{known{value: v}}}, &ask{items: a[0].([]item)})
		}},
		{"which column one is in", "question", "<ask> {items} <is> {text} <at>?", func(a []any) any {
			return about(&thing{conditions: []condition{isCalled(a[1])}}, &ask{items: a[0].([]item)})
		}},
		{"columns of things and of others", "question", "<ask>? {items} <of> {table} <and> {items} <of> {table}", func(a []any) any {
			return ofBoth(a[0].([]item), a[1].(named), a[2].([]item), a[3].(named))
		}},
		{"count", "question", "<how-many> {things} <there>? {conditions}?", func(a []any) any {
			return &ask{items: []item{{count: withConditions(a[0].(*thing), a[1])}}}
		}},
		{"count of what things have", "question", "<how-many> {table} <do> {things} <have>", func(a []any) any {
			return countRelated(a[0].(named), a[1].(*thing))
		}},
		{"count of what things do", "question", "<how-many> {table} <do> {things} <relate>", func(a []any) any {
			return countRelated(a[0].(named), a[1].(*thing))
		}},
		{"how many each has", "question", "<how-many> {things} <do> <each> {groups} <have>", func(a []any) any {
			return &ask{items: []item{{count: a[0].(*thing)}}, groups: a[1].([]any)}
		}},
		{"how many each does", "question", "<how-many> {things} <do> <each> {groups} <relate>", func(a []any) any {
			return &ask{items: []item{{count: a[0].(*thing)}}, groups: a[1].([]any)}
		}},
		{"count of different values", "question", "<how-many> <distinct> {column} <there>?", func(a []any) any {
			return &ask{items: []item{different(a[0])}}
		}},
		{"count of different values that things have", "question", "<how-many> <distinct> {column} <do> {things} <have>", func(a []any) any {
			return &ask{items: []item{different(a[0])}, subject: a[1].(*thing)}
		}},
		{"count of different values of things", "question", "<how-many> <distinct> {column} <there>? <of> {things} <there>?", func(a []any) any {
			return &ask{items: []item{different(a[0])}, subject: a[1].(*thing)}
		}},
		{"for each", "question", "<ask>? {items} <each> {groups} {sort}?", func(a []any) any {
			return &ask{items: a[0].([]item), groups: a[1].([]any), sort: sortOf(a[2])}
		}},
		{"of things for each", "question", "<ask>? {items} <of> {things} <each> {groups} {conditions}? {sort}?", func(a []any) any {
			return about(withConditions(a[1].(*thing), a[3]), &ask{items: a[0].([]item), groups: a[2].([]any), sort: sortOf(a[4])})
		}},
		{"each first", "question", "<each> {groups} ,? <ask>? {items} {sort}?", func(a []any) any {
			return &ask{items: a[1].([]item), groups: a[0].([]any), sort: sortOf(a[2])}
		}},
		{"how many for each", "question", "<how-many> {things} <there>? <is>? <each> {groups} {conditions}? {sort}?", func(a []any) any {
			return &ask{items: []item{{count: withConditions(a[0].(*thing), a[2])}}, groups: a[1].([]any), sort: sortOf(a[3])}
		}},
		{"each first, how many", "question", "<each> {groups} ,? <how-many> {things} <there>? {sort}?", func(a []any) any {
			return &ask{items: []item{{count: a[1].(*thing)}}, groups: a[0].([]any), sort: sortOf(a[2])}
		}},
		{"commonest value", "question", "<ask>? <common> {column} <of> {things}", func(a []any) any {
			return commonest(a[0].(mention), a[1].(*thing))
		}},
		{"commonest value of all", "question", "<ask>? <common> {column}", func(a []any) any {
			column := a[0].(mention)
			return &ask{items: []item{{column: column}}, groups: []any{column}, sort: &sorting{rows: true, desc: true, limit: 1}}
		}},
		{"value shared by most", "question", "<ask> {column} <is>? <shared-by> <most> {things}", func(a []any) any {
			return commonest(a[0].(mention), a[1].(*thing))
		}},
		{"value shared by so many", "question", "<ask> {column} <is>? <shared-by> {quantity} {things}", func(a []any) any {
			return groupsOf(a[0].(mention), a[1].(*quantity), a[2].(*thing))
		}},
		{"value that most have", "question", "<ask> {column} <that>? <have> <most> {things}", func(a []any) any {
			return commonest(a[0].(mention), a[1].(*thing))
		}},
		{"value that so many have", "question", "<ask> {column} <that>? <have> {quantity} {things}", func(a []any) any {
			return groupsOf(a[0].(mention), a[1].(*quantity), a[2].(*thing))
		}},
		{"which, then what", "question", "{question} . <ask> {items}", func(a []any) any {
			return thenItems(*a[0].(*ask), a[1].([]item))
		}},
	}
}

// about makes the things the subject, unless an item counts others.
func about(things any, a *ask) any {
	for _, i := range a.items {
		if i.count != nil {
			return nil
		}
	}
	a.subject = things.(*thing)
	return a
}

// aboutEach makes the things the subject of items that need no groups.
func aboutEach(things any, a *ask) any {
	for _, i := range a.items {
		if i.function != "" {
			return nil
		}
	}
	return about(things, a)
}

// ofBoth puts out columns of two tables side by side.
func ofBoth(left []item, of named, right []item, ofOther named) any {
	a := &ask{}
	for _, i := range left {
		i.column.in = of.table
		a.items = append(a.items, i)
	}
	for _, i := range right {
		i.column.in = ofOther.table
		a.items = append(a.items, i)
	}
	child := of
	if slices.ContainsFunc(ofOther.table.links, func(l link) bool { return l.to == of.table && !l.many }) {
		child = ofOther
	}
	return about(&thing{table: child.table, text: child.text}, a)
}

// groupsOf asks for the values of a column that so many of the things have.
func groupsOf(column mention, q *quantity, things *thing) any {
	return about(things, &ask{items: []item{{column: column}}, groups: []any{column}, having: q})
}

// thenItems adds what a second sentence asks to put out: "Which shops are closed? List their names."
func thenItems(first ask, items []item) any {
	switch {
	case first.groups != nil && first.items != nil:
		first.items = items
		return &first
	case first.items == nil && first.subject != nil:
		first.items = items
		return about(first.subject, &first)
	}
	return nil
}

func different(column any) item {
	return item{function: "COUNT", column: column.(mention), distinct: true}
}

func countRelated(counted named, to *thing) any {
	t := &thing{table: counted.table, text: counted.text, conditions: []condition{&related{things: to}}}
	return &ask{items: []item{{count: t}}}
}

// commonest asks for the value of a column that most of the things have.
func commonest(column mention, things *thing) any {
	return about(things, &ask{
		items: []item{{column: column}}, groups: []any{column}, sort: &sorting{rows: true, desc: true, limit: 1},
	})
}

func sortOf(arg any) *sorting {
	if arg == nil {
		return nil
	}
	return arg.(*sorting)
}
