package builtin

// identifierFunctions read and make addresses and unique identifiers.
func identifierFunctions() []Function {
	return []Function{
		plain("bin_to_uuid", 1, 2, MySQL|TiDB),
		plain("inet6_aton", 1, 1, All),
		plain("inet6_ntoa", 1, 1, All),
		plain("inet_aton", 1, 1, All),
		plain("inet_ntoa", 1, 1, All),
		plain("is_ipv4", 1, 1, All),
		plain("is_ipv4_compat", 1, 1, All),
		plain("is_ipv4_mapped", 1, 1, All),
		plain("is_ipv6", 1, 1, All),
		plain("is_uuid", 1, 1, MySQL|TiDB),
		plain("sys_guid", 0, 0, MariaDB),
		plain("uuid", 0, 0, All),
		plain("uuid_timestamp", 1, 1, TiDB),
		plain("uuid_to_bin", 1, 2, MySQL|TiDB),
		plain("uuid_v4", 0, 0, TiDB),
		plain("uuid_v4", 0, 0, MariaDB).since(11, 7),
		plain("uuid_v7", 0, 0, TiDB),
		plain("uuid_v7", 0, 0, MariaDB).since(11, 7),
		plain("uuid_version", 1, 1, TiDB),
	}
}
