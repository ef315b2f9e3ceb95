package schema_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// staff is an artifact with one thing of each kind that touches a sensitive column.
const staff = `{
	"version": 1, "schemaId": "staff", "dialect": "mariadb", "database": "hr",
	"tables": [
		{"name": "employees", "description": "everyone on the payroll", "kind": "table",
		 "columns": [
			{"name": "id", "type": "bigint", "nullable": false, "description": "the id on the badge"},
			{"name": "name", "type": "varchar(100)", "description": "as in the passport, not the Badge No"},
			{"name": "grade", "type": "enum('junior','senior')", "values": ["junior", "senior"], "description": "sets the salary"},
			{"name": "salary", "type": "decimal(12,2)", "sensitive": true, "description": "gross", "values": ["1200.00"], "unit": "EUR"},
			{"name": "Badge No", "sensitive": true},
			{"name": "bonus", "unit": "percent of SALARY"},
			{"name": "boss", "description": "reads base_salary, salaries"}],
		 "primaryKey": ["ID"],
		 "foreignKeys": [
			{"columns": ["boss"], "references": {"table": "Employees", "columns": ["id"]}, "inferred": true},
			{"columns": ["Badge No"], "references": {"table": "badges", "columns": ["id"]}}]},
		{"name": "badges", "kind": "view", "description": "what employees.name never shows",
		 "columns": [{"name": "id", "sensitive": true}, {"name": "door"}, {"name": "owner", "description": "who has the Keys"}],
		 "primaryKey": ["door", "id"],
		 "foreignKeys": [
			{"columns": ["owner"], "references": {"table": "employees", "columns": ["salary"]}},
			{"columns": ["owner"], "references": {"table": "employees", "columns": ["id"]}},
			{"columns": ["door"], "references": {"table": "keys", "columns": ["secret"]}}]},
		{"name": "keys", "description": "by id", "columns": [{"name": "secret", "sensitive": true}]}],
	"glossary": [
		{"term": "senior", "meaning": "grade is senior"},
		{"term": "Salary band", "meaning": "a range"},
		{"term": "badge", "meaning": "the row whose ` + "`badges`.`id`" + ` is on the card"},
		{"term": "card", "meaning": "the badge-no in print"},
		{"term": "row", "meaning": "has an id"},
		{"term": "lost", "meaning": "there is no row in keys"}],
	"examples": [
		{"question": "How many are senior?", "sql": "SELECT COUNT(*) FROM employees WHERE grade = 'senior'"},
		{"question": "Who earns most?", "sql": "SELECT name FROM employees ORDER BY salary DESC LIMIT 1"},
		{"question": "Which doors have badges?", "sql": "refuse without sensitive"},
		{"question": "Is the salary known?", "sql": "SELECT COUNT(*) FROM employees"},
		{"question": "Who is paid?", "sql": "SELECT name AS salary FROM employees"}]
}`

func staffView(t *testing.T, p schema.Policy) *schema.View {
	t.Helper()
	check := func(v *schema.View, sql string) (bool, error) {
		if strings.HasPrefix(sql, "refuse") && !v.Policy().Sensitive {
			return true, errors.New("column_scope")
		}
		return true, nil
	}
	artifact, err := schema.Decoder{CheckExample: check}.Decode([]byte(staff))
	if err != nil {
		t.Fatalf("Decode = %v", err)
	}
	return artifact.View(p)
}

func TestViewShowsAllByDefault(t *testing.T) {
	v := staffView(t, schema.Policy{Values: true, Sensitive: true})
	if v.SchemaID() != "staff" || v.Dialect() != sqlcheck.MariaDB || v.Database() != "hr" {
		t.Errorf("view of %q, %v, %q; want staff, mariadb, hr", v.SchemaID(), v.Dialect(), v.Database())
	}
	shown := v.ShownTables()
	if got := columnNames(shown[0].Columns); len(shown) != 3 || len(got) != 7 {
		t.Fatalf("view shows %d tables, the first with columns %v; want all", len(shown), got)
	}
	salary := shown[0].Columns[3]
	if salary.Description != "gross" || salary.Unit != "EUR" || !slices.Equal(salary.Values, []string{"1200.00"}) || salary.NotNull() {
		t.Errorf("view shows %+v, want everything of the column", salary)
	}
	if !shown[0].Columns[0].NotNull() {
		t.Error("view shows id as nullable")
	}
	if got := shown[0].PrimaryKey; !slices.Equal(got, []string{"id"}) {
		t.Errorf("view shows the primary key %v, want the column's own spelling", got)
	}
	if got := shown[0].ForeignKeys[0].References.Table; got != "employees" {
		t.Errorf("view shows a foreign key to %s, want the table's own spelling", got)
	}
	if len(v.Glossary()) != 6 || len(v.Examples()) != 5 {
		t.Errorf("view shows %d terms and %d examples, want 6 and 5", len(v.Glossary()), len(v.Examples()))
	}
}

