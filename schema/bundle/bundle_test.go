package bundle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/schema/sensitive"
	"github.com/asksql/asksql/sqlcheck"
)

// document returns the schema that statements make, in the database shop.
func document(text string) *schema.Document {
	return ddl.Read([]ddl.File{{Name: "f.sql", Text: text}}, ddl.Options{Database: "shop"}).Document
}

// decoder returns a decoder that checks examples as the program does.
func decoder(t testing.TB) schema.Decoder {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return schema.Decoder{CheckExample: func(view *schema.View, sql string) (bool, error) {
		query, err := checker.Check(sql, view)
		return err != nil || query.Facts().Sensitive, err
	}}
}

// made returns the document of the artifact that is made of statements, and the report.
func made(t *testing.T, text string, o bundle.Options) (*schema.Document, *bundle.Report) {
	t.Helper()
	o.Decoder = decoder(t)
	data, report, err := bundle.Make(document(text), o)
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := o.Decoder.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return artifact.Document(), report
}

func selection(t *testing.T, include, exclude []string) bundle.Selection {
	t.Helper()
	s, err := bundle.NewSelection(include, exclude)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func patterns(t *testing.T, text string) *sensitive.Patterns {
	t.Helper()
	p, err := sensitive.ParsePatterns(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func Example() {
	doc := document("CREATE TABLE customers (id INT PRIMARY KEY, email VARCHAR(200))")
	text, report, err := bundle.Make(doc, bundle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(string(text), `{"name": "id", "type": "int", "nullable": false}`))
	fmt.Println(report.Suggested)
	// Output:
	// true
	// [customers.email: its name says an e-mail address]
}

func TestSelection(t *testing.T) {
	const text = "CREATE TABLE a_1 (x INT PRIMARY KEY); CREATE TABLE a_2 (x INT REFERENCES a_1 (x), y INT REFERENCES b (z)); CREATE TABLE B (z INT PRIMARY KEY)"
	for _, tc := range []struct {
		name             string
		include, exclude []string
		want             []string
		notes            int
	}{
		{"all", nil, nil, []string{"B", "a_1", "a_2"}, 0},
		{"some, and the keys to the others are gone", []string{"a_*"}, nil, []string{"a_1", "a_2"}, 1},
		{"all but some", nil, []string{"A_?"}, []string{"B"}, 0},
		{"both", []string{"a_*", "b"}, []string{"*_2"}, []string{"B", "a_1"}, 0},
		{"what matches nothing is told", []string{"b", "c*"}, nil, []string{"B"}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, report := made(t, text, bundle.Options{Tables: selection(t, tc.include, tc.exclude)})
			var names []string
			for _, table := range doc.Tables {
				names = append(names, table.Name)
			}
			if !slices.Equal(names, tc.want) || len(report.Notes) != tc.notes {
				t.Errorf("tables %q, notes %q; want %q and %d notes", names, report.Notes, tc.want, tc.notes)
			}
		})
	}
	if _, err := bundle.NewSelection(nil, []string{"a["}); err == nil {
		t.Error("a pattern that is none is taken")
	}
}

// marks lists what is said about each column: "+" is sensitive, "-" is not, "?" is suggested.
func marks(doc *schema.Document, report *bundle.Report) string {
	suggested := map[string]bool{}
	for _, s := range report.Suggested {
		suggested[s.Table+"."+s.Column] = true
	}
	var list []string
	for _, table := range doc.Tables {
		for _, c := range table.Columns {
			name := table.Name + "." + c.Name
			switch {
			case c.Sensitive:
				list = append(list, "+"+name)
			case c.NotSensitive:
				list = append(list, "-"+name)
			case suggested[name]:
				list = append(list, "?"+name)
			}
		}
	}
	return strings.Join(list, " ")
}

func TestMarks(t *testing.T) {
	const text = "CREATE TABLE u (id INT, email TEXT, phone TEXT, note TEXT COMMENT 'who @sensitive', n TEXT); CREATE VIEW v AS SELECT id, note, n FROM u"
	old := func(column string, sensitive bool) *schema.Document {
		return &schema.Document{SchemaID: "old", Tables: []schema.Table{{Name: "U", Columns: []schema.Column{
			{Name: column, Sensitive: sensitive, NotSensitive: !sensitive}}}}}
	}
	for _, tc := range []struct {
		name string
		o    bundle.Options
		want string
	}{
		{"tags mark, names suggest, and so do views of what is marked", bundle.Options{}, "?u.email ?u.phone +u.note +v.note"},
		{"suggestions can be accepted", bundle.Options{Accept: true}, "+u.email +u.phone +u.note +v.note"},
		{"patterns mark, and keep from being suggested", bundle.Options{Patterns: patterns(t, "*.n\n!v.n\n!*.phone")}, "?u.email +u.note +u.n +v.note"},
		{"a view's column of the name of a marked one is suggested", bundle.Options{Patterns: patterns(t, "u.n")}, "?u.email ?u.phone +u.note +u.n +v.note ?v.n"},
		{"an old mark stays", bundle.Options{Old: old("n", true)}, "?u.email ?u.phone +u.note +u.n +v.note ?v.n"},
		{"an old decision against one too", bundle.Options{Old: old("email", false), Accept: true}, "-u.email +u.phone +u.note +v.note"},
		{"a pattern wins over it", bundle.Options{Old: old("email", false), Patterns: patterns(t, "u.email")}, "+u.email ?u.phone +u.note +v.note"},
		{"a tag too", bundle.Options{Old: old("note", false)}, "?u.email ?u.phone +u.note +v.note"},
		{"an old mark wins over a pattern against it", bundle.Options{Old: old("email", true), Patterns: patterns(t, "!u.email")}, "+u.email ?u.phone +u.note +v.note"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, report := made(t, text, tc.o)
			if got := marks(doc, report); got != tc.want {
				t.Errorf("%s\nwant\n%s", got, tc.want)
			}
		})
	}
}

func TestATableWithATagIsSensitive(t *testing.T) {
	doc, _ := made(t, "CREATE TABLE t (a INT, b INT COMMENT 'two') COMMENT 'people (@sensitive)'", bundle.Options{})
	table := doc.Tables[0]
	if !table.Columns[0].Sensitive || !table.Columns[1].Sensitive || table.Description != "people" || table.Columns[1].Description != "two" {
		t.Errorf("the table is %+v", table)
	}
}

func TestMerge(t *testing.T) {
	old, err := decoder(t).Decode([]byte(`{"version": 1, "schemaId": "mine", "tables": [
		{"name": "orders", "description": "by hand", "columns": [
			{"name": "ID", "type": "int", "description": "number"},
			{"name": "total", "unit": "EUR", "values": ["1", "2"], "sensitive": true},
			{"name": "gone", "sensitive": true},
			{"name": "other"}],
		 "foreignKeys": [{"columns": ["other"], "references": {"table": "people", "columns": ["id"]}}]},
		{"name": "people", "description": "who", "columns": [{"name": "id"}]}],
		"glossary": [{"term": "turnover", "meaning": "sum of totals"}],
		"examples": [{"question": "how many?", "sql": "SELECT COUNT(*) FROM orders"}, {"question": "who?", "sql": "SELECT id FROM people"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	doc, report := made(t, "CREATE TABLE orders (id BIGINT COMMENT 'of the database', total DECIMAL(10,2) COMMENT 'new', other INT)", bundle.Options{Old: old.Document()})
	if doc.SchemaID != "mine" || doc.Database != "shop" || len(doc.Glossary) != 1 {
		t.Errorf("schemaId %s, database %s, glossary %v", doc.SchemaID, doc.Database, doc.Glossary)
	}
	if len(doc.Examples) != 1 || doc.Examples[0].Question != "how many?" {
		t.Errorf("examples %v, want the one that is still right", doc.Examples)
	}
	table := doc.Tables[0]
	id, total := table.Columns[0], table.Columns[1]
	if table.Description != "by hand" || id.Description != "number" || id.Type != "bigint" || id.Name != "id" {
		t.Errorf("the table is %+v", table)
	}
	if total.Description != "new" || total.Unit != "EUR" || len(total.Values) != 2 || !total.Sensitive {
		t.Errorf("the column is %+v", total)
	}
	wantDropped := []string{
		"column orders.gone is gone, and its mark as sensitive",
		"the foreign key orders(other) to people(id), since a table or column of it is gone",
		"table people is gone, and what was written about it",
		`the example "who?" is refused now: `,
	}
	if !slices.EqualFunc(report.Dropped, wantDropped, strings.HasPrefix) {
		t.Errorf("dropped %q, want %q", report.Dropped, wantDropped)
	}
	if want := `the description of orders.id stays as it was; the database says "of the database"`; !slices.Contains(report.Notes, want) {
		t.Errorf("notes %q, want %q", report.Notes, want)
	}
}

// Keys that people have written stay while their columns are there; what the database says of the same
// columns wins.
func TestMergeKeepsKeys(t *testing.T) {
	const people, orders = "CREATE TABLE people (id INT); ", "CREATE TABLE orders (id INT, who INT, other INT)"
	old := func(key string) *schema.Document {
		artifact, err := schema.Decoder{}.Decode([]byte(`{"version": 1, "schemaId": "s", "tables": [
			{"name": "People", "columns": [{"name": "ID"}, {"name": "gone"}], "primaryKey": ["ID"]}, {"name": "gone", "columns": [{"name": "id"}]},
			{"name": "orders", "columns": [{"name": "id"}, {"name": "WHO"}, {"name": "gone"}], "foreignKeys": [` + key + `]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		return artifact.Document()
	}
	const byHand = `{"columns": ["WHO"], "references": {"table": "People", "columns": ["ID"]}}`
	for _, tc := range []struct {
		name, text, key string
		keys            int    // foreign keys that orders has then
		note, dropped   string // what is told about the foreign key
	}{
		{"the database has none", people + orders, byHand, 1, "the foreign key orders(WHO) to People(ID) stays, though the database has none", ""},
		{"two of one column", people + orders, byHand + `, {"columns": ["who"], "references": {"table": "orders", "columns": ["id"]}}`, 2, "the foreign key orders(WHO) to People(ID) stays", ""},
		{"the database has it too", "CREATE TABLE people (id INT PRIMARY KEY); CREATE TABLE orders (id INT, who INT, other INT, FOREIGN KEY (who) REFERENCES people (id))", byHand, 1, "", ""},
		{"the database has another", people + "CREATE TABLE orders (id INT PRIMARY KEY, who INT, other INT, FOREIGN KEY (who) REFERENCES orders (id))", byHand, 1, "", "the foreign key orders(WHO) to People(ID), since the database has another"},
		{"the database has one of other columns", people + "CREATE TABLE orders (id INT PRIMARY KEY, who INT, other INT, FOREIGN KEY (other) REFERENCES orders (id))", byHand, 2, "the foreign key orders(WHO) to People(ID) stays", ""},
		{"a column of it is gone", people + orders, `{"columns": ["gone"], "references": {"table": "People", "columns": ["ID"]}}`, 0, "", "the foreign key orders(gone) to People(ID), since a table or column"},
		{"a column that it refers to is gone", people + orders, `{"columns": ["WHO"], "references": {"table": "People", "columns": ["gone"]}}`, 0, "", "the foreign key orders(WHO) to People(gone), since a table or column"},
		{"the table that it refers to is gone", people + orders, `{"columns": ["WHO"], "references": {"table": "gone", "columns": ["id"]}}`, 0, "", "the foreign key orders(WHO) to gone(id), since a table or column"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, report := made(t, tc.text, bundle.Options{Old: old(tc.key)})
			if n := len(doc.Tables[0].ForeignKeys); doc.Tables[0].Name != "orders" || n != tc.keys {
				t.Errorf("%s has the foreign keys %v, want %d", doc.Tables[0].Name, doc.Tables[0].ForeignKeys, tc.keys)
			}
			if key := doc.Tables[1].PrimaryKey; len(key) != 1 {
				t.Errorf("people has the primary key %q", key)
			}
			if told := about(report.Notes, "foreign key"); !strings.HasPrefix(told, tc.note) || (told == "") != (tc.note == "") {
				t.Errorf("notes %q, want %q", report.Notes, tc.note)
			}
			if told := about(report.Dropped, "foreign key"); !strings.HasPrefix(told, tc.dropped) || (told == "") != (tc.dropped == "") {
				t.Errorf("dropped %q, want %q", report.Dropped, tc.dropped)
			}
		})
	}
}

func TestMergeKeepsPrimaryKeys(t *testing.T) {
	old := &schema.Document{SchemaID: "s", Tables: []schema.Table{{Name: "t", PrimaryKey: []string{"a"}, Columns: []schema.Column{{Name: "a"}}}}}
	for _, tc := range []struct{ name, text, want, told string }{
		{"the database has none", "CREATE TABLE t (a INT, b INT)", "a", "the primary key (a) of t stays, though the database has none"},
		{"the database has another", "CREATE TABLE t (a INT, b INT PRIMARY KEY)", "b", ""},
		{"its column is gone", "CREATE TABLE t (b INT)", "", "the primary key (a) of t, since a column is gone"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, report := made(t, tc.text, bundle.Options{Old: old})
			if got := strings.Join(doc.Tables[0].PrimaryKey, " "); got != tc.want {
				t.Errorf("the primary key is %q, want %q", got, tc.want)
			}
			if told := about(append(report.Notes, report.Dropped...), "primary key"); told != tc.told {
				t.Errorf("told %q, want %q", told, tc.told)
			}
		})
	}
}

// about returns the first of the lines that has the words, or "".
func about(lines []string, words string) string {
	for _, line := range lines {
		if strings.Contains(line, words) {
			return line
		}
	}
	return ""
}

// Making an artifact again of the same schema and itself gives the same bytes.
func TestMergeIsStable(t *testing.T) {
	const text = "CREATE TABLE u (id INT PRIMARY KEY, email TEXT COMMENT 'where it goes', ref INT REFERENCES u (id)); CREATE VIEW v AS SELECT * FROM u"
	first, _, err := bundle.Make(document(text), bundle.Options{Accept: true})
	if err != nil {
		t.Fatal(err)
	}
	old, err := decoder(t).Decode(first)
	if err != nil {
		t.Fatal(err)
	}
	second, report, err := bundle.Make(document(text), bundle.Options{Old: old.Document()})
	if err != nil || string(first) != string(second) {
		t.Errorf("%v: the second artifact is\n%s\nwant\n%s", err, second, first)
	}
	if len(report.Suggested)+len(report.Dropped)+len(report.Notes) > 0 {
		t.Errorf("the second time, there is something to say: %+v", report)
	}
}

func TestMakeFails(t *testing.T) {
	for _, tc := range []struct {
		name  string
		doc   *schema.Document
		words string
	}{
		{"no table", document(""), "there is no table left"},
		{"no name", ddl.Read([]ddl.File{{Text: "CREATE TABLE t (a INT)"}}, ddl.Options{}).Document, "--id"},
		{"a database of the server's own", ddl.Read([]ddl.File{{Text: "CREATE TABLE t (a INT)"}}, ddl.Options{Database: "mysql"}).Document, "system database"},
		{"twins", &schema.Document{Database: "d", Tables: []schema.Table{{Name: "t", Columns: []schema.Column{{Name: "a"}}}, {Name: "T", Columns: []schema.Column{{Name: "a"}}}}}, "differ by letter case only"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, _, err := bundle.Make(tc.doc, bundle.Options{}); err == nil || !strings.Contains(err.Error(), tc.words) {
				t.Errorf("Make gives the error %v, want one about %q", err, tc.words)
			}
		})
	}
}
