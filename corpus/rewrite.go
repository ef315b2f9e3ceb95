package corpus

import (
	"fmt"
	"slices"
	"strings"
)

// Rewrite returns the page text with the body of each ```text block replaced by what golden
// returns for its case. Nothing else changes: verdicts are written by hand.
func Rewrite(file, text string, golden func(Case) string) (string, error) {
	page, err := Parse(file, text)
	if err != nil {
		return "", err
	}
	lines := strings.Split(text, "\n")
	for _, c := range slices.Backward(page.Cases) { // from the end, so that earlier spans stay true
		if !c.HasGolden {
			continue
		}
		text := golden(c)
		if text == c.Golden {
			continue
		}
		body := goldenLines(text)
		if slices.Contains(body, fence) {
			return "", fmt.Errorf("%s: the new text has a line ``` that would end its block; drop the block", c.Position())
		}
		lines = slices.Replace(lines, c.golden.from, c.golden.to, body...)
	}
	return strings.Join(lines, "\n"), nil
}

// goldenLines returns the lines of a golden; an empty text has none.
func goldenLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
