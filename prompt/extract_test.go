package prompt_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/prompt"
)

const sql = "SELECT id FROM orders"

// TestExtract lists what models wrap a statement in.
func TestExtract(t *testing.T) {
	for _, tc := range []struct {
		name, reply, want string
		notes             []prompt.Note
	}{
		{"white space", "\n  " + sql + ";\n\n", sql + ";", nil},
		{"fence", "```sql\n" + sql + "\n```", sql, []prompt.Note{prompt.NoteFence}},
		{"fence of another tag", "```MySQL\n" + sql + ";\n```", sql + ";", []prompt.Note{prompt.NoteFence}},
		{"fence without a tag", "```\n" + sql + "\n```", sql, []prompt.Note{prompt.NoteFence}},
		{"fence with an info string", "```sql title=\"a.sql\"\n" + sql + "\n```", sql, []prompt.Note{prompt.NoteFence}},
		{"fence of tildes", "Sure:\n~~~sql\n" + sql + "\n~~~", sql, []prompt.Note{prompt.NoteFence}},
		{"fence of four", "````sql\n" + sql + "\n````", sql, []prompt.Note{prompt.NoteFence}},
		{"fence on one line", "```sql " + sql + "```", sql, []prompt.Note{prompt.NoteFence}},
		{"fence on one line without a tag", "```" + sql + "```", sql, []prompt.Note{prompt.NoteFence}},
		{"fence that ends on the last line", "```sql\n" + sql + ";```\nDone.", sql + ";", []prompt.Note{prompt.NoteFence}},
		{"fence without an end", "```sql\n" + sql, sql, []prompt.Note{prompt.NoteFence}},
		{"fence with line breaks of Windows", "Sure!\r\n```sql\r\n" + sql + "\r\n```\r\n", sql, []prompt.Note{prompt.NoteFence}},
		{"fence in prose", "Sure! I'd be happy to help. ```sql\n" + sql + ";\n``` This returns ids.", sql + ";", []prompt.Note{prompt.NoteFence}},
		{"fence with an apostrophe too many", "```sql\nSELECT 'Ancestor's' FROM cards\n```\nIt's done.", "SELECT 'Ancestor's' FROM cards", []prompt.Note{prompt.NoteFence}},
		{"fence with a fence in a string", "```sql\nSELECT '\n```\n'\n```", "SELECT '\n```\n'", []prompt.Note{prompt.NoteFence}},
		{"fence within a fence", "````md\n```sql\n" + sql + "\n```\n````", sql, []prompt.Note{prompt.NoteFence, prompt.NoteFence}},
		{"label in a fence", "```\nSQL: " + sql + "\n```", sql, []prompt.Note{prompt.NoteFence, prompt.NoteBefore}},
		{"the same statement twice", "```sql\n" + sql + "\n```\nor\n```\n" + sql + ";\n```", sql, []prompt.Note{prompt.NoteFence}},
		{"fence with the expected result", "```sql\n" + sql + "\n```\nOutput:\n```\n| id |\n```", sql, []prompt.Note{prompt.NoteFence}},
		{"end of a fence only", sql + ";\n```", sql + ";", []prompt.Note{prompt.NoteAfter}},
		{"ends of fences only", sql + "\n```\n```", sql, []prompt.Note{prompt.NoteAfter}},
		{"end of a fence, prose", sql + ";\n```\nThis returns the `id` column.", sql + ";", []prompt.Note{prompt.NoteAfter}},

		{"language tag", "sql\n" + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"language tag on the line", "sql " + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"label", "SQL: " + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"label of a framework", "intermediate_sql: SELECT DISTINCT status FROM orders", "SELECT DISTINCT status FROM orders", []prompt.Note{prompt.NoteBefore}},
		{"label in bold", "**SQL Query:** " + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"label on its own line", "Here is the query:\n\n" + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"question and label", "Question: how many?\nSQLQuery: " + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"heading, which is a comment in SQL", "### SQL\n" + sql, "### SQL\n" + sql, nil},
		{"prose that begins like a query", "With the schema above, this is it:\n" + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"two CTEs", "Here:\nWITH a AS (SELECT 1 AS x),\nb AS (\nSELECT 2 AS y)\nSELECT x, y FROM a, b", "WITH a AS (SELECT 1 AS x),\nb AS (\nSELECT 2 AS y)\nSELECT x, y FROM a, b", []prompt.Note{prompt.NoteBefore}},
		{"recursive CTE", "Here:\nWITH RECURSIVE `n` (x) AS (\nSELECT 1) SELECT x FROM n", "WITH RECURSIVE `n` (x) AS (\nSELECT 1) SELECT x FROM n", []prompt.Note{prompt.NoteBefore}},
		{"parentheses", "Here:\n(SELECT 1) UNION (SELECT 2)", "(SELECT 1) UNION (SELECT 2)", []prompt.Note{prompt.NoteBefore}},
		{"prose behind a blank line", sql + ";\n\nThis query returns the ids.", sql + ";", []prompt.Note{prompt.NoteAfter}},
		{"prose behind a blank line of Windows", sql + ";\r\n\r\nNote: it's fast.", sql + ";", []prompt.Note{prompt.NoteAfter}},
		{"prose behind a blank line, no semicolon", sql + "\n\nThis returns the ids.", sql, []prompt.Note{prompt.NoteAfter}},
		{"prose behind a semicolon", sql + ";\nThis returns the ids.", sql + ";", []prompt.Note{prompt.NoteAfter}},
		{"prose behind a line break stays", sql + "\nThis returns the ids.", sql + "\nThis returns the ids.", nil},

		{"reasoning", "<think>maybe DELETE FROM orders</think>" + sql, sql, []prompt.Note{prompt.NoteReasoning}},
		{"reasoning with drafts", "<think>\nSELECT 1;\n```sql\nSELECT 2\n```\n{\"sql\":\"SELECT 3\"}\n</think>\n```sql\n" + sql + "\n```", sql, []prompt.Note{prompt.NoteReasoning, prompt.NoteFence}},
		{"reasoning that the template opened", "The user wants ids.\n</think>\n\n" + sql, sql, []prompt.Note{prompt.NoteReasoning}},
		{"reasoning twice", "<think>a</think><reasoning>b</reasoning>" + sql, sql, []prompt.Note{prompt.NoteReasoning, prompt.NoteReasoning}},
		{"reasoning that never ended", "<think>\nSELECT 1", "<think>\nSELECT 1", nil},
		{"reasoning in a string is text", "SELECT '</think>' AS x", "SELECT '</think>' AS x", nil},

		{"object", `{"sql": "SELECT id FROM orders", "cannotAnswer": ""}`, sql, nil},
		{"object with more in it", `{"sql": "SELECT id FROM orders", "confidence": 0.9}`, sql, nil},
		{"object with null", `{"cannotAnswer": null, "sql": "SELECT id FROM orders"}`, sql, nil},
		{"object in a fence", "```json\n{\"sql\": \"SELECT id FROM orders\"}\n```", sql, []prompt.Note{prompt.NoteObject}},
		{"object in prose", "Here you are:\n{\"sql\": \"SELECT id FROM orders\"}\nEnjoy!", sql, []prompt.Note{prompt.NoteObject}},
		{"fence in an object", `{"sql": "` + "```sql\\nSELECT id FROM orders\\n```" + `"}`, sql, []prompt.Note{prompt.NoteFence}},
		{"line breaks in an object's string", "{\"sql\": \"SELECT id\nFROM\torders\",\n\"cannotAnswer\": \"\"}", "SELECT id\nFROM\torders", nil},
		{"escapes that JSON lacks", `{"sql": "SELECT 'Women\'s', customer\_id FROM orders"}`, `SELECT 'Women\'s', customer_id FROM orders`, []prompt.Note{prompt.NoteEscapes}},
		{"a brace in an object's string", `{"sql": "SELECT '}{' AS x"}`, "SELECT '}{' AS x", nil},
		{"reasoning in an object's string", `{"sql": "SELECT '</think>' AS x"}`, "SELECT '</think>' AS x", nil},
		{"an object of other members", `{"query": "SELECT 1", "why": "It is one."}`, "SELECT 1", nil},
		{"an object of two statements", `{"query": "SELECT 1", "or": "SELECT 2"}`, `{"query": "SELECT 1", "or": "SELECT 2"}`, nil},
		{"an object with a number for SQL", `{"sql": 1}`, `{"sql": 1}`, nil},
		{"an object with the name twice", `{"sql": "SELECT 1", "sql": "SELECT 2"}`, `{"sql": "SELECT 1", "sql": "SELECT 2"}`, nil},
		{"an object cut off", `{"sql": "SELECT id FR`, `{"sql": "SELECT id FR`, nil},
		{"an object without SQL", `{"sql": "", "cannotAnswer": ""}`, "", nil},

		{"back quotes", "`SELECT id FROM orders`", sql, []prompt.Note{prompt.NoteQuotes}},
		{"back quotes round back quotes", "`SELECT `id` FROM `orders``", "SELECT `id` FROM `orders`", []prompt.Note{prompt.NoteQuotes}},
		{"double quotes", `"SELECT id FROM orders"`, sql, []prompt.Note{prompt.NoteQuotes}},
		{"a JSON string", `"SELECT \"x\",\nid FROM orders"`, "SELECT \"x\",\nid FROM orders", []prompt.Note{prompt.NoteQuotes}},
		{"single quotes behind a label", "SQL: 'SELECT id FROM orders'", sql, []prompt.Note{prompt.NoteBefore, prompt.NoteQuotes}},

		{"Markdown escapes", `SELECT COUNT(\*), customer\_id FROM orders`, "SELECT COUNT(*), customer_id FROM orders", []prompt.Note{prompt.NoteEscapes}},
		{"not in strings", `SELECT \*, 'a\_b', "\*" FROM orders WHERE note LIKE 'O\'\_%'`, `SELECT *, 'a\_b', "\*" FROM orders WHERE note LIKE 'O\'\_%'`, []prompt.Note{prompt.NoteEscapes}},
		{"not in quoted names and comments", "SELECT \\*, `a\\_b` -- it's \\_\nFROM orders # \\*\n/* \\_ */", "SELECT *, `a\\_b` -- it's \\_\nFROM orders # \\*\n/* \\_ */", []prompt.Note{prompt.NoteEscapes}},

		{"in strings where names were escaped", `SELECT id FROM t\_a WHERE code = 'TR\_1\_2' AND x = "a\_b"`, `SELECT id FROM t_a WHERE code = 'TR_1_2' AND x = "a_b"`, []prompt.Note{prompt.NoteEscapes, prompt.NoteStrings}},
		{"not in strings alone", `SELECT id FROM orders WHERE code = 'TR\_1'`, `SELECT id FROM orders WHERE code = 'TR\_1'`, nil},
		{"not where a pattern may be meant", `SELECT t\_id FROM t WHERE a LIKE 'x\_%' AND code = 'TR\_1'`, `SELECT t_id FROM t WHERE a LIKE 'x\_%' AND code = 'TR\_1'`, []prompt.Note{prompt.NoteEscapes}},
		{"not behind a backslash, nor a star", `SELECT t\_id FROM t WHERE code = 'a\\_b\*c'`, `SELECT t_id FROM t WHERE code = 'a\\_b\*c'`, []prompt.Note{prompt.NoteEscapes}},
		{"a column called like a pattern", "SELECT t\\_id, `like` FROM t WHERE a = 'x\\_y'", "SELECT t_id, `like` FROM t WHERE a = 'x_y'", []prompt.Note{prompt.NoteEscapes, prompt.NoteStrings}},

		{"a byte-order mark", "\ufeff" + sql, sql, nil},
		{"a prompt of mysql", "mysql> " + sql + ";", sql + ";", []prompt.Note{prompt.NoteBefore}},
		{"a number of a list", "1. " + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"in a sentence", "The answer is " + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"in back quotes in a sentence", "Use `" + sql + "`, which lists the ids.", sql, []prompt.Note{prompt.NoteBefore, prompt.NoteAfter}},
		{"in bold", "**" + sql + "**", sql, []prompt.Note{prompt.NoteQuotes}},
		{"tags in brackets", "[SQL] " + sql + " [/SQL]", sql, []prompt.Note{prompt.NoteTag}},
		{"tags", "Sure: <sql>\n" + sql + "\n</sql>", sql, []prompt.Note{prompt.NoteTag}},
		{"an end of tags in a string", "<q>SELECT '</q>' AS x</q>", "SELECT '</q>' AS x", []prompt.Note{prompt.NoteTag}},
		{"an end token", sql + "</s>", sql, []prompt.Note{prompt.NoteToken}},
		{"an end token of a chat", sql + "<|im_end|>", sql, []prompt.Note{prompt.NoteToken}},
		{"an end token in a string", "SELECT '<|im_end|>' AS x", "SELECT '<|im_end|>' AS x", nil},
		{"an end token and another turn", sql + ";<|im_end|>\n<|im_start|>user\nThanks", sql + ";", []prompt.Note{prompt.NoteToken}},
		{"an end of tags", sql + "\n[/SQL]", sql, []prompt.Note{prompt.NoteToken}},
		{"English that begins with UPDATE", "Update: the corrected query is\n```sql\n" + sql + "\n```", sql, []prompt.Note{prompt.NoteFence}},
		{"English that begins with REPLACE", "Replace 2024 by your year\n```sql\n" + sql + "\n```", sql, []prompt.Note{prompt.NoteFence}},
		{"English that begins with SELECT", "Select the ids of the orders:\n" + sql, sql, []prompt.Note{prompt.NoteBefore}},
		{"an explanation that quotes the statement", "```sql\n" + sql + "\n```\n- `SELECT id`: the ids\n- `COUNT(*)` would count\n", sql, []prompt.Note{prompt.NoteFence}},
		{"a plan, the statement, and an object with it", "### PLAN ###\nread orders\n" + sql + "\nNow the object:\n{\"sql\": \"" + sql + "\"}", sql, []prompt.Note{prompt.NoteObject}},
		{"prose behind a comment and a blank line", sql + " -- all\n\nIt reads them.", sql + " -- all", []prompt.Note{prompt.NoteAfter}},
		{"a clause behind a blank line", sql + "\n\nWHERE id = 1\n\nORDER BY id", sql + "\n\nWHERE id = 1\n\nORDER BY id", nil},
		{"an alias behind a blank line", "SELECT o.id FROM orders\n\no JOIN customers c ON c.id = o.id", "SELECT o.id FROM orders\n\no JOIN customers c ON c.id = o.id", nil},

		{"a dictionary of Python", "{'sql': 'SELECT id FROM orders'}", sql, nil},
		{"a dictionary with escapes", `{'sql': 'SELECT \'a\' AS x,\n"b" AS y', 'cannotAnswer': None}`, "SELECT 'a' AS x,\n\"b\" AS y", nil},
		{"a string of Python in three quotes", "{\"sql\": \"\"\"SELECT id\nFROM orders\"\"\"}", "SELECT id\nFROM orders", nil},
		{"an object of JavaScript", `{sql: "SELECT id FROM orders",}`, sql, nil},
		{"an object with SQL by another name", `{"query": "SELECT id FROM orders", "cannotAnswer": "N/A"}`, sql, nil},
		{"an object in another", `{"arguments": {"sql": "SELECT id FROM orders", "cannotAnswer": ""}}`, sql, nil},
		{"an object with quotes that are not escaped", "{'sql': 'SELECT id FROM orders WHERE status = 'x''}", "{'sql': 'SELECT id FROM orders WHERE status = 'x''}", nil},
		{"an object cut off behind prose", "Sure: {\"sql\": \"SELECT id FROM orders", "Sure: {\"sql\": \"SELECT id FROM orders", nil},

		{"a comment round it", "-- count\nSELECT COUNT(*) FROM orders -- done", "-- count\nSELECT COUNT(*) FROM orders -- done", nil},
		{"no SQL at all", "The invoices table stores customers' orders.", "The invoices table stores customers' orders.", nil},
		{"an answer", "42 orders.", "42 orders.", nil},
		{"a fence without SQL", "```\nI cannot do that.\n```", "```\nI cannot do that.\n```", nil},
		{"comments only", "-- nothing", "-- nothing", nil},
		{"nothing", " \n", "", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := prompt.Extract(tc.reply)
			if got.SQL != tc.want || !slices.Equal(got.Notes, tc.notes) || got.CannotAnswer != "" {
				t.Errorf("Extract(%q) = %q %q, want %q %q", tc.reply, got.SQL, got.Notes, tc.want, tc.notes)
			}
		})
	}
}

