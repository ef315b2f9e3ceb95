package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"
)

// DefaultFile is the file that is read, if it is there, where none is named.
const DefaultFile = "asksql.yaml"

// maxFile is the largest configuration file, in bytes.
const maxFile = 1 << 20

// fromFile returns the values that the YAML file gives to keys. Only DefaultFile, asked for by the
// name "", may be missing.
func fromFile(name string, table []option) (map[string]any, error) {
	optional := name == ""
	if optional {
		name = DefaultFile
	}
	data, err := read(name)
	if optional && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil {
		return nil, fmt.Errorf("read configuration %s: %w", name, err)
	}
	return values(name, &document, table)
}

func read(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, maxFile)
	}
	return data, nil
}

// values returns the values of a YAML document.
func values(name string, document *yaml.Node, table []option) (map[string]any, error) {
	r := reader{name: name, options: make(map[string]option), sections: make(map[string]bool), values: make(map[string]any)}
	for _, o := range table {
		r.options[o.key] = o
		r.keys = append(r.keys, o.key)
		for _, s := range sections(o.key) {
			r.sections[s] = true
		}
	}
	for _, root := range document.Content { // none in an empty file, else one
		if err := r.mapping("", root); err != nil {
			return nil, err
		}
	}
	return r.values, nil
}

// A reader walks a YAML document. It walks the nodes itself, so that what is wrong has a line.
type reader struct {
	name     string
	options  map[string]option
	keys     []string
	sections map[string]bool // the mappings that hold keys, such as "server" and "llm.breaker"
	values   map[string]any
}

// mapping reads the keys under the path; "" is the document itself.
func (r *reader) mapping(path string, n *yaml.Node) error {
	if n.Tag == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return r.fault(n, cmp.Or(path, "the configuration")+" must hold keys and values")
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if seen[key.Value] {
			return r.fault(key, join(path, key.Value)+" is there twice")
		}
		seen[key.Value] = true
		if err := r.entry(path, key, value); err != nil {
			return err
		}
	}
	return nil
}

// entry reads one key of a mapping.
func (r *reader) entry(path string, key, value *yaml.Node) error {
	full := join(path, key.Value)
	o, known := r.options[full]
	switch dotted := strings.Contains(key.Value, "."); { // "server.port: 1" is no spelling of ours
	case r.sections[full] && !dotted:
		return r.mapping(full, value)
	case known && !dotted:
		return r.value(o, value)
	default:
		return r.fault(key, "unknown key "+full+advice(full, r.keys))
	}
}

// value reads the value of an option. A null leaves the option as it was.
func (r *reader) value(o option, n *yaml.Node) error {
	if n.Tag == "!!null" {
		return nil
	}
	var decoded any
	if err := n.Decode(&decoded); err != nil {
		return r.fault(n, o.key+" must be "+o.kind.want)
	}
	v, err := o.kind.fromFile(decoded)
	if err != nil {
		return r.fault(n, o.key+" "+err.Error())
	}
	r.values[o.key] = v
	return nil
}

// fault returns an error about the node, with its line.
func (r *reader) fault(n *yaml.Node, message string) error {
	return fmt.Errorf("%s, line %d: %s", r.name, n.Line, message)
}
