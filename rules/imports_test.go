package rules_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/asksql/asksql/"

// arrows are the imports between the packages of the module, as the architecture draws them. A
// package may also import what lies further along its arrows, and one that is not listed imports
// nothing of the module. Subpackages are listed where their arrows differ from their parent's.
var arrows = map[string][]string{
	"corpus":                     {},
	"sqlcheck":                   {"sqlcheck/internal/builtin", "sqlcheck/internal/census", "sqlcheck/internal/forms", "sqlcheck/internal/label", "sqlcheck/internal/print", "sqlcheck/internal/suggest"},
	"sqlcheck/internal/print":    {"sqlcheck/internal/builtin", "sqlcheck/internal/tree"},
	"sqlcheck/internal/tree":     {"sqlcheck/internal/literal"},
	"sqlcheck/internal/census":   {"sqlcheck/internal/literal"},
	"sqlcheck/internal/label":    {},
	"sqlcheck/internal/builtin":  {},
	"sqlcheck/internal/literal":  {},
	"sqlcheck/internal/spelling": {},
	"sqlcheck/internal/forms":    {"sqlcheck/internal/builtin", "sqlcheck/internal/spelling"},
	"sqlcheck/internal/suggest":  {"sqlcheck/internal/spelling", "internal/edits"},
	"sqlcheck/sqlchecktest":      {"sqlcheck", "corpus"},
	"rules":                      {"sqlcheck"},
	"schema":                     {"sqlcheck", "internal/lru"},
	"schema/columntype":          {},
	"internal/words":             {},
	"internal/plain":             {},
	"internal/comments":          {},
	"internal/edits":             {},
	"internal/estimate":          {},
	"internal/lazyregexp":        {},
	"internal/lru":               {},
	"internal/roots":             {},
	"internal/meter":             {},
	"internal/page":              {"internal/ask", "internal/checked", "internal/plain", "rules"},
	"examples/shop":              {},
	"docs":                       {},
	"client":                     {},
	"internal/openapi":           {"httpapi", "internal/comments"}, // for tests and the file; no arrow leads there
	"internal/mcpapi":            {"internal/ask", "internal/checked", "prompt", "schema", "sqlcheck"},
	"internal/trace":             {},
	"internal/admin":             {"internal/config"},
	"schema/ddl":                 {"schema", "schema/columntype", "rules", "internal/plain"}, // views are resolved as queries are
	"schema/live":                {"schema/ddl"},
	"schema/sensitive":           {"schema", "schema/columntype", "internal/words"},
	"schema/bundle":              {"schema/sensitive", "schema/infer"},
	"schema/diff":                {"schema", "schema/columntype", "internal/plain", "internal/edits"},
	"schema/jsonschema":          {"schema", "internal/comments"},
	"schema/infer":               {"schema", "schema/columntype", "internal/words"},
	"schema/lint":                {"schema/sensitive", "schema/infer"},
	"schema/perview":             {"schema", "internal/lru"},
	"schema/show":                {"schema", "internal/plain", "internal/words"},
	"prompt":                     {"schema/perview", "internal/words", "internal/estimate", "internal/lazyregexp"},
	"llm":                        {"schema"}, // a request says which view it is about
	"llm/builtin":                {"llm", "schema/perview", "schema/columntype", "internal/words"},
	"internal/checked":           {"sqlcheck", "internal/lazyregexp"},
	"internal/checked/report":    {"internal/checked", "internal/plain"},
	"internal/access":            {"schema"},
	"internal/ask":               {"internal/access", "internal/checked", "prompt", "llm", "rules", "sqlcheck", "internal/meter", "internal/trace"},
	"internal/eval":              {"internal/ask", "internal/plain"},
	"internal/config":            {"httpapi", "llm", "llm/builtin", "sqlcheck", "internal/edits"}, // their defaults, which have one home
	"internal/schematest":        {"schema"},                                                      // artifacts for tests; no arrow leads there
	"internal/servertest":        {"schema"},                                                      // a server for tests; no arrow leads there
	"httpapi":                    {"internal/access", "internal/ask", "internal/checked", "internal/meter", "internal/trace"},
	"cmd/asksql":                 {"docs", "httpapi", "internal/access", "internal/admin", "internal/mcpapi", "internal/checked/report", "internal/config", "internal/meter", "internal/trace", "internal/eval", "schema", "schema/bundle", "schema/live", "schema/diff", "schema/lint", "schema/infer", "schema/show", "internal/plain", "internal/roots", "internal/page", "examples/shop"},
}

