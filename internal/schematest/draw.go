package schematest

import (
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"github.com/asksql/asksql/schema"
)

// names are few, so that tables and columns share them.
var names = []string{"order", "customer", "price", "Stock", "region", "visit", "pay_grade", "first name", "user-id", "größe", "姓名"}

// Document draws a document of which about half is hidden: columns, whole tables, the ends of keys. Its
// texts mention names of everything. At least one column is not hidden.
func Document(t *rapid.T) *schema.Document {
	doc := &schema.Document{Version: schema.Version, SchemaID: "s", Dialect: "mysql", Database: rapid.SampledFrom([]string{"", "shop", "visit"}).Draw(t, "database")}
	for i, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, len(names), rapid.ID).Draw(t, "tables") {
		doc.Tables = append(doc.Tables, table(t, name, i == 0))
	}
	for i := range doc.Tables {
		doc.Tables[i].ForeignKeys = foreignKeys(t, &doc.Tables[i], doc.Tables)
	}
	for range rapid.IntRange(0, 10).Draw(t, "texts") {
		doc.Glossary = append(doc.Glossary, schema.Term{Term: Text(t), Meaning: Text(t)})
		doc.Examples = append(doc.Examples, schema.Example{Question: Text(t), SQL: query(t, doc)})
	}
	return doc
}

// table draws a table. The first column of the first one is not hidden.
func table(t *rapid.T, name string, first bool) schema.Table {
	drawn := schema.Table{Name: name, Kind: schema.KindTable, Description: Text(t)}
	whole := !first && rapid.IntRange(0, 3).Draw(t, "whole") == 0
	for i, column := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 6, rapid.ID).Draw(t, "columns") {
		c := schema.Column{Name: column, Type: "enum('a','b')", Description: Text(t), Unit: Text(t), Values: []string{"zz " + column}, Form: "zz " + column}
		c.Sensitive = whole || (!first || i > 0) && rapid.IntRange(0, 2).Draw(t, "sensitive") == 0
		drawn.Columns = append(drawn.Columns, c)
	}
	drawn.PrimaryKey = key(t, &drawn)
	for range rapid.IntRange(-1, 2).Draw(t, "unique keys") {
		if drawn.UniqueKeys == nil {
			drawn.UniqueKeys = [][]string{}
		}
		if unique := key(t, &drawn); unique != nil {
			drawn.UniqueKeys = append(drawn.UniqueKeys, unique)
		}
	}
	return drawn
}

func key(t *rapid.T, table *schema.Table) []string {
	column := func(c schema.Column) string { return c.Name }
	var key []string
	for _, c := range rapid.SliceOfNDistinct(rapid.SampledFrom(table.Columns), 0, 2, column).Draw(t, "key") {
		key = append(key, c.Name)
	}
	return key
}

func foreignKeys(t *rapid.T, table *schema.Table, tables []schema.Table) []schema.ForeignKey {
	var keys []schema.ForeignKey
	for range rapid.IntRange(0, 2).Draw(t, "foreign keys") {
		target := rapid.SampledFrom(tables).Draw(t, "target")
		near, far := key(t, table), key(t, &target)
		if n := min(len(near), len(far)); n > 0 {
			keys = append(keys, schema.ForeignKey{Columns: near[:n], References: schema.Reference{Table: target.Name, Columns: far[:n]}, Inferred: rapid.Bool().Draw(t, "inferred")})
		}
	}
	return keys
}

// query draws a query that is right if nothing is hidden.
func query(t *rapid.T, doc *schema.Document) string {
	from := rapid.SampledFrom(doc.Tables).Draw(t, "from")
	columns := []string{"COUNT(*)", "1", "'" + rapid.SampledFrom(names).Draw(t, "string") + "'"}
	for _, c := range from.Columns {
		columns = append(columns, "`"+c.Name+"`")
	}
	return "SELECT " + rapid.SampledFrom(columns).Draw(t, "column") + " FROM `" + from.Name + "`"
}

// Query draws a query of the names of the document, hidden or not, and of names that nothing has.
func Query(t *rapid.T, doc *schema.Document) string {
	name := func(label string) string { return "`" + rapid.SampledFrom(names).Draw(t, label) + "`" }
	from := func(label string) string { return "`" + rapid.SampledFrom(doc.Tables).Draw(t, label).Name + "`" }
	shape := rapid.SampledFrom([]string{
		"SELECT C FROM T", "SELECT * FROM T", "SELECT COUNT(*) FROM D", "SELECT COUNT(*) AS C FROM T ORDER BY C",
		"SELECT T.C AS D FROM T WHERE T.C = 'a' GROUP BY D", "SELECT 1 AS C FROM T GROUP BY C HAVING C = 1",
		"SELECT x.C FROM T x JOIN U y USING (D)", "SELECT x.* FROM T x NATURAL JOIN U y", "SELECT C FROM T, U",
		"SELECT C FROM T WHERE EXISTS (SELECT D FROM U)", "WITH D AS (SELECT * FROM T) SELECT C FROM D",
		"SELECT C FROM (SELECT 1 AS C) z JOIN T ON 1", "SELECT * FROM T UNION SELECT C FROM U", "TABLE T",
	}).Draw(t, "shape")
	for placeholder, name := range map[string]string{"T": from("T"), "U": from("U"), "C": name("C"), "D": name("D")} {
		shape = regexp.MustCompile(`\b`+placeholder+`\b`).ReplaceAllLiteralString(shape, name)
	}
	return shape
}

// Text draws prose of a few words, or none. Names of drawn documents are among them, some qualified.
func Text(t *rapid.T) string {
	other := rapid.SampledFrom([]string{"the", "of", "count", "how many", "latest", "paper", "PRICE", "visits", "base_price"})
	text := ""
	for range rapid.IntRange(0, 4).Draw(t, "words") {
		text += rapid.OneOf(rapid.SampledFrom(names), other).Draw(t, "word") + rapid.SampledFrom([]string{" ", " ", ".", ", ", "`.`", "\n"}).Draw(t, "sign")
	}
	return "x " + strings.TrimSpace(text)
}

// JSON returns the text of an artifact with the content.
func JSON(doc *schema.Document) []byte {
	text, err := json.Marshal(doc)
	if err != nil {
		panic("schematest: encode a document: " + err.Error()) // drawn documents are UTF-8
	}
	return text
}
