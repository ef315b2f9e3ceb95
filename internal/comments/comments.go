// Package comments reads what the source of a package says of its structs: documents that are made of types take their
// sentences from there.
package comments

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

// Structs returns the comments of the structs in files that match a pattern of fs.Glob, and of their fields, by "Type"
// and "Type.Field", on one line each. Tests are left out. It is an error if a file cannot be read.
func Structs(source fs.FS, pattern string) (map[string]string, error) {
	files, err := fs.Glob(source, pattern)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := fs.ReadFile(source, name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Base(name), data, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		ast.Inspect(file, func(n ast.Node) bool { // those in functions too
			if declared, ok := n.(*ast.GenDecl); ok && declared.Tok == token.TYPE {
				for _, spec := range declared.Specs {
					addType(texts, declared.Doc, spec.(*ast.TypeSpec))
				}
			}
			return true
		})
	}
	return texts, nil
}

func addType(texts map[string]string, doc *ast.CommentGroup, spec *ast.TypeSpec) {
	of, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	texts[spec.Name.Name] = oneLine(doc.Text())
	for _, field := range of.Fields.List {
		for _, name := range field.Names {
			texts[spec.Name.Name+"."+name.Name] = oneLine(field.Doc.Text() + field.Comment.Text())
		}
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
