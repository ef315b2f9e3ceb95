package builtin_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// benchQuestions are answered over the schema of wide.
var benchQuestions = []string{
	"How many orders7 were placed in March 2025?",
	"Show the name and city of customers7 with more than 3 orders7",
	"What is the average total of orders7 per status?",
	"Which customers7 have the most orders7?",
}

// wide returns a schema of pairs of tables: customers1, orders1, customers2, and so on.
func wide(t testing.TB, tables int) *schema.View {
	t.Helper()
	doc := schema.Document{Version: schema.Version, SchemaID: "wide"}
	for n := 1; n <= tables/2; n++ {
		customers, orders := fmt.Sprintf("customers%d", n), fmt.Sprintf("orders%d", n)
		doc.Tables = append(doc.Tables,
			schema.Table{Name: customers, PrimaryKey: []string{"id"}, Columns: []schema.Column{
				{Name: "id", Type: "bigint"}, {Name: "name", Type: "text"}, {Name: "city", Type: "text"},
				{Name: "email", Type: "text"}, {Name: "phone", Type: "text"}, {Name: "created_at", Type: "datetime"}}},
			schema.Table{Name: orders, PrimaryKey: []string{"id"}, Columns: []schema.Column{
				{Name: "id", Type: "bigint"}, {Name: "customer_id", Type: "bigint"}, {Name: "status", Type: "text"},
				{Name: "total", Type: "decimal(10,2)"}, {Name: "note", Type: "text"}, {Name: "placed_at", Type: "datetime"}},
				ForeignKeys: []schema.ForeignKey{{Columns: []string{"customer_id"},
					References: schema.Reference{Table: customers, Columns: []string{"id"}}}}})
	}
	return viewOf(t, &doc)
}

// BenchmarkGenerate measures an answer beside the check of it. The index of the view is made before.
func BenchmarkGenerate(b *testing.B) {
	for _, tables := range []int{20, 1000} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			model, v := builtin.New(), wide(b, tables)
			answers := make([]string, len(benchQuestions))
			for i, question := range benchQuestions {
				if answers[i] = askView(b, model, v, question).SQL; answers[i] == "" {
					b.Fatalf("%q is not answered", question)
				}
			}
			for b.Loop() {
				for _, question := range benchQuestions {
					if _, err := model.Generate(context.Background(), llm.Request{Question: question, View: v}); err != nil {
						b.Fatal(err)
					}
				}
			}
			generated := b.Elapsed().Seconds() / float64(b.N*len(benchQuestions))
			b.ReportMetric(generated*1e6, "µs/question")
			b.ReportMetric(generated/checkSeconds(b, v, answers), "ratio-to-check")
		})
	}
}

// checkSeconds returns how long the checker takes for one of the queries.
func checkSeconds(b *testing.B, v *schema.View, queries []string) float64 {
	b.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		b.Fatal(err)
	}
	const rounds = 500
	start := time.Now()
	for range rounds {
		for _, sql := range queries {
			if _, err := checker.Check(sql, v); err != nil {
				b.Fatal(err)
			}
		}
	}
	return time.Since(start).Seconds() / float64(rounds*len(queries))
}
