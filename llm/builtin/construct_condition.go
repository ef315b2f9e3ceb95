package builtin

import "strconv"

// A quantity says how many.
type quantity struct {
	operator string
	number   int
}

// conditions are what is said about things.
func conditions() []construct {
	return []construct{
		{"column with a value", "condition-", "<that>? <have> {column} <is>? {comparison}", func(a []any) any {
			return compared{by: a[0].(mention), comparison: a[1].(comparison)}
		}},
		{"whose column is", "condition-", "whose {column} <is> {comparison}", func(a []any) any {
			return compared{by: a[0].(mention), comparison: a[1].(comparison)}
		}},
		{"whose column matches", "condition-", "whose {column} {pattern} {text}", func(a []any) any {
			return compared{by: a[0].(mention), comparison: comparison{operator: a[1].(string), values: []literal{a[2].(literal)}}}
		}},
		{"column beyond a bound", "condition-", "<that>? {column} {bound} {operand}", func(a []any) any {
			c := a[2].(comparison)
			c.operator = a[1].(string)
			return compared{by: a[0].(mention), comparison: c}
		}},
		{"where column is", "condition-", "<where> {column} <is> {comparison}", func(a []any) any {
			return compared{by: a[0].(mention), comparison: a[1].(comparison)}
		}},
		{"column and value", "condition-", "<that>? <is>? {column} {value}", func(a []any) any {
			return compared{by: a[0].(mention), comparison: a[1].(comparison)}
		}},
		{"bound before column", "condition-", "<that>? <is>? {bound} {column} {number}", func(a []any) any {
			return compared{by: a[1].(mention), comparison: comparison{operator: a[0].(string), values: []literal{a[2].(literal)}}}
		}},
		{"more of a column", "condition-", "<that>? <have> {bound} {number} {column}", func(a []any) any {
			return compared{by: a[2].(mention), comparison: comparison{operator: a[0].(string), values: []literal{a[1].(literal)}}}
		}},
		{"so many of a column", "condition-", "<that>? <have> {number} {column}", func(a []any) any {
			return compared{by: a[1].(mention), comparison: comparison{operator: "=", values: []literal{a[0].(literal)}}}
		}},
		{"larger column", "condition-", "<that>? <have> {comparative} {column} than {operand}", func(a []any) any {
			c := a[2].(comparison)
			c.operator = a[0].(string)
			return compared{by: a[1].(mention), comparison: c}
		}},
		{"quality", "condition-", "<that>? <is>? {quality} than {operand}", func(a []any) any { return byQuality(a[0], a[1]) }},

		{"in column value", "condition-", "<that>? <is>? <at> {column} {value}", func(a []any) any {
			return compared{by: a[0].(mention), comparison: a[1].(comparison)}
		}},
		{"in column of value", "condition-", "<that>? <is>? <at> {column} of {value}", func(a []any) any {
			return compared{by: a[0].(mention), comparison: a[1].(comparison)}
		}},
		{"in value column", "condition-", "<that>? <is>? <at> {text} {column}", func(a []any) any {
			return compared{by: a[1].(mention), comparison: comparison{operator: "=", values: []literal{a[0].(literal)}}}
		}},
		{"in a place", "condition-", "<that>? <is>? <in> {text}", func(a []any) any { return placed{value: a[0].(literal)} }},
		{"in one place or another", "condition-", "<that>? <is>? <in> {text} or {text}", func(a []any) any {
			return joint{placed{value: a[0].(literal)}, placed{value: a[1].(literal)}, true}
		}},
		{"with one known value or another", "condition-", "<that>? <is> {known} or {known}", func(a []any) any {
			return joint{valued{value: a[0].(value)}, valued{value: a[1].(value)}, true}
		}},
		{"with a known value", "condition-", "<that>? <is> {known}", func(a []any) any { return valued{value: a[0].(value), done: true} }},
		{"without a known value", "condition-", "<that>? <is-not> {known}", func(a []any) any { return valued{value: a[0].(value), not: true} }},
		{"at a known value", "condition-", "<that>? <is>? <at> {known}", func(a []any) any { return valued{value: a[0].(value)} }},
		{"is so", "condition-", "<that>? <is> {flag}", func(a []any) any { return flagged{is: a[0].(mention)} }},
		{"is not so", "condition-", "<that>? <is-not> {flag}", func(a []any) any { return flagged{is: a[0].(mention), not: true} }},
		{"called", "condition-", "<that>? <is>? <called> {text}", func(a []any) any { return isCalled(a[0]) }},

		{"has others", "condition-", "<that>? <have> {things}", func(a []any) any { return related{things: a[0].(*thing)} }},
		{"has others, counted", "condition-", "<that>? <have> {quantity} {things}", func(a []any) any {
			q := a[0].(*quantity)
			return related{things: a[1].(*thing), operator: q.operator, number: q.number}
		}},
		{"has no others", "condition-", "<that>? <have-no> {things}", func(a []any) any { return related{things: a[0].(*thing), not: true} }},
		{"does something with others", "condition-", "<that>? <aux>? <relate> <at>? {things}", func(a []any) any { return related{things: a[0].(*thing)} }},
		{"does something with others, counted", "condition-", "<that>? <aux>? <relate> <at>? {quantity} {things}", func(a []any) any {
			q := a[0].(*quantity)
			return related{things: a[1].(*thing), operator: q.operator, number: q.number}
		}},
		{"does nothing with others", "condition-", "<that>? <do-not> <relate> <at>? {things}", func(a []any) any {
			return related{things: a[0].(*thing), not: true}
		}},
		{"uses a value", "condition-", "<that>? <aux>? <relate> {column} {value}", func(a []any) any {
			return compared{by: a[0].(mention), comparison: a[1].(comparison)}
		}},
		{"of others", "condition-", "<that>? <is>? <at> {things}", func(a []any) any { return related{things: a[0].(*thing)} }},

		{"lacks a column", "condition-", "<that>? <have-no> {column}", func(a []any) any {
			return compared{by: a[0].(mention), comparison: comparison{operator: isNull}}
		}},

		{"when", "condition-", "<that>? <is>? {verb}? {when} {period}", func(a []any) any { return newDated(a[0], a[1].(string), a[2].(period)) }},
		{"when, or later", "condition-", "<that>? <is>? {verb}? in {period} or {edge}", func(a []any) any {
			return newDated(a[0], a[2].(string), a[1].(period))
		}},
		{"since a month", "condition-", "<that>? <is>? {verb}? since {month}", func(a []any) any {
			return newDated(a[0], ">=", sinceMonth(a[1].(string)))
		}},
		{"recently", "condition-", "<that>? <is>? {verb}? {recently}", func(a []any) any { return newDated(a[0], "=", a[1].(period)) }},
		{"between two dates", "condition-", "<that>? <is>? {verb}? between {period} and {period}", func(a []any) any {
			return newSpan(a[0], a[1].(period), a[2].(period))
		}},
		{"from one date to another", "condition-", "<that>? <is>? {verb}? from {period} <to> {period}", func(a []any) any {
			return newSpan(a[0], a[1].(period), a[2].(period))
		}},
	}
}

