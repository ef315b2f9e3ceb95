package grammargen_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammargen"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/property"
	"github.com/go-sql-driver/mysql"
)

// A server is one that listens on a socket.
type server struct {
	dialect sqlcheck.Dialect
	dsn     string
	dbs     map[string]*sql.DB
	errnos  map[uint16]int // how often a text or print failed
}

// servers are those of ASKSQL_GRAMMAR_SERVERS, such as "mysql=root@unix(/run/my.sock)/", or else one of
// each kind that is installed, for this test alone.
func servers(t *testing.T) []*server {
	t.Helper()
	text := os.Getenv("ASKSQL_GRAMMAR_SERVERS")
	if text == "" {
		for _, kind := range []servertest.Kind{servertest.MySQL, servertest.MariaDB} {
			text += fmt.Sprintf("%s=root@unix(%s)/ ", kind.Dialect(), servertest.Start(t, kind).Socket())
		}
	}
	var list []*server
	for _, one := range strings.Fields(text) {
		name, dsn, _ := strings.Cut(one, "=")
		d, err := sqlcheck.ParseDialect(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, &server{dialect: d, dsn: dsn, dbs: map[string]*sql.DB{}, errnos: map[uint16]int{}})
	}
	return list
}

var _ property.Server = (*server)(nil)

// in returns connections whose statements end after half a second and whose default database is db.
func (s *server) in(db string) (*sql.DB, error) {
	if s.dbs[db] != nil {
		return s.dbs[db], nil
	}
	config, err := mysql.ParseDSN(s.dsn + db)
	if err != nil {
		return nil, err
	}
	config.Params = map[string]string{"max_execution_time": "500"}
	if s.dialect == sqlcheck.MariaDB {
		config.Params = map[string]string{"max_statement_time": "0.5"}
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	s.dbs[db] = sql.OpenDB(connector)
	s.dbs[db].SetMaxOpenConns(1)
	return s.dbs[db], nil
}

// database is what the texts call theirs. Each run puts the name of a real one in its place.
const database = "g_world"

// Run runs a text that calls its database g_world in the one given.
func (s *server) Run(in, text string) ([]string, uint16, error) {
	db, err := s.in(in)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.Query(strings.ReplaceAll(text, database, in))
	if err != nil {
		return s.failed(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, 0, err
	}
	values, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	list := []string{}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, 0, err
		}
		list = append(list, fmt.Sprint(values))
	}
	slices.Sort(list)
	if err := rows.Err(); err != nil {
		return s.failed(err)
	}
	return list, 0, nil
}

func (s *server) failed(err error) ([]string, uint16, error) {
	var said *mysql.MySQLError
	if errors.As(err, &said) {
		s.errnos[said.Number]++
		return nil, said.Number, nil
	}
	return nil, 0, err
}

// A fixture is a database with the world and some more.
type fixture struct {
	name  string
	extra []string // more columns of every table, and more tables
	value int      // what the hidden columns hold
	// judged: the view is a table, because MariaDB does not hold views to ONLY_FULL_GROUP_BY.
	judged bool
}

// make makes the database of a fixture anew.
func (s *server) make(t *testing.T, f fixture) {
	t.Helper()
	root, err := s.in("")
	if err != nil {
		t.Fatal(err)
	}
	execute(t, root, "DROP DATABASE IF EXISTS "+f.name, "CREATE DATABASE "+f.name+" CHARACTER SET utf8mb4")
	db, err := s.in(f.name)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range rows {
		execute(t, db, f.create(table.name, table.columns), fmt.Sprintf("INSERT INTO `%s` (%s) VALUES %s", table.name, table.names(), table.values))
	}
	if f.judged {
		execute(t, db, "CREATE TABLE v_orders (id int, name varchar(40), total decimal(10,2))")
		return
	}
	execute(t, db, fmt.Sprintf("CREATE VIEW v_orders AS SELECT o.id, c.name, o.total%s FROM orders o LEFT JOIN customers c ON c.id = o.customer_id", f.viewed()))
	for _, name := range f.extra {
		if !isTable(name) {
			execute(t, db, f.create(name, nil), fmt.Sprintf("INSERT INTO `%s` () VALUES (), ()", strings.ReplaceAll(name, "`", "``")))
		}
	}
}

