package llm_test

import (
	"errors"
	"fmt"

	"github.com/asksql/asksql/llm"
)

// A service starts without a credential, and says so when it is asked for SQL.
func ExampleNew() {
	_, err := llm.New(llm.Config{Provider: "openai", Model: "gpt-5"})
	fmt.Println(errors.Is(err, llm.ErrNotConfigured))
	fmt.Println(err)
	// Output:
	// true
	// no model provider is configured: openai needs a key in API_KEY or OPENAI_API_KEY
}
