package sqlcheck

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
	// Check reads the facts of the pass and reports what breaks the promise.
	Check func(*Pass)
}

// A Pass is one query as one rule sees it.
type Pass struct {
	// Facts is shared by all rules of a check and must not be changed.
	*Facts
	// Dialect is the server family member that will run the SQL.
	Dialect Dialect

	rule   *Rule
	report func(*Rule, Node, string)
}

// Report records that the query breaks the rule at node. The message is lower case, has no full
// stop, names the thing and says what to write instead.
func (p *Pass) Report(at Node, message string) { p.report(p.rule, at, message) }
