package sqlcheck

import (
	"fmt"
	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"regexp"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A Checker checks queries against a set of rules. It is immutable and safe for concurrent use.
type Checker struct {
	rules     []*Rule
	refusing  []*Rule // those of rules that are no advisories
	options   Options
	dialect   builtin.Dialects
	version   builtin.Version // of Options.Server
	functions map[string]bool
}

var (
	ruleName     = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	functionName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// New returns a Checker that applies rules in the order given. It returns an error if a rule is
// malformed or given twice, if no rule refuses anything, if an option is out of range, or if the program was built
// with a parser that differs from the one this package was proven with: docs/compatibility.md says what to do.
func New(rules []*Rule, options Options) (*Checker, error) {
	if err := unproven(); err != nil {
		return nil, err
	}
	if err := checkRules(rules); err != nil {
		return nil, err
	}
	c := &Checker{rules: append([]*Rule(nil), rules...), options: options, functions: map[string]bool{}}
	for _, rule := range rules {
		if !rule.Advisory {
			c.refusing = append(c.refusing, rule)
		}
	}
	if c.dialect = options.Dialect.set(); c.dialect == 0 {
		return nil, fmt.Errorf("options: unknown %s", options.Dialect)
	}
	if c.version = builtin.ParseVersion(options.Server, c.dialect); c.version == 0 && options.Server != "" && options.Dialect != TiDB {
		return nil, fmt.Errorf("options: %q is no version of a %s server; write one such as it gives for VERSION()", options.Server, options.Dialect.product())
	}
	if options.FullGroupBy > FullGroupByOff {
		return nil, fmt.Errorf("options: unknown %s", options.FullGroupBy)
	}
	for _, f := range options.Functions {
		if !functionName.MatchString(f) {
			return nil, fmt.Errorf("options: %q is no name of a function; use ASCII letters, digits and underscores", f)
		}
		c.functions[fold(f)] = true
	}
	l := options.Limits
	if min(l.Bytes, l.Depth, l.Nodes, l.Relations, l.Unlinked, l.Rows) < 0 {
		return nil, fmt.Errorf("options: a limit is negative; 0 stands for the default")
	}
	c.options.Limits = l.withDefaults()
	return c, nil
}

func checkRules(rules []*Rule) error {
	seen := map[string]bool{RuleComplexity: true, RuleSyntax: true}
	refusing := 0
	for i, rule := range rules {
		switch {
		case rule == nil:
			return fmt.Errorf("rule %d is nil", i)
		case !ruleName.MatchString(rule.Name):
			return fmt.Errorf("rule %d: %q is no name; use lower-case letters, digits and underscores", i, rule.Name)
		case rule.Doc == "":
			return fmt.Errorf("rule %s has no Doc", rule.Name)
		case rule.Check == nil:
			return fmt.Errorf("rule %s has no Check", rule.Name)
		case seen[rule.Name]:
			return fmt.Errorf("rule %s is given twice, or is one of the engine's own", rule.Name)
		}
		seen[rule.Name] = true
		if !rule.Advisory {
			refusing++
		}
	}
	if refusing == 0 {
		return fmt.Errorf("no rule refuses anything")
	}
	return nil
}

// Check returns the checked query. Any refusal is a *RejectedError; there is no other error.
func (c *Checker) Check(sql string, catalog Catalog) (*Query, error) {
	return c.check(sql, catalog, nil, nil)
}

// CheckBounded is Check with a bound on rows: the top-level LIMIT is kept, lowered or added, so that
// the statement returns maxRows rows at most. An offset is kept.
func (c *Checker) CheckBounded(sql string, catalog Catalog, maxRows uint64) (*Query, error) {
	return c.check(sql, catalog, nil, &maxRows)
}

// CheckFiltered is Check, or with maxRows CheckBounded, of a query that reads only the rows that filters show. The
// catalog may show fewer tables and columns than that which the filters' Access was made for; a table that the
// Access does not know is refused. Without filters it is Check or CheckBounded.
func (c *Checker) CheckFiltered(sql string, catalog Catalog, filters *Filters, maxRows *uint64) (*Query, error) {
	return c.check(sql, catalog, filters, maxRows)
}

// check is the whole of it, in the order in which it happens.
func (c *Checker) check(sql string, catalog Catalog, filters *Filters, maxRows *uint64) (*Query, error) {
	if v := checkText(sql, c.options.Limits.Bytes); v != nil {
		return nil, &RejectedError{Violations: []Violation{*v}}
	}
	w := workspaces.Get().(*workspace)
	defer w.release()
	first := reading{barewords: c.dialect, limits: c.options.Limits, rules: c.rules, bounded: maxRows != nil, filters: filters}
	result, rejected := c.judge(sql, catalog, first, &w.reader, &w.given)
	if rejected != nil {
		return nil, rejected
	}
	q := &Query{advice: result.advice, limit: ownLimit(result.statement)}
	if maxRows != nil {
		q.limit = bound(result.statement, *maxRows)
	}
	if rejected := w.given.fence(result.statement); rejected != nil {
		return nil, rejected
	}
	text, err := c.print(result.statement, &w.given, len(sql)/2)
	if err == nil && len(text) > 8*c.options.Limits.Bytes+w.given.filterBytes() {
		err = fmt.Errorf("the print has %d bytes", len(text))
	}
	if err == nil {
		q.text = string(text)
		err = c.recheck(q.text, catalog, w)
	}
	if err != nil {
		return nil, notSupported(err)
	}
	q.facts, q.wrapped = w.given.facts.copied(), len(w.given.wrappers) > 0
	q.filtered(&w.given)
	return q, nil
}

// recheck holds the print to what was given: it must parse, give the same facts, break no rule and
// print the same. What fails here is a fault of this package, so it is refused.
func (c *Checker) recheck(text string, catalog Catalog, w *workspace) error {
	// Quoting and parentheses make a print longer and deeper than what was written.
	second := reading{limits: c.options.Limits.ofPrint(), rules: c.refusing, again: true, wrappers: w.given.wrappers, filters: w.given.filters}
	second.limits.Relations += len(second.wrappers)
	result, rejected := c.judge(text, catalog, second, &w.reader, &w.printed)
	if rejected != nil {
		return fmt.Errorf("the print is refused: %w", rejected)
	}
	if difference := w.given.facts.differFrom(&w.printed.facts, len(w.given.wrappers) > 0); difference != "" {
		return fmt.Errorf("the print has other %s", difference)
	}
	if err := w.printed.fenced(result.statement); err != nil {
		return err
	}
	again, err := c.print(result.statement, &w.printed, len(text))
	if err != nil {
		return err
	}
	if string(again) != text {
		return fmt.Errorf("the print does not come back the same")
	}
	return nil
}

// print writes a statement into the memory of the resolver that resolved it. It is expected to have about so
// many bytes.
func (c *Checker) print(statement ast.StmtNode, r *resolver, expected int) (text []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic while printing: %v", p)
		}
	}()
	if cap(r.print) < expected {
		r.print = make([]byte, 0, expected)
	}
	text, err = print.Statement(r.print[:0], statement, &r.names, r.style())
	r.print = text[:0]
	return text, err
}