func TestViewWithoutValuesKeepsEnumMembers(t *testing.T) {
	for _, omit := range []bool{false, true} {
		shown := staffView(t, schema.Policy{Sensitive: !omit}).ShownTables()
		for _, column := range shown[0].Columns {
			if column.Values != nil {
				t.Errorf("omit %v: view shows values of %s", omit, column.Name)
			}
		}
		if got := shown[0].Columns[2].Type; got != "enum('junior','senior')" {
			t.Errorf("omit %v: view shows the type %s, want the members of the ENUM in it", omit, got)
		}
	}
}

func TestViewOmitsWhatTouchesSensitiveColumns(t *testing.T) {
	v := staffView(t, schema.Policy{Values: true})
	shown := v.ShownTables()
	employees, badges := shown[0], shown[1]
	for _, tc := range []struct{ fact, got, want string }{
		{"sensitive columns are gone", strings.Join(columnNames(employees.Columns), ","), "id,name,grade,bonus,boss"},
		{"a table with nothing left is gone", fmt.Sprint(len(shown), len(v.Tables())), "2 2"},
		{"a table's other texts stay", employees.Description, "everyone on the payroll"},
		{"a description that mentions a column of two words goes", employees.Columns[1].Description, ""},
		{"a description that mentions a column goes", employees.Columns[2].Description, ""},
		{"a unit that mentions a column in other letters goes", employees.Columns[3].Unit, ""},
		{"a longer word is no mention", employees.Columns[4].Description, "reads base_salary, salaries"},
		{"values of other columns stay", strings.Join(employees.Columns[2].Values, ","), "junior,senior"},
		{"a column elsewhere in scope is no secret word", badges.Description, "what employees.name never shows"},
		{"elsewhere its name gives nothing away", employees.Columns[0].Description, "the id on the badge"},
		{"a description that mentions a table that is gone goes", badges.Columns[1].Description, ""},
		{"a primary key without sensitive columns stays", strings.Join(employees.PrimaryKey, ","), "id"},
		{"a primary key with one goes whole", strings.Join(badges.PrimaryKey, ","), ""},
		{"foreign keys from one go", targets(employees), "boss>employees.id"},
		{"foreign keys to one go", targets(badges), "owner>employees.id"},
		{"terms that mention one go", terms(v), "senior,row"},
		{"examples that touch or mention one go", questions(v), "How many are senior?"},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.fact, tc.got, tc.want)
		}
	}
}

// A mention is found wherever its words stand, however much of another one is before it.
func TestMentions(t *testing.T) {
	v := decoded(t, document(
		`{"name": "t", "columns": [{"name": "c"}, {"name": "a a b", "sensitive": true}, {"name": "b c d", "sensitive": true}, {"name": "%", "sensitive": true}, {"name": "\u8868\u540d", "sensitive": true}]}`,
		`"glossary": [`+strings.Join(explained("a a a b", "A-A.b", "a b", "a a b_", "a a", "b c c d", "b b c d", "b c b c d x", "100 %", "\u8868\u8868\u540d\u540d", "\u8868 \u540d", "\u540d\u8868", "aab"), ",")+`]`)).View(schema.Policy{})
	if got, want := terms(v), "a b,a a b_,a a,b c c d,100 %,\u540d\u8868,aab"; got != want {
		t.Errorf("the terms %s are left, want %s", got, want)
	}
}

// explained returns glossary terms.
func explained(words ...string) []string {
	var terms []string
	for _, word := range words {
		terms = append(terms, fmt.Sprintf(`{"term": %q, "meaning": "m"}`, word))
	}
	return terms
}

func TestViewWithoutCheckShowsNoExampleBesideOmittedColumns(t *testing.T) {
	omit := schema.Policy{}
	if got := decoded(t, staff).View(omit).Examples(); len(got) != 0 {
		t.Errorf("view shows %v, which nobody judged", got)
	}
	harmless := decoded(t, document(table(), `"examples": [{"question": "q", "sql": "SELECT c FROM t"}]`))
	if got := harmless.View(omit).Examples(); len(got) != 1 {
		t.Errorf("view without a sensitive column shows %d examples, want 1", len(got))
	}
}

