package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Setting is a key of the configuration with the value in force, as text.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	// Origin is where the value comes from: default, the path of the file, the name of a variable, or
	// command line.
	Origin string `json:"origin"`
}

// Settings returns every key with its value, in the order of the documentation. No credential is in it: those
// have no key; nor a header, whose value may be one.
func Settings(from Sources) ([]Setting, error) {
	table := options()
	env := environment(from.Environ)
	layers, err := layers(from, env, table)
	if err != nil {
		return nil, err
	}
	var all []Setting
	for _, o := range table {
		s := Setting{Key: o.key, Origin: "default"}
		for at, layer := range layers {
			if v, ok := layer[o.key]; ok {
				s.Value, s.Origin = asText(v), origin(at, o, from)
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// origin names the layer at a position of what layers returns.
func origin(at int, o option, from Sources) string {
	switch at {
	case 0:
		return "default"
	case 2:
		if from.File != "" {
			return from.File
		}
		return DefaultFile
	case 4:
		return "command line"
	default:
		return o.variable()
	}
}

// asText returns a value as text. Of a mapping it has the names alone: a header may be a credential.
func asText(v any) string {
	if list, ok := v.([]string); ok {
		return strings.Join(list, ",")
	}
	if mapping := reflect.ValueOf(v); mapping.Kind() == reflect.Map {
		names := make([]string, 0, mapping.Len())
		for _, name := range mapping.MapKeys() {
			names = append(names, fmt.Sprint(name)+"=…")
		}
		slices.Sort(names)
		return strings.Join(names, ",")
	}
	return fmt.Sprint(v)
}
