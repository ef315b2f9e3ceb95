package schema_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// Under a policy that omits sensitive columns nothing of a sensitive column is visible through any accessor.
//
// The oracle knows nothing of how the view is made: it looks for names with a regular expression
// in what the accessors return, and for the marker that every text of a sensitive column carries.
func TestOmittedColumnsLeaveNoTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := anyDocument(t)
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatalf("encode a document: %v", err)
		}
		artifact, err := schema.Decoder{CheckExample: checkMentions}.Decode(text)
		if err != nil {
			t.Fatalf("Decode(%s) = %v", text, err)
		}
		values := rapid.Bool().Draw(t, "values")
		view := artifact.View(schema.Policy{Values: values})

		for i := range doc.Tables {
			wantOutOfScope(t, view, &doc.Tables[i])
			wantUnlisted(t, view.ShownTables(), &doc.Tables[i])
		}
		wantUnmentioned(t, view, doc)
		if got := allText(view); strings.Contains(got, marker) {
			t.Fatalf("view shows a text of a sensitive column in\n%s", got)
		}
		if !values {
			wantNoValues(t, view)
		}
	})
}

// marker is in the description, type, unit and values of every sensitive column.
const marker = "zzsecret"

// anyName draws from few names, so that tables and columns share them.
func anyName() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"id", "ID", "name", "Salary", "salary", "pay_grade", "pay", "first name", "user-id", "größe", "姓名"})
}

func anyDocument(t *rapid.T) *schema.Document {
	doc := &schema.Document{Version: schema.Version, SchemaID: "s"}
	sameName := func(a string) string { return sqlcheck.Fold(a) }
	for _, name := range rapid.SliceOfNDistinct(anyName(), 1, 4, sameName).Draw(t, "tables") {
		table := schema.Table{Name: name, Description: anyProse(t)}
		for _, column := range rapid.SliceOfNDistinct(anyName(), 1, 5, sameName).Draw(t, "columns") {
			table.Columns = append(table.Columns, anyColumn(t, column))
		}
		table.PrimaryKey = anyKey(t, &table)
		doc.Tables = append(doc.Tables, table)
	}
	for i := range doc.Tables {
		doc.Tables[i].ForeignKeys = anyForeignKeys(t, &doc.Tables[i], doc.Tables)
	}
	for range rapid.IntRange(0, 3).Draw(t, "texts") {
		doc.Glossary = append(doc.Glossary, schema.Term{Term: anyProse(t), Meaning: anyProse(t)})
		doc.Examples = append(doc.Examples, schema.Example{Question: anyProse(t), SQL: anySQL(t, doc)})
	}
	return doc
}

func anyColumn(t *rapid.T, name string) schema.Column {
	if rapid.Bool().Draw(t, "sensitive") {
		return schema.Column{Name: name, Sensitive: true, Type: marker, Description: marker, Unit: marker, Values: []string{marker}, Form: marker}
	}
	return schema.Column{Name: name, Type: "text", Description: anyProse(t), Unit: anyProse(t), Values: []string{"v"}, Form: "A0"}
}

func anyKey(t *rapid.T, table *schema.Table) []string {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(columnNames(table.Columns)), 0, 2, rapid.ID).Draw(t, "key")
}

func anyForeignKeys(t *rapid.T, table *schema.Table, tables []schema.Table) []schema.ForeignKey {
	target := rapid.SampledFrom(tables).Draw(t, "target")
	near, far := anyKey(t, table), anyKey(t, &target)
	if len(near) == 0 || len(near) != len(far) {
		return nil
	}
	return []schema.ForeignKey{{Columns: near, References: schema.Reference{Table: target.Name, Columns: far}}}
}

// anyProse draws words and names, in any letter case and between any signs.
func anyProse(t *rapid.T) string {
	word := rapid.OneOf(anyName(), rapid.SampledFrom([]string{"the", "NAME", "base_salary", "SALARY", "paying"}))
	sign := rapid.SampledFrom([]string{" ", ".", ", ", "`.`", " “", "\n", "-"})
	text := "x"
	for range rapid.IntRange(0, 4).Draw(t, "words") {
		text += sign.Draw(t, "sign") + word.Draw(t, "word")
	}
	return text
}

// anySQL draws "use T.C", which checkMentions judges.
func anySQL(t *rapid.T, doc *schema.Document) string {
	table := rapid.SampledFrom(doc.Tables).Draw(t, "used table")
	column := rapid.SampledFrom(table.Columns).Draw(t, "used column")
	return "use " + table.Name + "|" + column.Name
}

func checkMentions(v *schema.View, sql string) (bool, error) {
	table, column, _ := strings.Cut(strings.TrimPrefix(sql, "use "), "|")
	if own := v.Table("", table); own == nil || own.Column(column) == nil {
		return true, errors.New("column_scope")
	}
	return true, nil
}

