package config

import (
	"reflect"
	"strings"
	"testing"
)

// Each key must have a field of the same name, or its value would go nowhere.
func TestEveryKeyHasAField(t *testing.T) {
	for _, o := range options() {
		section, name, _ := strings.Cut(o.key, ".")
		group, ok := fold(reflect.TypeFor[Config](), section)
		if !ok {
			t.Errorf("%s: Config has no field for %s", o.key, section)
			continue
		}
		if _, ok := fold(group.Type, name); !ok {
			t.Errorf("%s: %s has no such field", o.key, group.Type)
		}
	}
}

// Each field must have a key, or nobody could set it. The credential has none.
func TestEveryFieldHasAKey(t *testing.T) {
	known := strings.ToLower(strings.Join(keys(options()), " ") + " ")
	for group := range reflect.TypeFor[Config]().Fields() {
		for field := range group.Type.Fields() {
			key := strings.ToLower(group.Name + "." + field.Name)
			if field.Name != "APIKey" && !strings.Contains(known, key+" ") {
				t.Errorf("no key %s", key)
			}
		}
	}
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

func fold(t reflect.Type, name string) (reflect.StructField, bool) {
	return t.FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
}
