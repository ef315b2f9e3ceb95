package builtin_test

import (
	"context"
	"fmt"

	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/schema"
)

func Example() {
	artifact, err := schema.Decoder{}.Load("../../examples/shop/schema.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, view := builtin.New(), artifact.View(schema.Policy{})
	for _, question := range []string{"How many orders were placed in March 2025?", "How happy are our customers?"} {
		reply, err := model.Generate(context.Background(), llm.Request{Question: question, View: view})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(reply.Text)
	}
	// Output:
	// {"sql":"SELECT COUNT(*) FROM `orders` WHERE `placed_at` >= '2025-03-01' AND `placed_at` < '2025-04-01'","cannotAnswer":""}
	// {"sql":"","cannotAnswer":"the builtin model does not understand \"happy\""}
}
