package prompt_test

import (
	"fmt"
	"testing"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// sized returns a view of n tables of 20 described columns, each with a foreign key.
func sized(b *testing.B, n int) *schema.View {
	b.Helper()
	words := []string{"order", "customer", "invoice", "ship", "price", "stock", "region", "agent", "visit", "score", "paper"}
	word := func(i int) string { return words[i%len(words)] }
	var tables []string
	for i := range n {
		var columns []string
		for j := range 18 {
			columns = append(columns, fmt.Sprintf("%s_%s_%d", word(i/7+j), word(j*j+i), j))
		}
		columns = append(columns, fmt.Sprintf("parent>%s_%s_%d", word(i/2), word(i/22), i/2))
		tables = append(tables, table(fmt.Sprintf("%s_%s_%d", word(i), word(i/11), i), columns...))
	}
	tables[0] = table("order_order_0", "name")
	return view(b, document(tables), schema.Policy{Sensitive: true})
}

const asked = "What is the average price of the invoices that agents in the northern region sent to customers in 2023, by month?"

// BenchmarkFirstQuestion is what the first question over a view costs, its index included.
func BenchmarkFirstQuestion(b *testing.B) {
	eachSize(b, func(b *testing.B, v *schema.View) {
		for b.Loop() {
			prompt.NewBuilder(defaults).Build(v, asked)
		}
	})
}

// BenchmarkQuestion is what every other question costs.
func BenchmarkQuestion(b *testing.B) {
	eachSize(b, func(b *testing.B, v *schema.View) {
		builder := prompt.NewBuilder(defaults)
		builder.Build(v, asked)
		for b.Loop() {
			builder.Build(v, asked)
		}
	})
}

func eachSize(b *testing.B, run func(b *testing.B, v *schema.View)) {
	for _, n := range []int{10, 100, 1_000, 10_000} {
		v := sized(b, n)
		b.Run(fmt.Sprintf("tables=%d", n), func(b *testing.B) { run(b, v) })
	}
}
