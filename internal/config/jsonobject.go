package config

import (
	"bytes"
	"encoding/json"
)

// jsonObject is a JSON object: a mapping in the file, and its text elsewhere. Its value is the text.
func jsonObject() kind {
	return kind{
		want: "a mapping, in a variable a JSON object, or empty",
		file: func(v any) (any, bool) {
			switch v := v.(type) {
			case string:
				return objectText(v)
			case map[string]any:
				text, ok := jsonText(v)
				return text, ok
			default:
				return nil, false
			}
		},
		text: objectText,
	}
}

// objectText takes a text that is a JSON object, or empty.
func objectText(s string) (any, bool) {
	if s == "" {
		return s, true
	}
	var object map[string]any
	return s, json.Unmarshal([]byte(s), &object) == nil && object != nil
}

// jsonText returns v as JSON. It reports false for what YAML has and JSON has not, such as keys that are
// no texts.
func jsonText(v any) (string, bool) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", false
	}
	return string(bytes.TrimSpace(b.Bytes())), true
}
