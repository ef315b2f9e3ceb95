package live_test

import (
	"fmt"

	"github.com/asksql/asksql/schema/live"
)

// A password belongs in the environment, never in an argument.
func ExampleOpen() {
	_, err := live.Open(live.Config{DSN: "reader:hunter2@tcp(127.0.0.1:3306)/shop"})
	fmt.Println(err)
	// Output: the DSN holds a password, which everybody on this machine can read; leave it out and set it in the environment
}
