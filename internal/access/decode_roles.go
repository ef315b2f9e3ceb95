package access

import (
	"go.yaml.in/yaml/v3"
)

func (r *reader) role(n *yaml.Node) error {
	s := &r.file.role
	s.line = n.Line
	if err := r.fields(n, "role",
		keyed{"header", r.header(&s.from)}, keyed{"claim", r.text("role.claim", &s.from.claim)},
		keyed{"required", r.boolean("role.required", &s.required)}, keyed{"default", r.text("role.default", &s.initial)},
		keyed{"separator", r.separator(&s.separator)},
		keyed{"allowed", func(n *yaml.Node) error {
			err := r.fields(n, "role.allowed", keyed{"header", r.header(&s.allowed)}, keyed{"claim", r.text("role.allowed.claim", &s.allowed.claim)})
			if err == nil && (s.allowed.header == "") == (s.allowed.claim == "") {
				err = r.fault(n, "role.allowed needs one of header and claim")
			}
			return err
		}},
	); err != nil {
		return err
	}
	switch {
	case s.from.header != "" && s.from.claim != "":
		return r.fault(n, "role needs one of header and claim")
	case s.required && s.initial != "":
		return r.fault(n, "role is required, so that its default is never used; keep one of the two")
	case s.required && !s.from.set():
		return r.fault(n, "role is required, and nothing says where it comes from; add a header or a claim")
	case !s.required && s.initial == "":
		return r.fault(n, "role needs required: true, or the default for a request that names none")
	case s.allowed.set() && !s.from.set():
		return r.fault(n, "role.allowed is for a role that the request names; add a header or a claim")
	}
	return nil
}

func (r *reader) roles(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		return r.fault(n, "roles is empty; leave it out, and everybody sees the whole schema")
	}
	return r.each(n, "roles", func(key, value *yaml.Node) error {
		one := role{name: key.Value, line: key.Line}
		what := "role " + shown(one.name)
		if !isRoleName(one.name) {
			return r.fault(key, "%s is no name of a role; use up to 64 ASCII letters, digits, dots, hyphens and underscores", shown(one.name))
		}
		mode, bound := "", 0
		if err := r.fields(value, what,
			keyed{"tables", r.patterns(what+".tables", &one.tables)}, keyed{"exclude", orNone(r.patterns(what+".exclude", &one.exclude))},
			keyed{"columns", r.columns(what, &one)}, keyed{"mode", r.oneOf(what+".mode", []string{schemaOnly, boundedResults}, &mode)},
			keyed{"modes", r.modes(what, &one)}, keyed{"maxRows", r.integer(what+".maxRows", 1, maxRowsBound, &bound)},
		); err != nil {
			return err
		}
		switch {
		case len(one.tables) == 0:
			return r.fault(key, `%s has no tables; name them, or write tables: ["*"] for all`, what)
		case mode != "" && one.modes != nil:
			return r.fault(key, "%s has mode and modes; keep one", what)
		case mode != "":
			one.modes = []string{mode}
		}
		one.maxRows = uint64(bound)
		r.file.roles = append(r.file.roles, one)
		return nil
	})
}

func (r *reader) modes(what string, one *role) field {
	return func(n *yaml.Node) error {
		if err := r.texts(what+".modes", &one.modes)(n); err != nil {
			return err
		}
		for _, mode := range one.modes {
			if mode != schemaOnly && mode != boundedResults {
				return r.fault(n, "%s.modes may hold %s and %s", what, schemaOnly, boundedResults)
			}
		}
		return nil
	}
}

func (r *reader) columns(what string, one *role) field {
	return func(n *yaml.Node) error {
		return r.each(n, what+".columns", func(key, value *yaml.Node) error {
			rule := columnRule{table: pattern{key.Value, key.Line}}
			at := what + ".columns." + shown(key.Value)
			if err := r.fields(value, at, keyed{"include", r.patterns(at+".include", &rule.include)}, keyed{"exclude", orNone(r.patterns(at+".exclude", &rule.exclude))}); err != nil {
				return err
			}
			if rule.include == nil && rule.exclude == nil {
				return r.fault(key, "%s needs include or exclude", at)
			}
			one.columns = append(one.columns, rule)
			return nil
		})
	}
}

func (r *reader) rows(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		return r.fault(n, "rows must be a list of at least one rule, such as - {tables: [orders], where: \"tenant_id = @tenant\"}")
	}
	for _, element := range n.Content {
		rule := rowRule{line: element.Line}
		collation := "exact"
		if err := r.fields(element, "a rule of rows",
			keyed{"tables", r.patterns("tables of a rule", &rule.tables)}, keyed{"where", r.text("where of a rule", &rule.where)},
			keyed{"roles", r.patterns("roles of a rule", &rule.roles)}, keyed{"except", orNone(r.texts("except of a rule", &rule.except))},
			keyed{"collation", r.oneOf("collation of a rule", []string{"exact", "column"}, &collation)},
		); err != nil {
			return err
		}
		switch {
		case rule.tables == nil:
			return r.fault(element, "a rule of rows has no tables; name those whose rows it is about")
		case rule.where == "":
			return r.fault(element, `a rule of rows has no where; write where: "TRUE" for all rows`)
		}
		if rule.roles == nil {
			rule.roles = []pattern{{"*", element.Line}}
		}
		rule.collation = collation == "column"
		r.file.rows = append(r.file.rows, rule)
	}
	return nil
}
