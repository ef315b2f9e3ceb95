package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A Grant is what one request may see.
type Grant struct {
	// Role is the name of the role, "" where the file has none.
	Role string
	// Parameters are the names of those that the request gave, in the order of the file.
	Parameters []string
	// Artifact is the role's part of the schema.
	Artifact *schema.Artifact
	// Filters choose the rows; nil is all.
	Filters *sqlcheck.Filters
	// MaxRows bounds the rows of a statement; 0 leaves that to the service.
	MaxRows uint64

	modes  []string
	values []said // of Parameters
	rules  []int  // see world
	file   *File
}

// Conditions returns the conditions of the file that choose the rows of a table for the role, none for all rows.
func (g *Grant) Conditions(table string) []string {
	var all []string
	for _, i := range g.rules {
		if i >= 0 && anyMatches(g.file.rows[i].tables, table) && !strings.EqualFold(g.file.rows[i].where, "TRUE") {
			all = append(all, g.file.rows[i].where)
		}
	}
	return all
}

// Rules returns the places in the access file of rules that are given by their places in the filters. Those
// that the file does not have, because a table is free to read, are left out.
func (g *Grant) Rules(places []int) []int {
	rules := []int{}
	for _, i := range places {
		if 0 <= i && i < len(g.rules) && g.rules[i] >= 0 {
			rules = append(rules, g.rules[i])
		}
	}
	return rules
}

// Admit returns what the caller may see. An error is a *Denied: for the client, and never with a value in it.
func (g *Guard) Admit(c Caller) (*Grant, error) {
	if err := g.trust.check(c); err != nil {
		return nil, err
	}
	says, err := g.file.listen(c)
	if err != nil {
		return nil, err
	}
	w, err := g.world(says)
	if err != nil {
		return nil, err
	}
	grant := &Grant{Role: w.role.name, Artifact: w.artifact, MaxRows: w.role.maxRows, modes: w.role.modes, rules: w.rules, file: g.file}
	if c.named {
		if err := g.file.namedValues(c.values); err != nil {
			return nil, err
		}
	}
	values := map[string]sqlcheck.Value{}
	for i := range g.file.parameters {
		p := &g.file.parameters[i]
		given, err := p.said(says)
		switch {
		case err != nil:
			return nil, err
		case !given.there && slices.Contains(w.needs, i):
			return nil, p.missing(c)
		case !given.there:
			continue
		}
		if values[p.Name], err = p.value(c, given.texts); err != nil {
			return nil, err
		}
		grant.Parameters = append(grant.Parameters, p.Name)
		grant.values = append(grant.values, given)
	}
	if w.access != nil {
		if grant.Filters, err = w.access.Bind(values); err != nil {
			return nil, denied("a parameter of the access file cannot be used; the values are of the wrong kind")
		}
	}
	return grant, nil
}

// world returns what the role of the caller sees. A role that the file does not have and one that the caller
// may not have are refused in the same words.
func (g *Guard) world(says *saying) (*world, error) {
	if len(g.file.roles) == 0 {
		if says.caller.named && says.caller.role != nil {
			return nil, denied("the access file has no roles; leave --role out")
		}
		return g.worlds[""], nil
	}
	from := g.file.role
	if says.caller.named {
		from.from.words = "--role"
	}
	named, err := says.roleName(from)
	switch {
	case err != nil:
		return nil, err
	case named == "" && from.initial == "":
		return nil, from.missing(says.caller)
	case named == "":
		return g.worlds[from.initial], nil
	}
	if from.allowed.set() && !says.caller.named {
		allowed, err := says.list(from.allowed, from.separator)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(allowed.texts, named) {
			return nil, denied("%s names no role that may be used", from.from.words)
		}
	}
	w := g.worlds[named]
	if w == nil {
		return nil, denied("%s names no role that may be used", from.from.words)
	}
	return w, nil
}

func (s *saying) roleName(from roleSource) (string, error) {
	if s.caller.named {
		if s.caller.role == nil {
			return "", nil
		}
		return *s.caller.role, nil
	}
	if !from.from.set() {
		return "", nil
	}
	given, err := s.text(from.from)
	if err != nil || !given.there {
		return "", err
	}
	return given.texts[0], nil
}

