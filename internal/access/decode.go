package access

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The modes that a role may be kept to.
const (
	schemaOnly     = "schema_only"
	boundedResults = "bounded_results"
)

const (
	maxRowsBound     = 1_000_000_000
	defaultMaxLength = 255
	defaultSeparator = ","
	minSecretBytes   = 16
)

// read reads the whole file.
func (r *reader) read(root *yaml.Node) error {
	f := r.file
	separator := defaultSeparator
	var parameters, roles, rows, role, trusted *yaml.Node
	later := func(out **yaml.Node) field { return func(n *yaml.Node) error { *out = n; return nil } }
	if err := r.fields(root, "the access file",
		keyed{"parameters", later(&parameters)}, keyed{"role", later(&role)}, keyed{"roles", later(&roles)},
		keyed{"rows", later(&rows)}, keyed{"claims", r.claims}, keyed{"separator", r.separator(&separator)},
		keyed{"trust", later(&trusted)},
	); err != nil {
		return err
	}
	f.role.separator = separator
	for _, part := range []struct {
		node *yaml.Node
		read field
	}{
		{parameters, func(n *yaml.Node) error { return r.parameters(n, separator) }},
		{role, r.role}, {roles, r.roles}, {rows, r.rows}, {trusted, r.trust},
	} {
		if part.node != nil {
			if err := part.read(part.node); err != nil {
				return err
			}
		}
	}
	return r.together(root)
}

// together judges what is right by itself and not with the rest.
func (r *reader) together(root *yaml.Node) error {
	f := r.file
	at := func(line int) *yaml.Node { return &yaml.Node{Line: line} }
	switch {
	case len(f.roles) == 0 && len(f.rows) == 0:
		return r.fault(root, "the access file has neither roles nor rows, so it would change nothing; add one, or leave host.accessPath empty")
	case len(f.roles) > 0 && f.role.line == 0:
		return r.fault(root, "there are roles and no key role, which says who has which; add role: {header: x-asksql-role, required: true}")
	case len(f.roles) == 0 && f.role.line > 0:
		return r.fault(at(f.role.line), "there is a key role and there are no roles; add roles, or leave it out")
	case f.role.initial != "" && !slices.ContainsFunc(f.roles, func(one role) bool { return one.name == f.role.initial }):
		return r.fault(at(f.role.line), "role.default names %s, which is none of the roles", shown(f.role.initial))
	}
	for _, rule := range f.rows {
		for _, name := range rule.roles {
			if name.text != "*" && !slices.ContainsFunc(f.roles, func(one role) bool { return one.name == name.text }) {
				return r.fault(at(name.line), "the rule is for %s, which is none of the roles", shown(name.text))
			}
		}
	}
	return r.sources(root)
}

// sources judges where the file takes what it knows of a caller.
func (r *reader) sources(root *yaml.Node) error {
	f := r.file
	serves := map[string]string{}
	headers, claimed := 0, 0
	take := func(line int, header, purpose string) error {
		if header == "" {
			return nil
		}
		headers++
		if other := serves[header]; other != "" {
			return r.fault(&yaml.Node{Line: line}, "header %s serves %s and %s; give each its own", strings.ToLower(header), other, purpose)
		}
		serves[header] = purpose
		return nil
	}
	all := []struct {
		line    int
		from    source
		purpose string
	}{{f.role.line, f.role.from, "role"}, {f.role.line, f.role.allowed, "role.allowed"}}
	for _, p := range f.parameters {
		all = append(all, struct {
			line    int
			from    source
			purpose string
		}{p.line, p.from, "parameter " + p.Name})
	}
	for _, s := range all {
		if s.from.claim != "" {
			claimed++
			if f.claims.header == "" {
				return r.fault(&yaml.Node{Line: s.line}, "%s comes from a claim, and the key claims does not say which header has them", s.purpose)
			}
		}
		if err := take(s.line, s.from.header, s.purpose); err != nil {
			return err
		}
	}
	if err := take(root.Line, f.claims.header, "claims"); err != nil {
		return err
	}
	if err := take(root.Line, f.trust.secret.header, "trust.secret"); err != nil {
		return err
	}
	if headers > 0 && !f.trust.set() {
		return r.fault(root, "headers are believed here, and nothing says why; add trust: {listener: gateway_only}, trust: {peers: […]} or trust: {secret: {header: …}}")
	}
	if f.claims.header != "" && claimed == 0 {
		return r.fault(root, "claims names a header, and nothing comes from a claim; leave it out")
	}
	r.name()
	return nil
}

// name gives each source the words that errors call it by, now that the header of the claims is known.
func (r *reader) name() {
	f := r.file
	words := func(s *source) {
		switch {
		case s.claim != "":
			s.words = "claim " + shown(s.claim) + " in header " + strings.ToLower(f.claims.header)
		case s.header != "":
			s.words = "header " + strings.ToLower(s.header)
		}
	}
	words(&f.role.from)
	words(&f.role.allowed)
	for i := range f.parameters {
		words(&f.parameters[i].from)
	}
}
