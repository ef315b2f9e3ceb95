package builtin

// comparisonFunctions compare, choose, and look at groups.
func comparisonFunctions() []Function {
	return []Function{
		plain("any_value", 1, 1, MySQL|TiDB),
		plain("coalesce", 1, -1, All),
		plain("greatest", 2, -1, All),
		plain("grouping", 1, -1, MySQL|TiDB),
		plain("if", 3, 3, All),
		plain("ifnull", 2, 2, All),
		plain("interval", 2, -1, All),
		plain("isnull", 1, 1, All),
		plain("least", 2, -1, All),
		plain("nullif", 2, 2, All),
		plain("nvl", 2, 2, MariaDB),
		plain("nvl2", 3, 3, MariaDB),
		plain("rownum", 0, 0, MariaDB),
	}
}