func wantOutOfScope(t *rapid.T, view *schema.View, table *schema.Table) {
	own := view.Table("", table.Name)
	if own == nil {
		if slices.ContainsFunc(table.Columns, func(c schema.Column) bool { return !c.Sensitive }) {
			t.Fatalf("table %s is gone, though a column of it is not sensitive", table.Name)
		}
		return
	}
	for _, column := range table.Columns {
		if got := own.Column(column.Name) != nil; got == column.Sensitive {
			t.Fatalf("column %s.%s: there %v, sensitive %v", table.Name, column.Name, got, column.Sensitive)
		}
	}
}

// wantUnlisted checks that no list or key holds a sensitive column of the table.
func wantUnlisted(t *rapid.T, shown []schema.Table, table *schema.Table) {
	for _, column := range table.Columns {
		if !column.Sensitive {
			continue
		}
		for _, other := range shown {
			if listsColumn(&other, table.Name, column.Name) {
				t.Fatalf("table %s is shown with column %s.%s in %+v", other.Name, table.Name, column.Name, other)
			}
		}
	}
}

func listsColumn(shown *schema.Table, table, column string) bool {
	if shown.Name == table && (slices.Contains(columnNames(shown.Columns), column) || slices.Contains(shown.PrimaryKey, column)) {
		return true
	}
	return slices.ContainsFunc(shown.ForeignKeys, func(k schema.ForeignKey) bool {
		return shown.Name == table && slices.Contains(k.Columns, column) ||
			k.References.Table == table && slices.Contains(k.References.Columns, column)
	})
}

// wantUnmentioned checks that no free text has the name of a sensitive column as a word.
func wantUnmentioned(t *rapid.T, view *schema.View, doc *schema.Document) {
	for _, table := range doc.Tables {
		for _, column := range table.Columns {
			if !column.Sensitive {
				continue
			}
			texts := tableTexts(view.ShownTables(), table.Name)
			if !isShared(doc, column.Name) {
				texts = allText(view)
			}
			if mention := asWord(column.Name).FindString(texts); mention != "" {
				t.Fatalf("%s.%s is mentioned as %q in\n%s", table.Name, column.Name, mention, texts)
			}
			qualified := asWord(table.Name + "." + column.Name)
			if mention := qualified.FindString(allText(view)); mention != "" {
				t.Fatalf("%s.%s is mentioned as %q in\n%s", table.Name, column.Name, mention, allText(view))
			}
		}
		if isHidden(&table) && !isShared(doc, table.Name) {
			if mention := asWord(table.Name).FindString(allText(view)); mention != "" {
				t.Fatalf("table %s is mentioned as %q in\n%s", table.Name, mention, allText(view))
			}
		}
	}
}

// isHidden reports whether all columns of the table are sensitive.
func isHidden(table *schema.Table) bool {
	return !slices.ContainsFunc(table.Columns, func(c schema.Column) bool { return !c.Sensitive })
}

// isShared reports whether something that is shown has the name too.
func isShared(doc *schema.Document, name string) bool {
	for _, table := range doc.Tables {
		if strings.EqualFold(table.Name, name) && !isHidden(&table) {
			return true
		}
		for _, column := range table.Columns {
			if !column.Sensitive && strings.EqualFold(column.Name, name) {
				return true
			}
		}
	}
	return false
}

func asWord(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[^a-z0-9_])` + regexp.QuoteMeta(name) + `($|[^a-z0-9_])`)
}

// tableTexts returns the texts of the table called name, if it is shown.
func tableTexts(shown []schema.Table, name string) string {
	var texts []string
	for _, table := range shown {
		if table.Name != name {
			continue
		}
		texts = append(texts, table.Description)
		for _, column := range table.Columns {
			texts = append(texts, column.Description, column.Unit)
		}
	}
	return strings.Join(texts, "\x00")
}

// allText returns every text that the accessors show but for the names of tables and columns.
func allText(view *schema.View) string {
	var texts []string
	for _, table := range view.ShownTables() {
		texts = append(texts, tableTexts(view.ShownTables(), table.Name))
		for _, column := range table.Columns {
			texts = append(texts, column.Type, strings.Join(column.Values, "\x00"), column.Form)
		}
	}
	for _, term := range view.Glossary() {
		texts = append(texts, term.Term, term.Meaning)
	}
	for _, example := range view.Examples() {
		texts = append(texts, example.Question)
	}
	return strings.Join(texts, "\x00")
}

func wantNoValues(t *rapid.T, view *schema.View) {
	for _, table := range view.ShownTables() {
		for _, column := range table.Columns {
			if column.Values != nil || column.Form != "" {
				t.Fatalf("view without values shows %s %s of %s.%s", fmt.Sprint(column.Values), column.Form, table.Name, column.Name)
			}
		}
	}
}