// TestExtractHidesNothing: what may be SQL is never dropped so that the rest looks better.
func TestExtractHidesNothing(t *testing.T) {
	for _, tc := range []struct{ name, reply, want string }{
		{"two fences", "```sql\nSELECT 1;\n```\nand\n```sql\nSELECT 2\n```", "SELECT 1;\nSELECT 2"},
		{"two fences with a label in one", "```\nMySQL:\nSELECT 1\n```\n```sql\nSELECT 2\n```", "SELECT 1;\nSELECT 2"},
		{"a write in a fence", "```sql\nDROP TABLE orders\n```", "DROP TABLE orders"},
		{"a write and a query in fences", "```\nDELETE FROM a;\n```\n```\nSELECT 1\n```", "DELETE FROM a;\nSELECT 1"},
		{"a write behind a label", "Here:\nDELETE FROM orders WHERE id IN (\nSELECT id FROM orders)", "DELETE FROM orders WHERE id IN (\nSELECT id FROM orders)"},
		{"a write in an object", `{"sql": "DROP TABLE orders"}`, "DROP TABLE orders"},
		{"a write in quotes", "`DROP TABLE orders`", "DROP TABLE orders"},
		{"a write before a fence", "DROP TABLE orders;\n```sql\nSELECT 1\n```", ""},
		{"a write on the line of a query", "UPDATE orders SET total = 0;\n\nSELECT 1", ""},
		{"a write behind a comment", "/* x */ UPDATE orders SET id = id\n```sql\nSELECT 1\n```", ""},
		{"a write in the prose round a fence", "First run delete from orders, then:\n```sql\nSELECT 1\n```", ""},
		{"a write in a block that is no statement", "```sql\nSELECT 1\n```\n```sh\nmysql -e 'DROP TABLE orders'\n```", "SELECT 1;\nmysql -e 'DROP TABLE orders'"},
		{"a write in the prose before a query", "I would DROP TABLE orders\nSELECT 1", "DROP TABLE orders\nSELECT 1"},
		{"a write behind a query", sql + ";\n\nDROP TABLE orders", ""},
		{"a write within the prose behind a query", sql + ";\n\nThen do it: INSERT INTO orders VALUES (1)", ""},
		{"a query behind a query", sql + ";\n\nSELECT 2;\n\nThis gives both.", ""},
		{"a SET behind a query", sql + ";\n\nSET PASSWORD = 'x'", ""},
		{"an executable comment behind a query", sql + ";\n\nx /*! DROP TABLE orders */", ""},
		{"a comment behind a query", sql + ";\n\n-- done", ""},
		{"a fence behind a query", sql + ";\n\n```sql\nSELECT 2\n```", ""},
		{"a write behind an object", "{\"sql\": \"SELECT 1\"}\nDROP TABLE orders", ""},
		{"an object behind an object", "{\"sql\": \"SELECT 1\"}\n{\"sql\": \"SELECT 2\"}", ""},
		{"a CTE that writes", "WITH c AS (SELECT id FROM orders)\nDELETE FROM orders WHERE id IN (SELECT id FROM c)", ""},
		{"a write before the end of a comment", "Hi\n/*\nSELECT 1\n*/ DELETE FROM orders", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			want := tc.want
			if want == "" {
				want = tc.reply
			}
			if got := prompt.Extract(tc.reply); got.SQL != want {
				t.Errorf("Extract(%q) = %q, want %q", tc.reply, got.SQL, want)
			}
		})
	}
}

