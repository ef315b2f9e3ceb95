package sqlcheck_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
)

func TestReadable(t *testing.T) {
	for _, tc := range []struct{ why, sql, want string }{
		{"a word that the parser stops in", "SELECT lag, x FROM t", "SELECT `lag`, x FROM t"},
		{"one that it stops behind", "SELECT Rank FROM t", "SELECT `Rank` FROM t"},
		{"at the end of the text", "SELECT x FROM t ORDER BY rank", "SELECT x FROM t ORDER BY `rank`"},
		{"several", "SELECT rank AS virtual FROM t stored", "SELECT `rank` AS `virtual` FROM t `stored`"},
		{"not in strings, comments and names", "SELECT 'rank', \"rank\", /* rank */ `rank`, rank FROM t -- rank", "SELECT 'rank', \"rank\", /* rank */ `rank`, `rank` FROM t -- rank"},
		{"not a function", "SELECT RANK() OVER () AS rank", "SELECT RANK() OVER () AS `rank`"},
		{"not behind a point", "SELECT t.rank, rank FROM t", "SELECT t.rank, `rank` FROM t"},
		{"not where the text parses", "SELECT RANK() OVER (ORDER BY x ROWS 1 PRECEDING) FROM t", "SELECT RANK() OVER (ORDER BY x ROWS 1 PRECEDING) FROM t"},
		{"not right behind a name in back-quotes", "SELECT `a`rank FROM t", "SELECT `a`rank FROM t"},
		{"not right before one", "SELECT id FROM rank`a`", "SELECT id FROM rank`a`"},
		{"a word that every server reserves", "SELECT order FROM t", "SELECT order FROM t"},
		{"the text stops elsewhere", "SELECT 'rank' 5 6 FROM t", "SELECT 'rank' 5 6 FROM t"},
	} {
		t.Run(tc.why, func(t *testing.T) {
			if got := sqlcheck.Readable(tc.sql, builtin.MariaDB); got != tc.want {
				t.Errorf("%s is read as %s, want %s", tc.sql, got, tc.want)
			}
			if got := sqlcheck.Readable(tc.sql, builtin.TiDB); got != tc.sql {
				t.Errorf("for TiDB %s is read as %s", tc.sql, got)
			}
		})
	}
}

// Each word is a parse more, so there are not many in a text.
func TestReadableHasABound(t *testing.T) {
	for n, want := range map[int]int{16: 32, 40: 32} {
		sql := "SELECT x" + strings.Repeat(", x AS rank", n) + " FROM t"
		if got := strings.Count(sqlcheck.Readable(sql, builtin.MariaDB), "`"); got != want {
			t.Errorf("with %d words %d back-quotes are added, want %d", n, got, want)
		}
	}
}
