// Package rules holds the rules that asksql applies, one file each.
package rules

import "github.com/asksql/asksql/sqlcheck"

// All returns the rules in their order of evaluation: those that refuse, then the advisory ones.
// The slice is the caller's own.
func All() []*sqlcheck.Rule {
	return []*sqlcheck.Rule{
		SingleStatement,
		ReadOnly,
		FunctionScope,
		TableScope,
		ColumnScope,
		Runnable,

		SelectStar,
		CartesianJoin,
		NoFilter,
		LeadingWildcardLike,
		UnboundedResult,
		SensitiveColumn,
		QuotedName,
		UngroupedColumn,
		CostlyPattern,
	}
}