func TestExtractCannotAnswer(t *testing.T) {
	long := strings.Repeat("ä", 400)
	for _, tc := range []struct{ name, reply, sql, reason string }{
		{"reason", `{"sql":"","cannotAnswer":"there is no weather here"}`, "", "there is no weather here"},
		{"reason and SQL", `{"sql":"SELECT 1","cannotAnswer":"not sure"}`, "SELECT 1", "not sure"},
		{"reason in a fence", "```json\n{\"cannotAnswer\": \"no such data\"}\n```", "", "no such data"},
		{"no reason in words", `{"sql":"SELECT 1","cannotAnswer":"N/A"}`, "SELECT 1", ""},
		{"no reason in Python", `{'sql': 'SELECT 1', 'cannotAnswer': 'None.'}`, "SELECT 1", ""},
		{"no reason, no SQL", `{"sql":"","cannotAnswer":"N/A"}`, "", "N/A"},
		{"blank reason", `{"sql":"SELECT 1","cannotAnswer":" \n"}`, "SELECT 1", ""},
		{"reason on several lines", `{"sql":"","cannotAnswer":"no\r\n such\u2028 \u202edata\u0000"}`, "", "no such data"},
		{"long reason", `{"sql":"","cannotAnswer":"` + long + `"}`, "", long[:2*299] + "…"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := prompt.Extract(tc.reply)
			if got.SQL != tc.sql || got.CannotAnswer != tc.reason {
				t.Errorf("Extract(%q) = %q, %q, want %q, %q", tc.reply, got.SQL, got.CannotAnswer, tc.sql, tc.reason)
			}
		})
	}
}

