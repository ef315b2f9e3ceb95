package grammargen_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammargen"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/property"
)

// Row rules are held to what they mean: a query that is checked with the filters of a tenant gives on the database
// of all tenants what the query alone gives on a database that has that tenant's rows and no others, rows and error
// numbers alike.

// shared is the database of all tenants.
const shared = database + "_shared"

// A tenant is one of those in the shared database.
type tenant struct {
	id   string
	org  string
	tags []string
	// fails says that the tenant has rows for which expressions fail. Whether a server comes to them, as behind a LIMIT,
	// is its choice; that of the others makes no difference.
	fails bool
}

// The values of org are one to the default collations of both servers.
var tenants = []tenant{{"1", "a", []string{"1"}, false}, {"2", "A", []string{"2", "1"}, true}, {"3", "a ", nil, false}}

// plain has the tenant's rows in tables that know no tenants; alone has them in the tables of the shared database, and
// beside them harmless rows of nobody: servers have other plans for tables of no row or one.
func (n tenant) plain() string { return database + "_plain" + n.id }
func (n tenant) alone() string { return database + "_alone" + n.id }

// An ownedTable is a table whose rows belong to tenants.
type ownedTable struct {
	name    string
	columns []string // that queries see
	owner   string   // the column that they do not see, "" for none
	key     string
	values  string
	rule    string
	own     func(tenant) string // the rule as a condition in SQL
}

func ofTenant(n tenant) string { return "tenant_id = " + n.id }

// ownedTables hold few rows, and in those of the second tenant what makes expressions fail: numbers that overflow,
// patterns and documents that cannot be read.
var ownedTables = []ownedTable{
	{"customers", []string{"id bigint", "name varchar(40)", "city varchar(40)"}, "tenant_id int", "KEY (tenant_id)",
		"(1,'n1','Lisboa',1),(2,'a','Wien',1),(3,NULL,'Wien',1),(1,'(','{',2),(9223372036854775807,'paid','Rom',2),(2,'a','2025-13-45',2),(NULL,NULL,NULL,NULL)",
		"tenant_id = @tenant", ofTenant},
	{"orders", []string{"id bigint", "customer_id bigint", "total decimal(10,2)", "status varchar(20)", "placed_at datetime"}, "tenant_id int", "KEY (tenant_id, id), KEY (id)",
		"(1,1,10.50,'paid','2025-01-31 10:11:12',1),(2,1,2.00,'new','2024-02-29',1),(3,2,NULL,'paid',NULL,1),(3,7,1.00,'a','2025-01-31',1)," +
			"(9223372036854775807,1,99999999.99,'(','9999-12-31',2),(-9223372036854775808,2,-99999999.99,'[',NULL,2),(5,9223372036854775807,0,'','1000-01-01',2)",
		"tenant_id = @tenant", ofTenant},
	{"items", []string{"order_id bigint", "product_id bigint", "qty bigint"}, "", "KEY (order_id)",
		"(1,1,2),(1,2,1),(3,2,NULL),(5,3,9223372036854775807),(5,1,0),(8,8,8)",
		"order_id IN (SELECT id FROM orders)", func(n tenant) string {
			return "order_id IN (SELECT o.id FROM " + shared + ".orders o WHERE o." + ofTenant(n) + ")"
		}},
	{"products", []string{"product_id bigint NOT NULL", "title varchar(40)", "doc json"}, "org varchar(9)", "PRIMARY KEY (product_id), KEY (org)",
		`(1,'a','{"a": 1}','a'),(2,'n1',NULL,'a'),(3,'it''s','{"b": [1, 2]}','a'),(9223372036854775807,'[','"{"','A'),(-9223372036854775808,'(','[[1],[2]]','A'),(7,'x','{}','a '),(6,'w','{"a": 2}','a '),(8,NULL,NULL,NULL)`,
		"org = @org", func(n tenant) string { return "BINARY org = '" + n.org + "'" }},
	{"tags", []string{"tag varchar(20)", "c1 bigint"}, "tenant_id int", "KEY (c1)",
		"('a',1,1),('paid',2,1),(NULL,1,1),('a',NULL,1),('*',9223372036854775807,2),('{',0,3)",
		"tenant_id IN (@tags)", func(n tenant) string {
			return "tenant_id IN (" + strings.Join(append([]string{"NULL"}, n.tags...), ",") + ")"
		}},
}

