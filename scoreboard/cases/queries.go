package cases

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// rulesFor is what RulesFor returns.
var rulesFor = map[int][]string{
	1064: {sqlcheck.RuleSyntax, rules.SingleStatement.Name, rules.ReadOnly.Name, sqlcheck.RuleComplexity}, // syntax error
	1146: {rules.TableScope.Name},                                                                         // unknown table
	1054: {rules.ColumnScope.Name},                                                                        // unknown column
	1109: {rules.ColumnScope.Name, rules.TableScope.Name},                                                 // unknown table of a column
	1052: {rules.ColumnScope.Name},                                                                        // ambiguous column
	1142: {rules.TableScope.Name, rules.ColumnScope.Name},                                                 // no right to the table
	1143: {rules.ColumnScope.Name},                                                                        // no right to the column
	1370: {rules.FunctionScope.Name},                                                                      // no built-in function of that name
}

// RulesFor returns the rules of asksql that stand for an error of the server, the most apt one
// first, or nil for an error that no guard promises to foresee.
func RulesFor(errno int) []string { return rulesFor[errno] }

// Foreseen reports whether a guard can be expected to refuse what the server refuses with errno.
func Foreseen(errno int) bool { return rulesFor[errno] != nil }

// addQueries adds the queries of people and the replies of models, with their schemas.
func addQueries(shared string, all *All) error {
	dir := filepath.Join(shared, "eval")
	if !exists(dir) {
		all.Missing = append(all.Missing, "gold queries and model output: there is no "+filepath.Base(dir))
		return nil
	}
	if err := addSchemas(dir, all); err != nil {
		return err
	}
	for _, group := range []struct{ set, dir string }{{Gold, "gold"}, {Model, "model-output"}} {
		paths, err := filepath.Glob(filepath.Join(dir, group.dir, "*.jsonl"))
		if err != nil {
			return err
		}
		for _, path := range paths {
			if err := addFile(group.set, path, all); err != nil {
				return err
			}
		}
	}
	return nil
}

func addSchemas(dir string, all *All) error {
	paths, err := filepath.Glob(filepath.Join(dir, "schemas", "*", "*.json"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		artifact, err := schema.Decoder{}.Load(path)
		if err != nil {
			return err
		}
		all.Catalogs = append(all.Catalogs, newCatalog(artifact.SchemaID(), artifact.Document(), false))
	}
	return nil
}

// A record is one text of a file.
type record struct {
	ID       string `json:"id"`
	SchemaID string `json:"schemaId"`
	SQL      string `json:"sql"`
}

// An answer is what the server said to a record.
type answer struct {
	ID      string `json:"id"`
	Errno   int    `json:"errno"`
	Message string `json:"message"`
	// CaseInsensitive is the answer where the letter case of table names does not count, if it
	// is another one. It is the one that guards are held to: all of them fold.
	CaseInsensitive *answer `json:"caseInsensitive"`
}

func addFile(set, path string, all *All) error {
	records, err := readLines[record](path)
	if err != nil {
		return err
	}
	said, err := answers(filepath.Join(filepath.Dir(path), "..", "oracle", filepath.Base(path)))
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
	for _, r := range records {
		a, ok := said[r.ID]
		if !ok {
			return fmt.Errorf("%s: the server's answer to %s is missing", path, r.ID)
		}
		all.Cases = append(all.Cases, asMySQL(r.asCase(set, name, a), a.Message), r.forServer(set, name, a))
	}
	return nil
}

func answers(path string) (map[string]answer, error) {
	list, err := readLines[answer](path)
	if err != nil {
		return nil, err
	}
	byID := map[string]answer{}
	for _, a := range list {
		byID[a.ID] = a
		if a.CaseInsensitive != nil {
			byID[a.ID] = *a.CaseInsensitive
		}
	}
	return byID, nil
}

func (r record) asCase(set, file string, a answer) Case {
	c := Case{
		Set: set, ID: file + " " + r.ID, SQL: r.SQL, Catalog: r.SchemaID, Comparable: true,
		Errno: a.Errno, Asked: true, Rules: rulesFor[a.Errno],
	}
	switch {
	case a.Errno == 0:
		c.Want = Accept
	case Foreseen(a.Errno):
		c.Want = Refuse
	}
	return c
}

// forServer returns the case once more for the dialect of the server that was asked. It is for asksql alone,
// which has that dialect.
func (r record) forServer(set, file string, a answer) Case {
	c := r.asCase(set, file, a)
	c.Dialect, c.Comparable = sqlcheck.MariaDB, false
	return c
}
