// Package api_test holds the exported names of the packages that others import to a listing, so that none changes by
// accident. docs/compatibility.md says what is promised of them.
package api_test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the listings")

// promised are the packages that others import, by their folders.
var promised = []string{"rules", "schema", "sqlcheck"}

// TestListing fails where an exported name, a signature or a field that the listing has is gone or another one. That
// breaks a caller: it needs a new major version, or before the first one a word in CHANGELOG.md. What is new is
// promised from the next version on: a test of a release, with ASKSQL_RELEASE set, fails until it is listed.
func TestListing(t *testing.T) {
	for _, name := range promised {
		file := filepath.Join("testdata", name+".txt")
		got := listing(t, filepath.Join("..", "..", name))
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range missing(string(want), got) {
			t.Errorf("%s: %q was there and is not any more", name, line)
		}
		for _, line := range missing(got, string(want)) {
			if os.Getenv("ASKSQL_RELEASE") != "" {
				t.Errorf("%s: %q is new; run make golden", name, line)
			}
		}
	}
}

// missing returns the lines of a that b has not.
func missing(a, b string) (lines []string) {
	there := strings.Split(b, "\n")
	for line := range strings.SplitSeq(a, "\n") {
		if !slices.Contains(there, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// listing returns what a package exports: declarations without bodies and comments, one below the other, sorted.
func listing(t *testing.T, dir string) string {
	t.Helper()
	notTests := func(info fs.FileInfo) bool { return !strings.HasSuffix(info.Name(), "_test.go") }
	files := token.NewFileSet()
	packages, err := parser.ParseDir(files, dir, notTests, parser.SkipObjectResolution)
	if err != nil || len(packages) != 1 {
		t.Fatalf("%s has %d packages: %v", dir, len(packages), err)
	}
	var declarations []string
	for _, p := range packages {
		embedded := embeddedTypes(p)
		ast.PackageExports(p)
		for _, file := range p.Files {
			for _, d := range file.Decls {
				if reachable(d, embedded) {
					declarations = append(declarations, exported(t, files, d)...)
				}
			}
		}
	}
	slices.Sort(declarations)
	return strings.Join(declarations, "\n") + "\n"
}

// embeddedTypes returns the types that exported structs of a package embed, whose methods are theirs.
func embeddedTypes(p *ast.Package) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(p, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || !spec.Name.IsExported() {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			for _, f := range s.Fields.List {
				if f.Names == nil {
					names[typeName(f.Type)] = true
				}
			}
		}
		return true
	})
	return names
}

// reachable reports whether a declaration is one that an importer can name: no method of a type that it cannot.
func reachable(d ast.Decl, embedded map[string]bool) bool {
	f, ok := d.(*ast.FuncDecl)
	if !ok || f.Recv == nil {
		return true
	}
	name := typeName(f.Recv.List[0].Type)
	return ast.IsExported(name) || embedded[name]
}

// typeName returns the name of a type, without its star and parameters.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	default:
		return ""
	}
}

// exported returns the texts of a declaration, each name of a group by itself.
func exported(t *testing.T, files *token.FileSet, d ast.Decl) (texts []string) {
	t.Helper()
	switch d := d.(type) {
	case *ast.FuncDecl:
		d.Body = nil
		return []string{printed(t, files, d)}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return nil
		}
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR {
				valueless(v)
			}
			texts = append(texts, printed(t, files, &ast.GenDecl{Tok: d.Tok, Specs: []ast.Spec{spec}}))
		}
	}
	return texts
}

// valueless takes the value from a variable: it is no promise, its type is one.
func valueless(v *ast.ValueSpec) {
	if v.Type == nil {
		address, ok := v.Values[0].(*ast.UnaryExpr)
		if !ok {
			return
		}
		v.Type = &ast.StarExpr{X: address.X.(*ast.CompositeLit).Type}
	}
	v.Values = nil
}

// printed returns a declaration as one line or several, without empty ones.
func printed(t *testing.T, files *token.FileSet, d ast.Decl) string {
	t.Helper()
	var text bytes.Buffer
	if err := format.Node(&text, files, d); err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.Split(text.String(), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
		if i > 0 && i < len(lines)-1 {
			lines[i] = "\t" + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}
