package prompt_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/estimate"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// document returns an artifact of the tables, each a JSON object, with more members if given.
func document(tables []string, more ...string) string {
	members := append([]string{`"version":1`, `"schemaId":"s"`, `"tables":[` + strings.Join(tables, ",") + `]`}, more...)
	return "{" + strings.Join(members, ",") + "}"
}

// table returns the JSON of a table with an id and the columns; "a>b" is a foreign key a to b.id.
func table(name string, columns ...string) string {
	list := []string{`{"name":"id","type":"bigint"}`}
	var keys []string
	for _, column := range columns {
		column, target, isKey := strings.Cut(column, ">")
		list = append(list, fmt.Sprintf(`{"name":%q,"type":"varchar(20)","description":"what is known of the %s"}`, column, column))
		if isKey {
			keys = append(keys, fmt.Sprintf(`{"columns":[%q],"references":{"table":%q,"columns":["id"]}}`, column, target))
		}
	}
	return fmt.Sprintf(`{"name":%q,"primaryKey":["id"],"columns":[%s],"foreignKeys":[%s]}`, name, strings.Join(list, ","), strings.Join(keys, ","))
}

// crowd returns n tables that nobody asks for.
func crowd(n int) []string {
	var tables []string
	for i := range n {
		tables = append(tables, table(fmt.Sprintf("filler_%d", i), "alpha", "beta", "gamma", "delta"))
	}
	return tables
}

// pruned builds a prompt of maxTokens for a question over the artifact.
func pruned(t *testing.T, text, question string, maxTokens int) prompt.Prompt {
	t.Helper()
	v := view(t, text, schema.Policy{Values: true, Sensitive: true})
	return prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: maxTokens}).Build(v, question)
}

func shows(p prompt.Prompt, table string) bool {
	return strings.Contains(p.System+p.User, "CREATE TABLE `"+table+"`")
}

// TestPruning: of a schema that does not fit, what the question is about is shown.
func TestPruning(t *testing.T) {
	tables := append(crowd(200),
		table("invoices", "customerRef>customers", "amountDue"),
		table("customers", "full_name"),
		table("enrolments", "student>students", "course>courses"),
		table("students", "first_name"), table("courses", "title"),
		`{"name":"x1","description":"vessels that carry goods","columns":[{"name":"a","type":"enum('tanker','ferry')"},{"name":"b","values":["Rotterdam"]}]}`,
		table("x2", "c"), table("产品目录", "价格"))
	more := []string{
		`"glossary":[{"term":"churn","meaning":"customers who left"}]`,
		`"examples":[{"question":"how big is the warehouse?","sql":"SELECT c FROM x2"}]`,
	}
	for _, tc := range []struct {
		name, question string
		want           []string
	}{
		{"the name of a table", "how many invoices are there?", []string{"invoices"}},
		{"a name in the singular", "show each invoice", []string{"invoices"}},
		{"the name of a column in parts", "which amounts are due?", []string{"invoices"}},
		{"a description", "which vessels are there?", []string{"x1"}},
		{"a member of an ENUM", "count the tankers", []string{"x1"}},
		{"a value", "what is in Rotterdam?", []string{"x1"}},
		{"the far end of a foreign key", "invoices", []string{"customers"}},
		{"the table between two", "students and their courses", []string{"students", "courses", "enrolments"}},
		{"a term that the glossary explains", "what is our churn?", []string{"customers"}},
		{"an example", "is a warehouse free?", []string{"x2"}},
		{"a script without blanks", "列出所有产品", []string{"产品目录"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := pruned(t, document(tables, more...), tc.question, 1500)
			for _, name := range tc.want {
				if !shows(p, name) {
					t.Errorf("Build(%q) does not show %s:\n%s", tc.question, name, p.User)
				}
			}
			if p.OfTables != len(tables) || p.Tables >= len(tables)/2 || !p.Pruned || strings.Count(p.User, "CREATE TABLE") != p.Tables {
				t.Errorf("%d of %d tables, pruned %v, with %d in the text", p.Tables, p.OfTables, p.Pruned, strings.Count(p.User, "CREATE TABLE"))
			}
		})
	}
}

