package infer_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/schema/infer"
)

// realSchemas is where schemas of public projects are kept, beside the project.
const realSchemas = "../../../shared"

// The keys that real schemas declare are found again when they are taken away. A proposal for a column without a
// declared key may be right or wrong, and counts as neither.
func TestDeclaredKeysAreFoundAgain(t *testing.T) {
	docs := realDocuments(t)
	var found, wrong, declared, extra int
	for _, name := range slices.Sorted(keysOf(docs)) {
		doc := docs[name]
		keys := takeKeys(doc)
		right, other := 0, 0
		for _, p := range infer.References(doc) {
			if p.Grade == infer.Weak {
				continue
			}
			target, ok := keys[strings.ToLower(p.Name())]
			switch {
			case !ok:
				extra++
			case target == strings.ToLower(p.Target()):
				right++
			default:
				other++
			}
		}
		if len(keys) > 0 {
			t.Logf("%s: %d of %d", name, right, len(keys))
		}
		found, wrong, declared = found+right, wrong+other, declared+len(keys)
	}
	t.Logf("%d of %d declared keys are found again, %d have another target; %d proposals are for columns that declare none", found, declared, wrong, extra)
	if 100*found < 75*declared {
		t.Errorf("%d of %d declared keys are found again, want 75 in 100", found, declared)
	}
	if 100*found < 95*(found+wrong) {
		t.Errorf("%d of %d proposals for declared keys have their target, want 95 in 100", found, found+wrong)
	}
}

// realDocuments returns the schemas that declare keys.
func realDocuments(t *testing.T) map[string]*schema.Document {
	t.Helper()
	docs := map[string]*schema.Document{}
	dumps, _ := filepath.Glob(filepath.Join(realSchemas, "ddl", "*.sql"))
	for _, path := range dumps {
		files, _, err := ddl.Open([]string{path}, nil)
		if err != nil {
			t.Fatal(err)
		}
		docs[filepath.Base(path)] = ddl.Read(files, ddl.Options{}).Document
	}
	artifacts, _ := filepath.Glob(filepath.Join(realSchemas, "eval", "schemas", "*", "*.json"))
	for _, path := range artifacts {
		artifact, err := schema.Decoder{}.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		docs[filepath.Base(path)] = artifact.Document()
	}
	if len(docs) == 0 {
		t.Skipf("there are no schemas of public projects in %s", realSchemas)
	}
	return docs
}

// takeKeys takes the foreign keys out of a document and returns the targets by what refers to them, as proposals are
// written.
func takeKeys(doc *schema.Document) map[string]string {
	keys := map[string]string{}
	for i := range doc.Tables {
		t := &doc.Tables[i]
		for _, k := range t.ForeignKeys {
			p := infer.Proposal{Table: t.Name, Columns: k.Columns, References: k.References}
			keys[strings.ToLower(p.Name())] = strings.ToLower(p.Target())
		}
		t.ForeignKeys = nil
	}
	return keys
}

func keysOf[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for name := range m {
			if !yield(name) {
				return
			}
		}
	}
}
