package execute_test

import (
	"fmt"

	"github.com/asksql/asksql/internal/eval/execute"
)

// A password in an argument can be read by everybody on the machine.
func ExampleHasPassword() {
	fmt.Println(execute.HasPassword("reader:secret@tcp(db.example.com:3306)/shop"))
	fmt.Println(execute.HasPassword("reader@tcp(db.example.com:3306)/shop"))
	// Output:
	// true
	// false
}