// TestPromptsFit: without the question a prompt is no longer than it may be, and says how long it is.
func TestPromptsFit(t *testing.T) {
	wide := table("wide", columnNames(400)...)
	words := strings.Repeat("ship ", 50)
	more := []string{
		`"glossary":[` + strings.Repeat(`{"term":"`+words+`","meaning":"`+words+`"},`, 100) + `{"term":"a","meaning":"b"}]`,
		`"examples":[` + strings.Repeat(`{"question":"ship","sql":"SELECT '`+words+`'"},`, 50) + `{"question":"a","sql":"SELECT 1"}]`,
	}
	const question = "which ship has column_301?"
	for _, tc := range []struct{ name, text string }{
		{"few tables", document([]string{table("a", "b")})},
		{"many tables", document(crowd(300))},
		{"a wide table", document(append(crowd(20), wide))},
		{"a wide table alone", document([]string{wide})},
		{"many terms and examples", document(crowd(5), more...)},
		{"everything", document(append(crowd(300), wide), more...)},
	} {
		for _, limit := range []int{1000, 2000, 16000} {
			p := pruned(t, tc.text, question, limit)
			length := estimate.Tokens(p.System + p.User)
			if length > limit+60 || max(length-p.Tokens, p.Tokens-length) > limit/50 {
				t.Errorf("%s, %d: about %d tokens, said to be %d", tc.name, limit, length, p.Tokens)
			}
			if p.Tables == 0 || p.Pruned == (strings.Contains(p.System, "CREATE TABLE")) {
				t.Errorf("%s, %d: %d tables, pruned %v; the system prompt holds tables only if it holds all", tc.name, limit, p.Tables, p.Pruned)
			}
		}
	}
}

func columnNames(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("column_%d", i))
	}
	return names
}

// TestWideTable: a table that is too wide keeps its keys and the columns that are asked for, and
// says that there are more.
func TestWideTable(t *testing.T) {
	columns := append(columnNames(400), "owner>people", "salary")
	p := pruned(t, document([]string{table("wide", columns...), table("people", "name")}), "the highest salary", 2000)
	for _, want := range []string{"`id` bigint PRIMARY KEY", "`owner` varchar(20) REFERENCES `people` (`id`)", "`salary` varchar(20)", " more columns of `wide` are left out here"} {
		if !strings.Contains(p.User, want) {
			t.Errorf("the prompt lacks %q:\n%s", want, p.User)
		}
	}
}

// TestBriefTables: what stands on one line holds no comment, which would hide what is behind it.
func TestBriefTables(t *testing.T) {
	const hidden = `{"name":"zoo","columns":[{"name":"a","type":"int -- x"},{"name":"b","type":"enum('--','#') # y"},{"name":"c","type":"int /* z","description":"d"}]}`
	p := pruned(t, document(append(crowd(100), hidden)), "zoo alpha beta gamma delta", 1500)
	const want = "CREATE TABLE `zoo` (`a` int, `b` enum('--','#'), `c` int);\n"
	if !strings.Contains(p.User, want) && !strings.Contains(p.User, "  `a` int,\n  `b` enum('--','#'),\n  `c` int -- d\n") {
		t.Errorf("the prompt lacks %s:\n%s", want, p.User)
	}
	for line := range strings.Lines(p.User) {
		if strings.HasSuffix(line, ");\n") && strings.Contains(strings.ReplaceAll(line, "'--'", ""), "--") {
			t.Errorf("a comment on a line that goes on: %s", line)
		}
	}
}

// TestPruningIsDeterministic: equal questions make equal prompts, whatever was asked before.
func TestPruningIsDeterministic(t *testing.T) {
	text := document(append(crowd(100), table("ships", "name"), table("boats", "name")))
	want := pruned(t, text, "names of ships and boats", 1500)
	v := view(t, text, schema.Policy{Values: true, Sensitive: true})
	b := prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: 1500})
	for _, question := range []string{"alpha", "names of ships and boats", "beta gamma", "names of ships and boats"} {
		if got := b.Build(v, question); question == "names of ships and boats" && got != want {
			t.Errorf("Build(%q) = %+v, want %+v", question, got, want)
		}
	}
}

// TestExamplesAreChosen: of many examples those are shown that resemble the question, in their order.
func TestExamplesAreChosen(t *testing.T) {
	var examples []string
	for i := range 60 {
		examples = append(examples, fmt.Sprintf(`{"question":"what about alpha %d?","sql":"SELECT %[1]d"}`, i))
	}
	examples[50] = `{"question":"which ships sank?","sql":"SELECT 'ship'"}`
	text := document(crowd(2), `"examples":[`+strings.Join(examples, ",")+`]`)
	p := pruned(t, text, "did any ship sink with alpha 7?", prompt.DefaultMaxTokens)
	if n := strings.Count(p.User, "Question: "); n != 8 || !strings.Contains(p.User, "which ships sank?") || !strings.Contains(p.User, "alpha 7?'") {
		t.Errorf("%d examples, want the eight nearest:\n%s", n, p.User)
	}
	if other := pruned(t, text, "alpha 9", prompt.DefaultMaxTokens); other.System != p.System || other.Pruned {
		t.Error("the system prompt depends on the question")
	}
}

