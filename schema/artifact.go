// Package schema reads schema artifacts and decides what one request may see of them.
//
// A Decoder turns JSON text into an Artifact, strictly, naming each fault by its JSON path. An
// Artifact gives out Views. A View is both what a prompt may show and the catalog that queries are
// checked against, so the two cannot drift apart. A Cache keeps artifacts that requests bring
// along.
package schema

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/asksql/asksql/sqlcheck"
)

// An Artifact is a valid schema. Only a Decoder makes one. It is immutable and safe for concurrent
// use; what it derives from its document, it derives once.
type Artifact struct {
	doc     *Document
	dialect sqlcheck.Dialect
	check   ExampleCheck
	catalog *catalog        // with every column in scope
	plain   map[string]bool // queries of examples that are legal without the sensitive columns too

	// Made when first asked for.
	digest    func() string
	sensitive func() map[columnKey]bool
	views     map[Policy]func() *View // one for each policy there is
}

func newArtifact(doc *Document, check ExampleCheck) *Artifact {
	return artifactOver(doc, check, fullCatalog(doc))
}

// artifactOver is newArtifact for a document of which there is the catalog already.
func artifactOver(doc *Document, check ExampleCheck, full *catalog) *Artifact {
	dialect, _ := doc.dialect() // the document is valid
	a := &Artifact{doc: doc, dialect: dialect, check: check, catalog: full, plain: map[string]bool{}}
	a.digest = sync.OnceValue(func() string { return digest(*doc) })
	a.sensitive = sync.OnceValue(func() map[columnKey]bool { return sensitiveColumns(doc) })
	a.views = make(map[Policy]func() *View)
	for _, p := range []Policy{{}, {Values: true}, {Sensitive: true}, {Values: true, Sensitive: true}} {
		a.views[p] = sync.OnceValue(func() *View { return newView(a, p) })
	}
	return a
}

// SchemaID returns the artifact's name for itself.
func (a *Artifact) SchemaID() string { return a.doc.SchemaID }

// Document returns the whole content, sensitive columns and all. The caller must not change it.
func (a *Artifact) Document() *Document { return a.doc }

// View returns what a request under the policy may see. Equal policies get the same View.
func (a *Artifact) View(p Policy) *View { return a.views[p]() }

// Digest returns the SHA-256 of the artifact's meaning in hexadecimal. It is the same for texts
// that differ in white space, order of members, spelled-out defaults, unknown members and source
// only.
func (a *Artifact) Digest() string { return a.digest() }

func digest(doc Document) string {
	doc.Source = nil
	text, err := json.Marshal(doc)
	if err != nil {
		panic("schema: encode a decoded document: " + err.Error()) // it holds only valid UTF-8
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// WithSensitiveFrom returns a copy of the artifact in which the columns are sensitive too that
// other marks so in a table of the same name. Letter case does not count, nor outside ASCII: what
// some server may take for a sensitive column is one. The error is that of ctx, which is looked at
// between examples.
func (a *Artifact) WithSensitiveFrom(ctx context.Context, other *Artifact) (*Artifact, error) {
	marks := other.sensitive()
	doc := *a.doc
	doc.Tables = slices.Clone(doc.Tables)
	for i := range doc.Tables {
		table := &doc.Tables[i]
		table.Columns = slices.Clone(table.Columns)
		for j := range table.Columns {
			column := &table.Columns[j]
			column.Sensitive = column.Sensitive || marks[newColumnKey(table.Name, column.Name)]
		}
	}
	marked := newArtifact(&doc, a.check)
	if err := marked.omitExamples(ctx); err != nil {
		return nil, err
	}
	return marked, nil
}

type columnKey struct{ table, column string }

func newColumnKey(table, column string) columnKey {
	return columnKey{foldWide(table), foldWide(column)}
}

// foldWide folds the letters that any letter-case rule of Unicode brings together: É and é, s and ſ.
func foldWide(name string) string { return strings.ToLower(strings.ToUpper(name)) }

func sensitiveColumns(doc *Document) map[columnKey]bool {
	keys := map[columnKey]bool{}
	for _, table := range doc.Tables {
		for _, column := range table.Columns {
			if column.Sensitive {
				keys[newColumnKey(table.Name, column.Name)] = true
			}
		}
	}
	return keys
}
