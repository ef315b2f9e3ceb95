package sqlcheck

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/census"
	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/terror"

	// The parser's constructors of literals.
	_ "github.com/asksql/asksql/sqlcheck/internal/literal"
)

// Every use of the parser is in this file, so that another one could take its place.

// maxKept is the longest text whose parser is used again, in bytes. A parser keeps what a text
// made it grow; one hostile text would hold that memory for good.
const maxKept = 8 << 10

// parsing bounds the parses at once to the cores. A parse cannot be cancelled, so more of them would
// only take longer and hold more memory.
var parsing = make(chan struct{}, runtime.GOMAXPROCS(0))

// A reader parses one text after the other with one parser: a new one costs 0.6 of a parse. It is used by
// one goroutine at a time, because two at once corrupt memory beyond recovery.
type reader struct {
	dialect builtin.Dialects // whose hints are given
	parser  *parser.Parser   // nil before the first text, and after a panic
	grown   bool             // a long text was parsed, so that the parser is not kept for the next check
	tried   attempt          // the last one of parses, until another text is parsed
}

// parse appends the statements of sql, read with the server's default sql_mode, to the list given. It
// never panics.
func (r *reader) parse(sql string, list []ast.StmtNode) (statements []ast.StmtNode, failed *parseError) {
	parsing <- struct{}{}
	defer func() { <-parsing }()
	defer func() {
		// A panic leaves the parser in an unknown state: it is dropped.
		if p := recover(); p != nil {
			r.parser, statements = nil, nil
			failed = &parseError{message: "this text is not supported; write it in a simpler form", offset: -1, panic: p}
		}
	}()
	if r.parser == nil {
		r.parser = parser.New()
	}
	last := r.tried
	r.tried = attempt{}
	if last.sql != sql || sql == "" {
		last = r.try(sql)
	}
	warnings, err := last.warnings, last.err
	// The slice is the parser's own and is overwritten by its next text.
	statements = append(list, last.statements...)
	if err != nil {
		failed = describe(sql, err, r.dialect, r.parses)
	}
	r.grown = r.grown || len(sql) > maxKept
	if failed != nil {
		return nil, failed
	}
	for _, w := range warnings {
		if !aboutHint(w) {
			clear(statements[len(list):]) // the list is used again, and must not hold on to a tree
			return nil, &parseError{message: "the parser warns about this text, so write it otherwise: " + oneLine(w.Error()), offset: -1}
		}
	}
	return statements, nil
}

// parses returns the error of another text, nil if it can be parsed. It is kept for a parse of that text.
func (r *reader) parses(sql string) error {
	r.tried = r.try(sql)
	r.tried.statements = slices.Clone(r.tried.statements)
	return r.tried.err
}

func (r *reader) try(sql string) attempt {
	statements, warnings, err := r.parser.ParseSQL(sql)
	return attempt{sql, statements, warnings, err}
}

// An attempt is what the parser made of a text.
type attempt struct {
	sql        string
	statements []ast.StmtNode
	warnings   []error
	err        error
}

// reset empties the parser of the trees that it has made.
func (r *reader) reset() {
	r.tried = attempt{}
	if r.grown {
		r.parser, r.grown = nil, false
	}
	if r.parser != nil {
		r.parser.Reset()
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

// takeCensus takes stock of the parser that the program was built with.
func takeCensus() census.Census {
	r := reader{parser: parser.New()}
	return census.Take(census.Parser{
		Words: func(yield func(word string, reserved bool, section string)) {
			for _, k := range parser.Keywords {
				yield(k.Word, k.Reserved, k.Section)
			}
		},
		Parse: func(sql string) (statements []ast.StmtNode, warnings int, err error) {
			defer func() {
				if p := recover(); p != nil {
					r.parser, err = parser.New(), fmt.Errorf("panic: %v", p)
				}
			}()
			last := r.try(sql)
			return last.statements, len(last.warnings), last.err
		},
	})
}
