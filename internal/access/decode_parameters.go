package access

import (
	"net/textproto"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/asksql/asksql/sqlcheck"
)

func (r *reader) parameters(n *yaml.Node, separator string) error {
	return r.each(n, "parameters", func(key, value *yaml.Node) error {
		p := parameter{line: key.Line, separator: separator, maxLength: defaultMaxLength}
		p.Name = key.Value
		if !isName(p.Name) {
			return r.fault(key, "%s is no name of a parameter; use lower-case ASCII letters, digits and underscores", shown(p.Name))
		}
		what := "parameter " + p.Name
		var expression string
		if err := r.fields(value, what,
			keyed{"header", r.header(&p.from)}, keyed{"claim", r.text(what+".claim", &p.from.claim)},
			keyed{"type", r.parameterType(what, &p)}, keyed{"required", r.boolean(what+".required", &p.required)},
			keyed{"pattern", r.expression(what, &expression, &p.pattern)},
			keyed{"maxLength", r.integer(what+".maxLength", 1, 1024, &p.maxLength)},
			keyed{"separator", r.separator(&p.separator)},
		); err != nil {
			return err
		}
		switch {
		case p.Type == 0:
			return r.fault(key, "%s has no type; give integer, string, date or decimal, or a list of one of them such as [integer]", what)
		case (p.from.header == "") == (p.from.claim == ""):
			return r.fault(key, "%s needs one of header and claim", what)
		}
		r.file.parameters = append(r.file.parameters, p)
		return nil
	})
}

// parameterTypes are the types by name.
var parameterTypes = map[string]sqlcheck.ParameterType{
	"integer": sqlcheck.ParameterInteger, "string": sqlcheck.ParameterString, "date": sqlcheck.ParameterDate, "decimal": sqlcheck.ParameterDecimal,
}

func (r *reader) parameterType(what string, p *parameter) field {
	return func(n *yaml.Node) error {
		one := n
		if n.Kind == yaml.SequenceNode && len(n.Content) == 1 {
			one, p.List = n.Content[0], true
		}
		p.Type = parameterTypes[one.Value]
		if one.Kind != yaml.ScalarNode || p.Type == 0 {
			return r.fault(n, "%s.type must be integer, string, date or decimal, or a list of one of them such as [integer]", what)
		}
		return nil
	}
}

// expression reads a regular expression that a value must match as a whole.
func (r *reader) expression(what string, text *string, out **regexp.Regexp) field {
	return func(n *yaml.Node) error {
		if err := r.text(what+".pattern", text)(n); err != nil {
			return err
		}
		if _, err := regexp.Compile(*text); err != nil {
			return r.fault(n, "%s.pattern is no regular expression of RE2", what)
		}
		*out = regexp.MustCompile(`\A(?:` + *text + `)\z`)
		return nil
	}
}

func (r *reader) separator(out *string) field {
	return func(n *yaml.Node) error {
		if err := r.text("separator", out)(n); err != nil {
			return err
		}
		if len(*out) > 4 || strings.ContainsAny(*out, "\r\n\x00") {
			return r.fault(n, "separator must be one to four bytes, such as | or a comma")
		}
		return nil
	}
}

// ownHeaders are headers that say something else already, or that the client sets in any case.
var ownHeaders = []string{
	"Host", "Connection", "Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding", "Te", "Trailer", "Upgrade", "Keep-Alive", "X-Correlation-Id",
}

func (r *reader) header(out *source) field {
	return func(n *yaml.Node) error {
		var name string
		if err := r.text("header", &name)(n); err != nil {
			return err
		}
		for _, c := range name {
			// No underscore: some gateways take X_Y for X-Y, and drop one of the two only.
			if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-') {
				return r.fault(n, "%s is no name of a header; use ASCII letters, digits and hyphens", shown(name))
			}
		}
		out.header = textproto.CanonicalMIMEHeaderKey(name)
		if slices.Contains(ownHeaders, out.header) {
			return r.fault(n, "header %s has another use; take one of your own such as x-asksql-tenant", strings.ToLower(name))
		}
		return nil
	}
}

func isName(s string) bool {
	for i, c := range s {
		letter := c == '_' || 'a' <= c && c <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

func isRoleName(s string) bool {
	for _, c := range s {
		if !(c == '_' || c == '-' || c == '.' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') {
			return false
		}
	}
	return s != "" && len(s) <= 64
}
