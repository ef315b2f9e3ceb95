package show

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/asksql/asksql/internal/words"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// maxDrawn is the number of tables up to which a drawing shows each with its keys. One of more tables would be larger
// than programs show, and nobody could follow its lines: it is an index.
const maxDrawn = 300

// A group is the tables whose names begin with the same word.
type group struct {
	name   string
	tables []*schema.Table
}

// leastOfGroup is how many tables make a group of their own.
const leastOfGroup = 4

// maxIndexName is the width of the widest name in an index, in cells.
const maxIndexName = 40

// groupsOf returns the groups of the tables, by name; those of too few tables are one, the last.
func groupsOf(doc *schema.Document) (groups []group, of map[string]int) {
	counts := map[string]int{}
	for i := range doc.Tables {
		counts[firstWord(doc.Tables[i].Name)]++
	}
	const others = "\uffff"
	byName := map[string]*group{}
	for i := range doc.Tables {
		t := &doc.Tables[i]
		name := firstWord(t.Name)
		if counts[name] < leastOfGroup {
			name = others
		}
		if byName[name] == nil {
			byName[name] = &group{name: name}
		}
		byName[name].tables = append(byName[name].tables, t)
	}
	for _, g := range byName {
		slices.SortFunc(g.tables, func(a, b *schema.Table) int { return cmp.Compare(sqlcheck.Fold(a.Name), sqlcheck.Fold(b.Name)) })
		groups = append(groups, *g)
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Compare(a.name, b.name) })
	of = map[string]int{}
	for i := range groups {
		for _, t := range groups[i].tables {
			of[sqlcheck.Fold(t.Name)] = i
		}
		if groups[i].name == others {
			groups[i].name = "others"
		}
	}
	return groups, of
}

func firstWord(name string) string {
	first := ""
	words.Each(name, func(word string) {
		if first == "" {
			first = sqlcheck.Fold(word)
		}
	})
	return first
}

// indexDOT returns a graph of the groups of tables, with the names of their tables, and how many references lead from
// one group to another.
func indexDOT(doc *schema.Document) string {
	groups, of := groupsOf(doc)
	references := make([]map[int]int, len(groups))
	for i := range doc.Tables {
		for _, k := range doc.Tables[i].ForeignKeys {
			near, far := of[sqlcheck.Fold(doc.Tables[i].Name)], of[sqlcheck.Fold(k.References.Table)]
			if references[near] == nil {
				references[near] = map[int]int{}
			}
			references[near][far]++
		}
	}
	var w strings.Builder
	w.WriteString(graphHead)
	fmt.Fprintf(&w, "  graph [label=<%s>, labelloc=t, labeljust=l];\n", font(paleColor, textSize, escaped(fmt.Sprintf(
		"%d tables, by the first word of their names. Draw a part of them with its columns: asksql schema show --svg --tables 'NAME*'", len(doc.Tables)))))
	sizes := make([]size, len(groups))
	for i := range groups {
		var label string
		label, sizes[i] = groups[i].label(referredTo(groups, references[i]))
		fmt.Fprintf(&w, "  g%d [tooltip=\"\", label=<%s>];\n", i, label)
	}
	held, _ := shelved(sizes, nil)
	for _, e := range held {
		fmt.Fprintf(&w, "  g%d -> g%d [style=invis];\n", e[0], e[1])
	}
	w.WriteString("}\n")
	return w.String()
}

// referredTo says which groups another one refers to, those with most references first. Lines between groups would be as
// many as pairs of them.
func referredTo(groups []group, references map[int]int) string {
	const several = 4
	far := slices.SortedFunc(maps.Keys(references), func(a, b int) int { return cmp.Or(references[b]-references[a], a-b) })
	var parts []string
	for _, g := range far[:min(len(far), several)] {
		parts = append(parts, fmt.Sprintf("%s %d", shortened(groups[g].name, maxIndexName), references[g]))
	}
	if len(far) > several {
		parts = append(parts, fmt.Sprintf("%d more", len(far)-several))
	}
	if len(parts) == 0 {
		return ""
	}
	return "→ " + strings.Join(parts, ", ")
}

// label returns a group as a table in Graphviz's HTML, and the room that it takes: the names stand in columns, one
// below the other, and below them which groups they refer to.
func (g *group) label(referred string) (string, size) {
	const lineHeight, least, cells = 18, 12, 1.4
	rows := max(least, int(math.Ceil(math.Sqrt(float64(len(g.tables)))*cells)))
	columns := (len(g.tables) + rows - 1) / rows
	rows = min(rows, len(g.tables))
	var w strings.Builder
	title := fmt.Sprintf("%s (%d)", shortened(g.name, maxIndexName), len(g.tables))
	w.WriteString(`<TABLE BORDER="1" COLOR="` + ruleColor + `" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3">`)
	fmt.Fprintf(&w, `<TR><TD COLSPAN="%d" WIDTH="%d" BGCOLOR="%s">%s</TD></TR>`, columns, width(title, textSize), tableColor, font(plainColor, textSize, bold(title)))
	widths := make([]int, columns)
	for i, t := range g.tables {
		widths[i/rows] = max(widths[i/rows], width(shortened(t.Name, maxIndexName), typeSize))
	}
	for r := range rows {
		w.WriteString("<TR>")
		for c := range columns {
			text := ""
			if i := c*rows + r; i < len(g.tables) {
				text = escaped(shortened(g.tables[i].Name, maxIndexName))
			}
			fmt.Fprintf(&w, `<TD ALIGN="LEFT" WIDTH="%d" BGCOLOR="%s">%s</TD>`, widths[c], plainColor, font(inkColor, typeSize, text))
		}
		w.WriteString("</TR>")
	}
	if referred != "" {
		fmt.Fprintf(&w, `<HR/><TR><TD COLSPAN="%d" WIDTH="%d" ALIGN="LEFT" BGCOLOR="%s">%s</TD></TR>`, columns, width(referred, keySize), plainColor, font(viewColor, keySize, escaped(referred)))
	}
	w.WriteString("</TABLE>")
	total := 0
	for _, n := range widths {
		total += n
	}
	return w.String(), size{float64(max(total, width(title, textSize), width(referred, keySize))), float64((rows + 2) * lineHeight)}
}
