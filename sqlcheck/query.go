package sqlcheck

// A Query is SQL that was checked. Only Checker.Check, CheckBounded and CheckFiltered make one, so a
// *Query in hand is proof that every rule held.
type Query struct {
	text   string
	facts  *Facts
	advice []Advice
	limit  RowLimit
	// wrapped says that the print has a block more than the text.
	wrapped bool
	filters []AppliedFilter
	// parameters are the literals of parameters in the text, in order.
	parameters []parameterPlace
}

// String returns the SQL to run. It was printed from the checked tree; it is never the text given.
func (q *Query) String() string { return q.text }

// Facts returns what the query is made of. The caller must not change it.
func (q *Query) Facts() *Facts { return q.facts }

// Advice returns what the advisory rules found, in the order of the rules. It may be empty.
func (q *Query) Advice() []Advice { return q.advice }

// RowLimit returns the bound on the number of rows, as it is printed.
func (q *Query) RowLimit() RowLimit { return q.limit }

// A RowLimit is the top-level LIMIT of a Query.
type RowLimit struct {
	// Rows is the largest number of rows that the statement returns. It has no meaning where
	// Source is LimitNone.
	Rows   uint64
	Source LimitSource
}

// A LimitSource tells where a RowLimit comes from.
type LimitSource string

// The sources.
const (
	LimitNone    LimitSource = ""        // the statement has no top-level LIMIT
	LimitQuery   LimitSource = "query"   // the statement's own
	LimitLowered LimitSource = "lowered" // the statement's own was larger than CheckBounded allows
	LimitAdded   LimitSource = "added"   // CheckBounded added it
)
