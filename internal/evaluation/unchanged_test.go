package evaluation

import (
	"context"
	"database/sql"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/internal/mariadbtest"
	"github.com/asksql/asksql/schema"
)

// everyPrivilege is the account that may do everything.
const everyPrivilege = "root"

const (
	fewRows = 8           // in each table: something to change, and nothing that takes long to read
	briefly = time.Second // for one statement; by then it has written, if it does
	atOnce  = 2           // statements at one time
)

// No accepted query changes anything, even for an account that may.
func TestUnchanged(t *testing.T) {
	server := mariadbtest.Start(t)
	t.Run("a change shows", func(t *testing.T) { testChanges(t, server) })
	t.Run("pages", func(t *testing.T) {
		shop := pagesShop(t)
		testUnchanged(t, server, []workload{{shop.Document(), asCandidates(acceptedPages(t, shop))}})
	})
	t.Run("tricks", func(t *testing.T) {
		attacks, shop := tricks(t)
		testUnchanged(t, server, []workload{{shop.Document(), asCandidates(acceptedTricks(t, attacks, shop))}})
	})
	t.Run("queries", func(t *testing.T) {
		dbs := databases(t)
		var loads []workload
		for id, list := range candidates(t, dbs) {
			loads = append(loads, workload{dbs[id].Document(), list})
		}
		testUnchanged(t, server, loads)
	})
}

// pagesShop returns the schema of the case pages.
func pagesShop(t *testing.T) *schema.Artifact {
	t.Helper()
	shop, err := schema.Decoder{}.Decode(corpus.Schema())
	if err != nil {
		t.Fatal(err)
	}
	return shop
}

func asCandidates(list []shopCase) []candidate {
	all := make([]candidate, len(list))
	for i, c := range list {
		all[i] = c.candidate
	}
	return all
}

// A change shows in the state by the names that it should, and looking does not.
func testChanges(t *testing.T, server *mariadbtest.Server) {
	shop := pagesShop(t).Document()
	db := workload{doc: shop}.open(t, server)
	for _, tc := range []struct {
		fact, statement string
		want            []string
	}{
		{"nothing", "SELECT COUNT(DISTINCT name) FROM categories", nil},
		{"a new row", "INSERT INTO categories (id, name) VALUES (1000, 'toys')", []string{"COM_INSERT", "HANDLER_WRITE", "shop.categories"}},
		{"another value", "UPDATE categories SET name = 'games' WHERE id = 1000", []string{"COM_UPDATE", handlerUpdate, "shop.categories"}},
		{"a row less", "DELETE FROM categories WHERE id = 1000", []string{"COM_DELETE", "HANDLER_DELETE", "shop.categories"}},
		{"a write that finds nothing", "DELETE FROM categories WHERE id = 1000", []string{"COM_DELETE"}},
		{"a setting", "SET @total = 1", []string{"COM_SET_OPTION"}},
		{"a file by SELECT", "SELECT 1 INTO OUTFILE './answer'", []string{"file answer"}},
	} {
		before := takeState(t, db)
		if said := run(t, db, tc.statement); said.Errno != 0 {
			t.Errorf("%s: %s: %v", tc.fact, tc.statement, said)
		}
		if got := before.changes(takeState(t, db)); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %s changes %q, want %q", tc.fact, tc.statement, got, tc.want)
		}
	}
}

// A workload is queries over one schema.
type workload struct {
	doc  *schema.Document
	list []candidate
}

// open makes the tables with rows in them and returns connections of the account that may do
// everything. They stay open: each new one would set its sql_mode, and settings are counted.
func (w workload) open(t *testing.T, server *mariadbtest.Server) *sql.DB {
	t.Helper()
	server.Create(t, w.doc)
	server.Fill(t, w.doc, mariadbtest.Rows(w.doc, fewRows, literals(w.list)))
	db := server.Open(t, mariadbtest.Session{User: everyPrivilege, Database: w.doc.Database, StatementTimeout: briefly})
	db.SetMaxOpenConns(atOnce)
	db.SetMaxIdleConns(atOnce)
	var open []*sql.Conn
	for range atOnce {
		conn, err := db.Conn(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, conn)
	}
	for _, conn := range open {
		if err := conn.Close(); err != nil { // it goes back to the others
			t.Fatal(err)
		}
	}
	return db
}

// withWindow matches the print of a query with a window function. What it matches besides, in a
// string, is only looked at less closely.
var withWindow = regexp.MustCompile(`\bOVER\b`)

// testUnchanged runs the print of every query and compares the states before and after all of them.
func testUnchanged(t *testing.T, server *mariadbtest.Server, loads []workload) {
	t.Helper()
	pools := make([]*sql.DB, len(loads))
	for i, load := range loads {
		pools[i] = load.open(t, server)
	}
	counts := newTally("queries", "run", "with rows")
	for _, part := range []struct {
		name    string
		windows bool
	}{{"without windows", false}, {"with windows", true}} {
		before := takeState(t, pools[0])
		for i, load := range loads {
			for _, columns := range runPart(t, pools[i], load.list, part.windows) {
				counts.add(part.name, columns...)
			}
		}
		got := before.changes(takeState(t, pools[0]))
		if part.windows {
			got = slices.DeleteFunc(got, func(name string) bool { return name == handlerUpdate })
		}
		if len(got) > 0 {
			t.Errorf("the queries %s changed %q", part.name, got)
		}
	}
	if counts.total("ran") == 0 {
		t.Error("no query ran, so there was nothing to see")
	}
	t.Logf("accepted queries, by an account with every privilege, that changed nothing%v", counts)
}

// runPart runs the queries that have windows, or those that have none, and returns the columns of
// each in the count.
func runPart(t *testing.T, db *sql.DB, list []candidate, windows bool) [][]string {
	t.Helper()
	part := slices.DeleteFunc(slices.Clone(list), func(c candidate) bool {
		return withWindow.MatchString(c.query.String()) != windows
	})
	columns := make([][]string, len(part))
	withWorkers(atOnce, len(part), func(i int) {
		got, said := fetch(t, db, part[i].query.String())
		columns[i] = []string{"run", said.number()}
		if got.rows > 0 {
			columns[i] = append(columns[i], "with rows")
		}
	})
	return columns
}
