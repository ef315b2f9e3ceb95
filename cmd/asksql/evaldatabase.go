package main

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/term"

	"github.com/asksql/asksql/internal/eval/execute"
	"github.com/asksql/asksql/internal/roots"
)

// openDatabase connects to the server on which queries are run, or returns nil where none is named.
func (c *evalCommand) openDatabase(p *program) (*execute.Database, error) {
	dsn, password := c.DSN, ""
	switch {
	case execute.HasPassword(dsn):
		return nil, fmt.Errorf("--dsn holds a password, which others can read in the list of processes; put it into %s, or the whole into %s",
			passwordVariable, c.DSNEnv)
	case dsn != "":
		var err error
		if password, err = p.accountPassword(); err != nil {
			return nil, err
		}
	default:
		dsn = p.variable(c.DSNEnv)
	}
	if dsn == "" {
		return nil, nil
	}
	roots.Install()
	return execute.Open(context.Background(), dsn, password, execute.Limits{Timeout: c.QueryTimeout, MaxRows: c.MaxResultRows})
}

// accountPassword returns the password for --dsn: that of the variable, else what a person types,
// else "".
func (p *program) accountPassword() (string, error) {
	_, person := terminal(p.stdin)
	if set, err := p.password(false); set != "" || err != nil || !person {
		return set, err
	}
	return p.password(true)
}

// terminal returns the descriptor of a reader or writer that is a terminal.
func terminal(of any) (int, bool) {
	file, ok := of.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0, false
	}
	return int(file.Fd()), true
}

// withoutDSN returns p without the variable that --dsn-env names, which may be one with the prefix of
// the configuration that this would warn of.
func (c *evalCommand) withoutDSN(p *program) *program { return p.without(c.DSNEnv) }
