package sqlcheck_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

func rule(name string) *sqlcheck.Rule {
	return &sqlcheck.Rule{Name: name, Doc: "it holds", Check: func(*sqlcheck.Pass) {}}
}

func TestNewRefusesMalformedRules(t *testing.T) {
	good := rule("good")
	for _, tc := range []struct {
		why   string
		rules []*sqlcheck.Rule
		want  string
	}{
		{"no rules", nil, "no rule refuses anything"},
		{"advisory rules only", []*sqlcheck.Rule{{Name: "a", Doc: "d", Advisory: true, Check: good.Check}}, "no rule refuses anything"},
		{"nil", []*sqlcheck.Rule{good, nil}, "rule 1 is nil"},
		{"the same twice", []*sqlcheck.Rule{good, good}, "good is given twice"},
		{"another one of the same name", []*sqlcheck.Rule{good, rule("good")}, "good is given twice"},
		{"the engine's own name", []*sqlcheck.Rule{rule("syntax")}, "syntax is given twice, or is one of the engine's own"},
		{"the engine's own name", []*sqlcheck.Rule{rule("complexity")}, "complexity is given twice, or is one of the engine's own"},
		{"no name", []*sqlcheck.Rule{rule("")}, `rule 0: "" is no name`},
		{"capitals", []*sqlcheck.Rule{rule("Good")}, `"Good" is no name`},
		{"a blank", []*sqlcheck.Rule{rule("no good")}, `"no good" is no name`},
		{"a digit first", []*sqlcheck.Rule{rule("1st")}, `"1st" is no name`},
		{"a line break behind the name", []*sqlcheck.Rule{rule("good\n")}, "is no name"},
		{"no Doc", []*sqlcheck.Rule{{Name: "a", Check: good.Check}}, "a has no Doc"},
		{"no Check", []*sqlcheck.Rule{{Name: "a", Doc: "d"}}, "a has no Check"},
	} {
		t.Run(tc.why, func(t *testing.T) {
			c, err := sqlcheck.New(tc.rules, sqlcheck.Options{})
			if c != nil || err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("New = %v, %v; want an error with %q", c, err, tc.want)
			}
		})
	}
}

func TestNewRefusesOptionsOutOfRange(t *testing.T) {
	for _, tc := range []struct {
		why     string
		options sqlcheck.Options
		want    string
	}{
		{"no such dialect", sqlcheck.Options{Dialect: 9}, "unknown dialect(9)"},
		{"a negative limit", sqlcheck.Options{Limits: sqlcheck.Limits{Nodes: -1}}, "a limit is negative"},
		{"a negative limit", sqlcheck.Options{Limits: sqlcheck.Limits{Unlinked: -1}}, "a limit is negative"},
		{"no version", sqlcheck.Options{Server: "the latest"}, `"the latest" is no version of a MySQL server`},
		{"another server's version", sqlcheck.Options{Server: "10.11.6-MariaDB"}, `is no version of a MySQL server`},
		{"no name", sqlcheck.Options{Functions: []string{""}}, `"" is no name of a function`},
		{"a call", sqlcheck.Options{Functions: []string{"f()"}}, `"f()" is no name of a function`},
		{"a qualified name", sqlcheck.Options{Functions: []string{"shop.f"}}, `"shop.f" is no name of a function`},
		{"a letter outside ASCII", sqlcheck.Options{Functions: []string{"ſum"}}, `is no name of a function`},
		{"a line break behind the name", sqlcheck.Options{Functions: []string{"f\n"}}, `is no name of a function`},
	} {
		t.Run(tc.why, func(t *testing.T) {
			c, err := sqlcheck.New(rules.All(), tc.options)
			if c != nil || err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("New = %v, %v; want an error with %q", c, err, tc.want)
			}
		})
	}
}

// The option says which server it is; without it the catalog does; what is no version of the dialect counts for
// nothing there.
func TestServerVersion(t *testing.T) {
	const gone, came = "SELECT MD5(name) FROM customers", "SELECT JSON_OVERLAPS(name, '1') FROM customers"
	for _, tc := range []struct {
		dialect          sqlcheck.Dialect
		option, artifact string
		sql              string
		accepted         bool
	}{
		{sqlcheck.MySQL, "", "", gone, true},
		{sqlcheck.MySQL, "", "9.7.4", gone, false},
		{sqlcheck.MySQL, "", "8.0.36", gone, true},
		{sqlcheck.MySQL, "9.7.4", "8.0.36", gone, false},
		{sqlcheck.MySQL, "8.0.36", "9.7.4", gone, true},
		{sqlcheck.MySQL, "", "10.11.6-MariaDB", gone, true},
		{sqlcheck.MariaDB, "", "10.11.6-MariaDB", came, true},
		{sqlcheck.MariaDB, "", "10.6.20-MariaDB", came, false},
		{sqlcheck.MariaDB, "", "", came, false},
		{sqlcheck.MariaDB, "", "8.0.36", came, false},
		{sqlcheck.TiDB, "", "8.0.11-TiDB-v8.5.0", gone, true},
	} {
		c, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: tc.dialect, Server: tc.option})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Check(tc.sql, versioned{shop(t), tc.artifact}); (err == nil) != tc.accepted {
			t.Errorf("%s %q, artifact %q: Check(%q) = %v", tc.dialect, tc.option, tc.artifact, tc.sql, err)
		}
	}
}

