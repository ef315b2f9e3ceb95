package cases

import (
	"regexp"
	"slices"
	"strings"
)

// reserved are words that MySQL 8 reserves (manual 11.3) and MariaDB lets stand as names.
var reserved = []string{
	"CUME_DIST", "DENSE_RANK", "EMPTY", "FIRST_VALUE", "FUNCTION", "GENERATED", "GROUPING", "GROUPS", "LAG",
	"LAST_VALUE", "LEAD", "NTH_VALUE", "NTILE", "OF", "PERCENT_RANK", "RANK", "ROW_NUMBER", "STORED", "SYSTEM", "VIRTUAL",
}

// builtIn are functions of MySQL 8 (manual 14.1) that MariaDB lacks.
var builtIn = []string{"ANY_VALUE", "GROUPING", "REGEXP_LIKE"}

// asMySQL returns c with the verdict of MySQL where the server, a MariaDB with the given message,
// is known to differ from it. It looks at the text only, never at what a guard says.
func asMySQL(c Case, message string) Case {
	if word := reservedName(c.SQL); c.Errno == 0 && word != "" {
		c.Want, c.Rules = Refuse, rulesFor[1064]
		c.Note = word + " is reserved in MySQL 8 and a plain name in MariaDB: it needs back-quotes"
	}
	if function := missing(message); c.Errno == 1370 && slices.Contains(builtIn, function) {
		c.Want, c.Rules = Accept, nil
		c.Note = function + " is built in on MySQL 8 and not on MariaDB"
	}
	return c
}

var (
	quoted  = regexp.MustCompile("'(?:[^'\\\\]|''|\\\\.)*'|\"(?:[^\"\\\\]|\"\"|\\\\.)*\"|`(?:[^`]|``)*`")
	word    = regexp.MustCompile(`\.?[A-Za-z_][A-Za-z0-9_]*\s*\(?`)
	routine = regexp.MustCompile(`for routine '(?:[^']*\.)?([^'.]+)'`)
)

// reservedName returns the first reserved word that a text uses as a name, or "". A name may be
// reserved after a period, and before a parenthesis it is a function.
func reservedName(sql string) string {
	for _, found := range word.FindAllString(quoted.ReplaceAllString(sql, "''"), -1) {
		name := strings.ToUpper(strings.TrimSpace(found))
		if slices.Contains(reserved, name) {
			return name
		}
	}
	return ""
}

// missing returns the function that an error 1370 is about, in capital letters.
func missing(message string) string {
	if found := routine.FindStringSubmatch(message); found != nil {
		return strings.ToUpper(found[1])
	}
	return ""
}
