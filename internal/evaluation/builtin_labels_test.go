package evaluation

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
	"github.com/asksql/asksql/sqlcheck"
)

// Where the labels of TestBuiltinLabels lie, and which half of them is asked: "held" is the half that nobody
// reads while the generator is built, any other text the one that it is built with.
const (
	labelsVariable = "ASKSQL_LABELS"
	halfVariable   = "ASKSQL_LABELS_HALF"
)

// noAnswer stands for SQL in a label where the schema does not say what the question asks for.
const noAnswer = "-"

// labelFiles returns the files of the half that is asked for, by the names of their schemas.
func labelFiles(t *testing.T) map[string]string {
	t.Helper()
	dir := os.Getenv(labelsVariable)
	if dir == "" {
		t.Skipf("%s does not say where labels are", labelsVariable)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no labels: %v", err)
	}
	labels := map[string]string{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		if heldOut(name+".sql") == (os.Getenv(halfVariable) == "held") {
			labels[name] = path
		}
	}
	return labels
}

// The builtin generator is asked the questions that people have labelled, over schemas of public projects: a file
// NAME.txt for each, of lines "question | SQL", where SQL may be several alternatives parted by ### or noAnswer.
// Schemas are NAME.sql of the data. What is answered is held to the labels by rows.
func TestBuiltinLabels(t *testing.T) {
	labels := labelFiles(t)
	server := servertest.Start(t, servertest.MariaDB)
	counts := newTally("schema", counted, answered, right, wrong, noAnswer)
	for name, path := range labels {
		t.Run(name, func(t *testing.T) { judgeLabels(t, server, name, readLabels(t, path), counts) })
	}
	t.Logf("the builtin generator beside labels%v", counts)
}

// A label is a question and the queries that answer it; none where there is no answer.
type label struct {
	question string
	right    []string
}

func readLabels(t *testing.T, path string) []label {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []label
	for line := range strings.Lines(string(text)) {
		question, queries, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok {
			t.Fatalf("%s: %q has no SQL", path, line)
		}
		l := label{question: question}
		if queries != noAnswer {
			l.right = strings.Split(queries, " ### ")
		}
		all = append(all, l)
	}
	return all
}

