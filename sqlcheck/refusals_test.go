package sqlcheck_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// docs/refusals.md shows every message that the engine and the rules have. It is a case page, so
// go test -update rewrites what they say.
func TestRefusals(t *testing.T) {
	suite := sqlchecktest.Suite{Rules: rules.All(), Pages: []corpus.Page{refusalsPage(t)}}
	if *update {
		suite.Rewrite = "../docs"
	}
	suite.Run(t)
}

func refusalsPage(t *testing.T) corpus.Page {
	t.Helper()
	text, err := os.ReadFile("../docs/refusals.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := corpus.Parse("refusals.md", string(text))
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// Every message in the source has an example on the page, in the words of the source. Those that only
// a very long text gets are built here, and those that nothing gets say why.
func TestEveryMessageHasAnExample(t *testing.T) {
	said := shown(refusalsPage(t)) + builtMessages(t)
	for _, m := range messages(t, ".", "internal/suggest", "../rules") {
		if m.isOfRowRules() {
			continue // it is said to whoever writes rules; TestEveryMessageOfRowRules has an example
		}
		example := m.pattern(t).FindString(said) != ""
		switch _, reason := unreachable[m.text]; {
		case !example && !reason:
			t.Errorf("%s: no example of the message %q in docs/refusals.md", m.place, m.text)
		case example && reason:
			t.Errorf("%s: the message %q has an example, and so can be had", m.place, m.text)
		}
	}
}

// Where the parser cannot read a text, what the message says to write instead stands below it, and is accepted
// by the dialects that refuse the text, unless nothing is known of the cause. A dialect that has no such form
// is not among those that the accepted text is for.
func TestEveryHintIsAccepted(t *testing.T) {
	page := refusalsPage(t)
	tried := 0
	for i, c := range page.Cases {
		if c.Accept || !strings.Contains(c.Golden, "the text cannot be read as SQL at") || strings.Contains(c.Golden, "check the words around it") {
			continue
		}
		tried++
		if i+1 == len(page.Cases) || !page.Cases[i+1].Accept {
			t.Errorf("%s: below this text there is none that follows what is said of it", c.Position())
		}
	}
	if tried < 40 {
		t.Errorf("tried %d hints, want at least 40", tried)
	}
}

// Of each type that is none to cast to, the message names one that is.
func TestEveryTypeToCastTo(t *testing.T) {
	named := regexp.MustCompile(`cast to (.+) for (\w+)$`)
	for _, d := range dialects {
		c, catalog := checker(t, sqlcheck.Options{Dialect: d}), shop(t)
		for _, tp := range strings.Fields("VARCHAR NVARCHAR TEXT STRING LONGTEXT MEDIUMTEXT UUID VARBINARY BLOB BYTEA INT INTEGER BIGINT SMALLINT TINYINT MEDIUMINT INT4 INT8 BOOLEAN BOOL SERIAL NUMERIC NUMBER MONEY FIXED TIMESTAMP TIMESTAMPTZ") {
			for _, form := range []string{"CAST(id AS %s)", "CONVERT(id, %s)", "1 + (SELECT CAST(MAX(id) AS %s) FROM customers)"} {
				sql := "SELECT " + strings.ReplaceAll(form, "%s", tp) + " FROM orders"
				_, err := c.Check(sql, catalog)
				if err == nil {
					continue // MariaDB casts to some
				}
				hint := named.FindStringSubmatch(violations(t, err)[0].Message)
				if hint == nil || hint[2] != tp {
					t.Errorf("%s: Check(%q) = %v", d, sql, err)
					continue
				}
				to := strings.NewReplacer("(p, s)", "(10, 2)").Replace(hint[1])
				if _, err := c.Check("SELECT "+strings.ReplaceAll(form, "%s", to)+" FROM orders", catalog); err != nil {
					t.Errorf("%s: %s is said to be one to cast to: %v", d, to, err)
				}
			}
		}
	}
}

// shown returns the answers of a page.
func shown(page corpus.Page) string {
	var b strings.Builder
	for _, c := range page.Cases {
		b.WriteString(c.Golden + "\n")
	}
	return b.String()
}

// unreachable are the messages that no text gets, with the reason.
var unreachable = map[string]string{
	"this text is not supported; write it in a simpler form":    "the parser panics on no text that is known",
	"the parser warns about this text, so write it otherwise: ": "the parser warns about hints only, which are dropped",
	"Optimizer hint": "compared with what the parser says",
	"this construct (%T) is not supported; write it in a simpler form":                     "the parser builds nothing that is not known",
	"this query is not supported; write it in a simpler form":                              "every print comes back the same",
	"this hexadecimal literal is not supported; write CAST(… AS CHAR) or a decimal number": "needs a host that brings literals of its own",
	"the table name": "needs a schema with such a table",
	"more than one statement is not supported; write one": "single_statement says it first",
	"the variable ":                              "function_scope says it first",
	"writes, variables or faults":                "names facts in an error",
	"query blocks":                               "names facts in an error",
	"a derived table of the print may be merged": "the print of a query has what it needs",
	"MATCH … AGAINST is not supported here beside anything that may fail on some row, such as arithmetic; leave one of the two out":                 "needs row rules; TestMatchAndFence has it",
	"a subquery is not supported here in the ON of an outer join; join a derived table of what it selects":                                          "needs row rules; TestSubqueriesOfOuterJoins has it",
	"a subquery is not supported here in VALUES; write SELECT … UNION ALL SELECT …":                                                                 "needs row rules; TestSubqueriesOfValues has it",
	"MATCH … AGAINST weighs words by all rows of a table here, others than you may read among them; write it as a condition alone, IN BOOLEAN MODE": "needs row rules; TestMatchAndFence has it",
	"MATCH … AGAINST is not supported here in the ORDER BY of a subquery; sort the query outside by it":                                             "needs row rules; TestMatchAndFence has it",
}

// builtMessages returns what is said of texts that are too long for a page.
func builtMessages(t *testing.T) string {
	t.Helper()
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	var b strings.Builder
	for _, sql := range []string{
		"SELECT 1 FROM orders WINDOW " + several(128, "w%d AS ()"),
		"SELECT " + several(4097, "1") + " FROM orders",
		"WITH x AS (SELECT " + several(2400, "1 AS a%d") + ") SELECT * FROM orders, x" + strings.Repeat(" UNION ALL SELECT * FROM orders, x", 3),
		"SELECT " + several(200, "o.*") + " FROM orders o",
		"SELECT " + several(200, `'\\'`),
		"WITH x AS (SELECT " + several(600, "1 AS a%d") + ") SELECT 1 FROM x NATURAL JOIN x y",
		"SELECT id" + strings.Repeat("+id", 1500) + " AS a FROM orders ORDER BY " + several(950, "a+1"),
		"WITH " + several(97, "c%d AS (SELECT 1)") + " SELECT 1",
		"WITH " + strings.Repeat("c", 65) + " AS (SELECT 1) SELECT 1",
		"SELECT id AS " + strings.Repeat("a", 257) + " FROM orders",
		strings.Repeat("SELECT * FROM (", 60) + "SELECT " + several(2500, "1 AS a%d") + strings.Repeat(") d", 60),
	} {
		for _, v := range refused(t, c, sql, catalog) {
			b.WriteString(v.Message + "\n")
		}
	}
	return b.String()
}

// A message is a string of the source that is said to a user, or a part of what is.
type message struct {
	text  string
	place string // file and line
}

// twoWords tells a message from a key word: it has two words in small letters.
var twoWords = regexp.MustCompile(`[a-z]+ [a-z]`)

// messages returns the strings in the source of some directories that read as messages. Arguments of
// fmt.Errorf are none: they are for whoever sets the checker up, or for the log.
func messages(t *testing.T, dirs ...string) (found []message) {
	t.Helper()
	files := token.NewFileSet()
	for _, dir := range dirs {
		before := len(found)
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(files, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ImportSpec:
					return false
				case *ast.KeyValueExpr:
					key, ok := n.Key.(*ast.Ident)
					return !ok || key.Name != "Doc"
				case *ast.CallExpr:
					return !isCallOf(n, "fmt", "Errorf") && !isCallOf(n, "regexp", "MustCompile")
				case *ast.BasicLit:
					if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && twoWords.MatchString(text) {
						found = append(found, message{text, files.Position(n.Pos()).String()})
					}
				}
				return true
			})
		}
		if n := len(found) - before; n < 5 {
			t.Fatalf("found %d messages in %s; the test is looking in the wrong place", n, dir)
		}
	}
	if len(found) < 150 {
		t.Fatalf("found %d messages in %v; the test is looking in the wrong place", len(found), dirs)
	}
	return found
}

func isCallOf(n *ast.CallExpr, pack, function string) bool {
	f, ok := n.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := f.X.(*ast.Ident)
	return ok && x.Name == pack && f.Sel.Name == function
}

// verbs are the formats that messages use.
var verbs = regexp.MustCompile(`%(\[\d\])?(04X|[sdqT])`)

// pattern matches what the message says, whatever it names.
func (m message) pattern(t *testing.T) *regexp.Regexp {
	t.Helper()
	var b strings.Builder
	rest := m.text
	for {
		at := verbs.FindStringIndex(rest)
		if at == nil {
			break
		}
		b.WriteString(regexp.QuoteMeta(rest[:at[0]]) + ".+")
		rest = rest[at[1]:]
	}
	return regexp.MustCompile(b.String() + regexp.QuoteMeta(rest))
}
