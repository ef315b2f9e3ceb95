package forms

// GROUP BY ROLLUP (a, b) is GROUP BY a, b WITH ROLLUP (MySQL manual, 14.19.2). Nothing but a whole GROUP BY
// may be in ROLLUP, to MySQL and to the parser, which finds WITH ROLLUP at its end only.
func (w *writer) rollup(i int) int {
	opening := w.tokens.at(i + 1)
	if !w.tokens.are(i-2, "GROUP", "BY") || opening.text != "(" || opening.other < 0 {
		return 0
	}
	w.replace(i, "")
	w.replace(i+1, " ")
	w.replace(opening.other, " WITH ROLLUP ")
	return 0
}
