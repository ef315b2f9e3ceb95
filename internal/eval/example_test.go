package eval_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/asksql/asksql/internal/eval"
)

func ExampleReadQuestions() {
	dir, err := os.MkdirTemp("", "eval")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "questions.jsonl")
	text := `{"id":"orders","question":"How many orders are there?","sql":"SELECT COUNT(*) FROM orders"}` + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		panic(err)
	}
	questions, err := eval.ReadQuestions(file)
	if err != nil {
		panic(err)
	}
	for _, q := range questions {
		fmt.Printf("%s: %s gold: %s\n", q.ID, q.Question, q.Gold)
	}
	// Output:
	// orders: How many orders are there? gold: SELECT COUNT(*) FROM orders
}
