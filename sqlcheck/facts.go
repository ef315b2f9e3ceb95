package sqlcheck

import "github.com/asksql/asksql/sqlcheck/internal/builtin"

// Facts is what the resolver found out about one text, once, for every rule to read. Slices are in
// source order (the order of the resolver's descent) unless stated otherwise.
//
// The world is closed: the facts know the tables and columns that the catalog shows and nothing else. A
// column that is hidden, or that only the server has, is an unknown name here; a wildcard stands for the
// columns shown, and NATURAL compares those. Nothing in the facts of an accepted query would be another
// fact if more of the server's schema were known.
type Facts struct {
	// Statements has one entry for each statement in the text.
	Statements []Statement
	// Writes lists everything in a query that is not reading: INTO, locks, assignment, sequences,
	// session state. A statement of another kind than a query is an entry of its own.
	Writes []Write
	// Calls lists every function call, operators with function spelling included.
	Calls []Call
	// Variables lists every mention of a user or system variable.
	Variables []Variable
	// Tables has one entry for each mention of a base table. CTEs and derived tables are absent.
	Tables []TableRef
	// Columns has one entry for each use of a base column, where it is named or implied: by name,
	// *, USING, NATURAL. A column of a derived table or CTE is absent: it was recorded where
	// that table was built. An entry whose Column is nil is a name that means nothing there.
	Columns []ColumnRef
	// Faults lists breaches of the naming rules that concern no single base column: duplicate
	// aliases, undefined windows, positions out of range, arms of different width.
	Faults []Fault
	// Misuses lists what the server of the dialect always refuses although every name resolves, as far
	// as the tree shows it: aggregates and windows in a wrong place, rows of different width, clauses
	// that do not go together. What depends on types, values or collations is absent.
	Misuses []Fault
	// Ungrouped lists columns that a server with ONLY_FULL_GROUP_BY refuses where they stand, unless a key that
	// the schema does not show determines them. What it is certain to refuse is among the Misuses.
	Ungrouped []Fault
	// Blocks has one entry for each query block (SELECT, TABLE or VALUES), in the order in which
	// they are entered.
	Blocks []QueryBlock
	// Projection lists the output columns of the statement.
	Projection []Output
	// QuotedNames lists double-quoted strings that equal the name of a visible column.
	QuotedNames []QuotedName
	// Sensitive reports whether the text names or implies a column that is marked so, or may: a name that
	// several columns have counts, and so does what is not printed. Without, the query is accepted as well
	// by a catalog that does not show those columns.
	Sensitive bool
	// Limited reports whether the statement has a top-level LIMIT, CheckBounded's included.
	Limited bool
	// WildcardLikes lists LIKE patterns that begin with a wildcard.
	WildcardLikes []Node
	// CostlyPatterns lists regular expressions, written as strings, that repeat a group which has a
	// repetition in it.
	CostlyPatterns []Node
}

// A StatementKind tells what a statement is.
type StatementKind string

// The kinds of plain queries; TABLE t is SELECT * FROM t. Every other statement has the kind StatementOther.
const (
	StatementSelect StatementKind = "select"
	StatementValues StatementKind = "values"
	StatementSet    StatementKind = "set_operation"
	StatementOther  StatementKind = "other"
)

// A Statement is one statement of the text.
type Statement struct {
	Kind StatementKind
	Verb string // for StatementOther, the words to call it by, such as "DELETE"
	Node Node
}

// A Write is something that is not reading.
type Write struct {
	What string // the words to call it by, such as "FOR UPDATE"
	Hint string // what to write instead
	Node Node
}

// A Call is one function call.
type Call struct {
	Name string // as written
	// Allowed reports whether the name is one of the dialect's side-effect-free built-ins, or one
	// of Options.Functions, called in a form that it has.
	Allowed  bool
	function *builtin.Function // nil for one of Options.Functions
	problem  string
	Node     Node
}

// Problem says why the call is not allowed.
func (c Call) Problem() string { return c.problem }

// A Variable is a mention of a user or system variable.
type Variable struct {
	Name string // with its marks, such as "@@version"
	Node Node
}

// A TableRef is one mention of a base table.
type TableRef struct {
	Database string // as written, or ""
	Name     string // as written
	// Table is nil if the catalog has no such table to show.
	Table   *Table
	problem string
	Node    Node
}

// Problem says what is wrong with a reference whose Table is nil, in the same words whether the
// table does not exist or may not be used.
func (r TableRef) Problem() string { return r.problem }

// Use tells how a query uses a column.
type Use uint8

// The uses.
const (
	Named   Use = iota // by its name
	Starred            // by a wildcard
	Joined             // by USING or NATURAL
)

// A ColumnRef is one use of a base column, or one name that means nothing.
type ColumnRef struct {
	Table *Table
	// Column is nil if the name does not resolve.
	Column  *Column
	Use     Use
	problem string
	Node    Node
}

// Allowed reports whether the reference resolves to a column that the query may use.
func (r ColumnRef) Allowed() bool { return r.Column != nil }

// Problem says what is wrong with a reference that is not Allowed, in the same words whether the
// column does not exist or may not be used.
func (r ColumnRef) Problem() string { return r.problem }

// A Fault is a breach of the naming rules, or a misuse.
type Fault struct {
	Message string
	Node    Node
	within  *cte   // of a misuse: the CTE in whose body it stands, the innermost one
	byMode  bool   // of a misuse: it is one under ONLY_FULL_GROUP_BY only
	column  *scope // a derived table or CTE, in whose column at it stands, or with -1 in whose ORDER BY
	at      int
}

// A QueryBlock is one SELECT, TABLE or VALUES.
type QueryBlock struct {
	Top       bool // it is the statement itself, or an arm of the statement's set operation
	Relations int  // tables, derived tables and CTEs in its FROM clause
	// BaseTables is how many of the relations are base tables.
	BaseTables int
	// Unlinked is how many groups of its relations no condition links to each other; 0 where all
	// are linked. Relations of one row do not count.
	Unlinked   int
	Filtered   bool // it has WHERE, HAVING or a join condition
	Aggregated bool // it has GROUP BY or an aggregate function in its projection
	SingleRow  bool // it returns one row at most: it reads no table, or aggregates without GROUP BY
	Starred    bool // its projection has a wildcard
	Node       Node
}

// An Output is one output column of the statement.
type Output struct {
	// Name is the column's label, which servers give it in the text that was given and in the print. It is
	// "" where they may differ on it.
	Name string
	// Columns are the base columns whose values the output column is computed from, through every
	// arm of a set operation, CTE and derived table, each once, in order of first use. Behind a
	// column of a recursive CTE stand those behind any column of that CTE.
	Columns []BaseColumn
}

// A BaseColumn names a column of a base table.
type BaseColumn struct {
	Table  *Table
	Column *Column
}

// A QuotedName is a double-quoted string that equals the name of a visible column.
type QuotedName struct {
	Text string
	Node Node
}
