package evaluation

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"text/template"
	"time"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// reportVariable is the environment variable that names the file for the figures about prompts.
const reportVariable = "ASKSQL_PROMPTS_REPORT"

// manyTimes is how often BIRD and Spider together make almost the 10,000 tables of the largest
// artifact.
const manyTimes = 64

// TestPromptsReport writes the page of figures about prompts and replies.
func TestPromptsReport(t *testing.T) {
	path := os.Getenv(reportVariable)
	if path == "" {
		t.Skipf("%s names no file to write", reportVariable)
	}
	var w strings.Builder
	if err := reportPage.Execute(&w, newReport(t)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(w.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A report is what the page says. Tables are in Markdown.
type report struct {
	Date, System, Commit                      string
	Databases, Tables, Questions, LeftOut     int
	Times, Default, Runs                      int
	Recall, Whole, Speed, Extraction, Unwraps string
}

func newReport(t *testing.T) report {
	dbs := databases(t)
	m := merged(t, dbs, 1)
	view, needs := m.view(t), m.needs(t, dbs)
	r := report{
		Runs:      timedRuns,
		Date:      time.Now().UTC().Format("2 January 2006"),
		System:    fmt.Sprintf("%s, %s/%s with %d cores", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU()),
		Commit:    commit(),
		Databases: len(m.names),
		Tables:    len(view.ShownTables()),
		Questions: len(needs),
		LeftOut:   m.questions(t) - len(needs),
		Times:     manyTimes,
		Default:   prompt.DefaultMaxTokens,
		Recall:    recallTable(recalls(view, needs)),
		Whole:     wholeTable(dbs),
		Speed:     speedTable([]*schema.View{view, merged(t, dbs, manyTimes).view(t)}, needs),
	}
	files, kinds := extractions(t, dbs)
	r.Extraction, r.Unwraps = files.markdown(), kinds.markdown()
	return r
}

// questions returns how many questions over the merged schema there are.
func (m *merger) questions(t *testing.T) int {
	n := 0
	for _, f := range files(t, "gold") {
		for _, r := range f.records {
			if m.names[r.SchemaID] != nil {
				n++
			}
		}
	}
	return n
}

func recallTable(all []recall) string {
	rows := [][]string{{"prompt", "questions", "asked", "every table", "every column", "tables shown"}}
	for _, r := range all {
		rows = append(rows, []string{
			fmt.Sprintf("%d tokens", r.budget), r.half, fmt.Sprint(r.questions),
			percent(r.share(r.tables)), percent(r.share(r.columns)), fmt.Sprintf("%.0f", r.share(r.shown)),
		})
	}
	return markdown(rows)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// wholeTable says how many schemas of the evaluation fit a prompt whole.
func wholeTable(dbs map[string]database) string {
	rows := [][]string{{"prompt", "schemas", "shown whole"}}
	for _, budget := range append(recallBudgets, prompt.DefaultMaxTokens) {
		builder := prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: budget})
		whole := 0
		for _, d := range dbs {
			if !builder.Build(d.View(everything), "q").Pruned {
				whole++
			}
		}
		rows = append(rows, []string{fmt.Sprintf("%d tokens", budget), fmt.Sprint(len(dbs)), fmt.Sprint(whole)})
	}
	return markdown(rows)
}

// speedTable says what the first question over a view costs, and each of the needs after it.
func speedTable(views []*schema.View, needs []need) string {
	rows := [][]string{{"tables", "first question", "every other question"}}
	for _, view := range views {
		builder := newDefault()
		first := quickest(func() { newDefault().Build(view, needs[0].question) })
		builder.Build(view, needs[0].question)
		others := quickest(func() {
			for _, n := range needs {
				builder.Build(view, n.question)
			}
		})
		each := others / time.Duration(len(needs))
		rows = append(rows, []string{fmt.Sprint(len(view.ShownTables())), milliseconds(first), milliseconds(each)})
	}
	return markdown(rows)
}

func newDefault() *prompt.Builder {
	return prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: prompt.DefaultMaxTokens})
}