// TestExtractWhole: what comes out is never a part of what the model wrote. The statements' clauses stand on
// lines of their own, so that a part of each of them could be taken for all.
func TestExtractWhole(t *testing.T) {
	union := "SELECT id FROM customers\nEXCEPT\nSELECT customer_id FROM orders"
	nested := "SELECT name FROM customers WHERE id =\n    (SELECT MAX(customer_id) FROM orders);"
	cte := "WITH c AS (\nSELECT 1 AS x)\nSELECT x FROM c"
	for _, statement := range []string{union, nested, cte, "TABLE a\nUNION\nSELECT b FROM y", "(SELECT a FROM x)\nUNION\n(SELECT b FROM y)"} {
		for _, before := range []string{
			"The answer is ", "Sure! We need ", "\ufeff", "SQL> ", "mysql> ", "1. ", "- ", "> ", "# Answer: ", "-- ", "Here's the query: ", "Use this: ", "Update: ", "SQL:\n",
			"```text\n", "[SQL] ", "<sql>", "<|im_start|>assistant\n", "EXPLAIN ", "EXPLAIN\n", "BEGIN; ", "SHOW TABLES;\n", "USE shop;\n", "SET @x = 1;\n", "INSERT INTO t ", "CREATE TABLE t AS\n", "Sure: EXPLAIN ",
			"f(", "x IN (", "a UNION\n", "WITH a AS (SELECT 1) ",
		} {
			reply := before + statement
			got := prompt.Extract(reply)
			if got.SQL != statement && !strings.HasSuffix(got.SQL, " "+statement) && !strings.HasSuffix(got.SQL, "\n"+statement) && got.SQL != trimmed(reply) {
				t.Errorf("Extract(%q) = %q, want %q or all of it", reply, got.SQL, statement)
			}
		}
	}
}

