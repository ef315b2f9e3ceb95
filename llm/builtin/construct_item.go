package builtin

import "slices"

// items are what can be put out, in lists.
func items() []construct {
	return []construct{
		{"one item", "items", "{item}", func(a []any) any { return a[0].([]item) }},
		{"several items", "items", "{item} <and> {items}", func(a []any) any {
			return listed(a[0].([]item), a[1].([]item))
		}},
		{"column", "item", "{column}", func(a []any) any { return []item{{column: a[0].(mention)}} }},
		{"different values", "item", "<distinct> {column}", func(a []any) any {
			return []item{{column: a[0].(mention), distinct: true}}
		}},
		{"aggregate", "item", "{aggregate} {column}", func(a []any) any {
			return []item{{function: a[0].(string), column: a[1].(mention)}}
		}},
		{"two aggregates", "item", "{aggregate} <and> {aggregate} {column}", func(a []any) any {
			return []item{{function: a[0].(string), column: a[2].(mention)}, {function: a[1].(string), column: a[2].(mention)}}
		}},
		{"three aggregates", "item", "{aggregate} <and> {aggregate} <and> {aggregate} {column}", func(a []any) any {
			column := a[3].(mention)
			return []item{{function: a[0].(string), column: column}, {function: a[1].(string), column: column}, {function: a[2].(string), column: column}}
		}},
		{"number of things", "item", "<number-of> {things}", func(a []any) any { return []item{{count: a[0].(*thing)}} }},

		{"one group", "groups", "{group}", func(a []any) any { return a }},
		{"two groups", "groups", "{group} <and> {group}", func(a []any) any { return a }},
		{"group by column", "group", "{column}", func(a []any) any { return a[0] }},
		{"group by days", "group", "{calendar}", func(a []any) any { return calendar(a[0].(string)) }},
		{"group by things", "group", "{table}", func(a []any) any { return a[0] }},

		{"sorted by", "sort", "<and>? <sorted> <by> {column} {direction}?", func(a []any) any {
			return sortBy(a[0].(mention), a[1] == "desc")
		}},
		{"sorted by, in an order", "sort", "<and>? <sorted> <by> {column} in {direction} <order>", func(a []any) any {
			return sortBy(a[0].(mention), a[1] == "desc")
		}},
		{"sorted by, from one end to the other", "sort", "<and>? <sorted> <by> {column} {span}", func(a []any) any {
			return &sorting{by: []direction{{a[0].(mention), adjective(a[1].(string))[0].desc}}, ends: true}
		}},
		{"in an order of", "sort", "<and>? <sorted>? in {direction} <order> <of> {column}", func(a []any) any {
			return sortBy(a[1].(mention), a[0] == "desc")
		}},
		{"in the order of", "sort", "<sorted>? in <order> <of> {column} {direction}?", func(a []any) any {
			return sortBy(a[0].(mention), a[1] == "desc")
		}},
		{"in an order of its own", "sort", "<sorted>? in {direction} <order>", func(a []any) any {
			return &sorting{desc: a[0] == "desc"}
		}},
		{"from one end to the other", "sort", "<sorted>? <by>? {span}", func(a []any) any {
			return &sorting{by: adjective(a[0].(string))}
		}},
	}
}

// listed returns one list of two.
func listed(left, right []item) any {
	all := slices.Concat(left, right)
	for i := range all {
		all[i].column.listed = true
	}
	return all
}

func sortBy(column mention, desc bool) any {
	return &sorting{by: []direction{{column, desc}}}
}
