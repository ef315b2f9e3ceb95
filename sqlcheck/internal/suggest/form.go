package suggest

import (
	"slices"
	"strings"
)

// What to write for forms of this family of servers that are not supported, or that the server of the dialect
// has not. Each keeps the value; docs/refusals.md shows one for each, and that it is accepted.

// castTypes are types of columns, and what to cast to for them.
var castTypes = map[string]string{
	"VARCHAR": "CHAR", "NVARCHAR": "CHAR", "TEXT": "CHAR", "STRING": "CHAR", "LONGTEXT": "CHAR", "MEDIUMTEXT": "CHAR", "UUID": "CHAR",
	"VARBINARY": "BINARY", "BLOB": "BINARY", "BYTEA": "BINARY",
	"INT": "SIGNED", "INTEGER": "SIGNED", "BIGINT": "SIGNED", "SMALLINT": "SIGNED", "TINYINT": "SIGNED", "MEDIUMINT": "SIGNED",
	"INT4": "SIGNED", "INT8": "SIGNED", "BOOLEAN": "UNSIGNED", "BOOL": "UNSIGNED", "SERIAL": "UNSIGNED",
	"NUMERIC": "DECIMAL(p, s)", "NUMBER": "DECIMAL(p, s)", "MONEY": "DECIMAL(p, s)", "FIXED": "DECIMAL(p, s)",
	"TIMESTAMP": "DATETIME", "TIMESTAMPTZ": "DATETIME",
}

// units are the words that end an INTERVAL.
var units = []string{"MICROSECOND", "SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR"}

// form returns what to write for a form of this family, "" for others.
func (s Stop) form() string {
	if hint := s.argument(); hint != "" {
		return hint
	}
	at, before := s.At, s.Near.word(0)
	switch {
	case at == "WITHIN", before == "WITHIN", before == "GROUP" && s.Near.word(1) == "WITHIN":
		return s.withinGroup()
	case at == "OVER" && s.Near.Called == "MEDIAN":
		return "number the rows n of c by ROW_NUMBER() and COUNT(*) OVER in a derived table, and take AVG(x) WHERE 2 * n BETWEEN c AND c + 2 for MEDIAN"
	case at == "OVER" && s.Near.Called != "":
		return "only window functions and aggregates such as SUM take OVER"
	case at == "(" && before == "VALUES":
		return "write SELECT 1, 2 UNION ALL SELECT 3, 4 for VALUES (1, 2), (3, 4)"
	case at == "(" && before == "ROLLUP", before == "ROLLUP":
		return "write GROUP BY a, b WITH ROLLUP for ROLLUP (a, b)"
	case at == "SETS", before == "SETS":
		return "write a query with its own GROUP BY for each set, and UNION ALL between them, for GROUPING SETS"
	case at == "INNER" && before == "NATURAL":
		return "write NATURAL JOIN for NATURAL INNER JOIN"
	case at == "SOUNDS", before == "SOUNDS":
		if s.TiDB {
			return "TiDB has no SOUNDEX; compare the texts by LIKE for SOUNDS LIKE"
		}
		return "write SOUNDEX(a) = SOUNDEX(b) for SOUNDS LIKE"
	case at == "(" && s.Near.Query && before != ")" && before != "AS":
		return "name the columns inside, as in (SELECT 1 AS a) AS d, for a list of names behind d"
	case at == "TIES", at == "WITH" && (before == "ROW" || before == "ROWS"):
		return "rank the rows by RANK() in a derived table, and filter on that, for WITH TIES"
	case s.isUnit() && hasIntervalInParentheses(s.Read):
		return "write DATE_ADD(x, INTERVAL … DAY) or DATE_SUB for x + INTERVAL (…) DAY"
	default:
		return ""
	}
}

// isUnit reports whether the text stopped at a unit.
func (s Stop) isUnit() bool {
	return slices.ContainsFunc(units, func(unit string) bool { return s.At == unit || strings.HasPrefix(s.At, unit+"_") })
}

func hasIntervalInParentheses(read string) bool {
	words := strings.Fields(strings.ReplaceAll(strings.ToUpper(read), "(", " ( "))
	for i := range len(words) - 1 {
		if words[i] == "INTERVAL" && words[i+1] == "(" {
			return true
		}
	}
	return false
}

// argument returns what to write for what a function does not take.
func (s Stop) argument() string {
	at, before := s.At, s.Near.word(0)
	switch call := s.Near.Call; {
	case call == "CAST" && before == "AS", call == "CONVERT" && before == ",":
		if instead := castTypes[at]; instead != "" {
			return "cast to " + instead + " for " + at
		}
	case call == "JSON_VALUE" && at == "RETURNING":
		return "write CAST(JSON_VALUE(…) AS …) for RETURNING"
	case call == "JSON_VALUE" && (at == "DEFAULT" || at == "ERROR" || at == "NULL"):
		return "write CASE WHEN JSON_CONTAINS_PATH(x, 'one', path) = 0 THEN y ELSE JSON_VALUE(x, path) END for DEFAULT y ON EMPTY"
	case call == "GROUP_CONCAT" && at == "LIMIT":
		return "write SUBSTRING_INDEX(GROUP_CONCAT(… SEPARATOR s), s, n), with a separator that no value holds, for LIMIT n"
	case call == "JSON_ARRAYAGG" && at == "DISTINCT":
		return "select the distinct values in a derived table, and write JSON_ARRAYAGG over that"
	case call == "JSON_ARRAYAGG" && (at == "ORDER" || at == "LIMIT"):
		return "JSON_ARRAYAGG has no order here; write GROUP_CONCAT(… ORDER BY …)"
	}
	return ""
}

// withinGroup returns what to write for an aggregate over an order.
func (s Stop) withinGroup() string {
	words := strings.ToUpper(s.Read)
	switch {
	case strings.Contains(words, "PERCENTILE_DISC"):
		return "compute CUME_DIST() OVER (… ORDER BY x) AS q in a derived table, and take MIN(x) WHERE q >= p for PERCENTILE_DISC(p)"
	case strings.Contains(words, "PERCENTILE_CONT"):
		return "number the rows n of c by ROW_NUMBER() and COUNT(*) OVER in a derived table, and take AVG(x) WHERE 2 * n BETWEEN c AND c + 2 for PERCENTILE_CONT(0.5)"
	default:
		return "write GROUP_CONCAT(x ORDER BY y SEPARATOR s) for WITHIN GROUP (ORDER BY y)"
	}
}
