package httpapi

import (
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/internal/access"
)

// callerOf returns who asks: what the headers say, and where the connection comes from.
func callerOf(r *http.Request) access.Caller { return access.FromHeader(r.Header, r.RemoteAddr) }

// chosenTables takes the field tables out of the unknown ones, where answerer knows it: it does as long as
// an access file is in force. Without one it is as unknown as it ever was.
func chosenTables(answerer any, unknown map[string]jsontext.Value) ([]string, error) {
	guarded, ok := answerer.(interface{ Guarded() bool })
	value, there := unknown["tables"]
	if !ok || !there || !guarded.Guarded() {
		return nil, nil
	}
	delete(unknown, "tables")
	if value.Kind() == 'n' {
		return nil, nil
	}
	var tables []*string
	if err := json.Unmarshal(value, &tables); err != nil {
		return nil, badRequest("field tables must be a list of strings")
	}
	names := make([]string, len(tables))
	for i, name := range tables {
		if name == nil {
			return nil, badRequest("field tables must be a list of strings")
		}
		names[i] = *name
	}
	return names, nil
}
