package sqlcheck_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const censusFile = "testdata/ast.golden"

// TestASTCensus holds the types of the parser's tree against testdata/ast.golden, which has a line
// for each of them and for each field of those that a query can hold, and says what becomes of it.
// When the parser is upgraded, what is new in it has no line: the test fails until somebody decides.
func TestASTCensus(t *testing.T) {
	decided := readCensus(t)
	found := census(t)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		d, known := decided[name]
		switch {
		case !known:
			t.Errorf("the parser has something new. Decide what a query with it is worth, then add to %s:\n%s | %s | …", censusFile, name, found[name])
		case d.kind != found[name]:
			t.Errorf("%s was a %s when it was decided upon and is a %s now. Read what has changed, then correct %s", name, d.kind, found[name], censusFile)
		}
		delete(decided, name)
	}
	for name := range decided {
		t.Errorf("%s decides upon %s, which the parser no longer has, or no query holds. Take the line out", censusFile, name)
	}
}

// TestASTCensusIsTrue holds the decisions against the source: a file that is named mentions the type
// or the field, and what is refused by default is mentioned nowhere.
func TestASTCensusIsTrue(t *testing.T) {
	source := map[string]string{}
	for _, pattern := range []string{"*.go", "internal/builtin/*.go", "internal/print/*.go", "internal/tree/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil && !strings.HasSuffix(file, "_test.go") {
				source[file] += string(text)
			}
		}
	}
	for name, d := range readCensus(t) {
		typ, field, isField := strings.Cut(name, ".")
		mentions := regexp.MustCompile(`\bast\.` + typ + `\b`)
		if isField {
			mentions = regexp.MustCompile(`\b` + field + `\b`)
		}
		switch {
		case strings.HasPrefix(d.decision, "refused by default"):
			for file, text := range source {
				if mentions.MatchString(text) {
					t.Errorf("%s is said to be refused by default, and %s mentions it", name, file)
				}
			}
		case regexp.MustCompile(`^(refused: other statement|not in a query|ignored: \S.+)$`).MatchString(d.decision):
		default:
			files, _, _ := strings.Cut(d.decision, ":")
			for file := range strings.SplitSeq(files, ", ") {
				if !mentions.MatchString(source[file]) {
					t.Errorf("%s is said to be handled in %q, which does not mention it", name, file)
				}
			}
		}
	}
}

// A decision is a line of the census.
type decision struct{ kind, decision string }

func readCensus(t *testing.T) map[string]decision {
	t.Helper()
	text, err := os.ReadFile(censusFile)
	if err != nil {
		t.Fatal(err)
	}
	decided := map[string]decision{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 3 || decided[parts[0]] != (decision{}) {
			t.Fatalf("%s: %q is no line of the form “name | type | decision”, or there are two", censusFile, line)
		}
		decided[strings.TrimSpace(parts[0])] = decision{strings.TrimSpace(parts[1]), parts[2]}
	}
	return decided
}

// census returns the nodes of the parser's tree and the fields of those that a query can hold, each
// with its type.
func census(t *testing.T) map[string]string {
	p := parserSource(t)
	found := map[string]string{}
	for name := range p.methods["Accept"] {
		switch {
		case p.isStatement(name):
			found[name] = "statement"
		default:
			found[name] = "node"
		}
	}
	for name := range p.reachable("SelectStmt", "SetOprStmt") {
		if found[name] == "" {
			found[name] = "struct"
		}
		for _, f := range p.structs[name].Fields.List {
			for _, field := range fieldNames(f) {
				found[name+"."+field] = types.ExprString(f.Type)
			}
		}
	}
	return found
}

// fieldNames returns the exported names of a field. That of an embedded one is its type's.
func fieldNames(f *ast.Field) []string {
	var names []string
	for _, n := range f.Names {
		if n.IsExported() {
			names = append(names, n.Name)
		}
	}
	if f.Names == nil && !bases[types.ExprString(f.Type)] {
		names = append(names, strings.TrimPrefix(types.ExprString(f.Type), "*"))
	}
	return names
}

// bases are what nodes embed to be nodes: text, position, type, flags.
var bases = map[string]bool{"node": true, "exprNode": true, "funcNode": true, "stmtNode": true, "ddlNode": true, "dmlNode": true}

// A parserPackage is the source of the parser's package ast.
type parserPackage struct {
	structs map[string]*ast.StructType
	methods map[string]map[string]bool // name of a method → types that declare it
}

func parserSource(t *testing.T) parserPackage {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/pingcap/tidb/pkg/parser").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "ast", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source of the parser in %s: %v", dir, err)
	}
	p := parserPackage{structs: map[string]*ast.StructType{}, methods: map[string]map[string]bool{}}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range syntax.Decls {
			p.add(d)
		}
	}
	return p
}

func (p parserPackage) add(d ast.Decl) {
	switch d := d.(type) {
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if s, ok := spec.(*ast.TypeSpec); ok {
				if body, ok := s.Type.(*ast.StructType); ok {
					p.structs[s.Name.Name] = body
				}
			}
		}
	case *ast.FuncDecl:
		if d.Recv != nil {
			if p.methods[d.Name.Name] == nil {
				p.methods[d.Name.Name] = map[string]bool{}
			}
			p.methods[d.Name.Name][strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*")] = true
		}
	}
}

func (p parserPackage) isStatement(name string) bool {
	return p.embeds(name, "stmtNode", "ddlNode", "dmlNode") || p.methods["statement"][name]
}

func (p parserPackage) embeds(name string, bases ...string) bool {
	for _, f := range p.structs[name].Fields.List {
		if f.Names == nil && slices.Contains(bases, types.ExprString(f.Type)) {
			return true
		}
	}
	return false
}

// reachable returns the structs that those called names hold, at any depth. A field of an interface
// type holds every node that implements it.
func (p parserPackage) reachable(names ...string) map[string]bool {
	reached := map[string]bool{}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		if p.structs[name] == nil || reached[name] || bases[name] {
			continue
		}
		reached[name] = true
		for _, f := range p.structs[name].Fields.List {
			ast.Inspect(f.Type, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					names = append(append(names, id.Name), p.implementing(id.Name)...)
				}
				_, foreign := n.(*ast.SelectorExpr) // a type of another package
				return !foreign
			})
		}
	}
	return reached
}

// implementing returns the nodes that a field of an interface type can hold. Of what is just a Node
// nothing can be said: only SetOprSelectList has one, for its arms.
func (p parserPackage) implementing(name string) []string {
	var list []string
	switch name {
	case "ExprNode", "FuncNode", "ValueExpr":
		for s := range p.structs {
			if p.embeds(s, "exprNode", "funcNode") && p.methods["Accept"][s] {
				list = append(list, s)
			}
		}
	case "ResultSetNode":
		for s := range p.methods["resultSet"] {
			list = append(list, s)
		}
	}
	return list
}
