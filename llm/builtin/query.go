package builtin

// A query is the logical form of a question: one SELECT over joined tables.
type query struct {
	distinct bool
	items    []expr
	from     *relation
	joins    []join
	where    []expr
	group    []expr
	having   []expr
	order    []ordering
	limit    int // 0 for none
}

// A relation is one use of a table. Its alias is the table's name unless that is taken.
type relation struct {
	table *table
	alias string
	way   []link // that leads to it from the table that its query is about
}

// A join adds a relation, whose columns are equal, pair by pair, to columns of those before it.
type join struct {
	relation *relation
	on       []expr
}

type ordering struct {
	by   expr
	desc bool
}

// An expr is a part of a query that is printed as an expression.
type expr interface{ print(p *printer) }

type (
	// columnExpr is a column of a relation.
	columnExpr struct {
		relation *relation
		column   *column
	}
	// literalExpr is a constant.
	literalExpr struct {
		text    string
		numeric bool
	}
	// callExpr is a call of an aggregate function; without an argument it is of *.
	callExpr struct {
		function string
		distinct bool
		argument expr
	}
	// binaryExpr is a comparison.
	binaryExpr struct {
		left     expr
		operator string
		right    expr
	}
	// betweenExpr is a range with both its ends.
	betweenExpr struct {
		operand, low, high expr
	}
	// inExpr is membership of a list.
	inExpr struct {
		operand expr
		not     bool
		list    []expr
	}
	// nullExpr is IS NULL or IS NOT NULL.
	nullExpr struct {
		operand expr
		not     bool
	}
	// existsExpr is EXISTS or NOT EXISTS.
	existsExpr struct {
		query *query
		not   bool
	}
	// scalarExpr is a subquery of one value.
	scalarExpr struct{ query *query }
	// anyExpr is true where one of its parts is.
	anyExpr struct{ parts []expr }
	// allExpr is true where all of its parts are.
	allExpr struct{ parts []expr }
	// formatExpr is DATE_FORMAT.
	formatExpr struct {
		operand expr
		format  string
	}
	// dateExpr is an expression of the current date, out of a table of such.
	dateExpr struct{ text string }
)
