package sqlcheck

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/asksql/asksql/sqlcheck/internal/census"
)

// What this package proves, it proves of one parser: what that one's trees can hold was read and decided upon,
// field by field. A program that imports this package builds it with the version that its own module graph
// chooses, which may be a newer one.

const parserModule = "github.com/pingcap/tidb/pkg/parser"

// A build is a module as a program was built with it.
type build struct{ version, sum string }

// tested are the builds of the parser that the tests of this package have passed with, the one of go.mod first.
var tested = []build{
	{"v0.0.0-20260418072757-ce92298d1124", "h1:zYmP5fBH+i2yhhU6f5uOol6zxHtR2/sD47BsJLfy0oU="},
}

// proven is the census of those.
var proven = census.Census{
	Tree:    "cdaf773cb8eeff574e95823b75220f94",
	Words:   "f1fe0ca8ac36c83a9bf6ba201988272f",
	Grammar: "1212f9da86cae2da43bd2ff13d8e0da0",
}

// unproven returns why this program's parser is none to rely on, or nil. The answer is found once.
var unproven = sync.OnceValue(func() error {
	info, _ := debug.ReadBuildInfo()
	used := parserOf(info)
	if slices.Contains(tested, used) {
		return nil
	}
	return compare(used, takeCensus())
})

// parserOf returns the parser that a program says it was built with. What it does not say is empty: tests and some
// build systems keep no list of modules, and a replaced module may be anything.
func parserOf(info *debug.BuildInfo) build {
	if info == nil {
		return build{}
	}
	for _, m := range info.Deps {
		switch {
		case m.Path != parserModule:
		case m.Replace != nil && (m.Replace.Path != parserModule || m.Replace.Version == ""):
			return build{version: "=> " + m.Replace.Path}
		case m.Replace != nil:
			return build{m.Replace.Version, m.Replace.Sum}
		default:
			return build{m.Version, m.Sum}
		}
	}
	return build{}
}

// compare returns in what a parser differs from the proven one, as an error that says what to do, or nil.
func compare(used build, found census.Census) error {
	var differences []string
	for _, part := range [...]struct{ name, found, proven string }{
		{"nodes", found.Tree, proven.Tree}, {"words", found.Words, proven.Words}, {"grammar", found.Grammar, proven.Grammar},
	} {
		if part.found != part.proven {
			differences = append(differences, part.name)
		}
	}
	if differences == nil {
		return nil
	}
	name := parserModule
	if used.version != "" {
		name += " " + used.version
	}
	return fmt.Errorf("this program was built with a parser that nothing is proven for: %s differs in its %s from %[3]s; "+
		"run go get %[4]s@%[3]s, or, where another module asks for a newer one, go mod edit -replace %[4]s=%[4]s@%[3]s",
		name, strings.Join(differences, ", "), tested[0].version, parserModule)
}
