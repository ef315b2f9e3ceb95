package schema

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// An ExampleCheck returns why sql is not a legal query over the view, or nil, and whether it may not be one
// where sensitive columns are not shown (see sqlcheck.Facts). It uses the view as a sqlcheck.Catalog,
// whose queries are in the view's Dialect, and is called by many goroutines.
type ExampleCheck func(view *View, sql string) (sensitive bool, err error)

// A Decoder makes artifacts of JSON text. It may be used by many goroutines at once.
type Decoder struct {
	// CheckExample judges the examples of an artifact. One that it refuses is a fault; one that it
	// refuses when sensitive columns are omitted is left out of the views that omit them. Without
	// it examples are not judged, and views that omit a column show none.
	CheckExample ExampleCheck
}

// Decode is DecodeContext without a limit on time, for artifacts that nobody waits for.
func (d Decoder) Decode(data []byte) (*Artifact, error) {
	return d.DecodeContext(context.Background(), data)
}

// DecodeContext returns the artifact in data, which is one JSON object, or an error that is Errors.
// It reads strictly: UTF-8 without a byte-order mark, no name twice in an object, names in exact
// letter case. Members that the format does not have are ignored, and so is a null outside a
// list.
//
// Of what is wrong, it reports everything that does not follow from an earlier fault. Text that is
// no JSON and lists that are too long end the reading, so what comes after them is not judged.
// Examples are judged once all else is right. Before each, ctx is looked at; once it is done, the
// error is its own.
func (d Decoder) DecodeContext(ctx context.Context, data []byte) (*Artifact, error) {
	doc, faults := read(data)
	if doc == nil {
		return nil, faults
	}
	artifact := newArtifact(doc, d.CheckExample)
	if faults.merge(artifact.linkFaults()); len(faults) > 0 {
		return nil, faults
	}
	switch faults, err := artifact.exampleFaults(ctx); {
	case err != nil:
		return nil, err
	case len(faults) > 0:
		return nil, faults
	}
	if err := artifact.omitExamples(ctx); err != nil {
		return nil, err
	}
	return artifact, nil
}

// read returns the document in data, and what is wrong with each of its parts by itself. The
// document is nil where the reading could not go on to the end.
func read(data []byte) (*Document, Errors) {
	if fault := textFault(data); fault != nil {
		return nil, Errors{fault}
	}
	doc, parts, err := unmarshal(data, false)
	if isTypeFault(err) {
		doc, parts, err = unmarshal(data, true)
	}
	switch {
	case errors.Is(err, errEnough):
		return nil, parts.faults
	case err != nil:
		return nil, append(parts.faults, decodeFault(err))
	}
	// The document's own members first: another version explains every other fault.
	faults, rest := parts.faults.ofDocument()
	faults.merge(documentFaults(doc))
	faults.merge(rest)
	doc.fillDefaults()
	return doc, faults
}

// unmarshal reads the document in data. If it is to go on, values of a wrong type are faults and
// left out; otherwise the first of them is the error, which costs nothing where there is none.
func unmarshal(data []byte, goOn bool) (*Document, *partChecker, error) {
	var (
		doc   Document
		parts = &partChecker{goOn: goOn}
	)
	err := json.Unmarshal(data, &doc, json.WithUnmarshalers(parts.unmarshalers()))
	return &doc, parts, err
}

// isTypeFault reports whether err is about a value of a wrong type.
func isTypeFault(err error) bool {
	var (
		fault    *Error
		semantic *json.SemanticError
		syntax   *jsontext.SyntacticError
	)
	return errors.As(err, &semantic) && !errors.As(err, &fault) && !errors.As(err, &syntax) && !errors.Is(err, errEnough)
}

// textFault returns what is wrong with data as a whole, or nil.
func textFault(data []byte) *Error {
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		return &Error{"$", "the text begins with a byte-order mark; save it without one"}
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return &Error{"$", "the text is empty; give an artifact"}
	}
	if kind := jsontext.Value(data).Kind(); kind == 'n' {
		return &Error{"$", "must be an object, not null"} // to the library it would be an empty one
	}
	return nil
}

// decodeFault returns an error of the JSON library as a fault.
func decodeFault(err error) *Error {
	var (
		fault    *Error
		semantic *json.SemanticError
		syntax   *jsontext.SyntacticError
	)
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.As(err, &syntax):
		return syntaxFault(syntax)
	case errors.As(err, &semantic):
		return &Error{jsonPath(semantic.JSONPointer), typeMessage(semantic)}
	}
	return &Error{"$", err.Error()}
}

func syntaxFault(err *jsontext.SyntacticError) *Error {
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return &Error{jsonPath(err.JSONPointer), "the name is used twice in this object; keep one"}
	}
	return &Error{jsonPath(err.JSONPointer), fmt.Sprintf("not valid JSON at byte %d: %v", err.ByteOffset, err.Err)}
}

// typeMessage says what was wanted in place of a value of a wrong type.
func typeMessage(err *json.SemanticError) string {
	want := typeName(err.GoType)
	if err.JSONKind == '0' && (want == "a number" || want == "a whole number") {
		return fmt.Sprintf("must be %s within range", want)
	}
	return fmt.Sprintf("must be %s, not %s", want, kindName(err.JSONKind))
}

func kindName(kind jsontext.Kind) string {
	switch kind {
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '[':
		return "a list"
	default:
		return "an object"
	}
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem())
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "a boolean"
	case reflect.Float64:
		return "a number"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	default:
		return "an object"
	}
}
