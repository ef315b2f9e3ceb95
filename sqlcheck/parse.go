package sqlcheck

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/terror"

	// The parser's constructors of literals.
	_ "github.com/asksql/asksql/sqlcheck/internal/literal"
)

// Every use of the parser is in this file, so that another one could take its place.

// maxPooled is the longest text whose parser is used again, in bytes. A parser keeps what a text
// made it grow; one hostile text would hold that memory for good.
const maxPooled = 8 << 10

// parsers keeps idle parsers: a new one costs 0.6 of a parse. Each is used by one goroutine at a
// time, because two at once corrupt memory beyond recovery.
var parsers = sync.Pool{New: func() any { return parser.New() }}

// parsing bounds the parses at once to the cores. A parse cannot be cancelled, so more of them would
// only take longer and hold more memory.
var parsing = make(chan struct{}, runtime.GOMAXPROCS(0))

// A parseError says why a text could not be read.
type parseError struct {
	message string
	near    string
	offset  int // -1 if unknown
	panic   any // what the parser panicked with, or nil
}

// parse reads the statements of sql with the server's default sql_mode. It never panics.
func parse(sql string) (statements []ast.StmtNode, failed *parseError) {
	parsing <- struct{}{}
	defer func() { <-parsing }()
	defer func() {
		// A panic leaves the parser in an unknown state: it is dropped, not pooled.
		if p := recover(); p != nil {
			statements, failed = nil, &parseError{message: "this text is not supported", offset: -1, panic: p}
		}
	}()
	p := parsers.Get().(*parser.Parser)
	result, warnings, err := p.ParseSQL(sql)
	// The slice is the parser's own and is overwritten by its next text.
	statements = append(statements, result...)
	if len(sql) <= maxPooled {
		p.Reset()
		parsers.Put(p)
	}
	if err != nil {
		return nil, describe(sql, err)
	}
	for _, w := range warnings {
		if !aboutHint(w) {
			return nil, &parseError{message: "this text is read with a warning: " + oneLine(w.Error()), offset: -1}
		}
	}
	return statements, nil
}

// aboutHint reports whether a warning is about an optimizer hint. Hints are dropped from the print,
// so what is wrong with one does not matter (codes 8061 to 8066, and the hint parser's own 1064).
func aboutHint(warning error) bool {
	var coded *terror.Error
	if !errors.As(warning, &coded) {
		return false
	}
	code := int(coded.Code())
	return 8061 <= code && code <= 8066 || code == 1064 && strings.Contains(warning.Error(), "Optimizer hint")
}

var position = regexp.MustCompile(`line (\d+) column (\d+) near "(" *$)?`)

// describe turns the parser's error into one that says where it stopped.
func describe(sql string, err error) *parseError {
	text := err.Error()
	found := position.FindStringSubmatch(text)
	if found == nil {
		return &parseError{message: "the text cannot be read as SQL: " + oneLine(text), offset: -1}
	}
	// The parser gives the line and column where the token that it cannot use ends.
	end := offsetOf(sql, found[1], found[2])
	token, start := lastToken(sql[:end])
	before, at := lastToken(sql[:start])
	switch {
	case token == "" || found[3] != "":
		return &parseError{message: "the text ends before the statement does", near: token, offset: start}
	case mayBeName(token):
		return &parseError{message: readAt(token) + "; a reserved word used as a name needs back-quotes", near: token, offset: start}
	case !isNameByte(token[0]) && mayBeName(before):
		return &parseError{message: readAt(before) + "; a reserved word used as a name needs back-quotes", near: before, offset: at}
	default:
		return &parseError{message: readAt(token), near: token, offset: start}
	}
}

func readAt(token string) string {
	return fmt.Sprintf("the text cannot be read as SQL at %q", token)
}

// mayBeName reports whether a token is a reserved word that somebody may have meant as a name, as in
// FROM order. The words that hold a statement together are more likely misplaced.
func mayBeName(token string) bool {
	switch word := strings.ToUpper(token); word {
	case "SELECT", "FROM", "WHERE", "JOIN", "ON", "USING", "AND", "OR", "NOT", "AS", "BY", "WITH", "UNION",
		"HAVING", "LIMIT", "CASE", "WHEN", "THEN", "ELSE", "IS", "IN", "LIKE", "BETWEEN", "INTO", "SET",
		"INNER", "OUTER", "CROSS", "NATURAL", "DISTINCT", "ALL", "OVER", "TRUE", "FALSE", "NULL", "INTERVAL":
		return false
	default:
		return reserved()[word]
	}
}

// reserved returns the words that the parser takes for no name, in upper case.
var reserved = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for _, k := range parser.Keywords {
		words[k.Word] = k.Reserved
	}
	return words
})

// offsetOf turns the parser's line and column (in bytes, from 1) into an offset within sql.
func offsetOf(sql, line, column string) int {
	l, _ := strconv.Atoi(line)
	c, _ := strconv.Atoi(column)
	offset := 0
	for ; l > 1; l-- {
		next := strings.IndexByte(sql[offset:], '\n')
		if next < 0 {
			break
		}
		offset += next + 1
	}
	return min(offset+max(c, 0), len(sql))
}

// lastToken returns the last run of name characters of s, or its last other character, and where it
// begins; "" and 0 if there is none.
func lastToken(s string) (token string, start int) {
	s = strings.TrimRight(s, " \t\r\n")
	start = len(s)
	for start > 0 && isNameByte(s[start-1]) && len(s)-start < maxNear {
		start--
	}
	if start == len(s) && start > 0 {
		start--
	}
	return s[start:], start
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// maxNear is the longest excerpt of a text in a violation, in bytes.
const maxNear = 80

// excerpt shortens s to what a message can carry.
func excerpt(s string) string { return cut(s, maxNear) }

// maxMessage is the longest message of a violation, in bytes: names in it are the query's own.
const maxMessage = 500

// cut shortens s to n bytes at most, at the end of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	end := n
	for end > 0 && s[end]&0xC0 == 0x80 {
		end--
	}
	return s[:end]
}

func oneLine(s string) string {
	return excerpt(strings.Join(strings.Fields(s), " "))
}
