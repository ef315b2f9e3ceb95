package execute_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/eval/execute"
	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
)

// The database of the tests, and a second one.
const (
	shop  = "shop"
	empty = "empty"
)

// start starts a server with the tables of the shop example in two databases and rows in one.
func start(t *testing.T) *servertest.Server {
	t.Helper()
	server := servertest.Start(t, servertest.MariaDB)
	artifact, err := schema.Decoder{}.Load("../../../examples/shop/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc := *artifact.Document()
	server.Create(t, &doc)
	server.Fill(t, &doc, servertest.Rows(&doc, 20, nil))
	doc.Database = empty
	server.Create(t, &doc)
	return server
}

func open(t *testing.T, server *servertest.Server, limits execute.Limits) *execute.Database {
	t.Helper()
	d, err := execute.Open(t.Context(), servertest.Reader+"@unix("+server.Socket()+")/"+shop, "", limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

var roomy = execute.Limits{Timeout: 10 * time.Second, MaxRows: 1000}

func TestServer(t *testing.T) {
	server := start(t)
	d := open(t, server, roomy)
	t.Run("same", func(t *testing.T) { testSame(t, d) })
	t.Run("same, by a data source name that asks for times", func(t *testing.T) {
		d, err := execute.Open(t.Context(), servertest.Reader+"@unix("+server.Socket()+")/"+shop+"?parseTime=true", "", roomy)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		testSame(t, d)
	})
	t.Run("databases", func(t *testing.T) { testDatabases(t, d) })
	t.Run("read only", func(t *testing.T) { testReadOnly(t, server) })
	t.Run("limits", func(t *testing.T) { testLimits(t, server) })
}

func testSame(t *testing.T, d *execute.Database) {
	for _, tc := range []struct {
		name, a, b    string
		ordered, want bool
	}{
		{"equal rows", "SELECT 1, 'a'", "SELECT 1 AS x, 'a' AS y", true, true},
		{"columns by position", "SELECT 1, 2", "SELECT 2, 1", false, false},
		{"another number of columns", "SELECT 1", "SELECT 1, 1", false, false},
		{"another order, where none is asked for", "SELECT 1 UNION ALL SELECT 2", "SELECT 2 UNION ALL SELECT 1", false, true},
		{"another order, where one is", "SELECT 1 UNION ALL SELECT 2", "SELECT 2 UNION ALL SELECT 1", true, false},
		{"a row more often", "SELECT 1 UNION ALL SELECT 1 UNION ALL SELECT 2", "SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 2", false, false},
		{"NULL equals NULL", "SELECT NULL", "SELECT NULL", false, true},
		{"NULL is no zero", "SELECT NULL", "SELECT 0", false, false},
		{"NULL is no empty text", "SELECT NULL", "SELECT ''", false, false},
		{"NULL is no text of that name", "SELECT NULL", "SELECT 'null'", false, false},
		{"trailing zeros", "SELECT 1.50", "SELECT 1.5", false, true},
		{"a whole number as a decimal", "SELECT 2", "SELECT 2.0000", false, true},
		{"a decimal as a double", "SELECT 0.25", "SELECT 25E-2", false, true},
		{"the last digits of a double", "SELECT 0.1E0 + 0.2E0", "SELECT 0.3", false, true},
		{"a double that is nearly whole", "SELECT 0.1E0 + 0.2E0 + 0.7E0", "SELECT 1", false, true},
		{"a digit that counts", "SELECT 0.12345678", "SELECT 0.12345679", false, false},
		{"negative zero", "SELECT -0E0", "SELECT 0", false, true},
		{"large numbers are exact", "SELECT 9007199254740993", "SELECT 9007199254740992", false, false},
		{"unsigned", "SELECT CAST(7 AS UNSIGNED)", "SELECT 7", false, true},
		{"a number is no text", "SELECT 1", "SELECT '1'", false, false},
		{"texts by letter case", "SELECT 'a'", "SELECT 'A'", false, false},
		{"texts across columns", "SELECT 'a,', 'b'", "SELECT 'a', ',b'", false, false},
		{"a date by its text", "SELECT DATE '2025-01-31'", "SELECT '2025-01-31'", false, true},
		{"a date is no time of that day", "SELECT DATE '2025-01-31'", "SELECT TIMESTAMP '2025-01-31 00:00:00'", false, false},
		{"no rows", "SELECT 1 FROM customers WHERE 1 = 0", "SELECT 2 FROM orders WHERE 1 = 0", true, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := execute.Same(query(t, d, tc.a), query(t, d, tc.b), tc.ordered); got != tc.want {
				t.Errorf("Same(%s; %s; ordered %v) = %v, want %v", tc.a, tc.b, tc.ordered, got, tc.want)
			}
		})
	}
}

func query(t *testing.T, d *execute.Database, sql string) *execute.Result {
	t.Helper()
	r, err := d.Query(t.Context(), shop, sql)
	if err != nil {
		t.Fatalf("Query(%s): %v", sql, err)
	}
	return r
}

// A query runs in the database it is meant for, whichever the connection was in before.
func testDatabases(t *testing.T, d *execute.Database) {
	if d.Name() != shop {
		t.Errorf("Name() = %q, want %q", d.Name(), shop)
	}
	for _, tc := range []struct {
		database string
		rows     int
	}{{shop, 20}, {empty, 0}, {shop, 20}} {
		r, err := d.Query(t.Context(), tc.database, "SELECT id FROM orders")
		if err != nil || r.Rows() != tc.rows {
			t.Errorf("in %s: %v rows, %v; want %d", tc.database, r, err, tc.rows)
		}
	}
	if _, err := d.Query(t.Context(), "no `such", "SELECT 1"); err == nil {
		t.Error("a database that is not there makes no error")
	}
}

// Even with an account that may write, nothing is written.
func testReadOnly(t *testing.T, server *servertest.Server) {
	d, err := execute.Open(t.Context(), "root@unix("+server.Socket()+")/"+shop, "", roomy)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, sql := range []string{"DELETE FROM orders", "SELECT 1; DELETE FROM orders"} {
		if _, err := d.Query(t.Context(), shop, sql); err == nil {
			t.Errorf("Query(%s) is no error", sql)
		}
	}
	if rows := query(t, d, "SELECT id FROM orders").Rows(); rows != 20 {
		t.Errorf("%d orders are left, want 20", rows)
	}
}

func testLimits(t *testing.T, server *servertest.Server) {
	d := open(t, server, execute.Limits{Timeout: 300 * time.Millisecond, MaxRows: 20})
	if r, err := d.Query(t.Context(), shop, "SELECT id FROM orders"); err != nil || r.Rows() != 20 {
		t.Errorf("as many rows as are read: %v, %v", r, err)
	}
	if _, err := d.Query(t.Context(), shop, "SELECT id FROM orders UNION ALL SELECT 1"); !errors.Is(err, execute.ErrTooManyRows) {
		t.Errorf("one row more: %v, want ErrTooManyRows", err)
	}
	patient := open(t, server, execute.Limits{Timeout: time.Minute, MaxRows: 20})
	late := time.AfterFunc(30*time.Second, func() { t.Error("rows are read that nobody compares") })
	defer late.Stop()
	if _, err := patient.Query(t.Context(), shop, "SELECT a.id FROM orders a, orders b, orders c, orders d, orders e, orders f, orders g, orders h"); !errors.Is(err, execute.ErrTooManyRows) {
		t.Errorf("rows without end: %v, want ErrTooManyRows", err)
	}
	start := time.Now()
	_, err := d.Query(t.Context(), shop, "SELECT SLEEP(20) FROM orders")
	if took := time.Since(start); err == nil || took > 5*time.Second {
		t.Errorf("a query that takes long: %v after %v, want an error of the server soon", err, took)
	}
	if r, err := d.Query(t.Context(), shop, "SELECT 1"); err != nil || r.Rows() != 1 {
		t.Errorf("the next query: %v, %v", r, err)
	}
}

func TestOpenFaults(t *testing.T) {
	const secret = "hunter2"
	for _, tc := range []struct{ name, dsn, want string }{
		{"no data source name", "mysql://" + secret + "@host", "not of the form"},
		{"nobody there", "reader:" + secret + "@unix(/no/such/socket)/shop", "connect to /no/such/socket as reader"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := execute.Open(t.Context(), tc.dsn, "", roomy)
			if err == nil || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), secret) {
				t.Errorf("Open: %v, want %q in it and no password", err, tc.want)
			}
		})
	}
}

func TestHasPassword(t *testing.T) {
	for dsn, want := range map[string]bool{"reader:x@tcp(db)/shop": true, "reader@tcp(db)/shop": false, "": false, "nonsense": false} {
		if got := execute.HasPassword(dsn); got != want {
			t.Errorf("HasPassword(%q) = %v, want %v", dsn, got, want)
		}
	}
}
