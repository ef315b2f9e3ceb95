package main

import (
	"fmt"
	"os"
	"strings"
)

func Example_check() {
	args := []string{"check", "--schema", "../../examples/shop/schema.json"}
	code := run(args, nil, strings.NewReader("select ID from Orders -- all of them"), os.Stdout, os.Stdout)
	fmt.Println("exit code", code)

	code = run(args, nil, strings.NewReader("delete from orders"), os.Stdout, os.Stdout)
	fmt.Println("exit code", code)
	// Output:
	// SELECT `id` AS `ID` FROM `orders`
	// exit code 0
	// read_only: DELETE is not part of a read-only query; write one SELECT (near "DELETE", byte 0)
	// exit code 1
}
