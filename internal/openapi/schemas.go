package openapi

import (
	"cmp"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/comments"
	"github.com/asksql/asksql/sqlcheck"
)

const module = "github.com/asksql/asksql/"

// A describer makes schemas of types. What it does not know is an error: a body must not get a member that the
// document lacks.
type describer struct {
	source fs.FS
	texts  map[string]map[string]string // of "Type" and "Type.Field", by package
	named  map[reflect.Type]string      // the bodies
	all    object
}

// schemasOf returns the schemas of the bodies and of the types in them.
func schemasOf(bodies map[string]reflect.Type, source fs.FS) (object, error) {
	d := &describer{source: source, texts: map[string]map[string]string{}, named: map[reflect.Type]string{}, all: object{}}
	for name, t := range bodies {
		d.named[t] = name
	}
	for _, t := range bodies {
		if _, err := d.of(t); err != nil {
			return nil, err
		}
	}
	for name, restrict := range restrictions() {
		schema, member, _ := strings.Cut(name, ".")
		properties := d.all[schema].(object)["properties"].(object)
		if properties[member] == nil {
			return nil, fmt.Errorf("there is no %s to restrict", name)
		}
		for keyword, value := range restrict {
			properties[member].(object)[keyword] = value
		}
	}
	return d.all, nil
}

// nameOf returns what the document calls a type.
func (d *describer) nameOf(t reflect.Type) string {
	if t.PkgPath() == module+"internal/checked" && t.Name() == "Violation" {
		return "CheckedViolation" // one of sqlcheck has the name
	}
	return cmp.Or(d.named[t], strings.ToUpper(t.Name()[:1])+t.Name()[1:])
}

// of returns the schema of a type; of a struct, a reference to it.
func (d *describer) of(t reflect.Type) (object, error) {
	if t == reflect.TypeFor[jsontext.Value]() {
		return object{}, nil // what a handler reads itself: see restrictions
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}, nil
	case reflect.String:
		return object{"type": "string"}, nil
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}, nil
	case reflect.Uint64:
		return object{"type": "integer", "minimum": 0}, nil
	case reflect.Float64:
		return object{"type": "number"}, nil
	case reflect.Slice:
		items, err := d.of(t.Elem())
		return object{"type": "array", "items": items}, err
	case reflect.Pointer:
		return d.nullable(t.Elem())
	case reflect.Struct:
		return d.ofStruct(t)
	default:
		return nil, fmt.Errorf("%s has no schema", t)
	}
}

func (d *describer) nullable(t reflect.Type) (object, error) {
	s, err := d.of(t)
	if err != nil {
		return nil, err
	}
	if s["$ref"] != nil {
		return object{"oneOf": []any{s, object{"type": "null"}}}, nil
	}
	s["type"] = []string{s["type"].(string), "null"}
	return s, nil
}

func (d *describer) ofStruct(t reflect.Type) (object, error) {
	name := d.nameOf(t)
	if d.all[name] == nil {
		s := object{"type": "object"} // new members may come
		d.all[name] = s
		properties, required := object{}, []string{}
		if err := d.members(t, properties, &required); err != nil {
			return nil, err
		}
		s["properties"] = properties
		if strings.HasSuffix(name, "Request") {
			required = requiredOf(name)
		}
		s["required"] = required
		if err := d.tell(s, t, ""); err != nil {
			return nil, err
		}
	}
	return ref("schemas", name), nil
}

// members adds the members that a struct has in JSON.
func (d *describer) members(t reflect.Type, properties object, required *[]string) error {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case options == "embed" || name == "-":
		case f.Anonymous && name == "":
			if err := d.members(f.Type, properties, required); err != nil {
				return err
			}
		case name == "" || !f.IsExported():
			return fmt.Errorf("%s.%s has no name in JSON", t, f.Name)
		default:
			typ := f.Type
			if options == "omitzero" && typ.Kind() == reflect.Pointer {
				typ = typ.Elem() // absent, and never null
			}
			s, err := d.of(typ)
			if err != nil {
				return err
			}
			if err := d.tell(s, t, f.Name); err != nil {
				return err
			}
			properties[name] = s
			if options == "" {
				*required = append(*required, name)
			}
		}
	}
	return nil
}

// tell gives a schema what the source says of its type or of a field.
func (d *describer) tell(s object, t reflect.Type, field string) error {
	text, err := d.text(t, field)
	if text != "" {
		s["description"] = text
	}
	return err
}

// text returns the comment of a type or of its field.
func (d *describer) text(t reflect.Type, field string) (string, error) {
	dir := strings.TrimPrefix(t.PkgPath(), module)
	if d.texts[dir] == nil {
		texts, err := comments.Structs(d.source, dir+"/*.go")
		if err != nil {
			return "", err
		}
		d.texts[dir] = texts
	}
	if field == "" {
		return d.texts[dir][t.Name()], nil
	}
	return d.texts[dir][t.Name()+"."+field], nil
}

func sorted(list []string) []string { slices.Sort(list); return list }

// requiredOf returns the members that a request must have.
func requiredOf(request string) []string {
	return map[string][]string{"AskRequest": {"question"}, "CheckRequest": {"sql"}}[request]
}

// restrictions are what the handlers demand of members beyond their types.
func restrictions() map[string]object {
	var codes []string
	for _, kind := range httpapi.ErrorKinds() {
		codes = append(codes, string(kind.Code))
	}
	modes := object{"enum": []any{ask.SchemaOnly, ask.BoundedResults, nil}, "default": ask.SchemaOnly}
	// Without an access file it is ignored whatever it is, so that a type would refuse what the service takes.
	tables := object{"examples": []any{[]string{"orders"}}}
	return map[string]object{
		"AskRequest.question":   {"type": "string", "minLength": 1, "maxLength": ask.MaxQuestionBytes, "pattern": `\S`},
		"AskRequest.mode":       modes,
		"AskRequest.explain":    {"default": false},
		"AskRequest.tables":     tables,
		"CheckRequest.tables":   tables,
		"CheckRequest.sql":      {"type": "string"},
		"CheckRequest.mode":     modes,
		"Answer.ok":             {"const": true},
		"CheckResult.ok":        {"const": true},
		"Failure.ok":            {"const": false},
		"Reason.code":           {"enum": codes},
		"Explain.mode":          {"enum": []any{ask.SchemaOnly, ask.BoundedResults}},
		"RowLimit.source":       {"enum": []any{sqlcheck.LimitQuery, sqlcheck.LimitLowered, sqlcheck.LimitAdded}},
		"CheckedViolation.code": {"const": ask.CodeValidation},
	}
}
