package forms

// a NATURAL INNER JOIN b is a NATURAL JOIN b (MySQL manual, 15.2.13.2).
func (w *writer) naturalInner(i int) int {
	if w.tokens.are(i, "NATURAL", "INNER", "JOIN") {
		w.replace(i+1, "")
	}
	return 0
}
