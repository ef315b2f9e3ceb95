package suggest

import (
	"fmt"
	"strings"
)

// UnknownFunction says that a name is no function that may be called.
func (a *Advisor) UnknownFunction(name string) string {
	message := fmt.Sprintf("function %s is not one of the side-effect-free built-in functions of %s", Excerpt(name), a.Product)
	if other := functionInstead(name); other != "" {
		return message + "; write " + other
	}
	names := a.Functions()
	if !a.MayCompare(len(names)) {
		return message
	}
	if near := nearestWithin(name, names, 3); len(near) > 0 {
		return message + "; there is " + strings.Join(near, ", ")
	}
	return message + "; leave it out, or use one of those"
}

// Versions are those of the server that have a function which the one that will run the query has not.
type Versions struct {
	Product      string
	Since, Until string // the first that has it, the first that no longer has it; one of them is ""
	Server       string // the one that will run the query, "" if nobody says
}

// FunctionOfOthers says that a name is a function of other versions of the server. To this one it would be a
// stored function.
func (a *Advisor) FunctionOfOthers(name string, v Versions) string {
	name = Excerpt(name)
	server := "the schema does not say which version its server is"
	if v.Server != "" {
		server = "the server is " + v.Server
	}
	message := fmt.Sprintf("function %s is built in on %s from %s on, and %s", name, v.Product, v.Since, server)
	if v.Until != "" {
		message = fmt.Sprintf("function %s is not built in on %s from %s on, and %s", name, v.Product, v.Until, server)
	}
	if other := functionInstead(name); other != "" {
		return message + "; write " + other
	}
	return message + "; leave it out"
}

// functionInstead returns what other databases' functions are called in this family, "" if there is no
// one call for it.
func functionInstead(name string) string {
	switch strings.ToUpper(name) {
	case "STRING_AGG", "LISTAGG":
		return "GROUP_CONCAT(… SEPARATOR …)"
	case "ARRAY_AGG":
		return "JSON_ARRAYAGG(…) or GROUP_CONCAT(…)"
	case "NVL":
		return "COALESCE(…, …)"
	case "IIF":
		return "IF(…, …, …)"
	case "LEN":
		return "CHAR_LENGTH(…)"
	case "STRPOS", "CHARINDEX":
		return "LOCATE(part, text)"
	case "SPLIT_PART":
		return "SUBSTRING_INDEX(…)"
	case "TO_CHAR", "DATE_TRUNC", "STRFTIME":
		return "DATE_FORMAT(…, '%Y-%m-%d')"
	case "TO_DATE", "TO_TIMESTAMP", "PARSE_DATE":
		return "STR_TO_DATE(…, '%Y-%m-%d')"
	case "DATEPART", "DATE_PART":
		return "EXTRACT(unit FROM …)"
	case "DATEADD":
		return "DATE_ADD(…, INTERVAL n unit)"
	case "AGE", "DATE_DIFF":
		return "TIMESTAMPDIFF(unit, from, to)"
	case "GETDATE", "SYSDATETIME":
		return "NOW()"
	case "MD5", "SHA", "SHA1":
		return "SHA2(…, 256)"
	case "JSON_OVERLAPS":
		return "JSON_CONTAINS(…, …)"
	case "JSON_EQUALS":
		return "JSON_CONTAINS(a, b) AND JSON_CONTAINS(b, a)"
	default:
		return ""
	}
}
