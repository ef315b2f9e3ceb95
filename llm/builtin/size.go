package builtin

// maxIndexBytes is how much memory the model takes for its indexes.
const maxIndexBytes = 64 << 20

// What the parts of an index take, measured on 64 bits: two maps of words and a slice or two for a
// table, a map of words for each name of a column, an entry under each of its words, and the columns behind each value.
const (
	tableBytes = 1500
	nameBytes  = 600
	entryBytes = 150
	valueBytes = 40
)

// bytes returns about how much memory an index takes.
func (x *index) bytes() int {
	bytes := tableBytes
	for _, t := range x.tables {
		bytes += tableBytes + len(t.links)*entryBytes
		for _, c := range t.columns {
			bytes += len(c.names) * nameBytes
		}
	}
	for key, values := range x.byValue {
		bytes += entryBytes + len(key) + len(values)*valueBytes
	}
	for key, term := range x.glossary {
		bytes += entryBytes + len(key) + len(term.term) + len(term.meaning)
	}
	return bytes
}
