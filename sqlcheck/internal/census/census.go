// Package census takes stock of a parser: of what a tree can hold, of the words of its grammar, and of what it
// makes of texts. Two parsers with one census are the same as far as package sqlcheck can tell.
package census

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"go/token"
	"io"
	"reflect"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A Census is three digests. Each stands for what it says, so that one that differs tells where to look.
type Census struct {
	Tree    string // the nodes that a query can hold, and the fields of each with their types
	Words   string // the words of the grammar, and which of them are reserved
	Grammar string // the trees of the texts in probes.sql, and of calls of each function in names.txt
}

// A Parser is what a census is taken of.
type Parser struct {
	// Words calls yield for every word of the grammar with what is to be known of it.
	Words func(yield func(word string, reserved bool, section string))
	// Parse returns the statements of a text, how many warnings there were, and why it could not be read. The
	// statements need not outlive the next call.
	Parse func(sql string) (statements []ast.StmtNode, warnings int, err error)
}

//go:embed probes.sql
var probes string

//go:embed names.txt
var names string

// Take takes the census of a parser. It costs a few thousand short parses.
func Take(p Parser) Census {
	return Census{Tree: digest(tree), Words: digest(p.words), Grammar: digest(p.grammar)}
}

// digest returns the first half of a SHA-256 in hexadecimal.
func digest(write func(io.Writer)) string {
	sum := sha256.New()
	buffered := bufio.NewWriter(sum) // a hash takes long for words of a few bytes
	write(buffered)
	_ = buffered.Flush() // a hash has no errors
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// tree writes the types that reach each other from those of nodes: name, fields, and type of each field.
func tree(w io.Writer) {
	for _, t := range Structs() {
		fmt.Fprintln(w, t.Name())
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				fmt.Fprintln(w, " ", f.Name, f.Type)
			}
		}
	}
}

// Structs returns the struct types of the tree that a query can hold, in the order in which they are met.
func Structs() []reflect.Type {
	var list []reflect.Type
	met := map[reflect.Type]bool{}
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			visit(t.Elem())
			return
		case reflect.Struct:
		default:
			return
		}
		if met[t] || t.PkgPath() != nodes[0].PkgPath() || !token.IsExported(t.Name()) {
			return
		}
		met[t] = true
		list = append(list, t)
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				visit(t.Field(i).Type)
			}
		}
	}
	for _, t := range nodes {
		visit(t)
	}
	return list
}

func (p Parser) words(w io.Writer) {
	p.Words(func(word string, reserved bool, section string) { fmt.Fprintln(w, word, reserved, section) })
}

// grammar writes what becomes of each probe.
func (p Parser) grammar(w io.Writer) {
	for _, sql := range Probes() {
		p.probe(w, sql)
	}
	for name := range strings.FieldsSeq(names) {
		for _, form := range [...]string{"SELECT %s", "SELECT %s()", "SELECT %s (1)", "SELECT %s(1, 2) OVER ()"} {
			p.probe(w, fmt.Sprintf(form, name))
		}
	}
	p.Words(func(word string, _ bool, _ string) {
		for _, form := range [...]string{"SELECT %s", "SELECT %s(1)", "SELECT 1 %s", "SELECT * FROM t %s"} {
			p.probe(w, fmt.Sprintf(form, word))
		}
	})
}

// Probes returns the texts of probes.sql.
func Probes() []string {
	var list []string
	for line := range strings.Lines(probes) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "--") {
			list = append(list, line)
		}
	}
	return list
}

// probe writes the tree of a text, or that there is none. What the parser says of a text is not a part of it:
// a better message is no other grammar.
func (p Parser) probe(w io.Writer, sql string) {
	fmt.Fprintln(w, sql)
	statements, warnings, err := p.Parse(sql)
	if err != nil {
		fmt.Fprintln(w, "error")
		return
	}
	fmt.Fprintln(w, warnings)
	for _, n := range statements {
		dump(w, reflect.ValueOf(n))
		fmt.Fprintln(w)
	}
}