// timedRuns is how often is measured what counts by its quickest run: other programs slow it down.
const timedRuns = 5

func quickest(do func()) time.Duration {
	best := timed(do)
	for range timedRuns - 1 {
		best = min(best, timed(do))
	}
	return best
}

func timed(do func()) time.Duration {
	start := time.Now()
	do()
	return time.Since(start)
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.1f ms", d.Seconds()*1000) }

// markdown returns rows as a table, the first as its head.
func markdown(rows [][]string) string {
	var w strings.Builder
	for i, row := range rows {
		w.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			w.WriteString("|---" + strings.Repeat("|--:", len(row)-1) + "|\n")
		}
	}
	return w.String()
}

// markdown returns the tally as a table.
func (c *tally) markdown() string {
	rows := [][]string{append([]string{c.head}, c.columns...)}
	total := []string{"all"}
	for _, column := range c.columns {
		total = append(total, fmt.Sprint(c.total(column)))
	}
	for _, name := range c.names {
		row := []string{name}
		for _, column := range c.columns {
			row = append(row, fmt.Sprint(c.counts[cell{name, column}]))
		}
		rows = append(rows, row)
	}
	return markdown(append(rows, total))
}

var reportPage = template.Must(template.New("page").Parse(`# Prompts and replies

What is left of a large schema in a prompt, and what is taken out of a model's reply, measured. The
command that writes this page, numbers and all, is

` + "```sh" + `
make prompts-report
` + "```" + `

It needs the evaluation data, which is not part of the repository (` + "`internal/evaluation`" + ` says where it
is looked for). This run: {{.Date}}, {{.Commit}}, {{.System}}.

## What a prompt shows of a large schema

A schema that fits is shown whole, in the system prompt, which then is the same for every question. Of
a larger one the system prompt holds the rules alone, and the part that the question is about goes with
the question:

- Tables are ranked by BM25 over the words of their names, columns, descriptions, members of ENUMs, the
  values that the mode shows, and the questions of examples that use them. Names fall apart at
  underscores, capitals and digits; inflections are taken off. A term of the glossary that is in the
  question brings in the words that explain it. A table that a foreign key joins to a good one gets a
  part of its score. One whose whole name is in the question gets several times its score: "orders" are
  rather the orders than the tables of what orders have. Words that many names begin with count little.
- A question in Chinese finds tables that are named or described in English, and the other way round, by some
  two hundred nouns (` + "`prompt/bilingual.txt`" + `). For other languages, write a glossary, or descriptions in them.
- The tables that foreign keys need to join the best ones stand behind them.
- Half of the room is for tables in brief, with their columns, types and keys; then the best of them get
  their descriptions back, and then their values. A table too wide for its share keeps its keys and the columns that are asked for.

## What stands with the question

- **The day**, in the zone of ` + "`prompt.timeZone`" + `, and how to say it in SQL: ` + "`DATE '2026-11-28'`" + `. It does not stand in
  the system prompt, which is the same on every day. The checker takes NOW() and CURRENT_DATE too; what they
  say depends on the server's zone.
- **Values that the question seems to mean**, in the mode ` + "`bounded_results`" + `. A column of up to eight values shows them
  in the schema; of more it shows three, to say how they are written, and beside the question stand those that resemble
  a word of it or up to four, by runs of three characters; a text without blanks that is in the question; and codes
  whose letters a capitalised word has in order, such as PT for Portugal. There are twelve at most.

References that the artifact has inferred are marked in the schema. Where the whole schema does not fit with
values, it is shown with descriptions and without values; only then a part is chosen.

## What the figures are of

The index is made of what the request may see and of nothing else. What is not shown stays allowed.

All {{.Databases}} databases of BIRD and Spider are made one schema of {{.Tables}} tables. Tables of one name get a
number, so no name tells which database a question belongs to; nothing else is changed. The questions
are those that people wrote for the databases, {{.Questions}} of them, without the hints that BIRD adds; what a
question needs is what the checker says that the query a person wrote for it reads. {{.LeftOut}} questions whose
query the checker refuses are left out.

A question counts only if *every* table, or every column, of its query is in the prompt. Half of the
questions, by a hash of their ids, was never looked at while the ranking was made: it is *held out*.

{{.Recall}}
A query such as ` + "`SELECT COUNT(*) FROM t`" + ` needs a table and no column, so columns can be ahead of tables.
A length of prompts is that of ` + "`prompt.maxTokens`" + `: rules, schema, terms and examples, but not the question.

Schemas that fit are shown whole. Of the databases of the evaluation, each by itself, these do:

{{.Whole}}
## What it costs

The first question over a large schema waits for the index. The larger one here is the one above,
{{.Times}} times over. Prompts are of {{.Default}} tokens, times the quickest of {{.Runs}} runs.

{{.Speed}}
## What is taken out of replies

### What is read

A reply is taken apart from the outside in, one layer after the other. A layer with two ends says itself
where the statement is:

- reasoning in ` + "`" + `<think>` + "`" + ` and its kin, which is dropped;
- the object ` + "`" + `{"sql": …, "cannotAnswer": …}` + "`" + `, anywhere in the text or in another object. It may be a
  dictionary of Python or an object of JavaScript, with line breaks in strings, strings in three quotes, a
  comma behind the last member. An object without these members counts if one string in it is a
  statement. A ` + "`" + `cannotAnswer` + "`" + ` such as "N/A", "none" or "-" beside SQL says nothing;
- Markdown fences of each style, ` + "`" + `<sql>…</sql>` + "`" + ` and ` + "`" + `[SQL]…[/SQL]` + "`" + ` with any name, quotes, bold type, back
  quotes in a sentence.

Text without such a layer is read from the first words of SQL in it, wherever on a line they stand, behind a
label, ` + "`" + `mysql>` + "`" + `, the number of a list or a sentence. The statement ends at a semicolon before the end of a
line, at a leaked end token such as ` + "`" + `</s>` + "`" + ` or ` + "`" + `<|im_end|>` + "`" + `, at the end of a fence or tag without a beginning, and
at an empty line if English follows: two words in a row that are none of SQL's cannot go on with a query.

### What is dropped

Only text without SQL. "Select the orders that", "Update: here it is" and ` + "`" + `SELECT` + "`" + ` by itself are English;
` + "`" + `SELECT id FROM` + "`" + `, ` + "`" + `USE shop;` + "`" + ` and whatever else could be a statement are SQL. An explanation may quote the
statement, whole or in parts. If there is other SQL beside the statement, nothing is dropped: several
statements stay several and are refused (` + "`" + `single_statement` + "`" + `), as are ` + "`" + `SHOW TABLES;` + "`" + `, ` + "`" + `SET @x = 1;` + "`" + ` or
` + "`" + `EXPLAIN` + "`" + ` before a query. Nothing is cut out behind an open bracket, a set operator, AS or a semicolon either, so
even a beginning that was taken for English does not make a query of the rest. Replies over 128 KiB are
not looked into.

A test wraps statements whose clauses stand on lines of their own in all of this and in random words, 8,000
times (` + "`" + `ASKSQL_WRAPPINGS=200000` + "`" + ` makes it more): what the checker accepts is the statement that went in, or
there is a refusal. One thing looks like SQL and is read as it: the word "Select" right before a query in
parentheses makes a value of it.

### What it is worth

Recorded replies of nine models to the questions of BIRD, as they came. A MariaDB server with the
tables refuses some as a syntax error (1064). Those that become acceptable to the checker once the
statement is taken out of the reply, by model:

{{.Extraction}}
By what was taken away or undone. Escapes in strings are undone only where names were escaped too and
the statement matches no pattern: the server takes a backslash before an underscore for text, which no
model means, but in a pattern it has a meaning.

{{.Unwraps}}
The rest of them is no SQL in any wrapping: half a statement, a reserved word for a name, functions
that do not exist, several different statements. Those are for the repair turn, or for a refusal. No
statement that was acceptable as it came is changed by taking it out; a test holds that.
`))
