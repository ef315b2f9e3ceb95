package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

func TestOrderOfEvaluation(t *testing.T) {
	want := []string{
		"single_statement", "read_only", "function_scope", "table_scope", "column_scope", "runnable",
		"select_star", "cartesian_join", "no_filter", "leading_wildcard_like", "unbounded_result",
		"sensitive_column", "quoted_name", "ungrouped_column", "costly_pattern",
	}
	var got []string
	for _, rule := range rules.All() {
		got = append(got, rule.Name)
		if advisory := slices.Index(want, rule.Name) >= 6; rule.Advisory != advisory {
			t.Errorf("%s: Advisory is %v, want %v", rule.Name, rule.Advisory, advisory)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("All gives the rules\n%v, want\n%v", got, want)
	}
}

func TestAllReturnsTheCallersOwnSlice(t *testing.T) {
	clear(rules.All())
	if rules.All()[0] == nil {
		t.Error("All changed with the slice that was returned before")
	}
}

// A declaration is a rule as the source has it.
type declaration struct{ variable, name, file string }

func TestEveryRuleIsInAll(t *testing.T) {
	files := source(t)
	listed := listedInAll(t, files)
	for _, d := range declared(t, files) {
		if !slices.Contains(listed, d.variable) {
			t.Errorf("%s declares %s, and All does not list it", d.file, d.variable)
		}
		if want := strings.ToLower(strings.ReplaceAll(d.name, "_", "")); strings.ToLower(d.variable) != want {
			t.Errorf("the rule %s is called %s; want the same words", d.name, d.variable)
		}
		if want := d.name + ".go"; d.file != want {
			t.Errorf("the rule %s is in %s, want %s", d.name, d.file, want)
		}
	}
	if got, want := len(declared(t, files)), len(listed); got != want {
		t.Errorf("the source declares %d rules, and All lists %d", got, want)
	}
}

func TestEveryRuleHasAPage(t *testing.T) {
	pages := pages(t)
	for _, rule := range rules.All() {
		i := slices.IndexFunc(pages, func(p corpus.Page) bool { return p.Name == rule.Name })
		if i < 0 {
			t.Errorf("%s has no page %s.md", rule.Name, rule.Name)
			continue
		}
		speaks, silent := shown(rule, pages[i])
		if !speaks || !silent {
			t.Errorf("%s.md shows a case that the rule speaks up about: %v, and one that it lets pass: %v; want both", rule.Name, speaks, silent)
		}
	}
}

// shown reports whether a page has a case that its rule refuses or advises about, and one that it
// has nothing to say about.
func shown(rule *sqlcheck.Rule, page corpus.Page) (speaks, silent bool) {
	for _, c := range page.Cases {
		names := c.Advice
		if !rule.Advisory && !c.Accept {
			names = c.Rules[:1]
		}
		if slices.Contains(names, rule.Name) {
			speaks = true
		} else if c.Accept {
			silent = true
		}
	}
	return speaks, silent
}

// source parses the package, tests aside, by file name.
func source(t *testing.T) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = file
	}
	return files
}

// declared returns the variables that hold a &sqlcheck.Rule{…}.
func declared(t *testing.T, files map[string]*ast.File) []declaration {
	t.Helper()
	var found []declaration
	for name, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for i, value := range spec.Values {
				if lit := ruleLiteral(value); lit != nil {
					found = append(found, declaration{spec.Names[i].Name, ruleName(t, lit), name})
				}
			}
			return true
		})
	}
	return found
}

// ruleLiteral returns the literal of a rule, or nil.
func ruleLiteral(e ast.Expr) *ast.CompositeLit {
	if address, ok := e.(*ast.UnaryExpr); ok {
		e = address.X
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	if typ, ok := lit.Type.(*ast.SelectorExpr); !ok || typ.Sel.Name != "Rule" {
		return nil
	}
	return lit
}

// ruleName returns the Name that a rule's literal gives.
func ruleName(t *testing.T, lit *ast.CompositeLit) string {
	t.Helper()
	for _, element := range lit.Elts {
		field, ok := element.(*ast.KeyValueExpr)
		if !ok || field.Key.(*ast.Ident).Name != "Name" {
			continue
		}
		return strings.Trim(field.Value.(*ast.BasicLit).Value, `"`)
	}
	t.Fatal("a rule has no Name")
	return ""
}

// listedInAll returns the variables that All returns.
func listedInAll(t *testing.T, files map[string]*ast.File) []string {
	t.Helper()
	var names []string
	for _, file := range files {
		for _, decl := range file.Decls {
			if all, ok := decl.(*ast.FuncDecl); ok && all.Name.Name == "All" {
				names = append(names, elements(all.Body)...)
			}
		}
	}
	if len(names) == 0 {
		t.Fatal("the source has no All that returns a literal")
	}
	return names
}

// elements returns the variables in the slice literals of a function.
func elements(body *ast.BlockStmt) []string {
	var names []string
	ast.Inspect(body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			for _, element := range lit.Elts {
				if variable, ok := element.(*ast.Ident); ok {
					names = append(names, variable.Name)
				}
			}
		}
		return true
	})
	return names
}