func (r roleSource) missing(c Caller) error {
	if c.named {
		return denied("the access file wants a role; name one with --role")
	}
	return denied("%s is missing; the gateway has to send the role", r.from.words)
}

// said returns what the caller says of the parameter.
func (p *parameter) said(says *saying) (said, error) {
	c := says.caller
	switch {
	case c.named:
		text, there := c.values[p.Name]
		if !there || text == "" && !p.List {
			return said{}, nil
		}
		if !p.List {
			return said{[]string{text}, true}, plain(text, p.words(c))
		}
		texts, err := split(text, p.separator, p.words(c))
		return said{texts, true}, err
	case p.from.claim != "":
		return says.claim(p.from, p.List, p.Type == sqlcheck.ParameterInteger || p.Type == sqlcheck.ParameterDecimal)
	case p.List:
		return says.list(p.from, p.separator)
	default:
		return says.text(p.from)
	}
}

func (p *parameter) words(c Caller) string {
	if c.named {
		return "--param " + p.Name
	}
	return p.from.words
}

func (p *parameter) missing(c Caller) error {
	if c.named {
		return denied("parameter %s is missing; give it with --param %s=VALUE", p.Name, p.Name)
	}
	return denied("%s is missing; the gateway has to send it", p.from.words)
}

// value returns the texts as the value of the parameter, or an error that does not repeat them.
func (p *parameter) value(c Caller, texts []string) (sqlcheck.Value, error) {
	for _, text := range texts {
		switch {
		case utf8.RuneCountInString(text) > p.maxLength:
			return sqlcheck.Value{}, denied("%s is longer than %d characters", p.words(c), p.maxLength)
		case p.pattern != nil && !p.pattern.MatchString(text):
			return sqlcheck.Value{}, denied("%s does not match the pattern of parameter %s", p.words(c), p.Name)
		}
	}
	value, err := sqlcheck.ParseValue(p.Parameter, texts...)
	if err != nil { // its own words may quote the value
		return sqlcheck.Value{}, denied("%s must be %s", p.words(c), p.wanted())
	}
	return value, nil
}

func (p *parameter) wanted() string {
	one, some := "a text", "texts"
	switch p.Type {
	case sqlcheck.ParameterInteger:
		one, some = "a whole number", "whole numbers"
	case sqlcheck.ParameterDate:
		one, some = "a date such as 2024-12-31", "dates such as 2024-12-31"
	case sqlcheck.ParameterDecimal:
		one, some = "a decimal number such as 12.50", "decimal numbers such as 12.50"
	}
	if p.List {
		return "a list of " + some
	}
	return one
}

// Mode returns the mode of a request that asks for one: the role's where it has no other.
func (g *Grant) Mode(asked string) string {
	if g == nil || len(g.modes) == 0 || slices.Contains(g.modes, asked) {
		return asked
	}
	return g.modes[0]
}

// Fingerprints returns of each parameter's value what tells it from others to whoever has the key, and
// nothing to others.
func (g *Grant) Fingerprints(key []byte) map[string]string {
	marks := make(map[string]string, len(g.Parameters))
	for i, name := range g.Parameters {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(name + "\x00" + strings.Join(g.values[i].texts, "\x00")))
		marks[name] = hex.EncodeToString(mac.Sum(nil)[:12])
	}
	return marks
}

// Bound returns the bound on rows of a request that has one of its own, 0 for none: the role's where that is
// lower. It is no wish of the request, so it holds in every mode.
func (g *Grant) Bound(rows uint64) uint64 {
	if g != nil && g.MaxRows > 0 && (rows == 0 || g.MaxRows < rows) {
		return g.MaxRows
	}
	return rows
}

// Check checks SQL over a view of the grant's part of the schema, with a bound on rows, 0 for none. A nil Grant
// is that of a service without an access file.
func (g *Grant) Check(checker *sqlcheck.Checker, sql string, view *schema.View, rows uint64) (*sqlcheck.Query, error) {
	switch {
	case g != nil && g.Filters != nil && rows > 0:
		return checker.CheckFiltered(sql, view, g.Filters, &rows)
	case g != nil && g.Filters != nil:
		return checker.CheckFiltered(sql, view, g.Filters, nil)
	case rows > 0:
		return checker.CheckBounded(sql, view, rows)
	default:
		return checker.Check(sql, view)
	}
}
