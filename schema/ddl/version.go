package ddl

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// A server is what runs the text: it decides which executable comments are part of it.
type server struct {
	dialect sqlcheck.Dialect
	version int // such as 80036 or 101106; 0 is the newest
}

// The versions that are above every server's. Dumps use them for what no server shall read.
const (
	aboveMySQL   = 99_999
	aboveMariaDB = 900_000
)

// The versions that MariaDB passes over in MySQL's comments: those of MySQL 5.7 and later, which went another way.
const (
	firstApart = 50_700
	lastApart  = 99_999
)

// newServer returns the server of a dialect whose VERSION() is text, such as "10.11.6-MariaDB-log".
func newServer(dialect sqlcheck.Dialect, text string) server {
	parts := strings.SplitN(text, ".", 3)
	if len(parts) < 3 {
		return server{dialect, 0}
	}
	version := 0
	for _, part := range parts {
		n, digits := 0, 0
		for ; digits < len(part) && digits < 2 && isDigit(part[digits]); digits++ {
			n = 10*n + int(part[digits]-'0')
		}
		if digits == 0 {
			return server{dialect, 0}
		}
		version = 100*version + n
	}
	return server{dialect, version}
}

// A mark is the beginning of an executable comment.
type mark struct {
	length int  // 0 if there is none
	runs   bool // the server reads what is in it
}

// executableMark returns the mark at the start of s: "/*!", "/*!50001", "/*M!100100". What each server makes of it was
// asked of MySQL 9.7 and MariaDB 10.11.
func (v server) executableMark(s string) mark {
	length, mariaDB := len("/*!"), false
	switch {
	case strings.HasPrefix(s, "/*!"):
	case strings.HasPrefix(s, "/*M!"):
		length, mariaDB = len("/*M!"), true
	default:
		return mark{}
	}
	digits, version := v.versionIn(s[length:])
	return mark{length + digits, v.reads(version, mariaDB)}
}

// versionIn returns how many digits of a version text begins with, and the version. Fewer than five are none, and
// part of what is in the comment. MySQL takes a sixth one where a blank follows, MariaDB wherever it is.
func (v server) versionIn(text string) (digits, version int) {
	n := 0
	for n < 6 && n < len(text) && isDigit(text[n]) {
		n++
	}
	if n == 6 && v.dialect != sqlcheck.MariaDB && (len(text) == 6 || strings.IndexByte(" \t\r\n\f\v", text[6]) < 0) {
		n = 5
	}
	if n < 5 {
		return 0, 0
	}
	for _, c := range text[:n] {
		version = 10*version + int(c-'0')
	}
	return n, version
}

// reads reports whether the server reads a comment of a version, 0 for none, that is for MariaDB only or for all.
func (v server) reads(version int, mariaDB bool) bool {
	if v.dialect != sqlcheck.MariaDB {
		return !mariaDB && version < aboveMySQL && (v.version == 0 || version <= v.version)
	}
	if !mariaDB && firstApart <= version && version <= lastApart {
		return false
	}
	return version < aboveMariaDB && (v.version == 0 || version <= v.version)
}