// TestLongExamples: an example that is too long to be shown takes the place of no other.
func TestLongExamples(t *testing.T) {
	long := `{"question":"long","sql":"SELECT '` + strings.Repeat("x", 5000) + `'"},`
	text := document(crowd(1), `"examples":[`+strings.Repeat(long, 20)+`{"question":"short","sql":"SELECT 1"}]`)
	if p := pruned(t, text, "alpha", prompt.DefaultMaxTokens); !strings.Contains(p.User, "'short'") || strings.Contains(p.User, "'long'") {
		t.Errorf("the prompt shows other examples than the short one:\n%s", p.User)
	}
}

// TestHostileSizes: no artifact or question within the limits of a request takes much longer than plain
// ones of the same lengths. Both are measured in turn, so that a busy machine slows them alike.
func TestHostileSizes(t *testing.T) {
	blanks, letters := strings.Repeat(" ", 16<<10), strings.Repeat("aA1_", 4<<10)
	hub := []string{table("hub", "name")}
	for i := range 3000 {
		hub = append(hub, table(fmt.Sprintf("spoke_%d", i), "hub>hub"))
	}
	var keys []string
	for i := range 4000 {
		keys = append(keys, fmt.Sprintf("k%d>hub", i))
	}
	const another = `{"columns":["k0"],"references":{"table":"hub","columns":["id"]}},`
	wide := strings.Replace(table("wide", keys...), `"foreignKeys":[`, `"foreignKeys":[`+strings.Repeat(another, 8000), 1)
	terms := strings.Repeat(`{"term":"alpha beta1","meaning":"gamma"},`, 20_000) + `{"term":"a","meaning":"b"}`
	for _, tc := range []struct{ name, text, question string }{
		{"blanks in the question", document(crowd(300)), "x" + blanks + "y"},
		{"one word for a question", document(crowd(300)), letters},
		{"many words in the question", document(crowd(300)), strings.Repeat("alpha beta1 ", 1300)},
		{"a description without blanks", document([]string{`{"name":"t","description":"` + strings.Repeat(letters, 40) + `","columns":[{"name":"c"}]}`}), "q"},
		{"a table that all refer to", document(hub), "hub and spoke"},
		{"a table of keys", document([]string{table("hub", "name"), wide}), "key 7"},
		{"wide tables", document([]string{table("a", columnNames(3000)...), table("b", columnNames(3000)...)}), strings.Repeat("column 1 ", 1000)},
		{"many terms", document(crowd(10), `"glossary":[`+terms+`]`), strings.Repeat("beta2 alpha ", 1300)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			plainText := document(crowd(1 + len(tc.text)/len(crowd(1)[0])))
			plainQuestion := strings.Repeat("is alpha 1 there? ", 1+len(tc.question)/18)
			var first, others, plainFirst, plainOthers time.Duration
			for range 3 {
				first, others = took(t, tc.text, tc.question, 1000)
				plainFirst, plainOthers = took(t, plainText, plainQuestion, 1000)
				if max(first, others) < 10*(plainFirst+plainOthers) {
					return
				}
			}
			t.Errorf("the first prompt takes %v, five others %v; plain ones %v and %v", first, others, plainFirst, plainOthers)
		})
	}
}

// took returns how long the first prompt over a view takes, and how long five others.
func took(t *testing.T, text, question string, maxTokens int) (first, others time.Duration) {
	b := prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: maxTokens})
	v := view(t, text, schema.Policy{Values: true, Sensitive: true})
	start := time.Now()
	b.Build(v, question)
	first = time.Since(start)
	for range 5 {
		b.Build(v, question)
	}
	return first, time.Since(start) - first
}

// The table that is called as the question says comes before the many that have the word in a longer name.
func TestWholeNamesComeFirst(t *testing.T) {
	var tables []string
	for i := range 40 {
		tables = append(tables, fmt.Sprintf(`{"name": "app_order_part%d", "columns": [{"name": "order_id", "type": "int"}, {"name": "order_note", "type": "text", "description": "of an order"}]}`, i))
	}
	tables = append(tables, `{"name": "app_orders", "columns": [{"name": "id", "type": "int"}, {"name": "c1", "type": "int"}]}`)
	v := view(t, `{"version": 1, "schemaId": "s", "tables": [`+strings.Join(tables, ", ")+`]}`, schema.Policy{})
	p := prompt.NewBuilder(prompt.Options{MaxRows: 1, MaxTokens: 1000}).Build(v, "How many orders are there?")
	if !p.Pruned || !strings.Contains(p.User, "CREATE TABLE `app_orders` ") {
		t.Errorf("the prompt shows %d of %d tables without app_orders:\n%s", p.Tables, p.OfTables, p.User)
	}
}
