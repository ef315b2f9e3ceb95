// Package builtin is the function table of the checker: which functions a query may call under each
// dialect, with how many arguments, in which form, and how they are printed. It also knows the other
// closed lists of the grammar that depend on the server: types of CAST, character sets, collations,
// interval units and window frames.
//
// The list is one of what is allowed. A name that a server does not know as built in would call a
// stored function, which may write; so a name counts for a server only if that has it. An entry without
// versions is built in on every server of its dialects in this range:
//
//	MySQL    8.0.24 and later; tested with 9.7
//	MariaDB  10.6.12 and later; tested with 10.11
//	TiDB     as documented for 8.5; it has no stored functions
//
// Others say since or until which version. Where the version of the server is not known, every version
// that the dialect is the name of must have the function: MySQL 8.0 and 8.4, every MariaDB of the range.
//
// An entry is found by the name that the parser puts into the tree, which for some functions is not
// the one that was written: CHAR(65) is a call of char_func. Those internal names are found in
// exactly that spelling, so that CHAR_FUNC(65, NULL), which a server takes for a stored function, is
// not. Written in lower case it has the tree of CHAR(65), and is printed as CHAR(65). The same holds
// for back-quoted names: `left`('a', 1) is a stored function to a server, and has the tree of
// LEFT('a', 1), which is what is printed.
//
// # What is left out, and why
//
// Calls that wait, lock or burn time: SLEEP, BENCHMARK, GET_LOCK, RELEASE_LOCK, RELEASE_ALL_LOCKS,
// IS_FREE_LOCK, IS_USED_LOCK, MASTER_POS_WAIT, SOURCE_POS_WAIT, MASTER_GTID_WAIT,
// WAIT_FOR_EXECUTED_GTID_SET, WAIT_UNTIL_SQL_THREAD_AFTER_GTIDS, WSREP_*. Of AES_ENCRYPT and
// AES_DECRYPT the arguments for key derivation, whose iterations are a BENCHMARK by another name, and MariaDB's KDF.
//
// State of the session or server: LAST_INSERT_ID, FOUND_ROWS, ROW_COUNT, UUID_SHORT, and the
// sequences NEXTVAL, LASTVAL, SETVAL.
//
// Information on the server, its users and files: LOAD_FILE, USER, CURRENT_USER, SESSION_USER,
// SYSTEM_USER, CURRENT_ROLE, CURRENT_RESOURCE_GROUP,
// CURRENT_ROLE_IN, CURRENT_USER_IN, VERSION_WITH_UPDATE, ROLES_GRAPHML, DATABASE, SCHEMA, VERSION,
// ICU_VERSION, CONNECTION_ID, PS_CURRENT_THREAD_ID, PS_THREAD_ID, BINLOG_GTID_POS, every TIDB_*.
//
// Errors that echo values: EXTRACTVALUE, UPDATEXML. A column name made of a value: NAME_CONST.
//
// Secrets: PASSWORD, OLD_PASSWORD, ENCRYPT, ENCODE, DECODE, DES_ENCRYPT, DES_DECRYPT (reads the
// server's key file), RANDOM_BYTES, VALIDATE_PASSWORD_STRENGTH.
//
// Administration, without a use in queries: GTID_SUBSET, GTID_SUBTRACT, DECODE_HISTOGRAM, VITESS_HASH,
// JSON_SUM_CRC32, ASYNCHRONOUS_CONNECTION_FAILOVER_*, MySQL's functions for its own system views
// (CAN_ACCESS_*, GET_DD_*, INTERNAL_* and a few more) and MariaDB's for its ORACLE mode (*_ORACLE).
//
// Strings of any length, by widths inside a format: MariaDB's SFORMAT. Hashes of the rows of duality views:
// ETAG.
//
// Only for full-text indexes of TiDB Cloud: FTS_MATCH_WORD. Spellings without ST_ of MariaDB's
// spatial functions (AsText, X, Within): synonyms that MySQL has removed.
//
// Components and loadable functions, which a server may lack: MASK_*, GEN_*.
//
// Names that MySQL's lexer takes for those of functions because they are units: SQL_TSI_DAY and its kind.
//
// The list of refused_test.go is complete: a test asks both servers for every name that they may have.
//
// Operators: MOD, LIKE, REGEXP, CAST and their kind are other nodes of the tree.
package builtin