func newDated(verb any, operator string, p period) dated {
	d := dated{operator: operator, period: p}
	if verb != nil {
		d.event = verb.(mention)
	}
	return d
}

// newSpan returns what happened from one period to another, or nil if the other comes first: nothing did,
// so that another thing is meant.
func newSpan(verb any, from, until period) any {
	first, isDay := from.from.(literalExpr)
	last, alsoDay := until.from.(literalExpr)
	if isDay && alsoDay && last.text < first.text {
		return nil
	}
	d := newDated(verb, "=", from)
	d.until = &until
	return d
}

// newRange compares with two bounds, or returns nil if the lower one comes last.
func newRange(low, high literal) any {
	least, err := strconv.ParseFloat(low.text, 64)
	most, err2 := strconv.ParseFloat(high.text, 64)
	if err != nil || err2 != nil || least > most {
		return nil
	}
	return comparison{operator: between, values: []literal{low, high}}
}

// byQuality compares what an adjective is about: "older than 30".
func byQuality(value, operand any) any {
	by := adjective(value.(string))[0]
	c := operand.(comparison)
	c.operator = "<"
	if by.desc {
		c.operator = ">"
	}
	return compared{by: by.column, comparison: c}
}

// comparisons are what a value is compared with.
func comparisons() []construct {
	return []construct{
		{"equal", "comparison", "{value}", func(a []any) any { return a[0] }},
		{"not equal", "comparison", "not {value}", func(a []any) any {
			c := a[0].(comparison)
			c.operator = "<>"
			return c
		}},
		{"bound", "comparison", "{bound} {operand}", func(a []any) any {
			c := a[1].(comparison)
			c.operator = a[0].(string)
			return c
		}},
		{"bound after", "comparison", "{number} or {edge}", func(a []any) any {
			return comparison{operator: a[1].(string), values: []literal{a[0].(literal)}}
		}},
		{"range", "comparison", "between {number} <and> {number}", func(a []any) any {
			return newRange(a[0].(literal), a[1].(literal))
		}},
		{"range of bounds", "comparison", "{bound} {number} <and> {bound} {number}", func(a []any) any {
			if a[0] != ">=" || a[2] != "<=" {
				return nil
			}
			return newRange(a[1].(literal), a[3].(literal))
		}},
		{"pattern", "comparison", "{pattern} {text}", func(a []any) any {
			return comparison{operator: a[0].(string), values: []literal{a[1].(literal)}}
		}},
		{"missing", "comparison", "{missing}", func(a []any) any { return comparison{operator: a[0].(string)} }},

		{"one value", "value", "{literal}", func(a []any) any {
			return comparison{operator: "=", values: []literal{a[0].(literal)}}
		}},
		{"one value or another", "value", "{literal} or {literal}", func(a []any) any {
			return comparison{operator: "=", values: []literal{a[0].(literal), a[1].(literal)}}
		}},
		{"a number", "literal", "{number}", func(a []any) any { return a[0] }},
		{"a text", "literal", "{text}", func(a []any) any { return a[0] }},
		{"a known value", "literal", "{known}", func(a []any) any { return literal{text: a[0].(value).text} }},

		{"a bound", "operand", "{number}", func(a []any) any { return comparison{values: []literal{a[0].(literal)}} }},
		{"the average", "operand", "<average>", func([]any) any { return comparison{average: true} }},

		{"at least so many", "quantity", "{bound} {number}", func(a []any) any { return newQuantity(a[0].(string), a[1]) }},
		{"so many or more", "quantity", "{number} or {edge}", func(a []any) any { return newQuantity(a[1].(string), a[0]) }},
		{"several", "quantity", "<several>", func([]any) any { return &quantity{">", 1} }},
	}
}

func newQuantity(operator string, number any) any {
	n, err := strconv.Atoi(number.(literal).text)
	if err != nil || n < 0 {
		return nil
	}
	return &quantity{operator, n}
}