func trimmed(text string) string { return strings.Trim(text, "\ufeff \n") }

// TestExtractBounds: what is beyond every honest reply stays whole.
func TestExtractBounds(t *testing.T) {
	query := "\n```sql\n" + sql + "\n```"
	for _, tc := range []struct{ name, reply string }{
		{"too long", strings.Repeat("x", 128<<10) + query},
		{"too many fences", strings.Repeat("```\nx\n```\n", 100) + query},
		{"too many layers", strings.Repeat("<think></think>", 1000) + query},
	} {
		if got := prompt.Extract(tc.reply); !strings.Contains(got.SQL, "```sql") {
			t.Errorf("%s: Extract gives %.80q, want it whole", tc.name, got.SQL)
		}
	}
}

// TestExtractIsLinear: eight times the text takes eight times as long, give or take a busy machine;
// what is quadratic takes 64 times as long. A reply as long as a provider passes on takes no longer than
// the longest that is looked into.
func TestExtractIsLinear(t *testing.T) {
	for _, unit := range []string{
		"```\n", "a:\n", "(\n", ":(", "/*", "#\n", `\_`, `'\_'`, "<think>", "</think>", "{\"sql\":", "~~~\n", "{", "{}", "{'a':", `{"a":[`, "[", "<a>", "</a>", "<a>SELECT 1</a>", "[a]",
		"SELECT ", "SELECT a, ", "SELECT 1;\n\n", "`SELECT 1` ", "SELECT '", "with a as (", "UPDATE ", "UPDATE a, ", "GRANT a, ", "SHOW ", "SHOW;", "create ", "insert into ", "the ", "\n\n", " \n", ";\n\n", ";\n", "- ", "((((",
		"select the ", "select a b ", "SELECT a FROM b\n", "-- SELECT\n", "\\n", "'", "\"", "`", "\"\"\"", "<|", "<|a|>", "\ufeff", "é", "VALUES (", "TABLE a ", "x AS (", "UNION ", "```sql\nSELECT 1\n```\n", "EXPLAIN ", "# a\n\n", "A b\n\n",
	} {
		took := func(bytes int) time.Duration {
			start := time.Now()
			for _, before := range []string{"Hi\n", "SELECT a FROM b\n", "```\nSELECT a FROM b\n```\n"} {
				prompt.Extract(before + strings.Repeat(unit, bytes/len(unit)))
			}
			return time.Since(start)
		}
		var short, long, longest time.Duration
		linear := func() bool {
			short, long, longest = took(15<<10), took(120<<10), took(1<<20)
			const tooShortToTell = 500 * time.Millisecond
			return (long < 30*short || long < tooShortToTell) && (longest < 30*long || longest < tooShortToTell)
		}
		quick := false
		for try := 0; try < 3 && !quick; try++ { // the machine may be busy
			quick = linear()
		}
		if !quick {
			t.Errorf("15 KiB of %q take %v, 120 KiB %v, and 1 MiB %v", unit, short, long, longest)
		}
	}
}

