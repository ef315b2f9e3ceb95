package speed

import "github.com/pingcap/tidb/pkg/parser"

// A BareParse reads texts with the parser that asksql uses and does nothing else. It serves one
// caller at a time. The parser's constructors of literals are asksql's: whoever links sqlcheck has
// them.
type BareParse struct{ parser *parser.Parser }

// NewBareParse returns a parser to be used again and again, as asksql keeps its own.
func NewBareParse() BareParse { return BareParse{parser.New()} }

// Parse reads one text.
func (b BareParse) Parse(sql string) error {
	_, _, err := b.parser.ParseSQL(sql)
	b.parser.Reset()
	return err
}
