package forms

import (
	"cmp"
	"slices"
)

// A Text is a text as the parser is given it.
type Text struct {
	SQL     string
	Written string // as it was written

	edits []edit // where the two differ, in ascending order
	notes notes  // of what the tree lacks

	quoted int // names that Quote has put into back-quotes
}

// An edit is a part of a text that stands for another one in what was written.
type edit struct {
	start, end   int // in SQL
	written, was int // where it begins in what was written, and where it ends
}

// Changed reports whether the text differs from what was written.
func (t *Text) Changed() bool { return len(t.edits) > 0 }

// Quoted returns how many names were put into back-quotes.
func (t *Text) Quoted() int { return t.quoted }

// LeavesOut reports whether the parser is not shown a form, and Apply puts it into the tree.
func (t *Text) LeavesOut() bool { return t.notes.count() > 0 }

// Offset returns where an offset of the text is in what was written. -1 stays what it is.
func (t *Text) Offset(offset int) int {
	i := t.before(offset)
	switch {
	case i < 0:
		return offset
	case offset < t.edits[i].end:
		return t.edits[i].written
	default:
		return t.edits[i].was + offset - t.edits[i].end
	}
}

// before returns the last edit that begins at or before an offset, -1 if none does.
func (t *Text) before(offset int) int {
	i, _ := slices.BinarySearchFunc(t.edits, offset+1, func(e edit, o int) int { return cmp.Compare(e.start, o) })
	return i - 1
}

// place returns where the token is in the text that begins at an offset of what was written.
func (t *Text) place(written int) int {
	i, _ := slices.BinarySearchFunc(t.edits, written, func(e edit, o int) int { return cmp.Compare(e.written, o) })
	if i--; i < 0 {
		return written
	}
	return t.edits[i].end + written - t.edits[i].was
}

// IsWritten reports whether the part [start, end) of the text is what was written there.
func (t *Text) IsWritten(start, end int) bool {
	i := t.before(end - 1)
	return i < 0 || t.edits[i].end <= start
}

// As returns what was written for the part [start, end) of the text.
func (t *Text) As(start, end int) string {
	if start < 0 || end > len(t.SQL) || start > end {
		return ""
	}
	from, to := t.Offset(start), end
	if i := t.before(end - 1); i >= 0 && end <= t.edits[i].end {
		to = t.edits[i].was
	} else if i >= 0 {
		to = t.edits[i].was + end - t.edits[i].end
	}
	return t.Written[from:to]
}

// Quote puts the name at [start, end) into back-quotes.
func (t *Text) Quote(start, end int) {
	at, to := t.Offset(start), t.Offset(end)
	t.SQL = WithBackquotes(t.SQL, start, end)
	t.quoted++
	for i := range t.edits {
		if t.edits[i].start >= start {
			t.edits[i].start += 2
			t.edits[i].end += 2
		}
	}
	t.notes.move(func(place int) int {
		if place > start {
			return place + 2
		}
		return place
	})
	t.edits = append(t.edits, edit{start, start + 1, at, at}, edit{end + 1, end + 2, to, to})
	slices.SortFunc(t.edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
}

// WithBackquotes returns a text with [start, end) in back-quotes.
func WithBackquotes(sql string, start, end int) string {
	return sql[:start] + "`" + sql[start:end] + "`" + sql[end:]
}