func ExampleExtract() {
	reply := "Sure! Here is the query:\n\n```sql\nSELECT COUNT(\\*) FROM orders;\n```\n\nIt counts the orders."
	got := prompt.Extract(reply)
	fmt.Println(got.SQL)
	for _, note := range got.Notes {
		fmt.Println("-", note)
	}
	// Output:
	// SELECT COUNT(*) FROM orders;
	// - took the statement out of a Markdown fence
	// - undid Markdown escapes
}

// FuzzExtract: nothing panics, nothing comes out that was not in the reply, extracting again changes
// nothing, a text that begins as a write comes back as it is, and so does a query without anything
// that is not SQL.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"```sql\nSELECT 1\n```", "SQL: SELECT 1;\n\nprose", "<think>x</think>{\"sql\":\"SELECT 1\"}", `{"sql":"a\_b`, "`SELECT `a``",
		"DROP TABLE x", "~~~\nSELECT 1\n~~~", "SELECT \\*", "WITH a AS (SELECT 1)\nSELECT 1", "'SELECT 1'", "/*", "--", "```", "a:\n(SELECT 1)",
		`SELECT a\_b FROM t WHERE c = 'x\_y'`, "```sql\nSELECT 1\n```\n```\nSELECT 2\n```", "{\"sql\": \"SELECT 1\n\"}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		got := prompt.Extract(reply)
		if !cutFrom(got.SQL, reply) {
			t.Errorf("Extract(%q) = %q, which is not in it", reply, got.SQL)
		}
		if before, after, found := strings.Cut(reply, got.SQL); found && unbracketed(reply) && plainSQL.MatchString(before+"\n\n"+after) {
			t.Errorf("Extract(%q) = %q, and SQL is dropped", reply, got.SQL)
		}
		if again := prompt.Extract(got.SQL); again.SQL != got.SQL {
			t.Errorf("Extract(%q) = %q, and again %q", reply, got.SQL, again.SQL)
		}
		reply = strings.Trim(strings.TrimSpace(reply), "\ufeff\u200b\u200e\u200f\u2060 \n")
		if write := strings.TrimSpace("DELETE FROM t " + reply); prompt.Extract(write).SQL != write {
			t.Errorf("Extract(%q) = %q, want it whole", write, prompt.Extract(write).SQL)
		}
		query := strings.TrimSpace("SELECT a, " + strings.Map(sqlOnly, reply))
		if got := prompt.Extract(query); got.SQL != query || got.Notes != nil {
			t.Errorf("Extract(%q) = %q %q, want it as it is", query, got.SQL, got.Notes)
		}
	})
}

