package cases

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// addQueries adds the queries of people and the replies of models, with their schemas.
func addQueries(from Sources, all *All) error {
	dir := filepath.Join(from.Shared, "eval")
	if !exists(dir) {
		all.Missing = append(all.Missing, "gold queries and model output: there is no "+filepath.Base(dir))
		return nil
	}
	if err := addSchemas(dir, all); err != nil {
		return err
	}
	mysql, err := loadAnswers(from.Answers)
	if err != nil {
		return err
	}
	all.MySQL = mysql.Server
	for _, group := range []struct{ set, dir string }{{Gold, "gold"}, {Model, "model-output"}} {
		paths, err := filepath.Glob(filepath.Join(dir, group.dir, "*.jsonl"))
		if err != nil {
			return err
		}
		for _, path := range paths {
			name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
			if err := addFile(group.set, path, mysql.Files[group.dir+"/"+name], all); err != nil {
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
		c := newCatalog(artifact.SchemaID(), artifact.Document(), false)
		for i := range c.Tables {
			c.Tables[i].AllKeys = true // the server that was asked had no others
		}
		all.Catalogs = append(all.Catalogs, c)
	}
	return nil
}

// A record is one text of a file.
type record struct {
	ID       string `json:"id"`
	SchemaID string `json:"schemaId"`
	SQL      string `json:"sql"`
}

// An answer is what the MariaDB said to a record.
type answer struct {
	ID    string `json:"id"`
	Errno int    `json:"errno"`
	// CaseInsensitive is the answer where the letter case of table names does not count, if it
	// is another one. It is the one that guards are held to: all of them fold.
	CaseInsensitive *answer `json:"caseInsensitive"`
}

// addFile adds the texts of a file: for MySQL with what a MySQL said, for MariaDB with what a MariaDB said.
func addFile(set, path string, mysql answeredFile, all *All) error {
	records, err := readLines[record](path)
	if err != nil {
		return err
	}
	said, err := answers(filepath.Join(filepath.Dir(path), "..", "oracle", filepath.Base(path)))
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
	if mysql.Texts != len(records) {
		return fmt.Errorf("%s: a MySQL answered %d of %d texts; run make differential", path, mysql.Texts, len(records))
	}
	for _, r := range records {
		a, ok := said[r.ID]
		if !ok {
			return fmt.Errorf("%s: the server's answer to %s is missing", path, r.ID)
		}
		c := r.asCase(set, name, mysql.Errors[r.ID])
		c.OtherErrno = a.Errno
		all.Cases = append(all.Cases, c, r.forServer(set, name, a.Errno))
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

// asCase returns the case with the verdict of the server of its dialect, which said errno.
func (r record) asCase(set, file string, errno int) Case {
	c := Case{
		Set: set, ID: file + " " + r.ID, SQL: r.SQL, Catalog: r.SchemaID, Comparable: true,
		Errno: errno, Asked: true, Rules: RulesFor(errno),
	}
	switch {
	case errno == 0:
		c.Want = Accept
	case Foreseen(errno):
		c.Want = Refuse
	}
	return c
}

// forServer returns the case once more for MariaDB. It is for asksql alone, which has that dialect.
func (r record) forServer(set, file string, errno int) Case {
	c := r.asCase(set, file, errno)
	c.Dialect, c.Comparable = sqlcheck.MariaDB, false
	if errno == LabelOfAggregate {
		c.Want, c.Rules = Either, nil
	}
	return c
}
