package builtin

// An ask is what a question asks for, in its own words: names are not looked up yet.
type ask struct {
	items   []item
	subject *thing    // what the rows are, or nil where only the items tell
	groups  []any     // mention or named: one row for each
	having  *quantity // of the rows of a group, or nil
	sort    *sorting  // or nil
}

// An item is something to put out: a column, an aggregate of one, or the number of things.
type item struct {
	function string // of the aggregate, or ""
	column   mention
	distinct bool
	count    *thing
}

// A thing is a kind of rows: the customers from Berlin with more than two orders.
type thing struct {
	table      *table
	text       string
	distinct   bool
	conditions []condition
	first      *sorting // the youngest, the three largest
}

// A sorting orders rows by a column, or by how many there are, and may keep the first.
type sorting struct {
	by    []direction // the first that the rows have; none stands for what is put out
	count *thing      // how many of these belong to a row
	rows  bool        // how many rows are in a group
	desc  bool
	limit int  // 0 for all
	ends  bool // it is said which end comes first as "high" or "low"
}

// A direction is a column to sort by, and which end comes first.
type direction struct {
	column mention
	desc   bool
}

// A condition is what a thing is to fulfil.
type condition interface {
	where(s *scope) (expr, error)
	// depth returns how many things the condition speaks of at its end: a further condition is
	// about the last of them rather than about the thing itself.
	depth() int
}

// A flat is a condition that speaks of no other thing.
type flat struct{}

func (flat) depth() int { return 0 }

type (
	// compared is a condition on the value of a column.
	compared struct {
		flat
		by mention
		comparison
	}
	// related is true of a thing that has, or belongs to, others; or so many of them.
	related struct {
		things   *thing
		not      bool
		operator string // of the comparison with number; "" for any number but none
		number   int
	}
	// titled is a condition on the name of the thing.
	titled struct {
		flat
		comparison
	}
	// placed says where a thing is or comes from.
	placed struct {
		flat
		value literal
	}
	// valued says that a column has one of its known values.
	valued struct {
		flat
		value value
		not   bool
		done  bool // it is what was done: "were paid" in March is not "paid ones" of March
	}
	// known is a condition on the name of the thing, of which it is known that something has it.
	known struct {
		flat
		value value
	}
	// flagged says that something is so, of which a column holds whether it is.
	flagged struct {
		flat
		is  mention
		not bool
	}
	// dated says when something happened.
	dated struct {
		flat
		event    mention // the verb; of no words if it tells nothing
		operator string
		period   period
		until    *period // of a range
	}
	// joint is true where one of two conditions is, or both are.
	joint struct {
		left, right condition
		either      bool
	}
)

func (c related) depth() int { return 1 + c.things.depth() }

func (c joint) depth() int { return c.right.depth() }

func (t *thing) depth() int {
	if len(t.conditions) == 0 {
		return 0
	}
	return t.conditions[len(t.conditions)-1].depth()
}

// A comparison is what a value is compared with, and how.
type comparison struct {
	operator string // of SQL, or one of the below
	values   []literal
	average  bool // with the average of the column
}

// Operators that are not of SQL.
const (
	contains   = "contains"
	startsWith = "starts"
	endsWith   = "ends"
	lacks      = "lacks"
	isNull     = "null"
	isNotNull  = "not null"
	between    = "between"
)

// A literal is a value as the question writes it.
type literal struct {
	text    string
	numeric bool
	quoted  bool
}
