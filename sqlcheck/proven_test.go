package sqlcheck

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/sqlcheck/internal/census"
)

// The census in proven.go is the one of the parser that go.mod has. It is corrected by hand, once TestASTCensus and
// all other tests pass with a new parser: then what it says is true.
func TestProvenCensus(t *testing.T) {
	start := time.Now()
	found := takeCensus()
	t.Logf("taken in %v", time.Since(start))
	if found != proven {
		t.Errorf("the parser has another census than the proven one. Where all other tests pass, write into proven.go:\n%s",
			fmt.Sprintf("\tTree:    %q,\n\tWords:   %q,\n\tGrammar: %q,", found.Tree, found.Words, found.Grammar))
	}
	if again := takeCensus(); again != found {
		t.Errorf("two censuses of one parser are %v and %v", found, again)
	}
}

// The first of the tested builds is the one that this module asks for.
func TestTestedParser(t *testing.T) {
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if line := parserModule + " " + tested[0].version + " " + tested[0].sum + "\n"; !strings.Contains(string(sums), line) {
		t.Errorf("go.sum has no line %q", line)
	}
	if line := parserModule + " " + tested[0].version + "\n"; !strings.Contains(string(mod), line) {
		t.Errorf("go.mod does not ask for %q", line)
	}
}

func TestParserOf(t *testing.T) {
	replaced := func(path, version, sum string) *debug.BuildInfo {
		return &debug.BuildInfo{Deps: []*debug.Module{{Path: "example.org/other", Version: "v1.0.0"}, {
			Path: parserModule, Version: "v0.0.1", Sum: "h1:old", Replace: &debug.Module{Path: path, Version: version, Sum: sum},
		}}}
	}
	for name, test := range map[string]struct {
		info *debug.BuildInfo
		want build
	}{
		"nothing is known":             {nil, build{}},
		"a test's list is empty":       {&debug.BuildInfo{}, build{}},
		"as go.mod asks":               {&debug.BuildInfo{Deps: []*debug.Module{{Path: parserModule, Version: tested[0].version, Sum: tested[0].sum}}}, tested[0]},
		"replaced by another version":  {replaced(parserModule, tested[0].version, tested[0].sum), tested[0]},
		"replaced by a folder":         {replaced("../parser", "", ""), build{version: "=> ../parser"}},
		"replaced by another module":   {replaced("example.org/fork", tested[0].version, tested[0].sum), build{version: "=> example.org/fork"}},
		"vendored, so without its sum": {&debug.BuildInfo{Deps: []*debug.Module{{Path: parserModule, Version: tested[0].version}}}, build{version: tested[0].version}},
	} {
		if got := parserOf(test.info); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// A parser whose census differs is named, with what differs and with what to do.
func TestOtherCensus(t *testing.T) {
	if err := compare(build{version: "v9.9.9"}, proven); err != nil {
		t.Errorf("a parser with the proven census is refused: %v", err)
	}
	for part, other := range map[string]census.Census{
		"nodes":          {Tree: "x", Words: proven.Words, Grammar: proven.Grammar},
		"words":          {Tree: proven.Tree, Words: "x", Grammar: proven.Grammar},
		"nodes, grammar": {Tree: "x", Words: proven.Words, Grammar: "x"},
	} {
		err := compare(build{version: "v9.9.9"}, other)
		if err == nil {
			t.Errorf("a parser with other %s is taken", part)
			continue
		}
		for _, want := range []string{"parser v9.9.9 differs in its " + part + " from " + tested[0].version + ";", "go get " + parserModule + "@" + tested[0].version, "-replace"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q lacks %q", err, want)
			}
		}
	}
}
