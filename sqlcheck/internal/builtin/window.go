package builtin

// windowFunctions are window functions, and the aggregates that may have OVER. GROUP_CONCAT may not
// on any server, and the parser would lose its ORDER BY. Of DISTINCT with OVER, servers take what
// makes no difference at most.
func windowFunctions() []Function {
	return []Function{
		window("avg", 1, 1, All),
		window("bit_and", 1, 1, All),
		window("bit_or", 1, 1, All),
		window("bit_xor", 1, 1, All),
		window("count", 1, 1, All).as(FormCount),
		window("cume_dist", 0, 0, All),
		window("dense_rank", 0, 0, All),
		window("first_value", 1, 1, All),
		window("json_arrayagg", 1, 1, MySQL|TiDB),
		window("json_objectagg", 2, 2, MySQL|TiDB),
		window("lag", 1, 3, MySQL|TiDB),
		window("lag", 1, 2, MariaDB), // has no default
		window("last_value", 1, 1, All),
		window("lead", 1, 3, MySQL|TiDB),
		window("lead", 1, 2, MariaDB),
		window("max", 1, 1, All).distinct(MySQL | MariaDB),
		window("min", 1, 1, All).distinct(MySQL | MariaDB),
		window("nth_value", 2, 2, All),
		window("ntile", 1, 1, All),
		window("percent_rank", 0, 0, All),
		window("rank", 0, 0, All),
		window("row_number", 0, 0, All),
		window("stddev_pop", 1, 1, All),
		window("stddev_samp", 1, 1, All),
		window("sum", 1, 1, All),
		window("var_pop", 1, 1, All),
		window("var_samp", 1, 1, All),
	}
}
