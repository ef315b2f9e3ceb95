// Package importertest builds a program that imports this module, in a module of its own as its users have, and runs
// it: with the parser that this module asks for, and with others.
package importertest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program is the two lines of the README, and what a service does with them.
const program = `package main

import (
	"fmt"
	"os"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

func main() {
	artifact, err := schema.Decoder{}.Load(os.Args[1])
	exit(err)
	catalog := artifact.View(schema.Policy{})
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: catalog.Dialect()})
	exit(err)
	query, err := checker.Check(os.Args[2], catalog)
	exit(err)
	fmt.Println(query)
}

func exit(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
`

const parserModule = "github.com/pingcap/tidb/pkg/parser"

// An importer is the folder of a module that imports this one.
type importer struct{ dir, root string }

// newImporter makes one whose go.mod asks for what this module's asks for, and for this module.
func newImporter(t *testing.T) importer {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/asksql/asksql"
	text := strings.Replace(string(mod), "module "+module, "module example.org/importer", 1) +
		"\nrequire " + module + " v0.0.0\nreplace " + module + " => " + root + "\n"
	i := importer{t.TempDir(), root}
	for name, content := range map[string]string{"go.mod": text, "go.sum": string(sums), "main.go": program} {
		if err := os.WriteFile(filepath.Join(i.dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return i
}

// run builds and runs the program, without a network, and returns what it prints.
func (i importer) run(t *testing.T) (string, error) {
	t.Helper()
	binary := filepath.Join(i.dir, "importer")
	// Compiled as make build does, so that the two share the work.
	build := exec.Command("go", "build", "-mod=mod", "-trimpath", "-tags", "nomsgpack", "-o", binary, ".")
	build.Dir, build.Env = i.dir, append(os.Environ(), "CGO_ENABLED=0", "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	out, err := exec.Command(binary, filepath.Join(i.root, "examples/shop/schema.json"), "select count(*) from Orders").CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// replaceParser gives the module a copy of the parser in which a text of one file is another.
func (i importer) replaceParser(t *testing.T, file, old, replacement string) {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", parserModule).Output()
	if err != nil {
		t.Fatal(err)
	}
	source, copied := strings.TrimSpace(string(out)), filepath.Join(i.dir, "parser")
	err = filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, err := filepath.Rel(source, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(copied, name), 0o755)
		}
		text, err := os.ReadFile(path)
		if filepath.ToSlash(name) == file {
			if !strings.Contains(string(text), old) {
				t.Fatalf("%s has no %q", file, old)
			}
			text = []byte(strings.Replace(string(text), old, replacement, 1))
		}
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(copied, name), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	edit := exec.Command("go", "mod", "edit", "-replace", parserModule+"="+copied)
	edit.Dir = i.dir
	if out, err := edit.CombinedOutput(); err != nil {
		t.Fatalf("go mod edit: %v\n%s", err, out)
	}
}

// A module that asks for no parser of its own gets the one that is proven.
func TestImporter(t *testing.T) {
	out, err := newImporter(t).run(t)
	if want := "SELECT COUNT(*) AS `count(*)` FROM `orders`"; err != nil || out != want {
		t.Errorf("the program prints %q (%v), want %q", out, err, want)
	}
}

// One whose parser is another one is told so by New, and nothing is checked. The parser is compiled for each case,
// which takes minutes: make library.
func TestImporterOfAnotherParser(t *testing.T) {
	if os.Getenv("ASKSQL_LIBRARY") == "" {
		t.Skip("set ASKSQL_LIBRARY=1, or run make library: this compiles the parser anew for each case")
	}
	for name, test := range map[string]struct{ file, old, replacement, want string }{
		"a comment is another":     {"ast/dml.go", "// SelectStmt represents", "// A SelectStmt represents", "SELECT COUNT(*)"},
		"a node has a new field":   {"ast/dml.go", "type SelectStmt struct {", "type SelectStmt struct {\n\tSideEffect bool\n", "differs in its nodes"},
		"a word is reserved":       {"keywords.go", `"ACCOUNT", false, "unreserved"`, `"ACCOUNT", true, "reserved"`, "differs in its words"},
		"a string reads otherwise": {"util/escape.go", "case 'Z':", "case 'Y':", "differs in its grammar"},
	} {
		t.Run(name, func(t *testing.T) {
			i := newImporter(t)
			i.replaceParser(t, test.file, test.old, test.replacement)
			if out, _ := i.run(t); !strings.Contains(out, test.want) {
				t.Errorf("the program prints %q, want %q", out, test.want)
			}
		})
	}
}
