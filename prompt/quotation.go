package prompt

import "strings"

// holdsSQL reports whether there is SQL in text that is dropped beside the statements. Theirs is
// none: an explanation may quote them, whole or in parts. Neither is a fragment in back quotes that
// reads no table.
func holdsSQL(text string, statements ...string) bool {
	var all []quotable
	steps := maxSteps
	for at := sqlFrom(text, 0); at >= 0; at = sqlFrom(text, at) {
		if all == nil {
			all = quotables(statements)
		}
		end := fragmentEnd(text, at)
		for _, q := range all {
			end = max(end, q.quotationEnd(text, at, &steps))
		}
		if end < 0 {
			return true
		}
		at = end
	}
	return false
}

// maxSteps is how many bytes are compared until everything counts as SQL.
const maxSteps = 1 << 20

// fragmentEnd returns where the back quotes end in which the SQL at at stands alone on its line,
// if that reads no table, or -1.
func fragmentEnd(text string, at int) int {
	if at == 0 || text[at-1] != '`' || at > 1 && text[at-2] == '`' {
		return -1
	}
	line, _, _ := strings.Cut(text[at:], "\n")
	span, rest, closed := strings.Cut(line, "`")
	if !closed || strings.HasPrefix(rest, "`") || rest != "" && isNameByte(rest[0]) || !isQueryWord(span) {
		return -1
	}
	for from := 0; ; {
		start, end := nextWord(span, from)
		if start < 0 {
			return at + len(span)
		}
		switch strings.ToUpper(span[start:end]) {
		case "FROM", "INTO", "UNION", "EXCEPT", "INTERSECT", "TABLE", "VALUES":
			return -1
		}
		from = end
	}
}

// A quotable is a statement that text may quote, and where it and its subqueries begin.
type quotable struct {
	statement string
	begins    []int
}

// maxBegins is how many beginnings of a statement are looked at.
const maxBegins = 64

func quotables(statements []string) []quotable {
	all := make([]quotable, len(statements))
	for i, statement := range statements {
		all[i].statement = statement
		for at := sqlFrom(statement, 0); at >= 0 && len(all[i].begins) < maxBegins; {
			all[i].begins = append(all[i].begins, at)
			_, end := nextWord(statement, at)
			at = sqlFrom(statement, end)
		}
	}
	return all
}

// quotationEnd returns where the SQL ends that stands at at, if that is all of the statement or a
// beginning of it or of a subquery, in some marks, or -1.
func (q quotable) quotationEnd(text string, at int, steps *int) int {
	for _, from := range q.begins {
		i, j := at, from
		for *steps > 0 && i < len(text) && j < len(q.statement) {
			a, b := wordAt(text, i), wordAt(q.statement, j)
			*steps -= len(a)
			if !strings.EqualFold(a, b) {
				break
			}
			i, j = blanksEnd(text, i+len(a)), blanksEnd(q.statement, j+len(b))
		}
		end := len(strings.TrimRight(text[at:i], " \t\r\n")) + at
		if i > at && *steps > 0 && quotationEnds(text[end:], text[i:], bare(q.statement[j:]) == "") {
			return end
		}
	}
	return -1
}

// quotationEnds reports whether a quotation is over before rest; next is rest without blanks. What
// is not the whole of a statement needs a mark behind it, for it could be the beginning of another.
func quotationEnds(rest, next string, whole bool) bool {
	for _, mark := range []string{":", "`", "**", `"`, "...", "…", "```"} {
		if strings.HasPrefix(rest, mark) {
			return true
		}
	}
	if !whole {
		return false
	}
	words, joined := leadingWords(next, 1)
	return next == "" || next[0] == ';' || joined > 0 && !clauseWords[words[0]] && strings.Contains(rest[:len(rest)-len(next)], "\n")
}

// wordAt returns the word or character at at.
func wordAt(text string, at int) string {
	end := at
	for end < len(text) && (isNameByte(text[end]) || text[end] >= 0x80) {
		end++
	}
	return text[at:max(end, at+1)]
}

// blanksEnd returns where what is not blank begins, at at or behind it.
func blanksEnd(text string, at int) int {
	return len(text) - len(strings.TrimLeft(text[at:], " \t\r\n"))
}
