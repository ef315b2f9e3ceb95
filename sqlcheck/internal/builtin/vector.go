package builtin

// vectorFunctions are those of chapter 14.21 of the MySQL 9.0 manual, of MariaDB's page Vector Functions, and
// TiDB's. MySQL has none that measures a distance but with a component.
func vectorFunctions() []Function {
	return []Function{
		plain("from_vector", 1, 1, MySQL).since(9, 0),
		plain("string_to_vector", 1, 1, MySQL).since(9, 0),
		plain("to_vector", 1, 1, MySQL).since(9, 0),
		plain("vec_as_text", 1, 1, TiDB),
		plain("vec_cosine_distance", 2, 2, TiDB),
		plain("vec_dims", 1, 1, TiDB),
		plain("vec_distance", 2, 2, MariaDB).since(11, 7),
		plain("vec_distance_cosine", 2, 2, MariaDB).since(11, 7),
		plain("vec_distance_euclidean", 2, 2, MariaDB).since(11, 7),
		plain("vec_from_text", 1, 1, TiDB),
		plain("vec_fromtext", 1, 1, MariaDB).since(11, 7),
		plain("vec_l1_distance", 2, 2, TiDB),
		plain("vec_l2_distance", 2, 2, TiDB),
		plain("vec_l2_norm", 1, 1, TiDB),
		plain("vec_negative_inner_product", 2, 2, TiDB),
		plain("vec_totext", 1, 1, MariaDB).since(11, 7),
		plain("vector_dim", 1, 1, MySQL).since(9, 0),
		plain("vector_to_string", 1, 1, MySQL).since(9, 0),
	}
}
