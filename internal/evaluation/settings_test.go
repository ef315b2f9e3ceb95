package evaluation

import (
	"database/sql"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

// A setting is how a connection reads a text.
type setting struct {
	name      string
	mode      servertest.Mode
	collation servertest.Collation
	// reads is the setting under which the text is run that the print is held to here: one that the
	// text was written for, on the same collation.
	reads string
}

// fiveModes are the sql_modes that change how a text is read.
var fiveModes = []string{"ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "PIPES_AS_CONCAT", "IGNORE_SPACE", "HIGH_NOT_PRECEDENCE"}

// What settings are called in a count, if they are not called after an sql_mode.
const (
	serversOwn = "default" // the server's sql_mode as it is
	relaxed    = "relaxed"
	allFive    = "all five"
	unicode    = "unicode_ci"
	newest     = "newest collation"
)

// settings are the server's own sql_mode, others under which more texts run, and other collations.
var settings = func() []setting {
	all := []setting{
		{serversOwn, servertest.Default, servertest.General, serversOwn},
		{relaxed, servertest.Relaxed, servertest.General, relaxed},
	}
	for _, mode := range fiveModes {
		all = append(all, setting{mode, servertest.Relaxed.With(mode), servertest.General, relaxed})
	}
	return append(all,
		setting{allFive, servertest.Relaxed.With(fiveModes...), servertest.General, relaxed},
		setting{unicode, servertest.Relaxed, servertest.Unicode, unicode},
		setting{newest, servertest.Relaxed, servertest.Newest, newest})
}()

// A session is connections with a setting.
type session struct {
	setting
	*sql.DB
}

// open returns a session for each setting, for the account that may read everything.
func open(t *testing.T, server *servertest.Server, database string) []session {
	t.Helper()
	sessions := make([]session, len(settings))
	for i, s := range settings {
		sessions[i] = session{s, server.Open(t, servertest.Session{
			User: servertest.Reader, Database: database, Mode: s.mode, Collation: s.collation, StatementTimeout: patience,
		})}
	}
	return sessions
}
