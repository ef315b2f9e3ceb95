package servertest

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asksql/asksql/schema"
)

// An Answer is what a server gives to a query: rows, or an error of the server's.
type Answer struct {
	Result
	Errno uint16
}

func (a Answer) String() string {
	if a.Errno != 0 {
		return fmt.Sprint("error ", a.Errno)
	}
	return fmt.Sprintf("%d rows (%x)", a.Rows, a.Unordered)
}

// same reports whether the answers are the same rows, in whatever order, or errors of the same number.
func (a Answer) same(other Answer) bool { return a.Errno == other.Errno && a.Same(other.Result) }

// Worlds are what one query gives in databases that have all that the artifact shows in common.
type Worlds struct {
	Plain    Answer // with nothing else
	Reversed Answer // with nothing else, the rows of each table in the other order
	Shuffled Answer // with nothing else, the rows of each table in some order
	Larger   Answer // with more columns and tables, called like what queries name
	Swapped  Answer // with the same, but that columns which came first come last
	Other    Answer // as Larger, with other values in the columns and tables that are not shown
}

// timedOut are the servers' numbers for a statement that took too long.
var timedOut = []uint16{1969, 3024}

// Unclear reports whether the query says nothing: it depends on the order in which rows are stored,
// which ties under LIMIT and aggregates of lists show, or takes too long somewhere.
func (w Worlds) Unclear() bool {
	for _, a := range []Answer{w.Plain, w.Reversed, w.Shuffled, w.Larger, w.Swapped, w.Other} {
		if slices.Contains(timedOut, a.Errno) {
			return true
		}
	}
	return !w.Plain.same(w.Reversed) || !w.Plain.same(w.Shuffled)
}

// Invariant reports whether the query gives the same where there are more columns and tables.
func (w Worlds) Invariant() bool { return w.Plain.same(w.Larger) && w.Plain.same(w.Swapped) }

// Interferes reports whether what the query gives depends on values that the artifact does not show.
func (w Worlds) Interferes() bool { return !w.Larger.same(w.Other) }

// Worlds runs prints of queries in databases of a schema whose tables have the rows, and returns what
// each gives. The databases are made one after the other, under the name of the schema's, and the last
// one stays. The account is Reader: it may read everything.
func (s *Server) Worlds(tb testing.TB, doc *schema.Document, rows map[string][][]any, session Session, prints []string) []Worlds {
	tb.Helper()
	session.User, session.Database = Reader, doc.Database
	var all []Worlds
	for _, part := range parts(prints) {
		all = append(all, s.worlds(tb, doc, rows, session, part)...)
	}
	return all
}

func (s *Server) worlds(tb testing.TB, doc *schema.Document, rows map[string][][]any, session Session, prints []string) []Worlds {
	tb.Helper()
	names, folds := NamesIn(prints...), s.foldsTables(tb)
	larger, swapped := newLarger(doc, rows, names, evenFirst, folds), newLarger(doc, rows, names, oddFirst, folds)
	all := make([]Worlds, len(prints))
	for _, world := range []struct {
		doc  *schema.Document
		rows map[string][][]any
		into func(*Worlds) *Answer
	}{
		{doc, rows, func(w *Worlds) *Answer { return &w.Plain }},
		{doc, reordered(rows, slices.Reverse), func(w *Worlds) *Answer { return &w.Reversed }},
		{doc, reordered(rows, shuffle), func(w *Worlds) *Answer { return &w.Shuffled }},
		{larger.doc, larger.filled(strange), func(w *Worlds) *Answer { return &w.Larger }},
		{larger.doc, larger.filled(common), func(w *Worlds) *Answer { return &w.Other }},
		{swapped.doc, swapped.filled(strange), func(w *Worlds) *Answer { return &w.Swapped }},
	} {
		s.Create(tb, world.doc)
		s.Fill(tb, world.doc, world.rows)
		for i, a := range s.answers(tb, session, prints) {
			*world.into(&all[i]) = a
		}
	}
	return all
}

// foldsTables reports whether the server does not tell tables by their letter case.
func (s *Server) foldsTables(tb testing.TB) bool {
	tb.Helper()
	var folds bool
	if err := s.admin.QueryRow("SELECT @@lower_case_table_names <> 0").Scan(&folds); err != nil {
		tb.Fatal(err)
	}
	return folds
}

// reordered returns the rows with those of each table in another order.
func reordered(rows map[string][][]any, order func([][]any)) map[string][][]any {
	all := map[string][][]any{}
	for name, list := range rows {
		all[name] = slices.Clone(list)
		order(all[name])
	}
	return all
}

// shuffle brings rows into an order that is the same each time.
func shuffle(rows [][]any) {
	newRandom("shuffle").Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
}

// answers runs each query, as many at once as there are cores.
func (s *Server) answers(tb testing.TB, session Session, queries []string) []Answer {
	tb.Helper()
	db := s.Open(tb, session)
	defer func() { _ = db.Close() }() // its database is dropped next
	all := make([]Answer, len(queries))
	var group sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(queries)); i = next.Add(1) - 1 {
				all[i] = ask(tb, db, queries[i])
			}
		})
	}
	group.Wait()
	return all
}

// ask runs a query. A failure to talk to the server fails the test.
func ask(tb testing.TB, db *sql.DB, query string) Answer {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	got, err := Fetch(ctx, db, query)
	number, ok := Errno(err)
	if !ok {
		tb.Errorf("%q: %v, want rows or an error of the server", query, err)
	}
	return Answer{got, number}
}
