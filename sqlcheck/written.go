package sqlcheck

import "github.com/asksql/asksql/sqlcheck/internal/spelling"

import "strings"

// Names as a query has to write them, for messages.

// asWritten returns a name as a query has to write it: in back-quotes where it is no plain word, or one that
// the parser reserves (MySQL manual, 11.2).
func asWritten(name string) string {
	if isPlainName(name) && !reserved()[strings.ToUpper(name)] {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// isPlainName reports whether a name is one word, and no number.
func isPlainName(name string) bool {
	if name == "" || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	for i := 0; i < len(name); i++ {
		if !spelling.IsNameByte(name[i]) {
			return false
		}
	}
	return true
}

// joined lists names as a query has to write them.
func joined(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = asWritten(name)
	}
	return strings.Join(list, ", ")
}

// unquoted returns the column of a relation that the text has without the back-quotes that it needs, "" if
// there is none: of T-BIL the parser takes T for a name, and of Unit Price Unit.
func (r *resolver) unquoted(name string, rel *relation) string {
	if !r.mayCompare(rel.width()) {
		return ""
	}
	for _, column := range rel.legal() {
		if len(column) <= len(name) || spelling.IsNameByte(column[len(name)]) || !sameName(column[:len(name)], name) {
			continue
		}
		// Looking through the text is paid for as looking at that many names.
		if r.mayCompare(len(r.source.sql)/32) && standsBare(column, r.source.sql) {
			return asWritten(column)
		}
	}
	return ""
}

// standsBare reports whether words stand in a text without a back-quote in front.
func standsBare(words, sql string) bool {
	at := spelling.Next(words, sql, 0)
	for at > 0 && sql[at-1] == '`' {
		at = spelling.Next(words, sql, at+1)
	}
	return at >= 0
}
