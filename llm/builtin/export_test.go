package builtin

import (
	"slices"

	"github.com/asksql/asksql/llm"
)

// ConstructNames returns the names of all constructs.
func ConstructNames() []string {
	var names []string
	for _, c := range constructs() {
		names = append(names, c.name)
	}
	return names
}

// NewWithout returns the generator as it would be without a construct, or an error if others need it.
func NewWithout(name string) (llm.Model, error) {
	rest := slices.DeleteFunc(constructs(), func(c construct) bool { return c.name == name })
	return newModel(rest)
}
