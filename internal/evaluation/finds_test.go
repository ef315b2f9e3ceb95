package evaluation

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/sqlgen"
)

// findsVariable is the environment variable that names a directory of what fuzzers have found, such
// as the one that `go env GOCACHE` names, with /fuzz after it.
const findsVariable = "ASKSQL_FUZZ_CORPUS"

// fuzzSeeds are the finds that the repository keeps.
const fuzzSeeds = "../../sqlcheck/testdata/fuzz"

// testFinds runs what is accepted of what the fuzzers of sqlcheck have found.
func testFinds(t *testing.T, kind servertest.Kind, f figures) {
	shop := pagesShop(t)
	tables := shop.View(schema.Policy{}).Tables()
	var texts []fuzzed
	for _, dir := range []string{fuzzSeeds, os.Getenv(findsVariable)} {
		if dir != "" {
			texts = append(texts, readFinds(t, dir, tables)...)
		}
	}
	t.Logf("%d texts of fuzzers; %s names a directory with more", len(texts), findsVariable)
	testFuzzed(t, kind, shop, acceptedFuzzed(t, shop, "finds", texts, kind.Dialect()), f)
}

// readFinds returns the texts in the files under dir. Each lies in a directory that is called like
// its fuzz target; those of targets whose input is no query are left out.
func readFinds(t *testing.T, dir string, tables []*sqlcheck.Table) []fuzzed {
	t.Helper()
	var texts []fuzzed
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		target := filepath.Base(filepath.Dir(path))
		read, ok := readers[target]
		if !ok {
			return nil
		}
		found := readFind(t, path)
		for _, sql := range read(found, tables) {
			texts = append(texts, fuzzed{target + "/" + entry.Name(), sql})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// A find is what a fuzz target takes.
type find struct {
	input   string
	more    string // of targets that take another value
	dialect sqlcheck.Dialect
}

// readers make queries of finds, by the name of the target.
var readers = map[string]func(f find, tables []*sqlcheck.Table) []string{
	"FuzzCheck": func(f find, _ []*sqlcheck.Table) []string { return []string{f.input} },
	"FuzzGenerated": func(f find, tables []*sqlcheck.Table) []string {
		return []string{sqlgen.Query(tables, f.dialect, []byte(f.input))}
	},
	"FuzzPrint": func(f find, _ []*sqlcheck.Table) []string { return []string{sqlgen.Literal(f.input, f.more[0])} },
	"FuzzName":  func(f find, _ []*sqlcheck.Table) []string { return sqlgen.Names(f.input) },
}

// readFind reads a file of Go's format for fuzzers: after a head, a value on each line. The first one is
// a text or bytes, the last one a number that stands for a dialect among other options.
func readFind(t *testing.T, path string) find {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		value, err := unquoted(line)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		values = append(values, value)
	}
	if len(values) < 2 {
		t.Fatalf("%s holds %d values, want two or more", path, len(values))
	}
	number, _ := utf8.DecodeRuneInString(values[len(values)-1])
	dialect := []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB}[number%3]
	return find{input: values[0], more: values[1], dialect: dialect}
}

// unquoted returns the value of a Go literal in a conversion, such as string("a") or byte('a').
func unquoted(conversion string) (string, error) {
	_, rest, _ := strings.Cut(conversion, "(")
	value, err := strconv.Unquote(strings.TrimSuffix(rest, ")"))
	if err != nil {
		return "", fmt.Errorf("%s: %w", conversion, err)
	}
	return value, nil
}