// A judged is what one pass over a text found, beside the facts.
type judged struct {
	statement ast.StmtNode
	advice    []Advice
}

// A reading says how a text is judged: the first one is what was given, the second the print.
type reading struct {
	barewords builtin.Dialects // whose words may stand without back-quotes; none in a print, which has them round every name
	limits    Limits
	rules     []*Rule
	bounded   bool           // a LIMIT will be put on the statement
	again     bool           // the text is a print, which has an alias wherever a label is not what the print says
	wrappers  []string       // aliases of the derived tables that the print has and the text had not
	filters   *Filters       // of the rows that are read, nil without
	rule      *ruleCondition // what is judged is the condition of a row rule; nil for a query
}

// judge parses and resolves a text with a resolver that is empty, and applies the rules.
func (c *Checker) judge(sql string, catalog Catalog, how reading, texts *reader, r *resolver) (result judged, rejected *RejectedError) {
	defer func() {
		if p := recover(); p != nil {
			result, rejected = judged{}, notSupported(fmt.Errorf("panic while resolving: %v", p))
		}
	}()
	text, statements, failed := texts.readable(sql, c.dialect, how.barewords, r.statements)
	if failed != nil {
		return result, unreadable(sql, failed)
	}
	if len(statements) == 0 {
		return result, rejectedBy(Violation{Rule: RuleSyntax, Message: "there is no statement in the text; write one SELECT", Offset: -1})
	}
	r.statements = statements
	r.options, r.dialect, r.functions = &c.options, c.dialect, c.functions
	r.server = c.serverOf(catalog)
	r.catalog, r.source, r.limits = catalog, text, how.limits
	r.again, r.wrappers, r.filters, r.rule = how.again, how.wrappers, how.filters, how.rule
	if how.again && how.filters != nil {
		r.unwrapMentions(statements)
	}
	r.fullGroupBy = c.options.FullGroupBy.inForce(c.options.Dialect, catalog)
	result.statement = r.resolve(statements)
	r.facts.Limited = r.facts.Limited || how.bounded
	violations := c.apply(how.rules, r, &result)
	if len(violations) > 0 {
		return judged{}, &RejectedError{Violations: located(violations, sql)}
	}
	return result, nil
}

