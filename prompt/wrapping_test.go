package prompt_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// wrappings is how many replies TestWrappings makes. -wrappings makes it more.
const wrappings = 8_000

// TestWrappings wraps statements in what models write round them and in what nobody has seen yet. What
// the checker accepts of the reply is the statement that went in, or there is a refusal; where there
// was a second statement, there is a refusal.
func TestWrappings(t *testing.T) {
	check := newJudge(t)
	rounds := wrappings
	if more, err := strconv.Atoi(os.Getenv("ASKSQL_WRAPPINGS")); err == nil {
		rounds = more
	}
	seed := uint64(1)
	if other, err := strconv.ParseUint(os.Getenv("ASKSQL_WRAPPINGS_SEED"), 10, 64); err == nil {
		seed = other
	}
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
	same, refused, different := 0, 0, 0
	for range rounds {
		statement := g.statement()
		want, ok := check(statement)
		for tries := 0; !ok && tries < 100; tries++ { // a CTE without the column that is read
			statement = g.statement()
			want, ok = check(statement)
		}
		if !ok {
			t.Fatalf("the checker refuses all of 100 statements as they are, such as %q", statement)
		}
		reply, several := g.wrapped(statement)
		x := prompt.Extract(reply)
		if wordBefore.MatchString(x.SQL) && !wordBefore.MatchString(statement) {
			continue // with "Select" before it, a statement in parentheses is a value: that is what the reply says
		}
		got, ok := check(x.SQL)
		switch {
		case !ok || x.CannotAnswer != "":
			refused++
		case got == want && !several:
			same++
		default:
			if different++; different <= 20 {
				t.Errorf("the reply %q\nof         %q\nis read as %q\nseveral: %v", reply, statement, x.SQL, several)
			}
		}
	}
	t.Logf("of %d replies %d were read right, %d were refused, %d were read as another query", rounds, same, refused, different)
	if same < rounds/3 {
		t.Errorf("only %d of %d replies were read", same, rounds)
	}
}

var wordBefore = regexp.MustCompile(`(?i)^(?:\s|#.*\n)*select(?:\s|all|distinct|#.*\n|-)*\(`)

// newJudge returns the checker's print of a text, and whether it accepts it.
func newJudge(t *testing.T) func(sql string) (string, bool) {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := view(t, `{"version":1,"schemaId":"s","dialect":"mysql","database":"shop","tables":[`+
		`{"name":"customers","columns":[{"name":"id","type":"int"},{"name":"name","type":"text"}],"primaryKey":["id"]},`+
		`{"name":"orders","columns":[{"name":"id","type":"int"},{"name":"customer_id","type":"int"},{"name":"total","type":"int"},{"name":"status","type":"text"}],"primaryKey":["id"]}]}`,
		schema.Policy{})
	return func(sql string) (string, bool) {
		query, err := checker.Check(sql, v)
		if err != nil {
			return "", false
		}
		return query.String(), true
	}
}

// A generator makes statements and replies.
type generator struct{ *rand.Rand }

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

// br is what parts two clauses.
func (g *generator) br() string {
	return g.pick("\n", "\n", "\n", "\n", " ", " ", "\n    ", "\r\n", "\n\n", "\n\n  ", " -- a note\n", "\n# a note\n", " /* a note */ ", "\n\t")
}

// hostile are strings that look like what replies are made of.
var hostile = []string{
	"paid", "a;b", "x;\n\nThis is prose now.", "it''s", "(", ")", "((", "SELECT id FROM orders", "\nSELECT id FROM orders\n", "\n```\n", "```sql\nSELECT id FROM orders\n```",
	"</sql>", "[/SQL]", "<|im_end|>", "</s>", "</think>", "<think>x</think>", `{"sql": "SELECT id FROM orders"}`, "UNION", "/*", "*/", "-- ", "# ", "\n\nThis lists the orders.", "`",
	"\"", "Here is the query:\nSELECT id FROM orders", "WITH a AS (SELECT 1)", "DROP TABLE orders;", "é「", "{", "}", "~~~\n", "\n~~~\n",
}

func (g *generator) text() string {
	if g.chance(60) {
		return "'paid'"
	}
	return "'" + g.pick(hostile...) + "'"
}

