package evaluation

import (
	"context"
	"database/sql"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

// run runs a statement to its last row and returns what the server said. A failure to talk to the
// server fails the test.
func run(t *testing.T, db *sql.DB, statement string) answer {
	_, said := fetch(t, db, statement)
	return said
}

// fetch runs a query and returns its rows, and what the server said.
func fetch(t *testing.T, db *sql.DB, query string) (servertest.Result, answer) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	got, err := servertest.Fetch(ctx, db, query)
	if err != nil {
		return servertest.Result{}, said(t, query, err)
	}
	return got, answer{}
}

// said returns what the server said in err.
func said(t *testing.T, query string, err error) answer {
	number, ok := servertest.Errno(err)
	if !ok {
		t.Errorf("%q: %v, want rows or an error of the server", query, err)
	}
	return answer{Errno: number, Message: err.Error()}
}
