package builtin_test

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
)

// hostile are values of columns that make expressions fail.
const hostile = `(9223372036854775807, 18446744073709551615, 99999999999999999999.99, 1.7976931348623157e308, '(', '9999-12-31', '9999-12-31 23:59:59', '838:59:59', '"{"', x'ff', b'11111111'),
	(-9223372036854775808, 0, -99999999999999999999.99, -1.7976931348623157e308, '2025-13-45', '1000-01-01', '1000-01-01 00:00:00', '-838:59:59', '[[1]]', x'c3', b'0'),
	(0, 1, 0, 5e-324, '', NULL, NULL, NULL, '{}', '', NULL), (NULL, NULL, NULL, NULL, NULL, '2024-02-29', '2024-02-29 12:00:00', '00:00:00', NULL, NULL, b'1000001'), (-1, 2, 0.5, -0.0, '9223372036854775808e400', '2025-01-31', '1970-01-01 00:00:00', '12:00:00', 'null', x'f09f98', b'11000011')`

var hostileColumns = []string{"i", "u", "d", "f", "s", "da", "dt", "ti", "j", "vb", "bt"}

// totalCalls are calls of every function that never fails, with § for columns.
func totalCalls() (list []string) {
	for _, name := range []string{"lower", "upper", "lcase", "ucase", "length", "char_length", "character_length", "trim", "ltrim", "rtrim", "isnull",
		"date", "year", "quarter", "month", "day", "dayofmonth", "dayofweek", "dayofyear", "weekday", "hour", "minute", "second", "last_day", "monthname", "dayname"} {
		list = append(list, name+"(§)")
	}
	for _, name := range []string{"coalesce", "ifnull", "nullif", "left", "right", "substring", "substr", "concat", "strcmp", "datediff"} {
		list = append(list, name+"(§, §)")
	}
	list = append(list, "if(§, §, §)", "substring(§, §, §)", "substring(§ FROM § FOR §)", "date_format(§, '%Y-%u %W %f')", "date_format(§, §)",
		"curdate()", "current_date()", "now()", "current_timestamp()", "utc_date()")
	for _, unit := range []string{"DAY", "YEAR", "MONTH", "SECOND", "MICROSECOND", "QUARTER", "WEEK", "DAY_SECOND", "YEAR_MONTH"} {
		list = append(list, "date_add(§, INTERVAL § "+unit+")", "date_sub(§, INTERVAL § "+unit+")")
	}
	// And the forms of the grammar that the fence takes for such.
	return append(list, "§ = §", "§ <=> §", "§ < §", "§ BETWEEN § AND §", "§ IN (§, §)", "§ LIKE 'a%'", "§ LIKE '%\\_(%'", "§ IS TRUE", "NOT §", "§ XOR §", "§ AND §",
		"§ = '('", "§ > 'x'", "§ = 0", "§ = 1e300", "§ IN ('a', 1, NULL)", "(§, §) = (§, 1)", "CASE § WHEN § THEN § ELSE § END", "COUNT(DISTINCT §)", "MIN(§)", "MAX(§)", "SUM(§)", "AVG(§)")
}

func TestTotalCallsNeverFail(t *testing.T) {
	servertest.Each(t, func(t *testing.T, kind servertest.Kind) {
		server := servertest.Start(t, kind)
		root := server.Open(t, servertest.Session{User: "root"})
		mustExec(t, root, "CREATE DATABASE hostile")
		db := server.Open(t, servertest.Session{User: "root", Database: "hostile"})
		mustExec(t, db, "CREATE TABLE h (i bigint, u bigint unsigned, d decimal(30,2), f double, s varchar(40), da date, dt datetime, ti time, j json, vb varbinary(20), bt bit(8))")
		mustExec(t, db, "INSERT INTO h VALUES "+hostile)
		mustExec(t, db, "CREATE TABLE h0 LIKE h")
		seen := map[string]bool{}
		for _, call := range totalCalls() {
			name, _, _ := strings.Cut(call, "(")
			seen[strings.TrimSpace(name)] = true
			holdTotal(t, db, call)
		}
		for _, name := range builtin.Totals() {
			if !seen[name] {
				t.Errorf("%s is on the list of what never fails and no call of it was tried", name)
			}
		}
	})
}

// holdTotal runs a call with every column in the place of each §, the others rotating.
func holdTotal(t *testing.T, db *sql.DB, call string) {
	t.Helper()
	n := strings.Count(call, "§")
	tries := len(hostileColumns)
	if n > 1 {
		tries *= len(hostileColumns)
	}
	failed := map[uint16]int{}
	for i := range max(tries, 1) {
		text := call
		for k := range n {
			column := hostileColumns[(i+k*(i/len(hostileColumns)+k/2))%len(hostileColumns)]
			text = strings.Replace(text, "§", "a."+column, 1)
		}
		where := text
		if n == 0 || strings.Contains("COUNT MIN MAX SUM AVG", strings.SplitN(call, "(", 2)[0]) && call[0] >= 'A' && call[0] <= 'Z' && !strings.HasPrefix(call, "CASE") {
			where = "1"
		}
		err := failure(db, fmt.Sprintf("SELECT %s FROM h a, h b WHERE %s OR TRUE", text, where))
		if err != nil && failure(db, fmt.Sprintf("SELECT %s FROM h0 a WHERE %s OR TRUE", text, where)) != nil {
			continue // it is refused for its types, or a constant in it
		}
		if number := number(t, text, err); number != 0 {
			if failed[number]++; failed[number] <= 2 {
				t.Errorf("%s fails: %v", text, err)
			}
		}
	}
}

// failure runs a query to its end.
func failure(db *sql.DB, query string) error {
	rows, err := db.Query(query)
	if err != nil {
		return err
	}
	for rows.Next() {
	}
	return errors.Join(rows.Err(), rows.Close())
}
