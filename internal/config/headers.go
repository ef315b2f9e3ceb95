package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Headers are HTTP headers by name. A value may be a credential, so that printing tells the names
// alone.
type Headers map[string]string

// String returns the names.
func (h Headers) String() string { return fmt.Sprint(slices.Sorted(maps.Keys(h))) }

// GoString keeps %#v from showing the values.
func (h Headers) GoString() string { return h.String() }

// MarshalText keeps encoders from showing the values.
func (h Headers) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// pairs is a mapping of names to texts. What names and values an HTTP header may have is for whoever
// sends them.
func pairs() kind {
	return kind{
		want: "a mapping of names to texts, in a variable Name=value,Name=value",
		file: func(v any) (any, bool) {
			values, ok := v.(map[string]any)
			if !ok {
				return nil, false
			}
			all := make(map[string]string, len(values))
			for name, v := range values {
				if all[name], ok = v.(string); !ok {
					return nil, false
				}
			}
			return all, true
		},
		text: func(s string) (any, bool) {
			all := make(map[string]string)
			for pair := range strings.SplitSeq(s, ",") {
				name, value, ok := strings.Cut(pair, "=")
				if name = strings.TrimSpace(name); !ok || name == "" {
					return nil, false
				}
				all[name] = strings.TrimSpace(value)
			}
			return all, true
		},
	}
}
