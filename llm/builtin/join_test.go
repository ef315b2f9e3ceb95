package builtin_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/schema"
)

// Schemas with what real ones have and examples do not: tables that all belong to one company, references that
// nobody has declared, and views beside the tables that they are made of.
const (
	tenants = "testdata/tenants.json"
	ports   = "testdata/ports.json"
	films   = "testdata/films.json"
)

// Two things are joined over a reference from one to the other, in whatever number of steps in one direction, or over
// a table of nothing but their pairs. Everything else that they have in common is no relation.
func TestJoins(t *testing.T) {
	for _, tc := range []struct{ name, schema, question, sql, reason string }{
		{name: "siblings of one company", schema: tenants, question: "How many expenses per category?", reason: "no reference leads"},
		{name: "siblings by another name", schema: tenants, question: "Which clients have no expenses?", reason: "no reference leads"},
		{name: "siblings as an average", schema: tenants, question: "average amount of expenses per client", reason: "no reference leads"},
		{name: "a sibling that has the reference that is not declared", schema: tenants, question: "How many clients per country?", reason: "no reference leads"},
		{name: "a declared reference", schema: tenants, question: "How many vendors per country?",
			sql: "SELECT COUNT(*), `countries`.`name` FROM `vendors` JOIN `countries` ON `countries`.`id` = `vendors`.`country_id` GROUP BY `countries`.`name`, `countries`.`id`"},
		{name: "what the company has is not what its clients have", schema: tenants, question: "How many clients per city?", reason: `"city"`},
		{name: "a month of two dates", schema: tenants, question: "total amount of expenses per month", reason: "expenses.created_at or expenses.updated_at"},
		{name: "a date that the question names", schema: tenants, question: "How many expenses were created in 2024?",
			sql: "SELECT COUNT(*) FROM `expenses` WHERE `created_at` >= '2024-01-01' AND `created_at` < '2025-01-01'"},
		{name: "a column about months is no month", schema: tenants, question: "How many companies per month?", reason: "companies"},
		{name: "the largest of names", schema: tenants, question: "Which client has the highest name?", reason: `"name"`},
		{name: "a key of the same name and type", schema: ports, question: "How many ports per device?",
			sql: "SELECT COUNT(*), `devices`.`hostname` FROM `ports` JOIN `devices` ON `devices`.`device_id` = `ports`.`device_id` GROUP BY `devices`.`hostname`, `devices`.`device_id`"},
		{name: "and none", schema: ports, question: "Which ports have no device?",
			sql: "SELECT `ports`.`port_name` FROM `ports` WHERE NOT EXISTS (SELECT 1 FROM `devices` WHERE `devices`.`device_id` = `ports`.`device_id`)"},
		{name: "a key of the same name and another type", schema: ports, question: "How many fans per device?", reason: "no reference leads"},
		{name: "a log of two things is no relation of them", schema: ports, question: "Which fans have no alarms?", reason: `"fans"`},
		{name: "steps in one direction", schema: ports, question: "average reading of sensors per device",
			sql: "SELECT AVG(`sensors`.`reading`), `devices`.`hostname` FROM `sensors` JOIN `ports` ON `ports`.`port_id` = `sensors`.`port_id` JOIN `devices` ON `devices`.`device_id` = `ports`.`device_id` GROUP BY `devices`.`hostname`, `devices`.`device_id`"},
		{name: "the one date of a table", schema: ports, question: "How many sensors were there in 2024?",
			sql: "SELECT COUNT(*) FROM `sensors` WHERE `taken_at` >= '2024-01-01' AND `taken_at` < '2025-01-01'"},
		{name: "a date that tells another thing", schema: ports, question: "How many devices were there in 2024?", reason: "not clear"},
		{name: "a table of pairs", schema: films, question: "How many films per actor?",
			sql: "SELECT COUNT(*), `actor`.`name` FROM `film` JOIN `film_actor` ON `film_actor`.`film_id` = `film`.`film_id` JOIN `actor` ON `actor`.`actor_id` = `film_actor`.`actor_id` GROUP BY `actor`.`name`, `actor`.`actor_id`"},
		{name: "a table before a view that says the same", schema: films, question: "How many films are in each category?",
			sql: "SELECT COUNT(*), `category`.`name` FROM `film` JOIN `film_category` ON `film_category`.`film_id` = `film`.`film_id` JOIN `category` ON `category`.`category_id` = `film_category`.`category_id` GROUP BY `category`.`name`, `category`.`category_id`"},
		{name: "a table beside a view", schema: films, question: "How many films are there?", sql: "SELECT COUNT(*) FROM `film`"},
		{name: "two tables of pairs", schema: films, question: "How many categories per actor?", reason: "no reference leads"},
		{name: "there, in a year", schema: films, question: "How many invoices were there in 2012?",
			sql: "SELECT COUNT(*) FROM `invoice` WHERE `invoice_date` >= '2012-01-01' AND `invoice_date` < '2013-01-01'"},
		{name: "a text of many values", schema: films, question: "How many summaries per actors", reason: "no reference leads"},
		{name: "a view where there is no table", schema: films, question: "How many summaries per rating",
			sql: "SELECT COUNT(*), `rating` FROM `summaries` GROUP BY `rating`"},
		{name: "a key that nobody has declared beside a column of that name", schema: films, question: "How many invoices per application?", reason: "invoice.application_data or invoice.application_id"},
		{name: "one word for two", schema: films, question: "How many customs are there?", reason: `"customs"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := ask(t, builtin.New(), tc.schema, tc.question)
			if got.SQL != tc.sql || !strings.Contains(got.CannotAnswer, tc.reason) {
				t.Errorf("%q\n got %s %s\nwant %s %s", tc.question, got.SQL, got.CannotAnswer, tc.sql, tc.reason)
			}
			if tc.sql != "" {
				check(t, tc.schema, tc.question, tc.sql)
			}
		})
	}
}

// generatedSchemas is how many schemas the next test makes.
const generatedSchemas = 120

// Whatever the schema: each condition of a join is a reference or a key of the same name and type; no two tables are
// joined because both point at a third; and what points at two tables that are joined holds nothing but pairs.
func TestJoinsOfGeneratedSchemas(t *testing.T) {
	random, model := rand.New(rand.NewPCG(3, 3)), builtin.New()
	asked, answered, joined := 0, 0, 0
	for range generatedSchemas {
		doc := generatedSchema(random)
		view := viewOf(t, doc)
		for _, question := range generatedQuestions(random, doc) {
			asked++
			got := askView(t, model, view, question)
			if got.SQL == "" {
				continue
			}
			answered++
			if edges := edgesOf(got.SQL); len(edges) > 0 {
				joined++
				checkEdges(t, doc, question, got.SQL, edges)
			}
		}
	}
	t.Logf("%d of %d questions are answered, %d of them by a join", answered, asked, joined)
	if joined < generatedSchemas {
		t.Errorf("%d answers with joins show little", joined)
	}
}

func viewOf(t testing.TB, doc *schema.Document) *schema.View {
	t.Helper()
	text, err := schema.Encode(doc)
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return artifact.View(schema.Policy{Values: true})
}

var nouns = []string{"company", "client", "vendor", "invoice", "product", "ticket", "country", "branch", "device", "album", "student", "course"}

// generatedSchema makes tables of which each refers to some before it, with declared keys or without, and tables of
// pairs with and without more in them. The first is what most of the others belong to.
func generatedSchema(random *rand.Rand) *schema.Document {
	doc := &schema.Document{Version: 1, SchemaID: "s"}
	names := slices.Clone(nouns)
	random.Shuffle(len(names)-1, func(i, j int) { names[i+1], names[j+1] = names[j+1], names[i+1] })
	own := random.IntN(2) == 0 // keys are called after their tables
	key := func(table string) string {
		if own {
			return table + "_id"
		}
		return "id"
	}
	column := func(name, kind string) schema.Column { return schema.Column{Name: name, Type: kind} }
	for i, name := range names[:4+random.IntN(6)] {
		table := schema.Table{Name: name, PrimaryKey: []string{key(name)}, Columns: []schema.Column{column(key(name), "int"), column("name", "varchar(40)")}}
		for j, before := range names[:i] {
			chance := map[bool]int{true: 2, false: 4}[j == 0]
			if random.IntN(chance) > 0 {
				continue
			}
			table.Columns = append(table.Columns, column(before+"_id", pick(random, []string{"int", "int", "int", "bigint"})))
			if random.IntN(3) > 0 {
				table.ForeignKeys = append(table.ForeignKeys, reference(before+"_id", before, key(before)))
			}
		}
		if random.IntN(2) == 0 {
			table.Columns = append(table.Columns, column("amount", "decimal(9,2)"), column("created_at", "datetime"))
		}
		doc.Tables = append(doc.Tables, table)
	}
	things := doc.Tables
	for n := range random.IntN(3) {
		one, other := pick(random, things).Name, pick(random, things).Name
		if one == other {
			continue
		}
		table := schema.Table{Name: pick(random, []string{one + "_" + other, "log"}) + fmt.Sprint(n), Columns: []schema.Column{column(one+"_id", "int"), column(other+"_id", "int")}}
		table.ForeignKeys = []schema.ForeignKey{reference(one+"_id", one, key(one)), reference(other+"_id", other, key(other))}
		if random.IntN(2) == 0 {
			table.Columns = append(table.Columns, column("note", "varchar(40)"))
		}
		doc.Tables = append(doc.Tables, table)
	}
	return doc
}

func reference(column, table, key string) schema.ForeignKey {
	return schema.ForeignKey{Columns: []string{column}, References: schema.Reference{Table: table, Columns: []string{key}}}
}

func generatedQuestions(random *rand.Rand, doc *schema.Document) (questions []string) {
	for range 40 {
		one, other := pick(random, doc.Tables).Name, pick(random, doc.Tables).Name
		questions = append(questions, fmt.Sprintf(pick(random, []string{
			"How many %ss per %s?", "Which %ss have no %ss?", "List %ss with %ss", "Which %s has the most %ss?", "What is the average amount of %ss for each %s?",
			"How many %ss does each %s have?", "Show the names of %ss and the names of %ss", "List %ss with more than 2 %ss", "Show the names of %ss with %s amount above 5",
		}), one, other))
	}
	return questions
}

// An edge is the equality of two columns.
type edge struct{ left, leftColumn, right, rightColumn string }

var equality = regexp.MustCompile("`(\\w+)`\\.`(\\w+)` = `(\\w+)`\\.`(\\w+)`")

func edgesOf(sql string) (edges []edge) {
	for _, m := range equality.FindAllStringSubmatch(sql, -1) {
		edges = append(edges, edge{m[1], m[2], m[3], m[4]})
	}
	return edges
}

func checkEdges(t *testing.T, doc *schema.Document, question, sql string, edges []edge) {
	t.Helper()
	asParent, asChild := map[string]int{}, map[string]int{}
	for _, e := range edges {
		turned := edge{e.right, e.rightColumn, e.left, e.leftColumn}
		if !refers(doc, e) {
			e = turned
		}
		if !refers(doc, e) {
			t.Errorf("%q is answered by %s: %v is no reference", question, sql, e)
		}
		asChild[e.left]++
		asParent[e.right]++
	}
	for _, table := range doc.Tables {
		if asParent[table.Name] > 1 {
			t.Errorf("%q is answered by %s through %s", question, sql, table.Name)
		}
		if asChild[table.Name] > 1 && len(table.Columns) != 2 {
			t.Errorf("%q is answered by %s through %s, which is more than pairs", question, sql, table.Name)
		}
	}
}

// refers reports whether the left column is declared to refer to the right one, or is one of the name and type of the
// right one, which is a key.
func refers(doc *schema.Document, e edge) bool {
	find := func(name string) *schema.Table {
		return &doc.Tables[slices.IndexFunc(doc.Tables, func(t schema.Table) bool { return t.Name == name })]
	}
	left, right := find(e.left), find(e.right)
	if slices.ContainsFunc(left.ForeignKeys, func(k schema.ForeignKey) bool {
		return k.Columns[0] == e.leftColumn && k.References.Table == e.right && k.References.Columns[0] == e.rightColumn
	}) {
		return true
	}
	kind := func(t *schema.Table, name string) string {
		return t.Columns[slices.IndexFunc(t.Columns, func(c schema.Column) bool { return c.Name == name })].Type
	}
	return e.leftColumn == e.rightColumn && slices.Equal(right.PrimaryKey, []string{e.rightColumn}) && kind(left, e.leftColumn) == kind(right, e.rightColumn)
}