func TestArrows(t *testing.T) {
	for _, p := range packages(t) {
		home := owner(p.dir)
		allowed := reachable(home)
		for _, path := range p.imports {
			target, ok := strings.CutPrefix(path, module)
			if ok && owner(target) != home && !allowed[owner(target)] {
				t.Errorf("%s imports %s; no arrow leads there", p.dir, target)
			}
		}
	}
}

// The core can be used without anything else of the module, so it links nothing that its user did
// not ask for: no web server, logger, provider's SDK, configuration or id library.
func TestCoreImports(t *testing.T) {
	const parserPath = "github.com/pingcap/tidb/pkg/parser"
	plain := []string{"sqlcheck/internal/spelling", "sqlcheck/internal/suggest"} // they see names, and no tree
	for _, p := range packages(t) {
		core := owner(p.dir)
		if core != "corpus" && core != "rules" && !strings.HasPrefix(core, "sqlcheck") {
			continue
		}
		for _, path := range p.imports {
			switch {
			case strings.HasPrefix(path, module):
			case strings.HasPrefix(core, "sqlcheck") && !slices.Contains(plain, core) && (path == parserPath || strings.HasPrefix(path, parserPath+"/")):
			case core == "sqlcheck/internal/spelling" && path == "golang.org/x/text/unicode/norm": // accents of names
			case strings.Contains(strings.Split(path, "/")[0], "."):
				t.Errorf("%s imports %s; the core has the standard library and the parser", p.dir, path)
			case slices.Contains([]string{"net", "log"}, strings.Split(path, "/")[0]):
				t.Errorf("%s imports %s; the core neither serves nor logs", p.dir, path)
			}
		}
	}
}

// A change of parser, or of how parsers are kept, is a change of one file: for queries, and for DDL.
func TestOneFileCallsTheParser(t *testing.T) {
	var callers []string
	for _, p := range packages(t) {
		for file, imports := range p.byFile {
			if slices.Contains(imports, "github.com/pingcap/tidb/pkg/parser") {
				callers = append(callers, path.Join(p.dir, file))
			}
		}
	}
	if want := []string{"schema/ddl/parse.go", "sqlcheck/parse.go"}; !slices.Equal(callers, want) {
		t.Errorf("the parser is imported by %v, want %v", callers, want)
	}
}

// A pack is one package of the module: what its files import, tests aside.
type pack struct {
	dir     string              // from the root of the module, with slashes
	imports []string            // sorted, without duplicates
	byFile  map[string][]string // imports by file name
}

// packages reads the imports of every package of the module.
func packages(t *testing.T) []pack {
	t.Helper()
	found := map[string]map[string][]string{}
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && file != ".." {
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil {
				return filepath.SkipDir // a module of its own
			}
		}
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		dir, name := path.Split(strings.TrimPrefix(filepath.ToSlash(file), "../"))
		dir = path.Clean(dir)
		if found[dir] == nil {
			found[dir] = map[string][]string{}
		}
		found[dir][name], err = importsOf(file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []pack
	for dir, byFile := range found {
		p := pack{dir: dir, byFile: byFile}
		for _, imports := range byFile {
			p.imports = append(p.imports, imports...)
		}
		slices.Sort(p.imports)
		p.imports = slices.Compact(p.imports)
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b pack) int { return strings.Compare(a.dir, b.dir) })
	if len(all) < 3 {
		t.Fatalf("found %d packages in the module; the test is looking in the wrong place", len(all))
	}
	return all
}

func importsOf(file string) ([]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, spec := range parsed.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// owner returns the entry of arrows that a package belongs to, or "": itself or what it is below.
func owner(dir string) string {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if _, ok := arrows[dir]; ok {
			return dir
		}
	}
	return ""
}

// reachable returns what a package may import: the ends of its arrows, and of theirs.
func reachable(from string) map[string]bool {
	seen := map[string]bool{}
	var visit func(string)
	visit = func(p string) {
		for _, next := range arrows[p] {
			if !seen[next] {
				seen[next] = true
				visit(next)
			}
		}
	}
	visit(from)
	return seen
}
