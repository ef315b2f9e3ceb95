// Package jsonschema describes artifacts as a JSON Schema, for editors and for validators in other
// languages. The schema comes from the types of package schema, its texts from their comments. What
// it takes and the decoder does not is listed in Beyond.
package jsonschema

import (
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	lib "github.com/google/jsonschema-go/jsonschema"

	"github.com/asksql/asksql/internal/comments"
	"github.com/asksql/asksql/schema"
)

// typesFile holds the types of artifacts in package schema.
const typesFile = "document.go"

// Of returns the JSON Schema of artifacts. source holds the files of package schema, whose comments
// become descriptions.
func Of(source fs.FS) (*lib.Schema, error) {
	texts, err := comments.Structs(source, typesFile)
	if err != nil {
		return nil, err
	}
	root, err := lib.For[schema.Document](nil)
	if err != nil {
		return nil, fmt.Errorf("infer a schema of the types: %w", err)
	}
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.Title = "Schema artifact of asksql, version 1"
	root.Comment = "Beside what stands here, the decoder refuses: " + strings.Join(Beyond(), "; ") + "."
	describe(root, reflect.TypeFor[schema.Document](), texts)
	return root, nil
}

// Beyond lists what the decoder refuses and no JSON Schema can, since it is about how values fit
// together, or about the text that they are written in.
func Beyond() []string {
	return []string{
		"text with a byte-order mark, with bytes that are not UTF-8, or with a name twice in an object",
		"a whole number that is written with a fraction or an exponent",
		"two tables, or two columns of a table, whose names differ by letter case only",
		"a key that names a column twice, or one that its table has not",
		"a foreign key to a table that is not there, or to another number of columns than it has",
		"a system database as database",
		"an example that is no query which the rules accept",
		"an example whose query has up to as many characters as it may have bytes, and more bytes",
	}
}

// describe makes of what the library has inferred from a type what the decoder does with it, down to
// its last member.
func describe(s *lib.Schema, t reflect.Type, texts map[string]string) {
	switch t.Kind() {
	case reflect.Pointer:
		describe(s, t.Elem(), texts)
	case reflect.Slice:
		describe(s.Items, t.Elem(), texts)
	case reflect.Struct:
		s.AdditionalProperties = nil // the decoder ignores what it does not know
		s.Description = texts[t.Name()]
		for _, f := range reflect.VisibleFields(t) {
			describeMember(s, t, f, texts)
		}
	}
}

func describeMember(s *lib.Schema, t reflect.Type, f reflect.StructField, texts map[string]string) {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return
	}
	member := s.Properties[name]
	describe(member, f.Type, texts)
	if text := texts[t.Name()+"."+f.Name]; text != "" {
		member.Description = text
	}
	setTypes(member, options != "")
	if restrict := restrictions()[t.Name()+"."+f.Name]; restrict != nil {
		restrict(member)
	}
}

// setTypes says whether null stands for a member that is absent, which is so where it may be. The
// library has inferred the type, with a null beside it for whatever may be nil in Go.
func setTypes(s *lib.Schema, optional bool) {
	kind := s.Type
	for _, t := range s.Types {
		if t != "null" {
			kind = t
		}
	}
	s.Type, s.Types = kind, nil
	if optional {
		s.Type, s.Types = "", []string{"null", kind}
	}
}
