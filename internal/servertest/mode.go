package servertest

import "strings"

// A Mode is an sql_mode, as the server's variable has it.
type Mode string

const (
	// Default is the one that the server has by itself, untouched. MySQL's has ONLY_FULL_GROUP_BY,
	// MariaDB's has not.
	Default Mode = ""
	// Relaxed is MySQL's default without ONLY_FULL_GROUP_BY, which refuses for reasons that are
	// neither safety nor scope. It is the same on every server.
	Relaxed Mode = "STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION"
)

// With returns the mode with more in it.
func (m Mode) With(more ...string) Mode {
	return Mode(strings.Join(append([]string{string(m)}, more...), ","))
}

// A Collation is that of a connection, which literals have. The character set is utf8mb4.
type Collation string

const (
	// General is what Go's driver connects with.
	General Collation = ""
	// Unicode is what node's mysql2 connects with.
	Unicode Collation = "utf8mb4_unicode_ci"
	// Newest is the server's newest one: on MySQL the default, which columns have too.
	Newest Collation = "newest"
)

// on returns the name of the collation on a kind of server.
func (c Collation) on(kind Kind) string {
	switch {
	case c == General:
		return "utf8mb4_general_ci"
	case c == Newest && kind == MySQL:
		return "utf8mb4_0900_ai_ci"
	case c == Newest:
		return "utf8mb4_uca1400_ai_ci"
	default:
		return string(c)
	}
}
