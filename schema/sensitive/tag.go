package sensitive

import (
	"regexp"
	"strings"
)

// Tag is the word in the comment of a column, or of a table for all its columns, that marks them.
const Tag = "@sensitive"

var tag = regexp.MustCompile(`(?i)(^|[\s(\[,;])@sensitive([\s)\],;:.]|$)`)

// CutTag returns a comment without the tag, and whether it had one. The artifact says the same in
// its own way, so the word would only be noise in a prompt.
func CutTag(comment string) (rest string, tagged bool) {
	if !tag.MatchString(comment) {
		return comment, false
	}
	rest = tag.ReplaceAllString(comment, "$1$2")
	rest = strings.NewReplacer("()", "", "[]", "").Replace(rest)
	return strings.Trim(strings.Join(strings.Fields(rest), " "), " ,;:"), true
}
