package forms

import (
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// (SELECT …) AS d (a, b). The parser reads the list behind LATERAL (…) only. It is left out and put into
// the tree, where it belongs to a derived table that has a number for an alias meanwhile, behind a control
// character that no text may hold.

// mark begins an alias that stands for one with a list.
const mark = "\x01"

// A list is an alias of a derived table and the names behind it.
type list struct {
	alias string
	names []ast.CIStr
}

func (w *writer) columnList(closing int) int {
	t := w.tokens
	opening := t[closing].other
	if opening < 0 || !t.is(opening+1, "SELECT", "WITH", "VALUES", "TABLE", "(") || t.is(opening-1, "LATERAL") {
		return 0
	}
	alias := closing + 1
	if t.is(alias, "AS") {
		alias++
	}
	first := t.at(alias + 1)
	if !t.isName(alias) || w.reserved(t[alias].text) || first.text != "(" || first.other < 0 {
		return 0
	}
	l := list{alias: w.name(alias)}
	for k := alias + 2; k <= first.other; k += 2 {
		if end := t.at(k + 1).text; !t.isName(k) || w.reserved(t[k].text) || end != "," && k+1 != first.other {
			return 0
		}
		l.names = append(l.names, ast.NewCIStr(w.name(k)))
	}
	w.replace(alias, "`"+mark+strconv.Itoa(len(w.notes.lists))+"`")
	for k := alias + 1; k <= first.other; k++ {
		w.replace(k, "")
	}
	w.notes.lists = append(w.notes.lists, l)
	return first.other + 1
}

// name returns the name that a token is.
func (w *writer) name(i int) string {
	t := w.tokens[i]
	if t.text != "`" {
		return t.text
	}
	return strings.ReplaceAll(w.sql[t.start+1:t.end-1], "``", "`")
}

// columnList gives a derived table its alias and its list.
func (a *applier) columnList(n *ast.TableSource) {
	number, marked := strings.CutPrefix(n.AsName.O, mark)
	if !marked {
		return
	}
	i, err := strconv.Atoi(number)
	if err != nil || i >= len(a.notes.lists) || n.Lateral || n.ColumnNames != nil {
		return
	}
	n.AsName, n.ColumnNames = ast.NewCIStr(a.notes.lists[i].alias), a.notes.lists[i].names
	a.done++
}
