package builtin

// numericFunctions are those of chapter 14.6.2 of the MySQL 8.0 manual, BIT_COUNT, and the ones that
// write a number for people.
func numericFunctions() []Function {
	return []Function{
		plain("abs", 1, 1, All),
		plain("acos", 1, 1, All),
		plain("asin", 1, 1, All),
		plain("atan", 1, 2, All),
		plain("atan2", 1, 2, MySQL|MariaDB),
		plain("atan2", 2, 2, TiDB),
		plain("bit_count", 1, 1, All),
		plain("ceil", 1, 1, All),
		plain("ceiling", 1, 1, All),
		plain("conv", 3, 3, All),
		plain("cos", 1, 1, All),
		plain("cot", 1, 1, All),
		plain("crc32", 1, 1, MySQL|TiDB),
		plain("crc32", 1, 1, MariaDB).replaced(10, 8),
		plain("crc32", 1, 2, MariaDB).since(10, 8), // the first may be a start value, MariaDB manual, CRC32
		plain("crc32c", 1, 2, MariaDB).since(10, 8),
		plain("degrees", 1, 1, All),
		plain("exp", 1, 1, All),
		plain("floor", 1, 1, All),
		plain("format_bytes", 1, 1, MySQL|TiDB),
		plain("format_bytes", 1, 1, MariaDB).since(11, 8),
		plain("format_nano_time", 1, 1, TiDB),
		plain("format_pico_time", 1, 1, MySQL),
		plain("format_pico_time", 1, 1, MariaDB).since(11, 1),
		plain("ln", 1, 1, All),
		plain("log", 1, 2, All),
		plain("log10", 1, 1, All),
		plain("log2", 1, 1, All),
		plain("pi", 0, 0, All),
		plain("pow", 2, 2, All),
		plain("power", 2, 2, All),
		plain("radians", 1, 1, All),
		plain("rand", 0, 1, All),
		plain("round", 1, 2, All),
		plain("sign", 1, 1, All),
		plain("sin", 1, 1, All),
		plain("sqrt", 1, 1, All),
		plain("tan", 1, 1, All),
		plain("truncate", 2, 2, All),
	}
}
