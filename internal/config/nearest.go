package config

import (
	"strings"

	"github.com/asksql/asksql/internal/edits"
)

// nearest returns the one of known that is most like name, letter case aside, or "" where none is
// within a third of its length.
func nearest(name string, known []string) string {
	best, least := "", len(name)/3+1
	for _, k := range known {
		if d := edits.Distance(strings.ToLower(name), strings.ToLower(k), least); d < least {
			best, least = k, d
		}
	}
	return best
}
