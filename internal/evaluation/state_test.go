package evaluation

import (
	"database/sql"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A state is what a statement that changes something would change on a server: counters, checksums
// of tables and names of files, by name.
type state map[string]string

// handlerUpdate and handlerDelete count rows of tables and, unlike the counter of new rows, some of
// internal temporary tables too.
const (
	handlerUpdate = "HANDLER_UPDATE"
	handlerDelete = "HANDLER_DELETE"
)

// innodbLog is the position up to which InnoDB has written its log. MySQL tells it late, and counts rows
// of InnoDB instead.
const innodbLog = "INNODB_LSN_CURRENT"

// ownCounters count what looking at the state does, and what a query is.
var ownCounters = []string{"COM_SELECT", "COM_SHOW_STATUS", "COM_CHECKSUM"}

// handlerCounters count rows written, whatever the engine.
var handlerCounters = []string{"HANDLER_WRITE", handlerUpdate, handlerDelete}

// rowCounters are what counts rows written: those of InnoDB alone, in the order of handlerCounters, then
// the end of its log and the others.
var rowCounters = append([]string{
	"INNODB_ROWS_INSERTED", "INNODB_ROWS_UPDATED", "INNODB_ROWS_DELETED", innodbLog,
}, handlerCounters...)

// isMySQL reports whether the state is that of a MySQL, which has a counter that MariaDB has not.
func (s state) isMySQL() bool {
	_, ok := s["COM_CLONE"]
	return ok
}

// settled returns the state of the server when InnoDB seems to have done what earlier statements left
// for it to do in the background. It writes to its log then, at times of its own choice.
func settled(t *testing.T, db *sql.DB) state {
	t.Helper()
	const enough = 5 // looks in a row that find it at rest
	last, quiet := "", 0
	for deadline := time.Now().Add(time.Minute); quiet < enough; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("InnoDB does not come to rest")
		}
		now := pairs(t, db, "SHOW GLOBAL STATUS WHERE Variable_name IN ('"+innodbLog+"', 'INNODB_REDO_LOG_CURRENT_LSN')")[0][1]
		if now != last {
			quiet = 0
		}
		last, quiet = now, quiet+1
	}
	return takeState(t, db)
}

// takeState returns the state of the server, whose data directory this process can read.
func takeState(t *testing.T, db *sql.DB) state {
	t.Helper()
	s := state{}
	s.addCounters(t, db)
	s.addChecksums(t, db)
	s.addFiles(t, db)
	return s
}

// addCounters adds every counter of statements but the test's own, so also those of DDL, locks,
// transactions, grants and settings, and the counters of rows written, whatever the engine. Rows of
// internal temporary tables do not count: MariaDB has Handler_tmp_write and its like for them.
// InnoDB counts the same rows again on servers before MariaDB 10.6. On all of them the end of its log
// moves with whatever it writes, be it a row, an index or what only a rollback would need.
func (s state) addCounters(t *testing.T, db *sql.DB) {
	t.Helper()
	for _, pair := range pairs(t, db, "SHOW GLOBAL STATUS") {
		if name := strings.ToUpper(pair[0]); strings.HasPrefix(name, "COM_") || slices.Contains(rowCounters, name) {
			s[name] = pair[1]
		}
	}
	for _, name := range ownCounters {
		delete(s, name)
	}
	if s.isMySQL() {
		for _, name := range handlerCounters {
			delete(s, name) // they count rows of internal temporary tables too: the checksums must do
		}
	}
}

// addChecksums adds that of every table that holds rows, those with the accounts, the routines and
// the statistics of the server included.
func (s state) addChecksums(t *testing.T, db *sql.DB) {
	t.Helper()
	const query = "SELECT table_schema, table_name FROM information_schema.tables " +
		"WHERE table_type IN ('BASE TABLE', 'SEQUENCE') AND table_schema NOT IN ('performance_schema', 'sys')"
	var names []string
	for _, pair := range pairs(t, db, query) {
		names = append(names, "`"+pair[0]+"`.`"+pair[1]+"`")
	}
	s.addPairs(t, db, "CHECKSUM TABLE "+strings.Join(names, ", "))
}

// addFiles adds the names of the files in the data directory. The directory of temporary files, and
// with it the temporary tables, is another one.
func (s state) addFiles(t *testing.T, db *sql.DB) {
	t.Helper()
	var root string
	if err := db.QueryRow("SELECT @@datadir").Scan(&root); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		s["file "+strings.TrimPrefix(path, root)] = "there"
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// addPairs adds the rows of a query, each a name and a value.
func (s state) addPairs(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	for _, pair := range pairs(t, db, query) {
		s[pair[0]] = pair[1]
	}
}

// pairs returns the rows of a query of two columns, of which there is at least one.
func pairs(t *testing.T, db *sql.DB, query string) [][2]string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }() // after Err there is nothing new to learn
	var all [][2]string
	for rows.Next() {
		var name string
		var value sql.NullString
		if err := rows.Scan(&name, &value); err != nil {
			t.Fatal(err)
		}
		all = append(all, [2]string{name, value.String})
	}
	if err := rows.Err(); err != nil || len(all) == 0 {
		t.Fatalf("%d rows of %s: %v", len(all), query, err)
	}
	return all
}

// changes returns the names of what is not the same in another state, in order.
func (s state) changes(other state) []string {
	all := maps.Clone(s)
	maps.Copy(all, other)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(name string) bool {
		before, was := s[name]
		after, is := other[name]
		return was == is && before == after
	})
}
