package evaluation

import (
	"context"
	"database/sql"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
)

// everyPrivilege is the account that may do everything.
const everyPrivilege = "root"

const (
	fewRows = 8           // in each table: something to change, and nothing that takes long to read
	briefly = time.Second // for one statement; by then it has written, if it does
	atOnce  = 2           // statements at one time
)

// engines are the storage engines of the tables: one whose rows the server's counters count, and one
// that counts its own.
var engines = []string{"MyISAM", "InnoDB"}

// No accepted query changes anything, even for an account that may.
func TestUnchanged(t *testing.T) { servertest.Each(t, testUnchangedOn) }

func testUnchangedOn(t *testing.T, kind servertest.Kind) {
	counts := newTally("texts, engine", unchangedColumns...)
	for _, engine := range engines {
		t.Run(engine, func(t *testing.T) {
			// InnoDB writes statistics, and pages whenever it likes: here none of the former, the latter at once.
			server := servertest.Start(t, kind, "--default-storage-engine="+engine,
				"--innodb-stats-persistent=0", "--innodb-max-dirty-pages-pct=0")
			testEngine(t, server, engine, counts)
			publish(t, server, "unchanged", counts)
		})
	}
}

func testEngine(t *testing.T, server *servertest.Server, engine string, counts *tally) {
	t.Run("a change shows", func(t *testing.T) { testChanges(t, server, engine) })
	t.Run("pages", func(t *testing.T) {
		shop := pagesShop(t)
		loads := []workload{{shop.Document(), asCandidates(acceptedPages(t, shop, server.Kind().Dialect()))}}
		testUnchanged(t, server, loads, counts, "case pages, "+engine)
	})
	t.Run("tricks", func(t *testing.T) {
		attacks, shop := tricks(t)
		loads := []workload{{shop.Document(), asCandidates(acceptedTricks(t, attacks, shop, server.Kind().Dialect()))}}
		testUnchanged(t, server, loads, counts, "attacks, "+engine)
	})
	t.Run("generated", func(t *testing.T) {
		shop := pagesShop(t)
		loads := []workload{{shop.Document(), asCandidates(acceptedGenerated(t, shop, server.Kind().Dialect()))}}
		testUnchanged(t, server, loads, counts, "generated queries, "+engine)
	})
	t.Run("queries", func(t *testing.T) {
		dbs := databases(t)
		var loads []workload
		for id, list := range candidates(t, dbs, server.Kind()) {
			loads = append(loads, workload{dbs[id].Document(), list})
		}
		testUnchanged(t, server, loads, counts, "gold queries and model output, "+engine)
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
func testChanges(t *testing.T, server *servertest.Server, engine string) {
	shop := pagesShop(t).Document()
	db := workload{doc: shop}.open(t, server)
	for _, tc := range []struct {
		fact, statement string
		want            []string
		written         bool // to a table
	}{
		{"nothing", "SELECT COUNT(DISTINCT name) FROM categories", nil, false},
		{"a new row", "INSERT INTO categories (id, name) VALUES (1000, 'toys')", []string{"COM_INSERT", "HANDLER_WRITE", "shop.categories"}, true},
		{"another value", "UPDATE categories SET name = 'games' WHERE id = 1000", []string{"COM_UPDATE", handlerUpdate, "shop.categories"}, true},
		{"a row less", "DELETE FROM categories WHERE id = 1000", []string{"COM_DELETE", handlerDelete, "shop.categories"}, true},
		{"a write that finds nothing", "DELETE FROM categories WHERE id = 1000", []string{"COM_DELETE"}, false},
		{"a setting", "SET @total = 1", []string{"COM_SET_OPTION"}, false},
		{"a file by SELECT", "SELECT 1 INTO OUTFILE './answer'", []string{"file answer"}, false},
	} {
		want := wantedChanges(server.Kind(), engine, tc.want, tc.written)
		before := settled(t, db)
		if said := run(t, db, tc.statement); said.Errno != 0 {
			t.Errorf("%s: %s: %v", tc.fact, tc.statement, said)
		}
		got := before.changes(takeState(t, db))
		if !tc.written { // what InnoDB writes then, it writes in the background
			got = slices.DeleteFunc(got, func(name string) bool { return name == innodbLog })
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s changes %q, want %q", tc.fact, tc.statement, got, want)
		}
	}
}

// wantedChanges returns the names of changes as a kind of server and an engine have them.
func wantedChanges(kind servertest.Kind, engine string, names []string, written bool) []string {
	want := slices.Clone(names)
	inInnoDB := engine == "InnoDB" && written
	for i, name := range names {
		switch {
		case kind == servertest.MySQL && inInnoDB && slices.Contains(handlerCounters, name):
			want[i] = rowCounters[slices.Index(handlerCounters, name)]
		case kind == servertest.MySQL && slices.Contains(handlerCounters, name):
			want[i] = ""
		}
	}
	if kind == servertest.MariaDB && inInnoDB {
		want = append(want, innodbLog)
	}
	slices.Sort(want)
	return slices.DeleteFunc(want, func(name string) bool { return name == "" })
}

// A workload is queries over one schema.
type workload struct {
	doc  *schema.Document
	list []candidate
}

// open makes the tables with rows in them and returns connections of the account that may do
// everything. They stay open: each new one would set its sql_mode, and settings are counted.
func (w workload) open(t *testing.T, server *servertest.Server) *sql.DB {
	t.Helper()
	server.Create(t, w.doc)
	server.Fill(t, w.doc, servertest.Rows(w.doc, fewRows, literals(w.list)))
	db := server.Open(t, servertest.Session{User: everyPrivilege, Database: w.doc.Database, Mode: servertest.Relaxed, StatementTimeout: briefly})
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

// ownRows matches the print of a query for which the server counts some rows of an internal temporary
// table as it counts those of any table: window functions update them; EXCEPT, INTERSECT and the
// DISTINCT of groups delete them. What it matches besides is only looked at less closely.
var ownRows = regexp.MustCompile(`(?s)\b(?:OVER|EXCEPT|INTERSECT)\b|\bDISTINCT\b.*\bGROUP BY\b`)

// changing is the column for a part of a set that changed something.
const changing = "changed something"

var unchangedColumns = []string{prints, printedRan, withRows, changing}

// testUnchanged runs the print of every query and compares the states before and after all of them.
func testUnchanged(t *testing.T, server *servertest.Server, loads []workload, counts *tally, set string) {
	t.Helper()
	pools := make([]*sql.DB, len(loads))
	for i, load := range loads {
		pools[i] = load.open(t, server)
	}
	said := newTally("queries", prints, withRows)
	for _, own := range []bool{false, true} {
		name := map[bool]string{false: "plain", true: "with rows of the server's own"}[own]
		columns, changed := runParts(t, pools, loads, own)
		for again := 0; again < 5 && slices.Equal(changed, []string{innodbLog}); again++ {
			// InnoDB may have worked in the background. What a query writes it would write each time.
			columns, changed = runParts(t, pools, loads, own)
		}
		for _, c := range columns {
			said.add(name, c...)
			counts.add(set, slices.DeleteFunc(c, func(column string) bool { return !slices.Contains(unchangedColumns, column) })...)
		}
		if len(changed) > 0 {
			counts.add(set, changing)
			t.Errorf("the queries %s changed %q", name, changed)
		}
	}
	if said.total("ran") == 0 {
		t.Error("no query ran, so there was nothing to see")
	}
	t.Logf("accepted queries, by an account with every privilege, that changed nothing%v", said)
}

// runParts runs the queries of all loads that ownRows matches, or the others, and returns the columns of
// each in the count, and the names of what all of them changed.
func runParts(t *testing.T, pools []*sql.DB, loads []workload, own bool) (columns [][]string, changed []string) {
	t.Helper()
	before := settled(t, pools[0])
	for i, load := range loads {
		columns = append(columns, runPart(t, pools[i], load.list, own)...)
	}
	return columns, slices.DeleteFunc(before.changes(takeState(t, pools[0])), func(name string) bool {
		return own && (name == handlerUpdate || name == handlerDelete)
	})
}

// runPart runs the queries that ownRows matches, or the others, and returns the columns of each in the
// count.
func runPart(t *testing.T, db *sql.DB, list []candidate, own bool) [][]string {
	t.Helper()
	part := slices.DeleteFunc(slices.Clone(list), func(c candidate) bool {
		return ownRows.MatchString(c.query.String()) != own
	})
	columns := make([][]string, len(part))
	withWorkers(atOnce, len(part), func(i int) {
		got, said := fetch(t, db, part[i].query.String())
		columns[i] = []string{prints, said.number()}
		if got.Rows > 0 {
			columns[i] = append(columns[i], withRows)
		}
	})
	return columns
}
