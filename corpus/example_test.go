package corpus_test

import (
	"fmt"
	"log"

	"github.com/asksql/asksql/corpus"
)

func ExampleParse() {
	page, err := corpus.Parse("read_only.md", `# read_only

Nothing is changed.

## a lock

Rows stay locked until the transaction ends.

`+"```sql reject read_only"+`
SELECT id FROM orders FOR UPDATE
`+"```"+`
`)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range page.Cases {
		fmt.Printf("%s: %s is refused by %s: %s\n", c.Position(), c.Name, c.Rules[0], c.Why)
	}
	// Output: read_only.md:9: a lock is refused by read_only: Rows stay locked until the transaction ends.
}
