package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Each key must have a field of the same name, or its value would go nowhere.
func TestEveryKeyHasAField(t *testing.T) {
	known := fieldKeys(reflect.TypeFor[Config](), "")
	for _, o := range options() {
		if !slices.Contains(known, strings.ToLower(o.key)) {
			t.Errorf("%s: Config has no such field", o.key)
		}
	}
}

// Each field must have a key, or nobody could set it. A credential has none.
func TestEveryFieldHasAKey(t *testing.T) {
	known := strings.Fields(strings.ToLower(strings.Join(keys(options()), " ")))
	for _, key := range fieldKeys(reflect.TypeFor[Config](), "") {
		if !strings.HasSuffix(key, ".apikey") && key != "mcp.token" && key != "host.accesssecret" && !slices.Contains(known, key) {
			t.Errorf("no key %s", key)
		}
	}
}

// fieldKeys returns the keys of the fields of a struct, in lower case, those of structs in it too.
func fieldKeys(t reflect.Type, path string) (all []string) {
	for field := range t.Fields() {
		key := join(path, strings.ToLower(field.Name))
		switch {
		case field.Anonymous:
			all = append(all, fieldKeys(field.Type, path)...)
		case field.Type.Kind() == reflect.Struct && field.Type != reflect.TypeFor[Secret]():
			all = append(all, fieldKeys(field.Type, key)...)
		default:
			all = append(all, key)
		}
	}
	return all
}

func TestDefaultsAreInRange(t *testing.T) {
	for _, o := range options() {
		s := strings.Trim(shown(o.initial), "`[]")
		if s == "" || s == "unset" || s == "empty" {
			continue
		}
		if _, err := o.kind.fromText(s); err != nil {
			t.Errorf("%s: the default %s %v", o.key, s, err)
		}
	}
}
