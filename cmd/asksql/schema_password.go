package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/asksql/asksql/internal/config"
)

// passwordVariable holds the password of a server whose schema is read. A flag would show it to
// every user of the machine.
const passwordVariable = config.DSNPasswordVariable

// password returns the password of a server: from the terminal if it is to be asked for, or else
// from the environment; "" if there is none.
func (p *program) password(ask bool) (string, error) {
	if !ask {
		return p.variable(passwordVariable), nil
	}
	file, ok := p.stdin.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return "", errors.New("there is no terminal to ask for the password at; set " + passwordVariable)
	}
	fmt.Fprint(p.stderr, "Password: ")
	text, err := term.ReadPassword(int(file.Fd()))
	fmt.Fprintln(p.stderr)
	return string(text), err
}

// variable returns a variable of the environment, or "".
func (p *program) variable(name string) string {
	value := ""
	for _, entry := range p.environ {
		if after, ok := strings.CutPrefix(entry, name+"="); ok {
			value = after // the last one counts, as in a process's own environment
		}
	}
	return value
}

// without returns the program in an environment that lacks a variable.
func (p *program) without(name string) *program {
	other := *p
	other.environ = slices.DeleteFunc(slices.Clone(p.environ), func(entry string) bool {
		return strings.HasPrefix(entry, name+"=")
	})
	return &other
}