// kind returns a keyword in one of the spellings.
func (g *generator) kw(word string) string {
	if g.chance(20) {
		return strings.ToLower(word)
	}
	return word
}

// statement returns a query whose clauses mostly stand on lines of their own.
func (g *generator) statement() string {
	var s string
	switch g.IntN(16) {
	case 10:
		s = g.kw("TABLE") + " customers" + g.br() + g.kw(g.pick("UNION", "EXCEPT")) + g.br() + "SELECT id, name" + g.br() + "FROM customers"
	case 11:
		s = g.kw("VALUES") + " ROW(1)" + g.br() + g.kw("UNION") + g.br() + g.block()
	case 12:
		s = "SELECT d.id" + g.br() + "FROM (" + g.pick("", "\n") + "SELECT o.id" + g.br() + "FROM orders o" + g.br() + "WHERE " + g.condition() + g.pick("", "\n") + ") d"
	case 13:
		s = g.kw("WITH") + g.pick(" c (id) AS (", " c(id) AS\n(", " /* one */ c AS (", "\nc AS (") + g.block() + ")," + g.br() + "d AS (" + g.br() + "SELECT c.id" + g.br() + "FROM c" + g.pick(")", "\n)") + g.br() + g.kw("SELECT") + " d.id" + g.br() + "FROM d"
	case 14:
		s = "SELECT" + g.pick(" ", "\n  ") + "o.id," + g.pick(" ", "\n  ") + "(" + g.pick("", "\n") + "SELECT COUNT(*)" + g.br() + "FROM customers i) AS n" + g.br() + "FROM orders o" + g.br() + g.kw("ORDER BY") + " o.id" + g.br() + "LIMIT 5"
	case 15:
		s = "((" + g.block() + ")" + g.br() + "UNION" + g.br() + "(" + g.block() + "))" + g.br() + g.kw("EXCEPT") + g.br() + g.block()
	case 0, 1, 2, 3:
		s = g.block()
	case 4, 5, 6:
		s = g.block()
		for range 1 + g.IntN(2) {
			s += g.br() + g.kw(g.pick("UNION", "UNION ALL", "EXCEPT", "UNION DISTINCT")) + g.br() + g.block()
		}
	case 7:
		s = "(" + g.block() + ")" + g.br() + g.kw("UNION") + g.br() + "(" + g.block() + ")"
	default:
		s = g.kw("WITH") + " " + g.pick("c", "`c`", "RECURSIVE c") + " " + g.kw("AS") + g.pick(" (", "(", "\n(\n", " (\n  ") + g.block() + g.pick(")", "\n)") + g.br() +
			g.kw("SELECT") + g.br() + "c.id" + g.br() + g.kw("FROM") + " c"
	}
	return s
}

func (g *generator) block() string {
	s := g.kw("SELECT") + g.pick(" ", " ", "\n  ", " DISTINCT ") + g.pick("id", "o.id", "o.id AS a", "o.customer_id AS id", "`o`.`id`", "COUNT(*) AS id", g.text()+" AS id") +
		g.br() + g.kw("FROM") + g.pick(" ", "\n  ") + g.pick("orders o", "orders AS o", "`orders` `o`")
	if g.chance(70) {
		s += g.br() + g.kw("WHERE") + g.pick(" ", "\n  ") + g.condition()
		if g.chance(30) {
			s += g.br() + g.kw("AND") + " " + g.condition()
		}
	}
	return s
}

func (g *generator) condition() string {
	inner := "SELECT" + g.pick(" ", "\n") + "MAX(i.id)" + g.br() + "FROM customers i"
	switch g.IntN(6) {
	case 0:
		return "o.status = " + g.text()
	case 1:
		return "o.id =" + g.pick("\n    ", " ", "\n") + "(" + g.pick("", "\n") + inner + ")"
	case 2:
		return "o.id IN (" + g.pick("", "\n", "\n  ") + inner + g.pick(")", "\n)")
	case 3:
		return "NOT EXISTS" + g.pick("\n", " ") + "(SELECT i.id" + g.br() + "FROM customers i" + g.br() + "WHERE i.id = o.customer_id)"
	case 4:
		return "o.total > " + g.pick("1", "(1)", "o.id * 2")
	default:
		return "o.status IN ('a',\n'b')"
	}
}

