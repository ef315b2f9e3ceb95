package llm

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// lenient are the options for JSON of and for others: a doubled name or a broken character in it is no
// reason to do without an answer.
func lenient() []json.Options {
	return []json.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
}

// decode reads JSON of a provider.
func decode(data []byte, into any) error { return json.Unmarshal(data, into, lenient()...) }

// An object is the body of a call: its members in the order in which they are sent. A prompt is by far
// the largest of them, and the same from one call to the next, so that it is put together from pieces
// that are JSON already and nothing is encoded twice.
type object []member

type member struct {
	name  string
	value jsontext.Value
}

// with returns the object with the member behind the others.
func (o object) with(name string, value jsontext.Value) object {
	return append(o, member{name, value})
}

// json returns the text of the object.
func (o object) json() []byte {
	size := len("{}")
	for _, m := range o {
		size += len(m.name) + len(m.value) + len(`"":,`)
	}
	b := append(make([]byte, 0, size), '{')
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, quoted(m.name)...), ':')
		b = append(b, m.value...)
	}
	return append(b, '}')
}

// quoted returns text as a JSON string. What is no UTF-8 in it becomes U+FFFD.
func quoted(text string) jsontext.Value {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	out, _ := jsontext.AppendQuote(make([]byte, 0, len(text)+len(text)/16+2), text)
	return out
}

// list returns the JSON values as one list.
func list(values ...jsontext.Value) jsontext.Value {
	size := len("[]")
	for _, v := range values {
		size += len(v) + 1
	}
	b := append(make([]byte, 0, size), '[')
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, v...)
	}
	return append(b, ']')
}

// encoded returns v, of which this package knows that it is no matter for an error, as JSON.
func encoded(v any) jsontext.Value {
	out, err := json.Marshal(v, append(lenient(), json.Deterministic(true))...)
	if err != nil {
		return jsontext.Value("null")
	}
	return out
}

// parseObject reads a JSON object, whose members keep their order.
func parseObject(text string) (object, error) {
	d := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(false))
	if start, err := d.ReadToken(); err != nil || start.Kind() != '{' {
		return nil, fmt.Errorf("is no JSON object")
	}
	var o object
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		o = o.with(key, value.Clone())
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(text[d.InputOffset():]) != "" {
		return nil, fmt.Errorf("has something behind its object")
	}
	return o, nil
}

// patched returns the object after a merge patch (RFC 7396): members of objects are merged, null takes
// a member out, and everything else stands in place of what was there.
func (o object) patched(patch object) object {
	if len(patch) == 0 {
		return o
	}
	o = slices.Clone(o)
	for _, p := range patch {
		at := slices.IndexFunc(o, func(m member) bool { return m.name == p.name })
		switch {
		case p.value.Kind() == 'n' && at >= 0:
			o = slices.Delete(o, at, at+1)
		case p.value.Kind() == 'n':
		case at >= 0:
			o[at].value = merged(o[at].value, p.value)
		default:
			o = o.with(p.name, merged(nil, p.value))
		}
	}
	return o
}

// merged returns the value after a merge patch.
func merged(value, patch jsontext.Value) jsontext.Value {
	if patch.Kind() != '{' {
		return patch
	}
	with, err := parseObject(string(patch))
	if err != nil {
		return patch
	}
	var whole object
	if len(value) > 0 && value.Kind() == '{' {
		if whole, err = parseObject(string(value)); err != nil {
			return patch
		}
	}
	return whole.patched(with).json()
}
