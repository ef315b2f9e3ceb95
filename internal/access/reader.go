package access

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// A reader walks the nodes of an access file itself, so that what is wrong has a line.
type reader struct {
	path   string
	secret string // what ASKSQL_ACCESS_SECRET holds
	file   *File
}

func (r *reader) fault(n *yaml.Node, format string, args ...any) error {
	return &Error{r.path, n.Line, fmt.Sprintf(format, args...)}
}

// A field reads the value of a key.
type field func(n *yaml.Node) error

// A keyed is a key of a mapping and what reads its value.
type keyed struct {
	name string
	read field
}

// fields reads a mapping that has some of the keys and no others.
func (r *reader) fields(n *yaml.Node, what string, known ...keyed) error {
	return r.each(n, what, func(key, value *yaml.Node) error {
		i := slices.IndexFunc(known, func(k keyed) bool { return k.name == key.Value })
		if i < 0 {
			names := make([]string, len(known))
			for i, k := range known {
				names[i] = k.name
			}
			return r.fault(key, "unknown key %s; %s may have %s", shown(key.Value), what, enumerated(names))
		}
		return known[i].read(value)
	})
}

// each calls visit for each key of a mapping, in the order of the file. A key that is there twice is a fault.
func (r *reader) each(n *yaml.Node, what string, visit func(key, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return r.fault(n, "%s must hold keys and values", what)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode || key.Tag == "!!merge":
			return r.fault(key, "%s has a key that is no name", what)
		case seen[key.Value]:
			return r.fault(key, "%s is there twice; keep one", shown(key.Value))
		case value.Kind == yaml.AliasNode || value.Anchor != "":
			return r.fault(value, "anchors and aliases are not read here; write the value out")
		case value.Tag == "!!null":
			return r.fault(value, "%s has no value; give one, or leave the key out", shown(key.Value))
		}
		seen[key.Value] = true
		if err := visit(key, value); err != nil {
			return err
		}
	}
	return nil
}

// text reads a text. A number or a truth value is none: YAML reads 007 as 7, and no as false.
func (r *reader) text(what string, out *string) field {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
			return r.fault(n, "%s must be a text", what)
		}
		if strings.TrimSpace(n.Value) == "" && n.Value != " " {
			return r.fault(n, "%s is empty; give a text, or leave the key out", what)
		}
		*out = n.Value
		return nil
	}
}

func (r *reader) boolean(what string, out *bool) field {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Decode(out) != nil {
			return r.fault(n, "%s must be true or false", what)
		}
		return nil
	}
}

func (r *reader) integer(what string, low, high int, out *int) field {
	return func(n *yaml.Node) error {
		value, err := strconv.Atoi(n.Value)
		if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || value < low || value > high {
			return r.fault(n, "%s must be a whole number from %d to %d", what, low, high)
		}
		*out = value
		return nil
	}
}

// oneOf reads one of the words.
func (r *reader) oneOf(what string, words []string, out *string) field {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode || !slices.Contains(words, n.Value) {
			return r.fault(n, "%s must be %s", what, alternatives(words))
		}
		*out = n.Value
		return nil
	}
}

// texts reads a list of at least one text, none of them twice.
func (r *reader) texts(what string, out *[]string) field {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
			return r.fault(n, "%s must be a list of at least one text, such as [orders]", what)
		}
		for _, element := range n.Content {
			var text string
			if err := r.text("each of "+what, &text)(element); err != nil {
				return err
			}
			if slices.Contains(*out, text) {
				return r.fault(element, "%s has %s twice; keep one", what, shown(text))
			}
			*out = append(*out, text)
		}
		return nil
	}
}

// orNone lets a list of what is left out be empty.
func orNone(read field) field {
	return func(n *yaml.Node) error {
		if n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
			return nil
		}
		return read(n)
	}
}

// patterns reads a list of names with * and ?.
func (r *reader) patterns(what string, out *[]pattern) field {
	return func(n *yaml.Node) error {
		var texts []string
		if err := r.texts(what, &texts)(n); err != nil {
			return err
		}
		for i, text := range texts {
			*out = append(*out, pattern{text, n.Content[i].Line})
		}
		return nil
	}
}

// shown is a name of the file as errors have it: short, and nothing that commands a terminal.
func shown(name string) string {
	name = strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '?'
	}, name)
	if runes := []rune(name); len(runes) > 64 {
		name = string(runes[:64]) + "…"
	}
	return name
}

func enumerated(names []string) string { return joined(names, "and") }

func alternatives(names []string) string { return joined(names, "or") }

func joined(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}
