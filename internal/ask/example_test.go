package ask_test

import (
	"context"
	"fmt"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// parrot is a Model that knows one query.
type parrot struct{}

func (parrot) Generate(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{Text: "```sql\nselect COUNT(*) from ORDERS\n```"}, nil
}

func ExamplePipeline_Ask() {
	artifact, err := schema.Decoder{}.Decode([]byte(
		`{"version": 1, "schemaId": "shop", "tables": [{"name": "orders", "columns": [{"name": "id"}]}]}`))
	if err != nil {
		panic(err)
	}
	checkers := map[sqlcheck.Dialect]*sqlcheck.Checker{}
	for _, d := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB} {
		if checkers[d], err = sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: d}); err != nil {
			panic(err)
		}
	}
	parts := ask.Parts{Model: parrot{}, Schema: artifact, Checkers: checkers, Log: zap.NewNop()}
	pipeline, err := ask.New(parts, ask.Options{MaxRows: 1000, MaxRepairs: 2, MaxPromptTokens: prompt.DefaultMaxTokens, OmitSensitive: true})
	if err != nil {
		panic(err)
	}
	answer, err := pipeline.Ask(context.Background(), ask.Request{Question: "how many orders are there?"})
	fmt.Println(answer.SQL, err)
	// Output: SELECT COUNT(*) FROM `orders` <nil>
}
