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
	default:
		return ""
	}
}
