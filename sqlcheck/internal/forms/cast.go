package forms

// castType rewrites the types that MariaDB alone casts to: INT and INTEGER, which are SIGNED, and
// VARCHAR(n), which is CHAR(n) (MariaDB's page "CAST"; TestCastTypes compares what they make).
func (w *writer) castType(i int) int {
	opening := w.tokens[i].opened
	switch before := w.tokens.at(i - 1); {
	case opening < 0:
		return 0
	case w.tokens.is(opening-1, "CAST") && w.tokens.is(i-1, "AS"):
	case w.tokens.is(opening-1, "CONVERT") && before.text == "," && before.opened == opening:
	default:
		return 0
	}
	switch next := w.tokens.at(i + 1); {
	case !w.tokens.is(i, "VARCHAR") && next.text == ")":
		w.replace(i, "SIGNED")
	case w.tokens.is(i, "VARCHAR") && next.text == "(" && next.other == i+3 && w.tokens.isNumber(i+2):
		w.replace(i, "CHAR")
	}
	return 0
}
