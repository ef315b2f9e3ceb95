package census_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/asksql/asksql/sqlcheck/internal/census"
)

// What reflection finds at run time is what the decisions in ast.golden are about, which are held to the parser's
// source: no node and no field is missing from the census.
func TestStructsAreDecidedUpon(t *testing.T) {
	golden, err := os.ReadFile("../../testdata/ast.golden")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, s := range census.Structs() {
		for i := range s.NumField() {
			if f := s.Field(i); f.IsExported() {
				found[s.Name()+"."+f.Name] = true
			}
		}
	}
	for _, line := range regexp.MustCompile(`(?m)^(\w+\.\w+) \|`).FindAllStringSubmatch(string(golden), -1) {
		if !found[line[1]] {
			t.Errorf("the census has no %s, upon which ast.golden decides", line[1])
		}
		delete(found, line[1])
	}
	for field := range found {
		t.Errorf("the census has %s, which ast.golden does not know", field)
	}
}

// Every node and struct that a query can hold is in a probe that the parser reads.
func TestProbesReachEveryNode(t *testing.T) {
	var dumps strings.Builder
	p := parser.New()
	for _, sql := range census.Probes() {
		if statements, _, err := p.ParseSQL(sql); err == nil { // that some cannot be read is what they are about
			for _, n := range statements {
				census.Dump(&dumps, n)
			}
		}
	}
	elsewhere := []string{"MaxValueExpr"} // in definitions of partitions
	for _, s := range census.Structs() {
		if !strings.Contains(dumps.String(), s.Name()+"{") && !slices.Contains(elsewhere, s.Name()) {
			t.Errorf("no probe has a %s", s.Name())
		}
	}
}

// A parser that makes another tree of one text, has another word, or another list of what is reserved, has another
// census.
func TestDifferencesShow(t *testing.T) {
	p := parser.New()
	words := func(yield func(string, bool, string)) { yield("SELECT", true, "reserved") }
	parse := func(sql string) ([]ast.StmtNode, int, error) {
		statements, warnings, err := p.ParseSQL(sql)
		return statements, len(warnings), err
	}
	whole := census.Take(census.Parser{Words: words, Parse: parse})
	other := census.Take(census.Parser{
		Words: func(yield func(string, bool, string)) { yield("SELECT", false, "reserved") },
		Parse: parse,
	})
	if other.Words == whole.Words || other.Tree != whole.Tree {
		t.Errorf("a word that is no longer reserved: %v beside %v", other, whole)
	}
	other = census.Take(census.Parser{Words: words, Parse: func(sql string) ([]ast.StmtNode, int, error) {
		return parse(strings.Replace(sql, "c XOR d", "c OR d", 1))
	}})
	if other.Grammar == whole.Grammar || other.Words != whole.Words {
		t.Errorf("another operator in one tree: %v beside %v", other, whole)
	}
}
