// Package builtin is the function table of the checker: which functions a query may call under each
// dialect, with how many arguments, in which form, and how they are printed. It also knows the other
// closed lists of the grammar that depend on the server: types of CAST, character sets, collations,
// interval units and window frames.
//
// The list is one of what is allowed. A name that a server does not know as built in would call a
// stored function, which may write; so a name counts for a dialect only if every server of that
// dialect in the range below has it:
//
//	MySQL    8.0.24 and later
//	MariaDB  10.6.12 and later
//	TiDB     as documented for 8.5; it has no stored functions
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
// AES_DECRYPT the arguments for key derivation, whose iterations are a BENCHMARK by another name.
//
// State of the session or server: LAST_INSERT_ID, FOUND_ROWS, ROW_COUNT, UUID_SHORT, and the
// sequences NEXTVAL, LASTVAL, SETVAL.
//
// Information on the server, its users and files: LOAD_FILE, USER, CURRENT_USER, SESSION_USER,
// SYSTEM_USER, CURRENT_ROLE, CURRENT_RESOURCE_GROUP, ROLES_GRAPHML, DATABASE, SCHEMA, VERSION,
// ICU_VERSION, CONNECTION_ID, PS_CURRENT_THREAD_ID, PS_THREAD_ID, BINLOG_GTID_POS, every TIDB_*.
//
// Errors that echo values: EXTRACTVALUE, UPDATEXML. A column name made of a value: NAME_CONST.
//
// Secrets: PASSWORD, OLD_PASSWORD, ENCRYPT, ENCODE, DECODE, DES_ENCRYPT, DES_DECRYPT (reads the
// server's key file), RANDOM_BYTES, VALIDATE_PASSWORD_STRENGTH.
//
// Administration, without a use in queries: GTID_SUBSET, GTID_SUBTRACT, STATEMENT_DIGEST,
// STATEMENT_DIGEST_TEXT, DECODE_HISTOGRAM, VITESS_HASH, JSON_SUM_CRC32, MySQL's functions for its
// own system views (CAN_ACCESS_*, GET_DD_*, INTERNAL_*) and MariaDB's for its ORACLE mode (*_ORACLE).
//
// Younger than the range: MariaDB's CRC32C, JSON_EQUALS, JSON_NORMALIZE, JSON_OVERLAPS,
// NATURAL_SORT_KEY, SFORMAT and the second argument of CRC32.
//
// What the tree cannot tell from an ordinary call: MySQL's aggregate ST_COLLECT.
//
// Only for full-text indexes of TiDB Cloud: FTS_MATCH_WORD. Spellings without ST_ of MariaDB's
// spatial functions (AsText, X, Within): synonyms that MySQL has removed.
//
// Components and loadable functions, which a server may lack: MASK_*, GEN_*.
//
// Operators: MOD, LIKE, REGEXP, CAST and their kind are other nodes of the tree.
package builtin
