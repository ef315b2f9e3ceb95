package forms

// x + INTERVAL (a + b) * 2 DAY. The parser takes INTERVAL ( for the beginning of the function, which has
// two arguments at least, and what servers take for the unit for an alias. A plus sign in front of the
// parenthesis makes it an operand: it changes no value and binds as tightly as any operator, so what it
// stands before is what the parenthesis was an operand of.
func (w *writer) interval(i int) int {
	if opening := w.tokens.at(i + 1); opening.text == "(" && opening.other > 0 && !opening.comma {
		w.insert(i+1, "+")
	}
	return 0
}
