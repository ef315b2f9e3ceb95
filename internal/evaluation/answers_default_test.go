package evaluation

import (
	"slices"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

// A MySQL as it is installed, with the keys that the schemas have, says of what people and models wrote what one
// without keys says in a relaxed mode, but for what is grouped in part. The scoreboard holds everybody to that.
func TestDefaultAnswers(t *testing.T) {
	dbs := databases(t)
	files := queriesOn(t, servertest.MySQL, dbs)
	server := servertest.Start(t, servertest.MySQL, "--lower-case-table-names=1")
	said := answersOf(t, server, files, dbs, openKeyed)
	published := map[string]answeredFile{}
	for _, f := range files {
		errors := map[string]uint16{}
		for i, r := range f.records {
			got := said[f.name][i]
			if got.Errno != 0 {
				errors[r.ID] = got.Errno
			}
			if byMode := r.folded.Errno == 0 && slices.Contains(byFullGroupBy, got.Errno); got.Errno != r.folded.Errno && !byMode {
				t.Errorf("%s %s: by default the server says %v, in a relaxed mode %v\n%s", f.name, r.ID, got, r.folded, r.SQL)
			}
		}
		published[f.name] = answeredFile{Texts: len(f.records), Errors: errors}
	}
	publishPage(t, server, "answers", struct {
		source
		Files map[string]answeredFile
	}{sourceOf(t, server), published})
}

// An answeredFile is what a server said to the texts of a file: its errors, by ID. The others ran.
type answeredFile struct {
	Texts  int
	Errors map[string]uint16
}
