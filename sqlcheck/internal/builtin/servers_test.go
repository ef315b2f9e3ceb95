package builtin_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/go-sql-driver/mysql"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/charset"
)

// A target is a running server. In its database there is a stored function by the name of every function of
// the table. None of them may be called; if one is, it says so.
type target struct {
	db *sql.DB
	on builtin.Server
}

// answers to a call that did not reach a built-in function.
const (
	errSyntax       = 1064
	errNoLoadable   = 1128
	errUnsupported  = 1235 // JSON_ARRAYAGG with OVER, for one
	errNoFunction   = 1305
	errStoredCount  = 1318 // a stored function takes another number of arguments
	errWrongCount   = 1582
	errNoSuchParsed = 1630
	errStored       = 1644 // a stored function was called
)

// stored are the answers of a server that takes the name for one of a stored function.
var stored = []uint16{errStored, errStoredCount, errNoFunction, errNoSuchParsed}

// The table is held to each kind of server.
func TestServers(t *testing.T) {
	servertest.Each(t, func(t *testing.T, kind servertest.Kind) {
		server := servertest.Start(t, kind)
		root := server.Open(t, servertest.Session{User: "root"})
		mustExec(t, root, "CREATE DATABASE functions")
		db := server.Open(t, servertest.Session{User: "root", Database: "functions"})
		to := target{db, builtin.Server{Dialect: builtin.MySQL}}
		if kind == servertest.MariaDB {
			to.on.Dialect = builtin.MariaDB
		}
		var text string
		if err := db.QueryRow("SELECT VERSION()").Scan(&text); err != nil {
			t.Fatal(err)
		}
		if to.on.Version = builtin.ParseVersion(text, to.on.Dialect); to.on.Version == 0 {
			t.Fatalf("ParseVersion(%q) = 0", text)
		}
		to.addStored(t)
		for _, test := range []struct {
			name string
			run  func(*testing.T, target)
		}{
			{"have the entries", haveTheEntries},
			{"lack the others", lackTheOthers},
			{"call stored functions for those that went away", callStored},
			{"take the same counts", takeTheSameCounts},
			{"have nothing undecided", haveNothingUndecided},
			{"take DISTINCT", takeDistinct},
			{"have every type, unit and character set", haveEveryName},
			{"have the same collations", haveTheSameCollations},
		} {
			t.Run(test.name, func(t *testing.T) { test.run(t, to) })
		}
	})
}

