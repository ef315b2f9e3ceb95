package sqlcheck

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// TestScanWords holds the words that scanWords finds to those of the parser's lexer: what one of them takes
// for a comment or a string, the other must take for one too.
func TestScanWords(t *testing.T) {
	pieces := []string{"*/", "/*", "/*!", "/*/", "/**/", "/*+", "/*!50000", "/*!5", "'", "'", `"`, "`'`", "`*/`", "`/*`", "--", "-- ", "#", "\n", "*", "/", `\`, ",w", "+w", "+", ",", " ", " ", "1", "T!", "''"}
	random := rand.New(rand.NewPCG(1, 2))
	lexed := 0
	for range 200_000 {
		var b strings.Builder
		b.WriteString("select w")
		for range 1 + random.IntN(14) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		// What stands open at the end is no text that the parser reads.
		sql := b.String() + ",w"
		if strings.Contains(sql, "/*T!") {
			continue
		}
		want, ok := parserWords(sql)
		if !ok {
			continue
		}
		lexed++
		got := 0
		scanWords(sql, func(word string) {
			if word == "w" {
				got++
			}
		})
		if got != want {
			t.Fatalf("%q: %d words, the parser has %d", sql, got, want)
		}
	}
	if lexed < 1000 {
		t.Fatalf("only %d texts could be parsed", lexed)
	}
}

// parserWords counts the columns w of a text, if the parser reads it as one statement.
func parserWords(sql string) (int, bool) {
	n, err := parser.New().ParseOneStmt(sql, "", "")
	if err != nil {
		return 0, false
	}
	var c countColumns
	n.Accept(&c)
	return int(c), true
}

// countColumns counts columns called w.
type countColumns int

// Enter implements ast.Visitor.
func (c *countColumns) Enter(n ast.Node) (ast.Node, bool) {
	if name, ok := n.(*ast.ColumnName); ok && name.Name.O == "w" {
		*c++
	}
	return n, false
}

// Leave implements ast.Visitor.
func (c *countColumns) Leave(n ast.Node) (ast.Node, bool) { return n, true }
