package builtin

import (
	"database/sql"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/charset"
)

// server opens the MariaDB server that the environment names, in a database without stored functions.
func server(t *testing.T) *sql.DB {
	t.Helper()
	dsn := os.Getenv("ASKSQL_TEST_MARIADB")
	if dsn == "" {
		t.Skip("ASKSQL_TEST_MARIADB is not set; set it to a DSN such as root@unix(/run/mysqld.sock)/test to compare the table with a server")
	}
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// errno runs SELECT expr and returns the server's error number, 0 for none.
func errno(t *testing.T, db *sql.DB, expr string) uint16 {
	t.Helper()
	rows, err := db.Query("SELECT " + expr)
	if err == nil {
		for rows.Next() {
		}
		err = errors.Join(rows.Err(), rows.Close())
	}
	var refused *mysql.MySQLError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &refused):
		return refused.Number
	default:
		t.Fatalf("SELECT %s: %v", expr, err)
		return 0
	}
}

// The answers to a call that the server does not have.
const (
	errSyntax       = 1064
	errNoLoadable   = 1128
	errUnsupported  = 1235 // JSON_ARRAYAGG with OVER, for one
	errNoFunction   = 1305
	errNotExecuted  = 1370 // 1305 to an account that may not execute functions
	errWrongCount   = 1582
	errNoSuchParsed = 1630
)

// has reports whether an answer is that of a server that knows the function called so. It may still
// refuse the values: samples have NULL for everything.
func has(n uint16) bool {
	switch n {
	case errSyntax, errNoLoadable, errUnsupported, errNoFunction, errNotExecuted, errWrongCount, errNoSuchParsed:
		return false
	default:
		return true
	}
}

func TestMariaDBHasEveryEntry(t *testing.T) {
	db := server(t)
	for _, f := range entries() {
		if !f.Dialects.Has(MariaDB) {
			continue
		}
		for _, n := range counts(&f) {
			expr := sample(&f, n)
			if got := errno(t, db, expr); !has(got) {
				t.Errorf("SELECT %s: error %d", expr, got)
			}
		}
	}
}

func TestMariaDBLacksTheOthers(t *testing.T) {
	younger := map[string]string{ // the server has them, the oldest of its dialect has not
		"json_overlaps":     "since 10.9",
		"json_schema_valid": "since 11.1",
		"uuid_v4":           "since 11.7",
		"uuid_v7":           "since 11.7",
	}
	db := server(t)
	for _, f := range entries() {
		if elsewhere(&f, f.Min, MariaDB) || younger[f.Name] != "" {
			continue
		}
		expr := sample(&f, f.Min)
		if got := errno(t, db, expr); has(got) {
			t.Errorf("SELECT %s: error %d, want it to be unknown", expr, got)
		}
	}
}

// Whatever the server calls a function is in the table or was left out on purpose.
func TestMariaDBHasNothingUndecided(t *testing.T) {
	decided := make(map[string]bool)
	for _, names := range refused {
		for _, name := range strings.Fields(names) {
			decided[name] = true
		}
	}
	for _, name := range strings.Fields(`median percentile_cont percentile_disc std stddev variance`) {
		decided[name] = true // see aggregateFunctions
	}
	for _, f := range entries() {
		decided[strings.ToLower(f.SQL)] = true
	}
	rows, err := server(t).Query("SELECT LOWER(function) FROM information_schema.sql_functions")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if !decided[name] {
			t.Errorf("nobody decided on %s", name)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestMariaDBTakesTheSameCounts(t *testing.T) {
	lenient := map[string]string{ // the server takes more than the table lets through
		"crc32":              "a start value, since 10.8",
		"st_distance_sphere": "any number of arguments, of which it reads three",
	}
	db := server(t)
	for _, f := range entries() {
		if f.Kind != Scalar || f.Form != FormPlain || !f.Dialects.Has(MariaDB) || lenient[f.Name] != "" {
			continue
		}
		for n := range 8 {
			expr := f.SQL + "(" + nulls(n) + ")"
			if got := errno(t, db, expr); has(got) != f.Arity(n) {
				t.Errorf("SELECT %s: error %d, but the table says it takes %s", expr, got, f.Takes())
			}
		}
	}
}

func TestMariaDBTakesDistinct(t *testing.T) {
	db := server(t)
	for _, f := range entries() {
		if f.Kind == Scalar || f.Max == 0 || !f.Dialects.Has(MariaDB) {
			continue
		}
		if f.Name == "json_arrayagg" { // takes it, but the parser does not read it
			continue
		}
		expr := f.SQL + "(DISTINCT " + nulls(f.Min) + ")"
		if f.Kind == Window {
			expr += " OVER (ORDER BY 1)"
		}
		if got := errno(t, db, expr); has(got) != f.Distinct.Has(MariaDB) {
			t.Errorf("SELECT %s: error %d, but the table says %t", expr, got, f.Distinct.Has(MariaDB))
		}
	}
}

func TestMariaDBHasEveryCastUnitAndName(t *testing.T) {
	db := server(t)
	for _, tc := range casts {
		if tc.want == "" {
			continue
		}
		if got := errno(t, db, "CAST(NULL AS "+tc.want+")"); (got == 0) != tc.in.Has(MariaDB) {
			t.Errorf("CAST(NULL AS %s): error %d, but the table says %t", tc.want, got, tc.in.Has(MariaDB))
		}
	}
	for u := ast.TimeUnitMicrosecond; u <= ast.TimeUnitYearMonth; u++ {
		name, _ := Unit(u)
		if got := errno(t, db, "EXTRACT("+name+" FROM NULL), NULL + INTERVAL 1 "+name); got != 0 {
			t.Errorf("unit %s: error %d", name, got)
		}
		if got := errno(t, db, "TIMESTAMPADD("+name+", 1, NULL)"); (got == 0) != SimpleUnit(u) {
			t.Errorf("TIMESTAMPADD(%s, …): error %d, but SimpleUnit says %t", name, got, SimpleUnit(u))
		}
	}
	for _, cs := range charset.GetSupportedCharsets() {
		if got := errno(t, db, "CONVERT('a' USING "+cs.Name+")"); (got == 0) != Charset(cs.Name, MariaDB) {
			t.Errorf("character set %s: error %d", cs.Name, got)
		}
	}
}

func TestMariaDBHasTheSameCollations(t *testing.T) {
	db := server(t)
	spare := map[string]bool{"utf8_general_mysql500_ci": true} // the server has it; no query needs it
	for _, name := range parserCollations() {
		cs, _, _ := strings.Cut(name, "_")
		got := errno(t, db, "CONVERT('a' USING "+cs+") COLLATE "+name)
		if (got == 0) != Collation(name, MariaDB) && !spare[name] {
			t.Errorf("COLLATE %s: error %d, but Collation says %t", name, got, Collation(name, MariaDB))
		}
	}
}