func mustExec(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.Exec(statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// addStored adds the stored functions, which take one argument.
func (to target) addStored(t *testing.T) {
	t.Helper()
	seen := map[string]bool{}
	for _, f := range builtin.Entries() {
		name := strings.ToLower(f.SQL)
		if seen[name] || strings.Contains(name, " ") {
			continue
		}
		seen[name] = true
		mustExec(t, to.db, "CREATE FUNCTION `"+name+"`(x TEXT) RETURNS INT DETERMINISTIC NO SQL BEGIN SIGNAL SQLSTATE '45000'; RETURN 1; END")
	}
}

// errno runs SELECT expr and returns the server's error number, 0 for none.
func (to target) errno(t *testing.T, expr string) uint16 {
	t.Helper()
	rows, err := to.db.Query("SELECT " + expr)
	if err == nil {
		for rows.Next() {
		}
		err = errors.Join(rows.Err(), rows.Close())
	}
	return number(t, expr, err)
}

// prepared returns the error number of preparing a query for an expression, which calls nothing.
func (to target) prepared(t *testing.T, expr string) uint16 {
	t.Helper()
	_, err := to.db.Exec("PREPARE s FROM 'SELECT 1, " + expr + "'")
	return number(t, expr, err)
}

func number(t *testing.T, expr string, err error) uint16 {
	t.Helper()
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

// has reports whether an answer is that of a server that has the function called so built in. It may still
// refuse the values: samples have NULL for everything.
func has(n uint16) bool {
	switch n {
	case errSyntax, errNoLoadable, errUnsupported, errWrongCount:
		return false
	default:
		return !slices.Contains(stored, n)
	}
}

// Every call that the table lets through reaches a built-in function, though there is a stored one of its name.
// Where the table has no entry for the server's version, the server has no such function.
func haveTheEntries(t *testing.T, to target) {
	called := 0
	for _, f := range builtin.Entries() {
		if !f.Dialects.Has(to.on.Dialect) || f.Name == "grouping" {
			continue // GROUPING needs a GROUP BY
		}
		for _, n := range f.Counts() {
			expr := f.Sample(n)
			switch got := to.errno(t, expr); {
			case f.On(to.on) && !has(got):
				t.Errorf("SELECT %s: error %d", expr, got)
			case f.On(to.on):
				called++
			case !f.Another(n, to.on) && has(got):
				t.Errorf("SELECT %s: error %d, but the table has nothing for the version %s", expr, got, to.on.Version)
			}
		}
	}
	t.Logf("%s has %d calls of the table built in", to.on.Version, called)
}

// What the table has for other dialects only, the server does not have.
func lackTheOthers(t *testing.T, to target) {
	for _, f := range builtin.Entries() {
		if f.Dialects.Has(to.on.Dialect) || f.Another(f.Min, to.on) {
			continue
		}
		expr := f.Sample(f.Min)
		if got := to.errno(t, expr); has(got) {
			t.Errorf("SELECT %s: error %d, want it to be unknown", expr, got)
		}
	}
}

// A function that went away calls the stored one of its name, so that the table must know versions.
func callStored(t *testing.T, to target) {
	for _, f := range builtin.Entries() {
		if f.Dialects.Has(to.on.Dialect) && f.Until != 0 && f.Until <= to.on.Version && !f.Another(1, to.on) {
			if got := to.errno(t, f.Sample(1)); got != errStored {
				t.Errorf("SELECT %s: error %d, want %d of the stored function", f.Sample(1), got, errStored)
			}
		}
	}
}

func takeTheSameCounts(t *testing.T, to target) {
	lenient := map[builtin.Dialects]map[string]string{ // the server does not take what the table lets through, or more
		builtin.MariaDB: {"st_distance_sphere": "any number of arguments, of which it reads three"},
		builtin.MySQL: {
			"aes_decrypt": "arguments for key derivation, whose iterations burn time",
			"aes_encrypt": "arguments for key derivation, whose iterations burn time",
			"grouping":    "needs a GROUP BY",
			"json_value":  "fewer: its path is a literal",
		},
	}
	for _, f := range builtin.Entries() {
		if f.Kind != builtin.Scalar || f.Form != builtin.FormPlain || !f.On(to.on) || lenient[to.on.Dialect][f.Name] != "" {
			continue
		}
		for n := range 9 {
			expr := f.SQL + "(" + builtin.Nulls(n) + ")"
			if got := to.errno(t, expr); has(got) != f.Arity(n) {
				t.Errorf("SELECT %s: error %d, but the table says it takes %s", expr, got, f.Takes())
			}
		}
	}
}

// Whatever the server calls a function is in the table or was left out on purpose.
func haveNothingUndecided(t *testing.T, to target) {
	functions := 0
	for _, name := range to.names(t) {
		if !to.isFunction(t, name) {
			continue
		}
		functions++
		if !builtin.Decided(name) {
			t.Errorf("nobody decided on %s", name)
		}
	}
	if t.Logf("%s has %d functions", to.on.Version, functions); functions < 200 {
		t.Errorf("%d functions are too few: names are not found", functions)
	}
}

// isFunction reports whether a name can be called with some number of arguments, and means no stored function.
func (to target) isFunction(t *testing.T, name string) bool {
	t.Helper()
	for n := range 5 {
		got := to.prepared(t, name+"("+builtin.Nulls(n)+")")
		if slices.Contains(stored, got) {
			return false
		}
		if got != errSyntax {
			return true
		}
	}
	return false
}

// names returns the names that may be functions of the server. MariaDB lists its own. MySQL does not, so they
// are the words of its program and of its help, which has those that the program has as an end of another.
func (to target) names(t *testing.T) []string {
	t.Helper()
	if to.on.Dialect == builtin.MariaDB {
		return to.column(t, "SELECT function FROM information_schema.sql_functions")
	}
	names := to.column(t, "SELECT name FROM mysql.help_topic UNION SELECT name FROM mysql.help_keyword")
	program := to.program(t)
	word := regexp.MustCompile(`[A-Za-z][A-Za-z0-9_]{1,47}\x00`)
	for _, w := range word.FindAll(program, -1) {
		names = append(names, string(w[:len(w)-1]))
	}
	for i := range names {
		names[i] = strings.ToUpper(names[i])
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !isName.MatchString(name) })
	slices.Sort(names)
	return slices.Compact(names)
}

var isName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

// program returns the server's program.
func (to target) program(t *testing.T) []byte {
	t.Helper()
	base := to.column(t, "SELECT @@basedir")[0]
	for _, dir := range []string{"sbin", "bin", "libexec"} {
		if text, err := os.ReadFile(filepath.Join(base, dir, "mysqld")); err == nil {
			return text
		}
	}
	t.Fatalf("no program below %s", base)
	return nil
}

func (to target) column(t *testing.T, query string) []string {
	t.Helper()
	rows, err := to.db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		list = append(list, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func takeDistinct(t *testing.T, to target) {
	for _, f := range builtin.Entries() {
		if f.Kind == builtin.Scalar || f.Max == 0 || !f.On(to.on) {
			continue
		}
		if f.Name == "json_arrayagg" && to.on.Dialect == builtin.MariaDB { // takes it, but the parser does not read it
			continue
		}
		expr := f.SQL + "(DISTINCT " + builtin.Nulls(f.Min) + ")"
		if f.Kind == builtin.Window {
			expr += " OVER (ORDER BY 1 + 0)"
		}
		if got := to.errno(t, expr); has(got) != f.Distinct.Has(to.on.Dialect) {
			t.Errorf("SELECT %s: error %d, but the table says %t", expr, got, f.Distinct.Has(to.on.Dialect))
		}
	}
}

func haveEveryName(t *testing.T, to target) {
	d := to.on.Dialect
	for name, in := range builtin.Casts() {
		if got := to.errno(t, "CAST(NULL AS "+name+")"); (got == 0) != in.Has(d) {
			t.Errorf("CAST(NULL AS %s): error %d, but the table says %t", name, got, in.Has(d))
		}
	}
	for u := ast.TimeUnitMicrosecond; u <= ast.TimeUnitYearMonth; u++ {
		name, _ := builtin.Unit(u)
		if got := to.errno(t, "EXTRACT("+name+" FROM NULL), NULL + INTERVAL 1 "+name); got != 0 {
			t.Errorf("unit %s: error %d", name, got)
		}
		if got := to.errno(t, "TIMESTAMPADD("+name+", 1, NULL)"); (got == 0) != builtin.SimpleUnit(u) {
			t.Errorf("TIMESTAMPADD(%s, …): error %d, but SimpleUnit says %t", name, got, builtin.SimpleUnit(u))
		}
	}
	for _, cs := range charset.GetSupportedCharsets() {
		if got := to.errno(t, "CONVERT('a' USING "+cs.Name+")"); (got == 0) != builtin.Charset(cs.Name, d) {
			t.Errorf("character set %s: error %d", cs.Name, got)
		}
	}
}

func haveTheSameCollations(t *testing.T, to target) {
	spare := map[builtin.Dialects]map[string]bool{
		builtin.MariaDB: {"utf8_general_mysql500_ci": true, "binary": true}, // servers have them; no query needs them
		builtin.MySQL:   {"utf8_general_mysql500_ci": true, "utf8_tolower_ci": true},
	}
	for _, name := range builtin.ParserCollations() {
		cs, _, _ := strings.Cut(name, "_")
		got := to.errno(t, "CONVERT('a' USING "+cs+") COLLATE `"+name+"`")
		if d := to.on.Dialect; (got == 0) != builtin.Collation(name, d) && !spare[d][name] {
			t.Errorf("COLLATE %s: error %d, but Collation says %t", name, got, builtin.Collation(name, d))
		}
	}
}
