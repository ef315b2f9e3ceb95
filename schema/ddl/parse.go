package ddl

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
)

// Every use of the parser is in this file. Importing sqlcheck, as the resolving of views does, has
// registered the parser's constructors of literals.

// A syntaxError says where the parser stopped.
type syntaxError struct {
	line int // of the statement, from 1
	near string
}

func (e *syntaxError) Error() string {
	if e.near == "" {
		return "the statement cannot be read"
	}
	return fmt.Sprintf("the statement cannot be read at %q", e.near)
}

// parse returns the one statement of a text. It never panics.
func parse(sql string, m mode) (node ast.StmtNode, err error) {
	defer func() {
		if recover() != nil {
			node, err = nil, &syntaxError{line: 1}
		}
	}()
	p := parser.New()
	p.SetSQLMode(m.sqlMode())
	nodes, _, err := p.ParseSQL(sql)
	switch {
	case err != nil:
		return nil, newSyntaxError(err)
	case len(nodes) != 1:
		return nil, &syntaxError{line: 1}
	}
	return nodes[0], nil
}

func (m mode) sqlMode() mysql.SQLMode {
	var mode mysql.SQLMode
	if m.ansiQuotes {
		mode |= mysql.ModeANSIQuotes
	}
	if m.noBackslashes {
		mode |= mysql.ModeNoBackslashEscapes
	}
	return mode
}

var position = regexp.MustCompile(`(?s)^line (\d+) column \d+ near "(.*)"`)

func newSyntaxError(err error) error {
	found := position.FindStringSubmatch(err.Error())
	if found == nil {
		return errors.New("the statement cannot be read: " + excerpt(err.Error()))
	}
	line, _ := strconv.Atoi(found[1])
	return &syntaxError{line, excerpt(found[2])}
}

// maxExcerpt is how much of a text a message shows, in characters.
const maxExcerpt = 60

func excerpt(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	n := 0
	for i := range s {
		if n++; n > maxExcerpt {
			return s[:i] + "…"
		}
	}
	return s
}
