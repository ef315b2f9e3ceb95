package evaluation

import (
	"database/sql"
	"sync"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
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
		server := answersOf(t, servertest.Start(t, servertest.MySQL), files, dbs, openRelaxed)
		mysqlAnswers.folded = answersOf(t, servertest.Start(t, servertest.MySQL, "--lower-case-table-names=1"), files, dbs, openRelaxed)
		mysqlAnswers.server = server
	}
	for _, f := range files {
		for i := range f.records {
			f.records[i].server = mysqlAnswers.server[f.name][i]
			f.records[i].folded = mysqlAnswers.folded[f.name][i]
		}
	}
}

// answersOf returns what a server says to the texts, each on the schema it was written for as open makes it.
func answersOf(t *testing.T, server *servertest.Server, files []file, dbs map[string]database, open opener) map[string][]answer {
	t.Helper()
	all := map[string][]answer{}
	for _, f := range files {
		all[f.name] = make([]answer, len(f.records))
	}
	for id, d := range dbs {
		db := open(t, server, d.Document())
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

// An opener makes the tables of a schema on a server and connects to them.
type opener func(*testing.T, *servertest.Server, *schema.Document) *sql.DB

// openRelaxed makes empty tables without keys, under the mode of the record.
func openRelaxed(t *testing.T, server *servertest.Server, doc *schema.Document) *sql.DB {
	t.Helper()
	server.Create(t, doc)
	return server.Open(t, servertest.Session{
		User: servertest.Reader, Database: doc.Database, Mode: servertest.Relaxed, StatementTimeout: patience,
	})
}
