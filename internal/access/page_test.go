package access_test

import (
	"os"
	"strings"
	"testing"
)

// The access files of docs/access.md are read as they stand there.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/access.md")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, rest := range strings.Split(string(page), "\n```yaml\n")[1:] {
		block, _, _ := strings.Cut(rest, "\n```\n")
		switch {
		case strings.HasPrefix(block, "claims:"): // what it says of roles is above
			block += "\nroles: {analyst: {tables: [orders]}}\n"
		case !strings.HasPrefix(block, "parameters:"):
			continue // of another program
		}
		files++
		guard(t, block)
	}
	if files != 2 {
		t.Errorf("the page has %d access files, want 2", files)
	}
}
