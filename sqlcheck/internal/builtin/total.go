package builtin

// NeverFails reports whether a function, called by its folded name with so many arguments, has a value or NULL for
// all values of them, so that no call raises an error for some row. Servers say so: see total_test.go.
func NeverFails(name string, arguments int) bool {
	return total[name] || name == "trim" && arguments == 1
}

// total are those of such functions that queries have most in conditions. Where a server warns of a value, as of a
// date that is none, it goes on in a query. Of those that look for one string in another there is none: MySQL converts
// bytes to the character set of the other, and fails with 3854 where they are none in it.
var total = map[string]bool{
	"coalesce": true, "ifnull": true, "nullif": true, "if": true, "isnull": true,
	"lower": true, "upper": true, "lcase": true, "ucase": true, "length": true, "char_length": true, "character_length": true,
	"ltrim": true, "rtrim": true, "left": true, "right": true, "substring": true, "substr": true, "concat": true,
	"strcmp": true,
	"date":   true, "year": true, "quarter": true, "month": true, "day": true, "dayofmonth": true, "dayofweek": true, "dayofyear": true, "weekday": true,
	"hour": true, "minute": true, "second": true, "last_day": true, "datediff": true, "date_format": true, "monthname": true, "dayname": true,
	"curdate": true, "current_date": true, "now": true, "current_timestamp": true, "utc_date": true, "date_add": true, "date_sub": true,
}
