package builtin

// aggregateFunctions are aggregates without OVER. The parser turns STD and STDDEV into stddev_pop
// and VARIANCE into var_pop. MariaDB's JSON_ARRAYAGG takes DISTINCT too, but the parser does not read
// it; nor does it read MariaDB's MEDIAN, PERCENTILE_CONT and PERCENTILE_DISC, which need WITHIN GROUP
// or OVER.
func aggregateFunctions() []Function {
	return []Function{
		aggregate("approx_count_distinct", 1, -1, TiDB),
		aggregate("approx_percentile", 2, 2, TiDB),
		aggregate("avg", 1, 1, All).distinct(All),
		aggregate("bit_and", 1, 1, All),
		aggregate("bit_or", 1, 1, All),
		aggregate("bit_xor", 1, 1, All),
		aggregate("count", 1, -1, All).as(FormCount).distinct(All),
		aggregate("group_concat", 2, -1, All).as(FormGroupConcat).distinct(All),
		aggregate("json_arrayagg", 1, 1, All),
		aggregate("json_objectagg", 2, 2, All),
		aggregate("max", 1, 1, All).distinct(All),
		aggregate("min", 1, 1, All).distinct(All),
		aggregate("stddev_pop", 1, 1, All).distinct(TiDB),
		aggregate("stddev_samp", 1, 1, All).distinct(TiDB),
		aggregate("sum", 1, 1, All).distinct(All),
		aggregate("var_pop", 1, 1, All).distinct(TiDB),
		aggregate("var_samp", 1, 1, All).distinct(TiDB),
	}
}
