package sqlcheck

import "slices"

// A Rule is a named promise about every accepted query. It reads facts and reports; it never walks
// a tree, resolves a name or rewrites. Rules are stateless and run by many goroutines at once.
type Rule struct {
	// Name is public API: it becomes Violation.Rule and error.rule, and never changes meaning.
	// Lower-case letters and underscores.
	Name string
	// Doc states in one line what is true of every accepted query (of every query without this
	// advice, for an advisory).
	Doc string
	// Advisory makes the rule's reports advice on an accepted query. The zero value refuses.
	Advisory bool
	// Check reads the facts of the pass and reports what breaks the promise. It must keep neither: their
	// memory is used again.
	Check func(*Pass)
}

// A Pass is one query as one rule sees it.
type Pass struct {
	// Facts is shared by all rules of a check and must not be changed.
	*Facts
	// Dialect is the server family member that will run the SQL.
	Dialect Dialect

	rule       *Rule // the one whose turn it is
	violations []Violation
	advice     []Advice
}

// Report records that the query breaks the rule at node. The message is lower case, has no full
// stop, names the thing and says what to write instead. Saying the same twice has no effect.
func (p *Pass) Report(at Node, message string) {
	if p.rule.Advisory {
		p.advice = appendNew(p.advice, Advice{Code: p.rule.Name, Message: message})
		return
	}
	p.violations = appendNew(p.violations, at.violation(p.rule.Name, message))
}

// appendNew appends what the list does not have, up to the number of findings that a refusal carries.
func appendNew[T comparable](list []T, v T) []T {
	if len(list) >= maxViolations || slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