// plainSQL matches SQL that cannot be anything else.
var plainSQL = regexp.MustCompile(`(?i)(?:^|\s)select\s+(?:\d|\(|\w+\s*,|\w+ from \w+;)|\b(?:union|except|intersect)\s*$|\([^)]*$`)

// unbracketed reports whether a reply has nothing that may be round a statement, or beside it in marks.
func unbracketed(reply string) bool { return !strings.ContainsAny(reply, "{<[`~") }

// cutFrom reports whether the statement was cut out of the reply. Where several were, they stand
// under each other; JSON has characters that are written as others.
func cutFrom(statement, reply string) bool {
	if strings.Contains(reply, `\`) {
		return strings.ContainsAny(reply, `{"`) || isSubsequence(statement, reply)
	}
	for part := range strings.SplitSeq(statement, ";\n") {
		if !strings.Contains(reply, part) {
			return false
		}
	}
	return true
}

func isSubsequence(short, long string) bool {
	for i := 0; short != "" && i < len(long); i++ {
		if long[i] == short[0] {
			short = short[1:]
		}
	}
	return short == ""
}

// sqlOnly drops the characters behind which something may stand that is no SQL.
func sqlOnly(r rune) rune {
	if strings.ContainsRune(";`\\\n<[", r) {
		return -1
	}
	return r
}