// judgeLabels asks the questions about one schema.
func judgeLabels(t *testing.T, server *servertest.Server, name string, labels []label, counts *tally) {
	text, err := os.ReadFile(sharedPath(t, "ddl", name+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	doc := fromText(t, name, string(text), "")
	artifact := artifactOf(t, doc)
	view, checker := artifact.View(everything), newCheckers(t)[sqlcheck.MySQL]
	answers := make([]string, len(labels))
	var texts []string
	for i, l := range labels {
		j := judgement{t: t}
		j.ask(builtin.New(), checker, view, l.question)
		answers[i] = j.sql
		texts = append(append(texts, j.sql), l.right...)
	}
	small := smallDocument(doc, strings.Join(texts, "\n"))
	server.Create(t, small)
	server.Fill(t, small, smallRows(small, literalsIn(texts)))
	set := dataSet{server.Open(t, servertest.Session{User: servertest.Reader, Database: small.Database, StatementTimeout: patience})}
	for i, l := range labels {
		found := judgeLabel(t, set, l, answers[i])
		counts.add(name, found...)
		if sql := answers[i]; sql != "" || len(l.right) > 0 {
			t.Logf("%v: %q\ngives %s\nlabel %s", found, l.question, sql, strings.Join(l.right, " or "))
		}
	}
}

func judgeLabel(t *testing.T, set dataSet, l label, sql string) []string {
	switch {
	case len(l.right) == 0 && sql == "":
		return []string{noAnswer}
	case len(l.right) == 0:
		return []string{noAnswer, answered, wrong}
	case sql == "":
		return []string{counted}
	}
	got, said := set.ask(t, 0, sql)
	if said.Errno != 0 {
		t.Errorf("%s: %v", sql, said)
	}
	for _, query := range l.right {
		want, said := set.ask(t, 0, query)
		if said.Errno != 0 {
			t.Errorf("label %s: %v", query, said)
		}
		if got.sorted().equal(want.sorted()) || got.sameColumns(want) {
			return []string{counted, answered, right}
		}
	}
	return []string{counted, answered, wrong}
}

// smallDocument returns the tables that a text mentions.
func smallDocument(doc *schema.Document, text string) *schema.Document {
	small := &schema.Document{Version: doc.Version, SchemaID: doc.SchemaID, Database: "labels"}
	for _, table := range doc.Tables {
		if regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(table.Name) + `\b`).MatchString(text) {
			small.Tables = append(small.Tables, table)
		}
	}
	return small
}

func literalsIn(texts []string) (list []string) {
	for _, text := range texts {
		for _, m := range regexp.MustCompile(`'([^'%-]*)'`).FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
	}
	return list
}

// smallTable is the number of rows of a table.
const smallTable = 40

// smallRows returns rows whose keys meet, whether somebody has declared them or not: every number that may be one
// is one of the first, and every text one of few. Primary keys differ, and what may be measured differs widely.
func smallRows(doc *schema.Document, literals []string) map[string][][]any {
	random := rand.New(rand.NewPCG(1, 2))
	rows := map[string][][]any{}
	for _, table := range doc.Tables {
		for r := range smallTable {
			var row []any
			for _, c := range table.Columns {
				row = append(row, smallValue(random, &table, &c, r, literals))
			}
			rows[table.Name] = append(rows[table.Name], row)
		}
	}
	return rows
}

func smallValue(random *rand.Rand, table *schema.Table, c *schema.Column, r int, literals []string) any {
	const few = 6
	n := random.IntN(few)
	switch at := slices.Index(table.PrimaryKey, c.Name); {
	case at >= 0 && len(table.PrimaryKey) == 1:
		n = r
	case at >= 0:
		n = []int{r % few, r / few, 0, 0, 0, 0}[at]
	case len(table.UniqueKeys) > 0 && slices.Contains(table.UniqueKeys[0], c.Name):
		n = []int{r % few, r / few, 0, 0, 0, 0}[slices.Index(table.UniqueKeys[0], c.Name)]
	case !c.NotNull() && random.IntN(10) == 0:
		return nil
	}
	switch columntype.KindOf(c.Type) {
	case columntype.Numeric:
		name := strings.ToLower(c.Name)
		if !strings.Contains(name, "id") && !strings.HasSuffix(name, "_group") && strings.Contains(c.Type, "int") && !strings.HasPrefix(c.Type, "tinyint") && !strings.HasPrefix(c.Type, "bit") && !slices.Contains(table.PrimaryKey, c.Name) {
			return random.IntN(30_000)
		}
		if regexp.MustCompile(`^(float|double|decimal)`).MatchString(c.Type) {
			return float64(random.IntN(9900)) / 100
		}
		if strings.HasPrefix(c.Type, "tinyint") || strings.HasPrefix(c.Type, "bit") {
			return n % 2
		}
		return n
	case columntype.Year:
		return 2000 + n
	case columntype.Date:
		return fmt.Sprintf("%d-%02d-%02d 10:00:00", []int{2012, 2021, 2022, 2023, 2024, 2024}[random.IntN(few)], random.IntN(12)+1, random.IntN(28)+1)
	case columntype.Enum, columntype.Set:
		members := columntype.Members(c.Type)
		return members[random.IntN(len(members))]
	case columntype.Characters:
		if len(literals) > 0 && !slices.Contains(table.PrimaryKey, c.Name) && random.IntN(4) == 0 {
			if text := literals[random.IntN(len(literals))]; fitsIn(c.Type, text) {
				return text
			}
		}
		if text := fmt.Sprint("v", n); fitsIn(c.Type, text) {
			return text
		}
		return fmt.Sprint(n % 10)
	}
	return fmt.Sprintf("%d", n)
}

// fitsIn reports whether a column of the type has room for a text.
func fitsIn(columnType, text string) bool {
	_, rest, sized := strings.Cut(columnType, "(")
	room := 0
	if _, err := fmt.Sscanf(rest, "%d", &room); err != nil {
		return !sized && columnType != "char"
	}
	return len(text) <= room
}
