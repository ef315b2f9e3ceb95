package builtin

import "strings"

// A Server is what will run a query.
type Server struct {
	Dialect Dialects // one
	Version Version  // 0 where nobody says
}

// A Version is that of a server, so that younger ones are larger: 8.0.36 is 80036. The zero value is no
// version.
type Version int

func version(major, minor, patch int) Version { return Version(major*10000 + minor*100 + patch) }

// String returns the version's major and minor numbers.
func (v Version) String() string { return number2(int(v)/10000) + "." + number2(int(v)/100%100) }

// assumedEnd is the version at which a dialect ends for those who do not say what their server is. A schema
// that was read from a server says so; one that is written by hand for the dialect mysql is for a MySQL 8,
// as that is what the dialect is the name of. What later versions no longer have is built in for it.
func assumedEnd(d Dialects) Version {
	if d == MySQL {
		return version(9, 0, 0)
	}
	return 0
}

// On reports whether a server has f built in. Where the version is not known, every version that the dialect
// stands for has to have it.
func (f *Function) On(s Server) bool {
	switch {
	case !f.Dialects.Has(s.Dialect):
		return false
	case s.Version == 0:
		end := assumedEnd(s.Dialect)
		return f.Since == 0 && (f.Until == 0 || f.Replaced || end != 0 && f.Until >= end)
	default:
		return f.Since <= s.Version && (f.Until == 0 || s.Version < f.Until)
	}
}

// ParseVersion returns the version that a server of dialect d gives as the value of VERSION(), such as 8.0.36,
// 10.11.6-MariaDB-log or 5.5.5-10.6.12-MariaDB. It returns 0 for what is none of that dialect's, and for
// TiDB, which calls itself a MySQL and has no stored functions that a name could mean.
func ParseVersion(text string, d Dialects) Version {
	isMariaDB := strings.Contains(text, "MariaDB")
	if d == TiDB || strings.Contains(text, "TiDB") || isMariaDB && d != MariaDB {
		return 0
	}
	// MariaDB puts this before its version for replicas that would not take two digits.
	major, rest := leadingNumber(strings.TrimPrefix(text, "5.5.5-"))
	minor, rest, ok := nextNumber(rest)
	if !ok || major <= 0 {
		return 0
	}
	patch, _, _ := nextNumber(rest)
	if d == MariaDB && major < 10 {
		return 0
	}
	return version(major, minor, patch)
}

// nextNumber returns the number behind a dot, which must be there.
func nextNumber(text string) (n int, rest string, ok bool) {
	if !strings.HasPrefix(text, ".") {
		return 0, text, false
	}
	n, rest = leadingNumber(text[1:])
	return max(n, 0), rest, n >= 0
}

// leadingNumber returns the number of at most two digits that a text begins with, -1 if it begins with none.
func leadingNumber(text string) (n int, rest string) {
	n = -1
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c < '0' || c > '9' {
			return n, text[i:]
		}
		if n = max(n, 0)*10 + int(c-'0'); n > 99 {
			return -1, ""
		}
	}
	return n, ""
}

func number2(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return string([]byte{byte('0' + n/10%10), byte('0' + n%10)})
}