var (
	words = strings.Fields("the query is here sure we need customers who never ordered answer so to get all orders of each one this returns use try then " +
		"Select select Insert Update Replace Call Load Use Show With table values set union except as in from where all explain begin not and begin; it's don't ( ) , = : ; . ! - * > # 1. 2) -> => ` ' \" { [ | / é 查询 ：")
	openers = []string{
		"", "", "Sure! ", "The answer is ", "We need the ids. ", "Here is the query:\n", "Here is the query:\n\n", "SQL: ", "**SQL Query:** ", "1. ", "- ", "* ", "> ", "2) ", "\ufeff", "\u200b",
		"mysql> ", "SQL> ", "MariaDB [(none)]> ", "sql\n", "sql ", "Answer:\n", "### SQL\n", "# Answer: ", "-- Answer: ", "## The answer is ", "SQLQuery: ", "To select the ids we use:\n", "Select the orders from the table:\n",
		"Update: the corrected query is\n", "Update: ", "Replace 2024 by your year:\n", "Insert your year here:\n", "Call this:\n", "Load the last year: ", "With the schema above, this is it:\n", "Use this: ", "Use ",
		"<|im_start|>assistant\n", "<s>", "<s> ", "[/INST] ", "查询：", "答案", "Q: which?\nA: ", "(see above) ", "The query (MySQL):\n", "`sql` ", "Table orders has it.\n", "Note: SELECT is used.\n", "Here's the `SELECT`: ",
		"Sure, the customers are in customers; so ", "The EXCEPT operator is used: ", "I use UNION.\n", "except ", "(", "Query = ", "query: \"", "a, b\n", "Set the date first. ", "Begin. ",
	}
	closers = []string{
		"", "", "", ";", ";", ";\n", "\n", ";\n\nThis query lists the orders.", "\n\nThis query lists the orders.", "\n\n**Explanation:** it counts.", ";\n\n### Notes\n- It uses a `SELECT`.", "</s>", " </s>", "<|im_end|>",
		"<|endoftext|>", "<｜end▁of▁sentence｜>", "<eos>", "<end_of_turn>", "[/SQL]", "</sql>", "\n```", ";\n```", "\n```\nThis returns ids.", ";\n\nThe subquery finds the last customer.", "\n\nNote: the table is small.", " ;",
		"<|im_end|>\n<|im_start|>user\nThanks", "\n\nThanks!", ";\n\nIn this query we select the ids from the table.", "\n\n- It lists all of them", ";\n\nHope this helps", "\n\nWhere total is the sum.", "\n\nAnd that is it.",
	}
	// heads make another statement of the one behind them; before and behindIt hold other statements.
	heads  = []string{"EXPLAIN ", "EXPLAIN\n", "Sure: EXPLAIN ", "DESCRIBE ", "EXPLAIN FORMAT=JSON ", "INSERT INTO orders ", "CREATE TABLE x AS ", "CREATE VIEW v AS\n", "REPLACE orders ", "ANALYZE ", "The plan: EXPLAIN ", "We run EXPLAIN ", "DECLARE c CURSOR FOR\n"}
	before = []string{"BEGIN; ", "BEGIN;\n", "SHOW TABLES;\n", "Run SHOW TABLES;\n", "USE shop;\n", "USE shop;\n\n", "SET @x = 1;\n", "SELECT 1;\n", "SELECT id FROM customers;\n", "Sure! SELECT id FROM customers; ",
		"START TRANSACTION;\n", "DELETE FROM orders;\n", "First: UPDATE orders SET total = 1;\n", "FLUSH TABLES;\n", "SELECT id FROM customers\n\n", "DROP TABLE orders\n\n", "DO SLEEP(1); ",
		"```sql\nSELECT id FROM customers\n```\n", "<sql>SELECT id FROM customers</sql>\n", "LOCK TABLES orders READ;\n", "SHOW TABLES\n", "1. SELECT id FROM customers\n2. ", "KILL 5;", "COMMIT; ", "{\"sql\": \"SELECT id FROM customers\"}\n"}
	behindIt = []string{";\nSELECT id FROM customers", ";\n\nSELECT id FROM customers", ";\n\nAlternatively:\nSELECT id FROM customers", ";\n\nThis lists them. Or SELECT id FROM customers", ";\nDROP TABLE orders", ";\n\nDROP TABLE orders;", ";\n\nThen COMMIT;\nROLLBACK;",
		"\n\nThis one is better:\nselect id from customers", ";\n```sql\nSELECT id FROM customers\n```", "\n\n```\nSELECT id FROM customers\n```\n", "</s>SELECT id FROM customers", ";\n\nSET @x = 1;"}
)

