package httpapi

import (
	"maps"
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/internal/access"
)

// callerOf returns who asks: what the headers say, and where the connection comes from.
func callerOf(r *http.Request) access.Caller { return access.FromHeader(r.Header, r.RemoteAddr) }

// chosenTables returns the names in the field tables, nil for none, and the fields that are unknown: the field is
// one of them unless an access file is in force for who answers.
func chosenTables(answerer any, value jsontext.Value, unknown map[string]jsontext.Value) ([]string, map[string]jsontext.Value, error) {
	if value == nil {
		return nil, unknown, nil
	}
	if guarded, ok := answerer.(interface{ Guarded() bool }); !ok || !guarded.Guarded() {
		with := maps.Clone(unknown)
		if with == nil {
			with = map[string]jsontext.Value{}
		}
		with["tables"] = value
		return nil, with, nil
	}
	if value.Kind() == 'n' {
		return nil, unknown, nil
	}
	var tables []*string
	if err := json.Unmarshal(value, &tables); err != nil {
		return nil, nil, badRequest("field tables must be a list of strings")
	}
	names := make([]string, len(tables))
	for i, name := range tables {
		if name == nil {
			return nil, nil, badRequest("field tables must be a list of strings")
		}
		names[i] = *name
	}
	return names, unknown, nil
}