// makeTenants makes all databases anew.
func (s *server) makeTenants(t *testing.T) {
	t.Helper()
	s.makeOwned(t, shared, true, func(o ownedTable) string { return "INSERT INTO " + o.name + " VALUES " + o.values })
	for _, n := range tenants {
		s.makeOwned(t, n.plain(), false, func(o ownedTable) string {
			return fmt.Sprintf("INSERT INTO %s SELECT %s FROM %s.%s WHERE %s", o.name, tableRows{columns: o.columns}.names(), shared, o.name, o.own(n))
		})
		s.makeOwned(t, n.alone(), true, func(o ownedTable) string {
			return fmt.Sprintf("INSERT INTO %s SELECT * FROM %s.%s WHERE %s", o.name, shared, o.name, o.own(n))
		})
		s.addStrangers(t, n.alone())
	}
}

// addStrangers adds rows that no tenant sees.
func (s *server) addStrangers(t *testing.T, name string) {
	t.Helper()
	db, err := s.in(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range []string{"customers VALUES (90,'y','Graz',9),(91,'y','Graz',9)", "orders VALUES (90,90,1,'y','2025-02-03',9),(91,91,1,'y','2025-02-03',9)",
		"items VALUES (90,90,1),(91,90,1)", "products VALUES (90,'y','{}','z'),(91,'y','{}','z')", "tags VALUES ('y',90,9),('y',91,9)"} {
		execute(t, db, "INSERT INTO "+rows)
	}
}

func (s *server) makeOwned(t *testing.T, name string, owned bool, fill func(ownedTable) string) {
	t.Helper()
	root, err := s.in("")
	if err != nil {
		t.Fatal(err)
	}
	execute(t, root, "DROP DATABASE IF EXISTS "+name, "CREATE DATABASE "+name+" CHARACTER SET utf8mb4")
	db, err := s.in(name)
	if err != nil {
		t.Fatal(err)
	}
	if s.dialect == sqlcheck.MariaDB { // whose bound on time is for all statements
		execute(t, db, "SET max_statement_time = 60")
		defer execute(t, db, "SET max_statement_time = 0.5")
	}
	for _, o := range ownedTables {
		columns, key := o.columns, o.key
		if owned && o.owner != "" {
			columns = append(slices.Clip(columns), o.owner)
		}
		if !owned {
			key = regexp.MustCompile(`KEY \((tenant_id|org)\)|tenant_id, `).ReplaceAllString(key, "")
			key = strings.Trim(strings.ReplaceAll(key, "KEY (id), KEY (id)", "KEY (id)"), ", ")
		}
		if key != "" {
			columns = append(slices.Clip(columns), key)
		}
		execute(t, db, fmt.Sprintf("CREATE TABLE %s (%s)", o.name, strings.Join(columns, ", ")), fill(o))
	}
	if owned {
		execute(t, db, "CREATE VIEW v_orders AS SELECT o.id, c.name, o.total, o.tenant_id FROM orders o LEFT JOIN customers c ON c.id = o.customer_id AND c.tenant_id = o.tenant_id")
	} else {
		execute(t, db, "CREATE VIEW v_orders AS SELECT o.id, c.name, o.total FROM orders o LEFT JOIN customers c ON c.id = o.customer_id")
	}
}

var ownedParameters = []sqlcheck.Parameter{
	{Name: "tenant", Type: sqlcheck.ParameterInteger}, {Name: "org", Type: sqlcheck.ParameterString},
	{Name: "tags", Type: sqlcheck.ParameterInteger, List: true},
}

// An ownedCatalog is the shared database.
type ownedCatalog []*sqlcheck.Table

func (c ownedCatalog) Tables() []*sqlcheck.Table { return c }

func (c ownedCatalog) Table(db, name string) *sqlcheck.Table {
	for _, t := range c {
		if sqlcheck.Fold(t.Name()) == sqlcheck.Fold(name) && (db == "" || sqlcheck.Fold(db) == database) {
			return t
		}
	}
	return nil
}

// filters returns the filters of each tenant.
func filters(t *testing.T, c *sqlcheck.Checker) (list []*sqlcheck.Filters) {
	t.Helper()
	var catalog ownedCatalog
	var rules []sqlcheck.RowRule
	for _, o := range ownedTables {
		var columns []sqlcheck.Column
		for _, column := range append(slices.Clip(o.columns), o.owner) {
			if name, kind, ok := strings.Cut(column, " "); ok {
				columns = append(columns, sqlcheck.Column{Name: name, Type: kind, InScope: true})
			}
		}
		catalog = append(catalog, sqlcheck.NewTable(database, o.name, columns))
		rules = append(rules, sqlcheck.RowRule{Tables: []string{o.name}, Where: o.rule})
	}
	var columns []sqlcheck.Column
	for _, name := range []string{"id", "name", "total", "tenant_id"} {
		columns = append(columns, sqlcheck.Column{Name: name, Type: "bigint", InScope: true})
	}
	catalog = append(catalog, sqlcheck.NewView(database, "v_orders", columns))
	rules = append(rules, sqlcheck.RowRule{Tables: []string{"v_orders"}, Where: "tenant_id = @tenant"})
	access, err := c.NewAccess(catalog, ownedParameters, rules)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range tenants {
		values := map[string]sqlcheck.Value{}
		for i, texts := range [][]string{{n.id}, {n.org}, n.tags} {
			v, err := sqlcheck.ParseValue(ownedParameters[i], texts...)
			if err != nil {
				t.Fatal(err)
			}
			values[ownedParameters[i].Name] = v
		}
		f, err := access.Bind(values)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// An owner holds queries to the definition on one server.
type owner struct {
	*server
	generator *grammargen.Generator
	checker   *sqlcheck.Checker
	shown     sqlcheck.Catalog
	filters   []*sqlcheck.Filters
	found     findings
	accepted  int
	held      int // runs
	rows      int // runs that gave rows
	fenced    int
	faults    []string // texts for whose prints the server gives other rows when it merges derived tables
	// rollups are other rows of WITH ROLLUP. Servers leave out, or fill in, what ROLLUP adds for tables that they read as
	// constants because they have one row or none; and MariaDB what it adds in a subquery behind ALL.
	rollups int
	refused int // with filters only, as documented
	own     int // errors that only one of two plans comes to, on rows of the tenant
}

// needsUnfiltered matches what is said of queries that are refused with filters only: MATCH over a derived table
// that is not merged, and a column of VALUES that MariaDB calls by the print of a subquery.
var needsUnfiltered = regexp.MustCompile("MATCH … AGAINST|a subquery is not supported here|a certain name|column names? ")

// ordersByConstant matches what MariaDB refuses unless its table is empty.
var ordersByConstant = regexp.MustCompile(`GROUP_CONCAT\(.* ORDER BY (TRUE|FALSE)`)

// correlatedSet matches INTERSECT and EXCEPT in a subquery, which MySQL 9.7 computes once for several outer rows.
var correlatedSet = regexp.MustCompile(`\([^()]*\b(?:INTERSECT|EXCEPT)\b`)

// truthBesideJSON matches a truth value beside JSON, which MySQL takes for a number once it has computed it for a table
// without rows.
var truthBesideJSON = regexp.MustCompile(`NULL\)? (<|>|=|<>|<=|>=|<=>) .*doc|doc.* (<|>|=|<>|<=|>=|<=>) .*NULL`)

// onOwnRows reports whether one of two runs, or the other one, fails on a row, where other tenants' rows have been
// found to make no difference. Then the row is the tenant's own: which expressions a server computes for how many
// rows, before others have left them out, is its choice, and a derived table that is not merged is another plan.
// MySQL computes no GROUP BY of a row that it has found by its key, for one.
func onOwnRows(d *property.Difference) bool {
	failed := false
	for _, errno := range d.Errnos {
		if errno != 0 && !slices.Contains(rowErrors, errno) {
			return false
		}
		failed = failed || errno != 0
	}
	return failed
}

// rowErrors are what servers say of values in a row, and of calls that a plan never comes to: numbers out of range, subqueries of several rows, patterns,
// documents and shapes that cannot be read.
var rowErrors = []uint16{1210, 1235, 1292, 1365, 1411, 1583, 1919, 3037, 3064, 3144, 3156, 3158, 3854, 1690, 1242, 1139, 3141, 3143, 3146, 3685, 3686, 3688, 3689, 3690, 3691, 3692, 3695, 3696, 3697, 3698, 3699, 3700, 4079}

func newOwner(t *testing.T, s *server) *owner {
	t.Helper()
	o := &owner{server: s, generator: serverGenerator(t, s.dialect), checker: checker(t, s.dialect), found: findings{}}
	o.shown, o.filters = property.Shown(o.generator.World), filters(t, o.checker)
	s.makeTenants(t)
	s.make(t, fixture{name: judge, judged: true})
	return o
}

// TestRowRules holds generated queries and those below to the definition. ASKSQL_GRAMMAR says how many, and
// ASKSQL_GRAMMAR_SEED the first one.
func TestRowRules(t *testing.T) {
	for _, s := range servers(t) {
		t.Run(s.dialect.String(), func(t *testing.T) {
			o := newOwner(t, s)
			t.Run("definition", o.definition)
			t.Run("modes", o.modes)
			t.Run("plans", o.plans)
			t.Run("faults", o.findsMentions)
		})
	}
}

func (o *owner) definition(t *testing.T) {
	first, last := texts(t, 150)
	for _, sql := range ownedQueries(o.dialect) {
		if !o.hold(t, sql, nil) {
			t.Errorf("not accepted: %s", sql)
		}
	}
	for seed := first; seed < last; seed++ {
		q := o.generator.Query(seed)
		o.hold(t, q.String(), q)
	}
	for _, sql := range o.faults[:min(len(o.faults), 3*examples)] {
		t.Logf("other rows when the server merges: %s", sql)
	}
	t.Logf("%d texts, %d accepted, %d runs, %d of them with rows, %d fenced, %d errors on own rows, %d refused with filters only, %d faults of the server, %d other rows of ROLLUP; findings %v, errors %v",
		last-first, o.accepted, o.held, o.rows, o.fenced, o.own, o.refused, len(o.faults), o.rollups, o.found, o.errnos)
}

// hold runs a query for each tenant and reports what differs. It returns whether the query is accepted.
func (o *owner) hold(t *testing.T, sql string, q *grammargen.Query) bool {
	t.Helper()
	checked, err := o.checker.Check(sql, o.shown)
	if err != nil || byChance.MatchString(sql) || o.dialect == sqlcheck.MariaDB && endsServer.MatchString(sql) {
		return err == nil
	}
	o.accepted++
	for i := range tenants {
		kind, said := o.differs(t, i, sql, checked.String(), nil)
		if kind == "" {
			continue
		}
		if o.found[kind]++; o.found[kind] > examples {
			continue
		}
		if q != nil {
			if small := o.generator.Shrink(q, func(sql string) bool {
				checked, err := o.checker.Check(sql, o.shown)
				if err != nil {
					return false
				}
				is, how := o.differs(t, i, sql, checked.String(), nil)
				if is == kind {
					said = how
				}
				return is == kind
			}); small != nil {
				sql = small.String()
			}
		}
		t.Errorf("%s, tenant %s: %s\n%s", kind, tenants[i].id, sql, said)
	}
	return true
}

// differs holds the print with filters to the one without. fault, if it is not nil, is done to the print.
func (o *owner) differs(t *testing.T, tenant int, sql, print string, fault func(string) string) (kind, said string) {
	t.Helper()
	filtered, err := o.checker.CheckFiltered(sql, o.shown, o.filters[tenant], nil)
	if err != nil {
		if needsUnfiltered.MatchString(err.Error()) {
			o.refused++
			return "", ""
		}
		return "verdict", fmt.Sprintf("%s\nis refused with filters: %v", print, err)
	}
	text := filtered.String()
	if fault != nil {
		text = fault(text)
	}
	if strings.Contains(text, "LIMIT 18446744073709551615)") {
		o.fenced++
	}
	n := tenants[tenant]
	for _, pair := range []struct {
		kind string
		a, b property.Run
	}{
		// First what matters more: other tenants' rows make no difference.
		{"interference", property.Run{Database: n.alone(), SQL: text}, property.Run{Database: shared, SQL: text}},
		{"definition", property.Run{Database: n.plain(), SQL: print}, property.Run{Database: shared, SQL: text}},
	} {
		difference, rows, err := property.Same(o, pair.a, pair.b, false)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if o.held++; rows > 0 {
			o.rows++
		}
		if difference != nil && (pair.kind == "definition" || n.fails) && (onOwnRows(difference) || ordersByConstant.MatchString(print)) {
			o.own++
			continue
		}
		if difference != nil && o.dialect == sqlcheck.MariaDB && difference.Errnos == [2]uint16{1055, 0} {
			continue // it does not hold what it merges to ONLY_FULL_GROUP_BY
		}
		if difference != nil && difference.Kind() == "rows" && pair.kind == "definition" && strings.Contains(print, "WITH ROLLUP") {
			o.rollups++
			continue
		}
		if difference != nil && !excused(print, difference) && !(difference.Kind() == "rows" && o.choosesRow(print)) {
			if pair.kind == "definition" && difference.Kind() == "rows" && (correlatedSet.MatchString(print) || truthBesideJSON.MatchString(print) || o.unmerged(t, pair.a, pair.b)) {
				o.faults = append(o.faults, sql)
				continue
			}
			return pair.kind + ": " + difference.Kind(), difference.String()
		}
	}
	return "", ""
}

// unmerged reports whether two runs give the same rows once the server merges no derived table or view: its choice of a plan
// is not to change the rows, so that the difference is a fault of its own.
func (o *owner) unmerged(t *testing.T, a, b property.Run) bool {
	t.Helper()
	for _, name := range []string{a.Database, b.Database} {
		db, err := o.in(name)
		if err != nil {
			t.Fatal(err)
		}
		execute(t, db, "SET optimizer_switch = 'derived_merge=off'")
		defer execute(t, db, "SET optimizer_switch = 'derived_merge=on'")
	}
	difference, _, err := property.Same(o, a, b, false)
	if err != nil {
		t.Fatal(err)
	}
	return difference == nil
}

// findsMentions plants faults in prints, each in one kind of mention, and fails where no query tells.
func (o *owner) findsMentions(t *testing.T) {
	for name, mention := range map[string]string{
		"in FROM":              `^SELECT [^()]* FROM \(SELECT [^()]* FROM [^()]*? WHERE `,
		"in a LEFT JOIN":       ` LEFT JOIN \(SELECT [^()]* FROM [^()]*? WHERE `,
		"behind EXISTS":        `EXISTS \(SELECT 1 FROM \(SELECT [^()]* FROM [^()]*? WHERE `,
		"behind IN":            ` IN \(SELECT [^()]* FROM \(SELECT [^()]* FROM [^()]*? WHERE `,
		"in an arm of a UNION": ` UNION (?:ALL )?SELECT [^()]* FROM \(SELECT [^()]* FROM [^()]*? WHERE `,
		"in a CTE":             ` AS \(SELECT [^()]* FROM \(SELECT [^()]* FROM [^()]*? WHERE `,
	} {
		planted, found := o.plant(t, regexp.MustCompile(mention))
		t.Logf("%s: %d of %d planted faults found", name, found, planted)
		if found == 0 {
			t.Errorf("%s: none of %d planted faults is found", name, planted)
		}
	}
}

// plant takes the filter out of one kind of mention, and returns how many prints have it and of how many it is found.
func (o *owner) plant(t *testing.T, mention *regexp.Regexp) (planted, found int) {
	t.Helper()
	for _, sql := range o.plantable() {
		checked, err := o.checker.Check(sql, o.shown)
		if err != nil {
			continue
		}
		fault := func(p string) string {
			place := mention.FindStringIndex(p)
			if place == nil {
				return p
			}
			planted++
			return p[:place[1]] + "TRUE OR " + p[place[1]:]
		}
		if kind, _ := o.differs(t, 0, sql, checked.String(), fault); kind != "" {
			found++
		}
	}
	return planted, found
}

// plantable are the queries that faults are planted in.
func (o *owner) plantable() []string {
	list := ownedQueries(o.dialect)
	for seed := range uint64(60) {
		if sql := o.generator.Query(seed).String(); !byChance.MatchString(sql) && !endsServer.MatchString(sql) {
			list = append(list, sql)
		}
	}
	return list
}

// ownedQueries are those of testdata/row_rules.sql for a dialect: one on a line, with the dialect in front where it
// is for one alone.
func ownedQueries(d sqlcheck.Dialect) (list []string) {
	text, err := os.ReadFile("testdata/row_rules.sql")
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		only, sql, _ := strings.Cut(line, ": ")
		switch {
		case line == "" || strings.HasPrefix(line, "--"):
		case only == "mysql" || only == "mariadb":
			if only == d.String() {
				list = append(list, sql)
			}
		default:
			list = append(list, line)
		}
	}
	return list
}