// serverOf returns the server that a query over a catalog will run on.
func (c *Checker) serverOf(catalog Catalog) builtin.Server {
	s := builtin.Server{Dialect: c.dialect, Version: c.version}
	if known, ok := catalog.(Versioned); ok && s.Version == 0 {
		s.Version = builtin.ParseVersion(known.ServerVersion(), c.dialect)
	}
	return s
}

// style returns how what was resolved is printed.
func (r *resolver) style() print.Style {
	return print.Style{Server: r.server, ASCII: r.options.ASCII}
}

// resolve resolves the one statement of a text, and returns the one to print. Of several, none is worth
// resolving.
func (r *resolver) resolve(statements []ast.StmtNode) ast.StmtNode {
	if len(statements) > 1 {
		for _, n := range statements {
			r.severalStatements(n)
		}
		return statements[0]
	}
	if tree.MayHoldNodes(len(r.source.SQL)) > r.limits.Nodes {
		counter := tree.NodeCounter{Limit: r.limits.Nodes}
		statements[0].Accept(&counter)
		if counter.Nodes > counter.Limit {
			r.partial = true
			r.complexity(fmt.Sprintf("the query has more than %d parts; shorten its lists, or join a table instead", r.limits.Nodes))
			return statements[0]
		}
	}
	return r.statement(statements[0])
}

// apply runs the rules over the facts and returns what refuses the query.
func (c *Checker) apply(rules []*Rule, r *resolver, result *judged) []Violation {
	violations := evaluationOrder(r.found)
	if r.partial {
		// What a limit cut off was not resolved: the facts are not to be judged.
		return violations
	}
	pass := &r.pass
	*pass = Pass{Facts: &r.facts, Dialect: c.options.Dialect, violations: violations}
	for _, rule := range rules {
		pass.rule = rule
		rule.Check(pass)
	}
	violations, result.advice = pass.violations, pass.advice
	if len(violations) == 0 {
		violations = r.facts.unjudged()
	}
	return violations[:min(len(violations), maxViolations)]
}

// maxViolations is how many findings a refusal carries.
const maxViolations = 100

// evaluationOrder puts complexity before syntax.
func evaluationOrder(found []Violation) []Violation {
	var list []Violation
	for _, rule := range [...]string{RuleComplexity, RuleSyntax} {
		for _, v := range found {
			if v.Rule == rule {
				list = append(list, v)
			}
		}
	}
	return list
}
