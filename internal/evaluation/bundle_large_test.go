package evaluation

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/servertest"
)

// A large schema costs no more statements than a small one, and seconds.
func TestBundleLarge(t *testing.T) {
	const tables, columns = 2000, 20
	server := servertest.Start(t, servertest.MariaDB)
	db := server.Open(t, servertest.Session{User: "root"})
	makeTables(t, server, db, tables, columns)
	before := status(t, db, "Questions")
	start := time.Now()
	read := readServer(t, server, "large")
	took := time.Since(start)
	doc := bundled(t, read)
	all := time.Since(start)
	sent := status(t, db, "Questions") - before - 1 // the question itself
	if sent > 10 {
		t.Errorf("the server was sent %d statements, want 10 at most", sent)
	}
	if len(doc.Tables) != tables || len(doc.Tables[tables-1].Columns) != columns || len(doc.Tables[0].PrimaryKey) != 1 {
		t.Errorf("%d tables were read, want %d of %d columns with a key", len(doc.Tables), tables, columns)
	}
	t.Logf("%d tables of %d columns: %d statements, read in %v, artifact made in %v", tables, columns, sent, took.Round(time.Millisecond), all.Round(time.Millisecond))
}

// makeTables makes tables of equal shape. The server takes 20 ms for each, most of it waiting for
// the disk, so it makes one: of a table of the engine MEMORY, a copy of its one file is another.
func makeTables(t *testing.T, server *servertest.Server, db *sql.DB, tables, columns int) {
	t.Helper()
	var list []string
	for i := range columns {
		list = append(list, fmt.Sprintf("column_%d varchar(%d) COMMENT 'what it holds'", i, i+1))
	}
	for _, statement := range []string{
		"CREATE DATABASE large",
		fmt.Sprintf("CREATE TABLE large.table_0000 (%s, PRIMARY KEY (column_0)) ENGINE=MEMORY", strings.Join(list, ", ")),
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(filepath.Dir(server.Socket()), "data", "large")
	definition, err := os.ReadFile(filepath.Join(dir, "table_0000.frm"))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < tables; i++ {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("table_%04d.frm", i)), definition, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