// A versioned is a catalog on a server of known version.
type versioned struct {
	sqlcheck.Catalog
	version string
}

func (v versioned) ServerVersion() string { return v.version }

func TestParseDialect(t *testing.T) {
	for _, d := range dialects {
		if got, err := sqlcheck.ParseDialect(d.String()); got != d || err != nil {
			t.Errorf("ParseDialect(%q) = %v, %v", d, got, err)
		}
	}
	if _, err := sqlcheck.ParseDialect("MySQL"); err == nil || !strings.Contains(err.Error(), "mysql, mariadb, tidb") {
		t.Errorf("ParseDialect(MySQL) gives %v, want an error that lists the dialects", err)
	}
}

// The rules given decide what is reported under which name. What none of them looks at is refused
// all the same: the printer leaves it out or cannot write it.
func TestWhatNoRuleJudgesIsRefused(t *testing.T) {
	lenient, err := sqlcheck.New([]*sqlcheck.Rule{rule("anything_goes")}, sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	catalog := shop(t)
	for _, tc := range []struct{ why, sql string }{
		{"several statements", "SELECT 1; SELECT 2"},
		{"another statement", "DELETE FROM orders"},
		{"INTO OUTFILE", "SELECT id FROM orders INTO OUTFILE '/tmp/x'"},
		{"a lock", "SELECT id FROM orders FOR UPDATE"},
		{"SQL_CALC_FOUND_ROWS", "SELECT SQL_CALC_FOUND_ROWS id FROM orders"},
		{"an assignment", "SELECT @a := 1"},
		{"a variable", "SELECT @@version"},
		{"a sequence", "SELECT NEXTVAL(s)"},
		{"a function", "SELECT SLEEP(1)"},
		{"VALUES()", "SELECT VALUES(id) FROM orders"},
		{"a table", "SELECT 1 FROM secret"},
		{"a column", "SELECT totl FROM orders"},
		{"an ambiguous column", "SELECT id FROM orders, customers"},
		{"an alias given twice", "SELECT 1 FROM orders o, orders o"},
		{"an undefined window", "SELECT SUM(id) OVER w FROM orders"},
		{"a position out of range", "SELECT id FROM orders ORDER BY 2"},
	} {
		t.Run(tc.why, func(t *testing.T) {
			list := refused(t, lenient, tc.sql, catalog)
			if list[0].Rule != sqlcheck.RuleSyntax || list[0].Message == "" {
				t.Errorf("Check(%q) is refused by %+v, want syntax and a message", tc.sql, list[0])
			}
		})
	}
	accepted(t, lenient, "SELECT id FROM orders", catalog)
}

// A checker without column_scope still refuses a column that is out of scope: a catalog says so, and
// leaving a rule out must not mean more than leaving out its name.
func TestHiddenColumnsNeedNoRule(t *testing.T) {
	lenient, err := sqlcheck.New([]*sqlcheck.Rule{rules.ReadOnly}, sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := verdict(t, lenient, "SELECT salary FROM employees", shop(t)); got == "accept" {
		t.Error("a column out of scope is accepted by a checker without column_scope")
	}
}

func TestRulesRunOnThePrintToo(t *testing.T) {
	var seen int
	counting := &sqlcheck.Rule{Name: "counting", Doc: "d", Check: func(p *sqlcheck.Pass) { seen++ }}
	c, err := sqlcheck.New([]*sqlcheck.Rule{counting}, sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	accepted(t, c, "SELECT 1", shop(t))
	if seen != 2 {
		t.Errorf("the rule ran %d times, want 2: over the text and over the print", seen)
	}
}

func TestAdviceRefusesNothing(t *testing.T) {
	noted := &sqlcheck.Rule{Name: "noted", Doc: "d", Advisory: true, Check: func(p *sqlcheck.Pass) {
		for _, table := range p.Tables {
			p.Report(table.Node, "reads "+table.Table.Name())
		}
	}}
	c, err := sqlcheck.New([]*sqlcheck.Rule{noted, rules.TableScope}, sqlcheck.Options{Dialect: sqlcheck.TiDB})
	if err != nil {
		t.Fatal(err)
	}
	q := accepted(t, c, "SELECT 1 FROM orders o, customers c, orders p WHERE p.id = o.id", shop(t))
	want := []sqlcheck.Advice{{Code: "noted", Message: "reads orders"}, {Code: "noted", Message: "reads customers"}}
	if !slices.Equal(q.Advice(), want) {
		t.Errorf("Advice() = %v, want each piece once: %v", q.Advice(), want)
	}
}

func TestRulesKnowTheDialect(t *testing.T) {
	for _, d := range dialects {
		var got sqlcheck.Dialect
		r := &sqlcheck.Rule{Name: "r", Doc: "d", Check: func(p *sqlcheck.Pass) { got = p.Dialect }}
		c, err := sqlcheck.New([]*sqlcheck.Rule{r}, sqlcheck.Options{Dialect: d})
		if err != nil {
			t.Fatal(err)
		}
		accepted(t, c, "SELECT 1", shop(t))
		if got != d {
			t.Errorf("Pass.Dialect = %s, want %s", got, d)
		}
	}
}
