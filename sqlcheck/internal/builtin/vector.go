package builtin

// vectorFunctions are TiDB's. MySQL and MariaDB have had vectors only since 9.0 and 11.7.
func vectorFunctions() []Function {
	return []Function{
		plain("vec_as_text", 1, 1, TiDB),
		plain("vec_cosine_distance", 2, 2, TiDB),
		plain("vec_dims", 1, 1, TiDB),
		plain("vec_from_text", 1, 1, TiDB),
		plain("vec_l1_distance", 2, 2, TiDB),
		plain("vec_l2_distance", 2, 2, TiDB),
		plain("vec_l2_norm", 1, 1, TiDB),
		plain("vec_negative_inner_product", 2, 2, TiDB),
	}
}
