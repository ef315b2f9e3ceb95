package ddl_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema/ddl"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"10_c.sql", "2_b.SQL", "001_a.up.sql", "001_a.down.sql", "V3__d.sql", "V3.1__a.sql", "V3_0_1__e.sql", "U3__d.sql", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("-- "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "old.sql"), 0o700); err != nil {
		t.Fatal(err)
	}
	files, _, err := ddl.Open([]string{dir, "-", filepath.Join(dir, "notes.txt")}, strings.NewReader("\ufeff-- stdin"))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range files {
		texts = append(texts, strings.TrimPrefix(f.Text, "-- "))
	}
	if want := []string{"001_a.up.sql", "2_b.SQL", "10_c.sql", "V3__d.sql", "V3_0_1__e.sql", "V3.1__a.sql", "stdin", "notes.txt"}; !slices.Equal(texts, want) {
		t.Errorf("Open reads %q, want %q", texts, want)
	}
}

func TestOpenFails(t *testing.T) {
	latin1 := filepath.Join(t.TempDir(), "latin1.sql")
	if err := os.WriteFile(latin1, []byte("-- caf\xe9"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ path, words string }{
		{"nowhere.sql", "nowhere.sql"},
		{t.TempDir(), "no .sql file"},
		{latin1, "not UTF-8"},
		{"-", "larger than 64 MiB"},
	} {
		_, _, err := ddl.Open([]string{tc.path}, endless{})
		if err == nil || !strings.Contains(err.Error(), tc.words) {
			t.Errorf("Open(%s) gives the error %v, want one about %q", tc.path, err, tc.words)
		}
	}
}

// endless is blank text without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestMigrationsAreReadWithoutWhatUndoesThem(t *testing.T) {
	for _, marker := range []string{"-- +goose Down", "-- +migrate Down", "-- migrate:down", "--  +goose DOWN"} {
		doc, problems := read("CREATE TABLE t (a INT);\n"+marker+"\nDROP TABLE t;\n", ddl.Options{})
		if shape(doc) != "t(a int)" || len(problems) > 0 {
			t.Errorf("%s: tables %q, problems %v", marker, shape(doc), problems)
		}
	}
	for _, tool := range []string{"-- +goose ", "-- +migrate ", "-- migrate:"} {
		doc, problems := read(tool+"down\nDROP TABLE t;\n"+tool+"up\nCREATE TABLE t (a INT);\nnonsense;", ddl.Options{})
		if shape(doc) != "t(a int)" || len(problems) != 1 || problems[0].Line != 5 {
			t.Errorf("%s: what undoes comes first: tables %q, problems %v; want t, and line 5", tool, shape(doc), problems)
		}
	}
}
