package sqlcheck

import (
	"errors"
	"runtime"
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

// A reader parses the texts of one check with one parser, which it takes from the pool for the first of
// them. release must be called at the end.
type reader struct {
	parser *parser.Parser // nil before the first text, and where the last one's is not used again
}

// parse reads the statements of sql with the server's default sql_mode. It never panics.
func (r *reader) parse(sql string) (statements []ast.StmtNode, failed *parseError) {
	parsing <- struct{}{}
	defer func() { <-parsing }()
	defer func() {
		// A panic leaves the parser in an unknown state: it is dropped, not pooled.
		if p := recover(); p != nil {
			r.parser, statements = nil, nil
			failed = &parseError{message: "this text is not supported; write it in a simpler form", offset: -1, panic: p}
		}
	}()
	if r.parser == nil {
		r.parser = parsers.Get().(*parser.Parser)
	}
	result, warnings, err := r.parser.ParseSQL(sql)
	// The slice is the parser's own and is overwritten by its next text.
	statements = append(statements, result...)
	if err != nil {
		failed = describe(sql, err, r.parses)
	}
	if len(sql) > maxPooled {
		r.parser = nil
	}
	if failed != nil {
		return nil, failed
	}
	for _, w := range warnings {
		if !aboutHint(w) {
			return nil, &parseError{message: "the parser warns about this text, so write it otherwise: " + oneLine(w.Error()), offset: -1}
		}
	}
	return statements, nil
}

// parses returns the error of another text, nil if it can be parsed.
func (r *reader) parses(sql string) error {
	_, _, err := r.parser.ParseSQL(sql)
	return err
}

// release gives the parser back, emptied of the trees that it has made.
func (r *reader) release() {
	if r.parser != nil {
		r.parser.Reset()
		parsers.Put(r.parser)
	}
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

// reserved returns the words that the parser takes for no name, in upper case.
var reserved = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for _, k := range parser.Keywords {
		words[k.Word] = k.Reserved
	}
	return words
})