// create returns the statement for a table with the extra columns first and last.
func (f fixture) create(name string, columns []string) string {
	first, last := []string{}, []string{}
	for i, x := range f.extra {
		if slices.ContainsFunc(columns, func(c string) bool { own, _, _ := strings.Cut(c, " "); return strings.EqualFold(own, x) }) {
			continue
		}
		column := fmt.Sprintf("`%s` varchar(9) DEFAULT '%d'", strings.ReplaceAll(x, "`", "``"), f.value+i%7)
		if i%2 == 0 {
			first = append(first, column)
		} else {
			last = append(last, column)
		}
	}
	all := slices.Concat(first, columns, last)
	return fmt.Sprintf("CREATE TABLE `%s` (%s)", strings.ReplaceAll(name, "`", "``"), strings.Join(all, ", "))
}

// viewed returns the extra columns of the view.
func (f fixture) viewed() string {
	var b strings.Builder
	for i, x := range f.extra {
		if !slices.ContainsFunc([]string{"id", "name", "total"}, func(own string) bool { return strings.EqualFold(own, x) }) {
			fmt.Fprintf(&b, ", %d AS `%s`", f.value+i%5, strings.ReplaceAll(x, "`", "``"))
		}
	}
	return b.String()
}

func isTable(name string) bool {
	return slices.ContainsFunc(tables, func(t grammargen.Table) bool { return strings.EqualFold(t.Name, name) })
}

func execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%.300s: %v", s, err)
		}
	}
}

// rows are the base tables: few rows, so that a join of all of them is small, with NULLs and duplicates.
var rows = []tableRows{
	{"customers", []string{"id int", "name varchar(40)", "city varchar(40)"},
		"(1,'n1','Lisboa'),(2,'a','Wien'),(3,NULL,'Wien')"},
	{"orders", []string{"id int", "customer_id int", "total decimal(10,2)", "status varchar(20)", "placed_at datetime"},
		"(1,1,10.50,'paid','2025-01-31 10:11:12'),(2,1,2.00,'new','2024-02-29'),(3,2,NULL,'paid',NULL),(3,7,1.00,'a','2025-01-31')"},
	{"items", []string{"order_id int", "product_id int", "qty int"}, "(1,1,2),(1,2,1),(3,2,NULL)"},
	{"products", []string{"product_id int", "title varchar(40)", "doc json"}, `(1,'a','{"a": 1}'),(2,'n1',NULL),(3,'it''s','{"b": [1, 2]}')`},
	{"tags", []string{"tag varchar(20)", "c1 int"}, "('a',1),('paid',2),(NULL,1),('a',NULL)"},
}

type tableRows struct {
	name    string
	columns []string
	values  string
}

func (r tableRows) names() string {
	var names []string
	for _, c := range r.columns {
		name, _, _ := strings.Cut(c, " ")
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// record appends what a run has found to the file that ASKSQL_GRAMMAR_RECORD names, for the scoreboard.
func (s *server) record(t *testing.T, seed uint64, found findings, c *grammargen.Coverage) {
	t.Helper()
	file := os.Getenv("ASKSQL_GRAMMAR_RECORD")
	if file == "" {
		return
	}
	db, err := s.in("")
	if err != nil {
		t.Fatal(err)
	}
	var version string
	if err := db.QueryRow("SELECT VERSION()").Scan(&version); err != nil {
		t.Fatal(err)
	}
	version, _, _ = strings.Cut(version, "-")
	commit, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	used := func(count func(grammargen.Counts) int) int { return c.Reachable() - len(c.Never(count)) }
	line, err := json.Marshal(map[string]any{
		"Dialect": s.dialect.String(), "Server": map[sqlcheck.Dialect]string{sqlcheck.MySQL: "MySQL ", sqlcheck.MariaDB: "MariaDB "}[s.dialect] + version,
		"Commit": strings.TrimSpace(string(commit)), "Date": time.Now().UTC().Format(time.DateOnly), "Seed": seed,
		"Queries": c.Texts.Generated, "Accepted": c.Texts.Accepted, "Executed": c.Texts.Executed, "Findings": found,
		"Productions": map[string]int{
			"Reachable": c.Reachable(), "Refused": len(neverAccepted(t)),
			"Generated": used(func(n grammargen.Counts) int { return n.Generated }),
			"Accepted":  used(func(n grammargen.Counts) int { return n.Accepted }),
			"Executed":  used(func(n grammargen.Counts) int { return n.Executed }),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
}
