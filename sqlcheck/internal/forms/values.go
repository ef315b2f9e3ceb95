package forms

// VALUES (1, 2), (3, 4) is how MariaDB writes VALUES ROW(1, 2), ROW(3, 4). It is a query where a query may
// begin; elsewhere VALUES (x) is a function.
func (w *writer) values(i int) int {
	if !w.beginsQuery(i) {
		return 0
	}
	for k := i + 1; ; k++ {
		opening := w.tokens.at(k)
		if opening.text != "(" || opening.other < 0 {
			return 0
		}
		w.insert(k, " ROW")
		if k = opening.other + 1; w.tokens.at(k).text != "," {
			return 0
		}
	}
}

// beginsQuery reports whether a query may begin at a token: at the beginning, in parentheses, behind a WITH,
// and as an arm of a set operation.
func (w *writer) beginsQuery(i int) bool {
	t := w.tokens
	switch before := t.at(i - 1); before.text {
	case "", ";", "(":
		return true
	case ")":
		return before.other > 0 && t.is(before.other-1, "AS")
	}
	if t.is(i-1, "ALL", "DISTINCT") {
		i--
	}
	return t.is(i-1, "UNION", "EXCEPT", "INTERSECT")
}
