package comments_test

import (
	"maps"
	"testing"
	"testing/fstest"

	"github.com/asksql/asksql/internal/comments"
)

func TestStructs(t *testing.T) {
	source := fstest.MapFS{
		"p/a.go":      {Data: []byte("package p\n\n// A T is\n// a thing.\ntype T struct {\n\t// A and B are two.\n\tA, B int\n\tC int // one\n}\n\ntype N int\n")},
		"p/a_test.go": {Data: []byte("package p\n\n// An X is of a test.\ntype X struct{}\n")},
	}
	got, err := comments.Structs(source, "p/*.go")
	want := map[string]string{"T": "A T is a thing.", "T.A": "A and B are two.", "T.B": "A and B are two.", "T.C": "one"}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("Structs = %q, %v, want %q", got, err, want)
	}
	if _, err := comments.Structs(fstest.MapFS{"p/a.go": {Data: []byte("package")}}, "p/*.go"); err == nil {
		t.Error("a file that is no Go has no comments, want an error")
	}
}
