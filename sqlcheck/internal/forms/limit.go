package forms

// OFFSET n ROWS FETCH NEXT m ROWS ONLY is LIMIT m OFFSET n, and OFFSET n ROWS is a LIMIT of the largest
// number of rows there is (MariaDB's page "SELECT … OFFSET … FETCH"). With TIES are more rows, of which
// no LIMIT knows. The words are exchanged one by one, so that comments between them stay.
func (w *writer) offsetFetch(i int) int {
	t := w.tokens
	if !t.isNumber(i+1) || !t.is(i+2, "ROW", "ROWS") {
		return 0
	}
	offset := t[i+1].text
	if !t.is(i+3, "FETCH") {
		w.replace(i, "LIMIT")
		w.replace(i+1, "18446744073709551615")
		w.replace(i+2, "OFFSET "+offset)
		return i + 3
	}
	rows, last := "1", i+5
	if t.isNumber(last) {
		rows = t[last].text
		last++
	}
	if !t.is(i+4, "FIRST", "NEXT") || !t.is(last, "ROW", "ROWS") || !t.is(last+1, "ONLY") {
		return 0
	}
	w.replace(i, "LIMIT")
	w.replace(i+1, rows)
	w.replace(i+2, "OFFSET "+offset)
	for k := i + 3; k <= last+1; k++ {
		w.replace(k, "")
	}
	return last + 2
}