func TestViewIsACatalog(t *testing.T) {
	all, omitting := staffView(t, schema.Policy{Sensitive: true}), staffView(t, schema.Policy{})
	unqualified := decoded(t, document(table())).View(schema.Policy{Sensitive: true})
	for _, tc := range []struct {
		name     string
		view     *schema.View
		db, tab  string
		want     string // the table's own name, "" for none
		database string
	}{
		{"a table", all, "", "employees", "employees", "hr"},
		{"a table in other letters", all, "", "EMPLOYEES", "employees", "hr"},
		{"a qualified table", all, "hr", "badges", "badges", "hr"},
		{"a qualified table in other letters", omitting, "HR", "Badges", "badges", "hr"},
		{"a table of another database", all, "mysql", "employees", "", ""},
		{"an unknown table", all, "", "users", "", ""},
		{"letters fold in ASCII only", all, "", "employee\u017f", "", ""},
		{"a table with all columns omitted", omitting, "", "keys", "", ""},
		{"without a database", unqualified, "", "T", "t", ""},
		{"qualified without a database", unqualified, "s", "t", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.view.Table(tc.db, tc.tab)
			if got == nil && tc.want == "" {
				return
			}
			if got == nil || got.Name() != tc.want || got.Database() != tc.database {
				t.Errorf("Table(%q, %q) = %+v, want %q in %q", tc.db, tc.tab, got, tc.want, tc.database)
			}
		})
	}
}

func TestViewKnowsTheServer(t *testing.T) {
	for source, want := range map[string]string{``: "", `"source": {},`: "", `"source": {"server": "9.7.4"},`: "9.7.4"} {
		text := `{` + source + `"version": 1, "schemaId": "s", "tables": [{"name": "t", "columns": [{"name": "id"}]}]}`
		artifact, err := schema.Decoder{}.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []schema.Policy{{}, {Values: true, Sensitive: true}} {
			if got := artifact.View(p).ServerVersion(); got != want {
				t.Errorf("%s: ServerVersion() = %q, want %q", text, got, want)
			}
		}
	}
}

func TestViewScopesColumns(t *testing.T) {
	for _, tc := range []struct {
		policy schema.Policy
		column string
		want   bool
	}{
		{schema.Policy{Sensitive: true}, "SALARY", true},
		{schema.Policy{Sensitive: true}, "name", true},
		{schema.Policy{}, "SALARY", false},
		{schema.Policy{Values: true}, "Badge No", false},
		{schema.Policy{}, "name", true},
	} {
		column := staffView(t, tc.policy).Table("", "employees").Column(tc.column)
		if (column != nil) != tc.want || column != nil && column.Sensitive != (tc.column != "name") {
			t.Errorf("%+v: column %s is %+v, want there %v", tc.policy, tc.column, column, tc.want)
		}
	}
}

func TestViewsAreShared(t *testing.T) {
	artifact := decoded(t, staff)
	for _, policy := range policies() {
		views := make([]*schema.View, 16)
		var group sync.WaitGroup
		for i := range views {
			group.Go(func() { views[i] = artifact.View(policy) })
		}
		group.Wait()
		if len(slices.Compact(views)) != 1 || views[0].Policy() != policy {
			t.Errorf("View(%+v) gave different views, or one of the policy %+v", policy, views[0].Policy())
		}
	}
}

func policies() []schema.Policy {
	return []schema.Policy{{Sensitive: true}, {Values: true, Sensitive: true}, {}, {Values: true}}
}

func columnNames(columns []schema.Column) []string {
	var names []string
	for _, column := range columns {
		names = append(names, column.Name)
	}
	return names
}

func targets(t schema.Table) string {
	var keys []string
	for _, key := range t.ForeignKeys {
		keys = append(keys, strings.Join(key.Columns, "+")+">"+key.References.Table+"."+strings.Join(key.References.Columns, "+"))
	}
	return strings.Join(keys, ",")
}

func terms(v *schema.View) string {
	var all []string
	for _, term := range v.Glossary() {
		all = append(all, term.Term)
	}
	return strings.Join(all, ",")
}

func questions(v *schema.View) string {
	var all []string
	for _, example := range v.Examples() {
		all = append(all, example.Question)
	}
	return strings.Join(all, ",")
}
