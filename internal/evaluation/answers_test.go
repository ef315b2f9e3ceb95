package evaluation

import (
	"sync"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

// queriesOn returns the files of queries with the answers of a kind of server: those of a MariaDB are
// on record, a MySQL is asked.
func queriesOn(t *testing.T, kind servertest.Kind, dbs map[string]database) []file {
	t.Helper()
	all := queries(t)
	if kind == servertest.MySQL {
		askMySQL(t, all, dbs)
	}
	return all
}

// mysqlAnswers are what a MySQL has said to the texts of each file, in order. It is asked once.
var mysqlAnswers struct {
	sync.Mutex
	server, folded map[string][]answer
}

// askMySQL puts the answers of a MySQL in place of the recorded ones.
func askMySQL(t *testing.T, files []file, dbs map[string]database) {
	t.Helper()
	mysqlAnswers.Lock()
	defer mysqlAnswers.Unlock()
	if mysqlAnswers.server == nil {
		server := answersOf(t, servertest.Start(t, servertest.MySQL), files, dbs)
		mysqlAnswers.folded = answersOf(t, servertest.Start(t, servertest.MySQL, "--lower-case-table-names=1"), files, dbs)
		mysqlAnswers.server = server
	}
	for _, f := range files {
		for i := range f.records {
			f.records[i].server = mysqlAnswers.server[f.name][i]
			f.records[i].folded = mysqlAnswers.folded[f.name][i]
		}
	}
}

// answersOf returns what a server says to the texts, on empty tables and under the mode of the record.
func answersOf(t *testing.T, server *servertest.Server, files []file, dbs map[string]database) map[string][]answer {
	t.Helper()
	all := map[string][]answer{}
	for _, f := range files {
		all[f.name] = make([]answer, len(f.records))
	}
	for id, d := range dbs {
		server.Create(t, d.Document())
		db := server.Open(t, servertest.Session{
			User: servertest.Reader, Database: d.Document().Database, Mode: servertest.Relaxed, StatementTimeout: patience,
		})
		for _, f := range files {
			inParallel(len(f.records), func(i int) {
				if f.records[i].SchemaID == id {
					all[f.name][i] = run(t, db, f.records[i].SQL)
				}
			})
		}
		_ = db.Close() // there are many schemas, and it has nothing left to say
	}
	return all
}