// wrapped returns a reply with the statement in it, and whether there is another one beside it.
func (g *generator) wrapped(statement string) (reply string, several bool) {
	reply = statement
	if g.chance(8) {
		reply, several = g.pick(heads...)+reply, true
	}
	for range 1 + g.IntN(2) {
		switch g.IntN(12) {
		case 0, 1:
			reply = g.pick(openers...) + reply + g.pick(closers...)
		case 2:
			reply = g.someWords() + g.pick(" ", "\n", ": ", ":\n", "\n\n") + reply + g.pick(closers...)
		case 3, 4:
			reply = g.fence(reply)
		case 5:
			reply = g.object(reply)
		case 6:
			reply = g.tag(reply)
		case 7:
			reply = g.pick("<think>Maybe SELECT id FROM customers?</think>", "<thinking>\nlet's see\n</thinking>\n", "The user wants ids.\n</think>\n\n") + reply
		case 8:
			reply = g.pick(openers...) + g.fence(reply) + "\n" + g.pick(closers...)
		case 9:
			mark := g.pick("`", "\"", "'", "**", "```", "(")
			reply = mark + reply + strings.Replace(mark, "(", ")", 1)
		case 10:
			if !strings.HasPrefix(reply, statement) {
				break // between two wrappings it may be a sentence
			}
			reply, several = g.pick(before...)+reply, true
		default:
			reply, several = reply+g.pick(behindIt...), true
		}
	}
	if !several && g.chance(20) {
		reply = g.pick(openers...) + reply
	}
	return reply, several
}

func (g *generator) someWords() string {
	var list []string
	for range 1 + g.IntN(8) {
		list = append(list, words[g.IntN(len(words))])
	}
	return strings.Join(list, g.pick(" ", " ", " ", "\n"))
}

func (g *generator) fence(s string) string {
	run := g.pick("```", "```", "~~~", "````")
	return g.pick("", "Sure:\n", "\n") + run + g.pick("sql\n", "\n", "SQL\n", "mysql\n", " sql\n", "text\n") + s + g.pick("\n", ";\n", "") + run + g.pick("", "\n", "\nThis query lists the orders.", "\n- `SELECT`: picks the `id`\n")
}

func (g *generator) tag(s string) string {
	name := g.pick("sql", "SQL", "query", "answer", "my_output", "final")
	if g.chance(50) {
		return g.pick("", "Sure: ") + "<" + name + ">" + g.pick("", " ", "\n") + s + g.pick("", " ", "\n") + "</" + name + ">" + g.pick("", "\nDone.")
	}
	return g.pick("", "Sure: ") + "[" + name + "]" + g.pick("", " ", "\n") + s + g.pick("", " ", "\n") + "[/" + name + "]"
}

// object returns an object of JSON, Python or nearly so.
func (g *generator) object(s string) string {
	quoted, _ := json.Marshal(s)
	value, name, no := string(quoted), `"`+g.pick("sql", "sql", "query", "SQL", "statement")+`"`, g.pick("", `, "cannotAnswer": ""`, `, "cannotAnswer": "N/A"`, `, "cannotAnswer": null`, `, "why": "It lists them."`)
	switch g.IntN(5) {
	case 0:
		value = strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(value)
	case 1:
		value = "'" + strings.NewReplacer(`\"`, `"`, `'`, `\'`, `\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(value[1:len(value)-1]) + "'"
		name, no = strings.ReplaceAll(name, `"`, "'"), g.pick("", ", 'cannotAnswer': ''", ", 'cannotAnswer': None", ",")
	case 2:
		name, no = strings.Trim(name, `"`), g.pick("", ",")
	}
	return g.pick("", "", "Here:\n", "Answer: ", "```json\n") + fmt.Sprintf("{%s: %s%s}", name, value, no) + g.pick("", "", "\nDone.", "\n")
}
