package sqlcheck

import "github.com/asksql/asksql/sqlcheck/internal/spelling"

// The names of the engine's own checks, which are always on and come before every rule.
const (
	RuleComplexity = "complexity"
	RuleSyntax     = "syntax"
)

// A Violation is one reason to refuse a query.
type Violation struct {
	Rule    string `json:"rule"`    // name of the rule
	Message string `json:"message"` // what is wrong and what to write instead
	Near    string `json:"near"`    // the words of the query it is about, at most 80 bytes; may be empty
	Offset  int    `json:"offset"`  // byte offset in the text given, -1 where it is not known
}

// A RejectedError says that a query was refused and why.
type RejectedError struct {
	// Violations holds all findings, in the order of evaluation of their rules and then as the
	// query has them. There is at least one, and at most 100.
	Violations []Violation
	cause      error
}

// Unwrap returns what inside this package kept a query from being printed, for the log: a panic of
// the parser, or a print that does not come back the same. It is nil for every other refusal.
func (e *RejectedError) Unwrap() error { return e.cause }

// Error returns the first violation as "rule: message".
func (e *RejectedError) Error() string {
	if len(e.Violations) == 0 {
		return "rejected"
	}
	return e.Violations[0].Rule + ": " + e.Violations[0].Message
}

// Rule returns the name of the first rule that failed.
func (e *RejectedError) Rule() string {
	if len(e.Violations) == 0 {
		return ""
	}
	return e.Violations[0].Rule
}

// Advice is something worth knowing about an accepted query. It refuses nothing.
type Advice struct {
	Code    string `json:"code"` // name of the advisory rule
	Message string `json:"message"`
}

// A Node is a place in the query, opaque to rules.
type Node struct {
	near   string
	offset int // byte offset plus one; 0 is unknown
}

// located gives the violations whose place the parser did not keep the one where their words stand, if
// they stand in the text once.
func located(violations []Violation, sql string) []Violation {
	folded := ""
	for i := range violations {
		if v := &violations[i]; v.Offset < 0 && v.Near != "" {
			if folded == "" {
				folded = fold(sql)
			}
			v.Offset = placeOf(fold(v.Near), folded)
		}
	}
	return violations
}

// placeOf returns the only place of words in a text, both folded, -1 if there are several or none.
func placeOf(words, sql string) int {
	place := spelling.NextFolded(words, sql, 0)
	if place >= 0 && spelling.NextFolded(words, sql, place+1) >= 0 {
		return -1
	}
	return place
}

// maxMessage is the longest message of a violation, in bytes: names in it are the query's own.
const maxMessage = 500

func (n Node) violation(rule, message string) Violation {
	return Violation{Rule: rule, Message: cut(message, maxMessage), Near: excerpt(n.near), Offset: n.offset - 1}
}
