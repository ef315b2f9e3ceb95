package jsonschema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
)

// typesFile holds the types of artifacts in package schema.
const typesFile = "document.go"

// comments returns the comments of types and fields, by "Type" and "Type.Field", on one line each.
func comments(source fs.FS) (map[string]string, error) {
	data, err := fs.ReadFile(source, typesFile)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), typesFile, data, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, d := range file.Decls {
		declared, ok := d.(*ast.GenDecl)
		if !ok || declared.Tok != token.TYPE {
			continue
		}
		for _, spec := range declared.Specs {
			addType(texts, declared.Doc, spec.(*ast.TypeSpec))
		}
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
