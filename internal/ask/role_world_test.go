package ask_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"go.uber.org/zap"
	"pgregory.net/rapid"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/schematest"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A role's world is the world of an artifact that never had the rest: answers, refusals, what explain says and
// the turns that a model is sent are the same, byte for byte, whatever a request brings or chooses.
func TestARoleIsAWorld(t *testing.T) {
	var model replaying
	all := checkers(t)
	answered, refused, chosen := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		doc := schematest.Document(t)
		whole, excluded := unmarked(doc)
		never := schematest.Without(doc)
		for _, answerer := range []llm.Model{&model, builtin.New()} {
			one := guarded(t, all, whole, answerer, "{tables: ['*'], exclude: "+list(excluded.tables)+", columns: "+excluded.columnRules()+"}")
			two := guarded(t, all, never, answerer, "{tables: ['*']}")
			for range 3 {
				req, script := anyRequest(t, doc), []string{schematest.Query(t, doc), schematest.Query(t, doc), schematest.Query(t, doc)}
				model.script = script
				a, b := told(t, one, &model, req), told(t, two, &model, req)
				if a != b {
					t.Fatalf("%+v as a role:\n%s\nover what is left alone:\n%s\nof\n%s", req, a, b, schematest.JSON(doc))
				}
				switch {
				case !strings.Contains(a, `"SQL"`):
					refused++
				case req.Tables != nil || req.SchemaJSON != nil:
					chosen++
				default:
					answered++
				}
			}
		}
	})
	if answered < 30 || refused < 30 || chosen < 10 {
		t.Errorf("%d answers, %d refusals and %d answers over a choice are too few to show anything", answered, refused, chosen)
	}
}

// What a role does not see of a document.
type excluded struct {
	tables  []string
	columns map[string][]string
}

func list(names []string) string {
	text, err := json.Marshal(names)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (e excluded) columnRules() string {
	var rules []string
	for table, columns := range e.columns {
		rules = append(rules, fmt.Sprintf("%s: {exclude: %s}", list([]string{table})[1:len(list([]string{table}))-1], list(columns)))
	}
	slices.Sort(rules)
	return "{" + strings.Join(rules, ", ") + "}"
}

// unmarked returns the document with nothing marked sensitive, and what was.
func unmarked(doc *schema.Document) (*schema.Document, excluded) {
	whole, gone := *doc, excluded{columns: map[string][]string{}}
	whole.Tables = slices.Clone(doc.Tables)
	for i := range whole.Tables {
		table := &whole.Tables[i]
		table.Columns = slices.Clone(table.Columns)
		var columns []string
		for j := range table.Columns {
			if table.Columns[j].Sensitive {
				columns = append(columns, table.Columns[j].Name)
			}
			table.Columns[j].Sensitive = false
		}
		if len(columns) == len(table.Columns) {
			gone.tables = append(gone.tables, table.Name)
		} else if columns != nil {
			gone.columns[table.Name] = columns
		}
	}
	return &whole, gone
}

// guarded returns a pipeline whose one role is as given.
func guarded(t *rapid.T, all map[sqlcheck.Dialect]*sqlcheck.Checker, doc *schema.Document, model llm.Model, role string) *ask.Pipeline {
	role = strings.ReplaceAll(role, "exclude: null, ", "")
	text := "role: {default: one}\nroles:\n  one: " + role + "\n"
	file, err := access.Parse("access.yaml", []byte(text), "")
	if err != nil {
		t.Fatalf("Parse(%s) = %v", text, err)
	}
	parts := ask.Parts{Model: model, Checkers: all, Log: zap.NewNop(), Decoder: judging(all)}
	if parts.Schema, err = parts.Decoder.Decode(schematest.JSON(doc)); err != nil {
		t.Fatal(err)
	}
	if parts.Access, err = file.Guard(context.Background(), parts.Schema, all[parts.Schema.View(schema.Policy{}).Dialect()]); err != nil {
		t.Fatalf("Guard(%s) = %v", text, err)
	}
	options := defaults
	options.NarrowInline, options.MaxPromptTokens = true, 900
	p, err := ask.New(parts, options)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// anyRequest draws a request that may choose tables, bring a schema, or both.
func anyRequest(t *rapid.T, doc *schema.Document) ask.Request {
	mode := string(rapid.SampledFrom([]ask.Mode{ask.SchemaOnly, ask.BoundedResults}).Draw(t, "mode"))
	req := ask.Request{Question: schematest.Text(t), Mode: &mode, Explain: true}
	if rapid.IntRange(0, 2).Draw(t, "chooses") == 0 {
		for range rapid.IntRange(1, 3).Draw(t, "choice") {
			req.Tables = append(req.Tables, rapid.SampledFrom(doc.Tables).Draw(t, "table").Name)
		}
	}
	if rapid.IntRange(0, 2).Draw(t, "brings") == 0 {
		whole, _ := unmarked(doc)
		whole.Examples = nil // one that is refused by itself is a fault of the request
		text := string(schematest.JSON(whole))
		req.SchemaJSON = &text
	}
	return req
}
