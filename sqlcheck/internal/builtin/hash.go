package builtin

// hashFunctions hash, encrypt and compress. AES_ENCRYPT and AES_DECRYPT are pure: the key is an
// argument, so they show nothing that whoever wrote the query does not hold. What UNCOMPRESS may
// return is bounded by the server's max_allowed_packet.
func hashFunctions() []Function {
	return []Function{
		plain("aes_decrypt", 2, 3, MySQL|TiDB),
		plain("aes_decrypt", 2, 2, MariaDB),
		plain("aes_encrypt", 2, 3, MySQL|TiDB),
		plain("aes_encrypt", 2, 2, MariaDB),
		plain("compress", 1, 1, All),
		// A component has them since (MySQL 9.6 manual, 7.5.8), which a server may lack.
		plain("md5", 1, 1, MySQL).until(9, 6),
		plain("md5", 1, 1, MariaDB|TiDB),
		plain("sha", 1, 1, MySQL).until(9, 6),
		plain("sha", 1, 1, MariaDB|TiDB),
		plain("sha1", 1, 1, MySQL).until(9, 6),
		plain("sha1", 1, 1, MariaDB|TiDB),
		plain("sha2", 2, 2, All),
		plain("sm3", 1, 1, TiDB),
		plain("uncompress", 1, 1, All),
		plain("uncompressed_length", 1, 1, All),
	}
}
