package grammar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// file has what a reader of goyacc files stumbles over: braces in strings and comments of actions, rules
// that end without a semicolon, and a precedence, which is no part of the text.
const file = `
%token	<ident>
	identifier "identifier"
	not        "NOT"
	not2
	builtinMax

%%
Start:
	Expr /* no action } */
|	"SELECT" Expr %prec neg
	{
		if x == "}" || y == '}' { // {
			$$ = ` + "`}`" + `
		}
	}

Expr:
	{
		$$ = nil
	}
|	identifier
|	not Expr
|	not2 Expr
|	builtinMax '(' Expr ')';

Lonely:
	"LONELY" Lonely
%%
func main() {}
`

const keywords = `
var btFuncTokenMap = map[string]int{
	"MAX": builtinMax,
}
`

func read(t *testing.T) *grammar.Grammar {
	t.Helper()
	g, err := grammar.Read(file, keywords)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRead(t *testing.T) {
	var got []string
	for _, p := range read(t).Productions {
		words := []string{p.Left.Name + ":"}
		for _, s := range p.Right {
			words = append(words, s.Name+"="+s.Text)
		}
		got = append(got, strings.Join(words, " "))
	}
	want := []string{
		"Start: Expr=", "Start: SELECT=SELECT Expr=",
		"Expr:", "Expr: identifier=", "Expr: not=NOT Expr=", "Expr: not2= Expr=", "Expr: builtinMax=MAX (=( Expr= )=)",
		"Lonely: LONELY=LONELY Lonely=",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Read gives\n%q, want\n%q", got, want)
	}
}

func TestSpelled(t *testing.T) {
	for _, p := range read(t).Productions {
		if got, want := p.Spelled(), p.String() != "Expr: not2 Expr"; got != want {
			t.Errorf("%s: Spelled() = %v, want %v", p, got, want)
		}
	}
}

func TestReachableLeavesOutTheRest(t *testing.T) {
	g := read(t)
	for _, p := range g.Reachable(g.Nonterminal("Expr")) {
		if p.Left.Name != "Expr" {
			t.Errorf("Reachable(Expr) has %s", p)
		}
	}
}

func TestSizes(t *testing.T) {
	g := read(t)
	all := func(*grammar.Production) bool { return false }
	noEmpty := func(p *grammar.Production) bool { return p.String() == "Expr:" }
	for _, tc := range []struct {
		name  string
		avoid func(*grammar.Production) bool
		want  []int
	}{
		{"the smallest derivation", all, []int{2, 2, 1, 1, 2, 2, 2, grammar.Never}},
		{"without the empty expression", noEmpty, []int{2, 2, grammar.Never, 1, 2, 2, 2, grammar.Never}},
	} {
		if got := g.Sizes(tc.avoid); !slices.Equal(got, tc.want) {
			t.Errorf("%s: Sizes() = %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestDistances(t *testing.T) {
	g := read(t)
	got := g.Distances(g.Nonterminal("Expr"), func(*grammar.Production) bool { return false })
	want := []int{1, 1, grammar.Never, grammar.Never, 1, 1, 1, grammar.Never}
	if !slices.Equal(got, want) {
		t.Errorf("Distances(Expr) = %v, want %v", got, want)
	}
}

func TestReadRefusesWhatIsCut(t *testing.T) {
	for _, text := range []string{"no rules", "\n%%\nA: \"x", "\n%%\nA: b { {", "\n%%\n| x"} {
		if g, err := grammar.Read(text, ""); err == nil {
			t.Errorf("Read(%q) = %v, want an error", text, g)
		}
	}
}

func ExampleRead() {
	g, err := grammar.Read(file, keywords)
	if err != nil {
		panic(err)
	}
	fmt.Println(g.Productions[1])
	// Output: Start: SELECT Expr
}
