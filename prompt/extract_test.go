package prompt_test

import (
	"fmt"
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
		{"fence with a fence in a string", "```sql\nSELECT '\n```\n'\n```", "SELECT '", []prompt.Note{prompt.NoteFence}},
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
		{"prose with no semicolon before it stays", sql + "\n\nThis returns the ids.", sql + "\n\nThis returns the ids.", nil},
		{"prose with no blank line before it stays", sql + ";\nThis returns the ids.", sql + ";\nThis returns the ids.", nil},

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
		{"an object of something else", `{"query": "SELECT 1"}`, `{"query": "SELECT 1"}`, nil},
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
		{"a write in a block that is no statement", "```sql\nSELECT 1\n```\n```sh\nmysql -e 'DROP TABLE orders'\n```", ""},
		{"a write in the prose before a query", "I would DROP TABLE orders\nSELECT 1", ""},
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
		{"a write before the end of a comment", "Hi\n/*\nSELECT 1\n*/ DELETE FROM orders", "SELECT 1\n*/ DELETE FROM orders"},
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
// what is quadratic takes 64 times as long.
func TestExtractIsLinear(t *testing.T) {
	for _, unit := range []string{"```\n", "a:\n", "(\n", ":(", "/*", "#\n", `\_`, `'\_'`, "<think>", "</think>", "{\"sql\":", "~~~\n"} {
		took := func(bytes int) time.Duration {
			best := time.Hour
			for range 3 {
				start := time.Now()
				prompt.Extract("Hi\n" + strings.Repeat(unit, bytes/len(unit)))
				best = min(best, time.Since(start))
			}
			return best
		}
		if short, long := took(2<<10), took(16<<10); long > 30*short && long > 250*time.Millisecond {
			t.Errorf("2 KiB of %q take %v, and 16 KiB %v", unit, short, long)
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
		if again := prompt.Extract(got.SQL); again.SQL != got.SQL {
			t.Errorf("Extract(%q) = %q, and again %q", reply, got.SQL, again.SQL)
		}
		if write := "DELETE " + strings.TrimSpace(reply); prompt.Extract(write).SQL != strings.TrimSpace(write) {
			t.Errorf("Extract(%q) = %q, want it whole", write, prompt.Extract(write).SQL)
		}
		query := strings.TrimSpace("SELECT " + strings.Map(sqlOnly, reply))
		if got := prompt.Extract(query); got.SQL != query || got.Notes != nil {
			t.Errorf("Extract(%q) = %q %q, want it as it is", query, got.SQL, got.Notes)
		}
	})
}

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
	if strings.ContainsRune(";`\\", r) {
		return -1
	}
	return r
}
