package sqlcheck

import "fmt"

// What is said about ONLY_FULL_GROUP_BY. One turn of repair must do, so each message says what to write; the
// option is for installations whose server has not that mode.

// called returns what a column is called in a message.
func (g *groupJudge) called(b binding) string {
	rel := &g.scope.relations[b.relation]
	if len(g.scope.relations) == 1 {
		return excerpt(rel.column(b.column))
	}
	return excerpt(rel.name + "." + rel.column(b.column))
}

// anyOf returns a call that gives one of the values of a column in a group.
func (g *groupJudge) anyOf(column string) string {
	if g.options.Dialect == MariaDB {
		return fmt.Sprintf("MIN(%s)", column)
	}
	return fmt.Sprintf("ANY_VALUE(%s)", column)
}

// notGrouped refuses a column that may have several values in a group.
func (g *groupJudge) notGrouped(b binding, c clause) {
	name := g.called(b)
	if !g.scope.grouped {
		g.ungrouped(g.scope, true, fmt.Sprintf("column %s stands beside an aggregate without GROUP BY; write GROUP BY %s, or %s for one of its values: the sql_mode ONLY_FULL_GROUP_BY (host.fullGroupBy) wants that", name, name, g.anyOf(name)), name)
		return
	}
	where := ""
	switch c {
	case inOrder:
		where = " in ORDER BY"
	case inHaving:
		where = " in HAVING"
	case inPartition, inWindowOrder:
		where = " in OVER"
	}
	g.ungrouped(g.scope, true, fmt.Sprintf("column %s%s may have several values in a group; put it into GROUP BY, or write %s for one of them: the sql_mode ONLY_FULL_GROUP_BY (host.fullGroupBy) wants that", name, where, g.anyOf(name)), name)
}

// undetermined advises against a column of which the schema does not say whether it has several values in a
// group.
func (g *groupJudge) undetermined(b binding) {
	name := g.called(b)
	g.ungrouped(g.scope, false, fmt.Sprintf("column %s may have several values in a group, as far as the schema shows keys (uniqueKeys); put it into GROUP BY, or write %s: the sql_mode ONLY_FULL_GROUP_BY (host.fullGroupBy) wants that", name, g.anyOf(name)), name)
}

// notSelected refuses a column by which rows are ordered that DISTINCT has made one of several.
func (g *groupJudge) notSelected(b binding, maybe bool) {
	name := g.called(b)
	g.ungrouped(g.scope, !maybe, fmt.Sprintf("ORDER BY reads column %s, which SELECT DISTINCT does not select; select it too, or leave DISTINCT or the order out: the sql_mode ONLY_FULL_GROUP_BY (host.fullGroupBy) wants that", name), name)
}

func (g *groupJudge) aggregateNotSelected(maybe bool) {
	g.ungrouped(g.scope, !maybe, "ORDER BY of SELECT DISTINCT computes an aggregate that is not selected; select it too, or group by what is selected and leave DISTINCT out: the sql_mode ONLY_FULL_GROUP_BY (host.fullGroupBy) wants that", "ORDER BY")
}
