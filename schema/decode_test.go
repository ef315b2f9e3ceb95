package schema_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
)

// decoded returns the artifact in text, whose examples nobody judges.
func decoded(t testing.TB, text string) *schema.Artifact {
	t.Helper()
	artifact, err := schema.Decoder{}.Decode([]byte(text))
	if err != nil {
		t.Fatalf("Decode(%.200s) = %v", text, err)
	}
	return artifact
}

// document returns the text of an artifact with the tables, and more members if any.
func document(tables string, more ...string) string {
	return `{"version": 1, "schemaId": "s", "tables": [` + tables + `]` + strings.Join(append([]string{""}, more...), ", ") + `}`
}

// table returns the text of a table t with a column c and more members if any.
func table(more ...string) string {
	return `{"name": "t", "columns": [{"name": "c"}]` + strings.Join(append([]string{""}, more...), ", ") + `}`
}

func TestDecodeNamesTheFault(t *testing.T) {
	for _, tc := range []struct{ name, text, path, message string }{
		// The text as a whole.
		{"an empty text", "", "$", "is empty"},
		{"white space only", " \n\t", "$", "is empty"},
		{"a byte-order mark", "\ufeff" + document(table()), "$", "byte-order mark"},
		{"null", "null", "$", "must be an object, not null"},
		{"a list", "[1]", "$", "must be an object, not a list"},
		{"a string that holds an artifact", `"{}"`, "$", "must be an object, not a string"},
		{"a number", "1", "$", "must be an object, not a number"},
		{"a boolean", "true", "$", "must be an object, not a boolean"},
		{"a text cut short", `{"version": 1`, "$", "not valid JSON"},
		{"text after the object", document(table()) + "x", "$", "not valid JSON"},
		{"a second object", document(table()) + document(table()), "$", "not valid JSON"},
		{"a comment", document(table()) + "/* c */", "$", "not valid JSON"},
		{"a trailing comma", document(table() + ","), "$.tables", "not valid JSON"},
		{"invalid UTF-8", document(table(), "\"x\": \"\xff\""), "$.x", "not valid JSON"},
		{"invalid UTF-8 in a name", document("{\"name\": \"\xff\"}"), "$.tables[0].name", "not valid JSON"},
		{"a lone surrogate", document(`{"name": "\ud800"}`), "$.tables[0].name", "not valid JSON"},
		{"NaN", `{"version": NaN}`, "$.version", "not valid JSON"},
		{"a name given twice", `{"version": 1, "version": 1}`, "$.version", "used twice"},
		{"a name given twice deep down", document(`{"name": "t", "columns": [{"name": "c", "name": "c"}]}`), "$.tables[0].columns[0].name", "used twice"},
		{"a name given twice in an unknown member", document(table(), `"x": {"a": 1, "a": 2}`), "$.x.a", "used twice"},

		// Members of the document.
		{"no member at all", "{}", "$.version", "must be the number 1"},
		{"no version", `{"schemaId": "s", "tables": [` + table() + `]}`, "$.version", "must be the number 1"},
		{"version 2", `{"version": 2, "schemaId": "s", "tables": [` + table() + `]}`, "$.version", "must be the number 1"},
		{"version 1.5", `{"version": 1.5, "schemaId": "s", "tables": [` + table() + `]}`, "$.version", "must be the number 1"},
		{"version null", `{"version": null, "schemaId": "s", "tables": [` + table() + `]}`, "$.version", "must be the number 1"},
		{"version as a string", `{"version": "1"}`, "$.version", "must be a number, not a string"},
		{"a version no machine holds", `{"version": 1e999999}`, "$.version", "must be a number within range"},
		{"another version explains all else", `{"version": 2, "tables": [{}]}`, "$.version", "must be the number 1"},
		{"names match by letter case", `{"Version": 1, "schemaId": "s", "tables": [` + table() + `]}`, "$.version", "must be the number 1"},
		{"no schemaId", `{"version": 1, "tables": [` + table() + `]}`, "$.schemaId", "missing or empty"},
		{"an empty schemaId", `{"version": 1, "schemaId": "", "tables": [` + table() + `]}`, "$.schemaId", "missing or empty"},
		{"schemaId null", `{"version": 1, "schemaId": null, "tables": [` + table() + `]}`, "$.schemaId", "missing or empty"},
		{"schemaId as a number", `{"version": 1, "schemaId": 7}`, "$.schemaId", "must be a string, not a number"},
		{"a long schemaId", `{"version": 1, "schemaId": "` + strings.Repeat("s", 257) + `", "tables": [` + table() + `]}`, "$.schemaId", "more than 256"},
		{"schemaId with a line feed", `{"version": 1, "schemaId": "a\nb", "tables": [` + table() + `]}`, "$.schemaId", "control character"},
		{"an unknown dialect", document(table(), `"dialect": "mssql"`), "$.dialect", `unknown dialect "mssql"; the dialects are mysql, mariadb, tidb`},
		{"a dialect in capitals", document(table(), `"dialect": "MySQL"`), "$.dialect", "unknown dialect"},
		{"a system database", document(table(), `"database": "mysql"`), "$.database", "system database"},
		{"a system database in capitals", document(table(), `"database": "INFORMATION_SCHEMA"`), "$.database", "system database"},
		{"a long database name", document(table(), `"database": "`+strings.Repeat("d", 65)+`"`), "$.database", "more than 64"},
		{"database as a list", document(table(), `"database": []`), "$.database", "must be a string, not a list"},
		{"no tables", `{"version": 1, "schemaId": "s"}`, "$.tables", "at least one table"},
		{"tables null", `{"version": 1, "schemaId": "s", "tables": null}`, "$.tables", "at least one table"},
		{"an empty list of tables", document(""), "$.tables", "at least one table"},
		{"tables as an object", `{"version": 1, "schemaId": "s", "tables": {}}`, "$.tables", "must be a list, not an object"},

		// Tables and columns.
		{"a table as a string", document(`"t"`), "$.tables[0]", "must be an object, not a string"},
		{"a table null", document(table() + ", null"), "$.tables[1]", "must not be null"},
		{"a table without a name", document(`{"columns": [{"name": "c"}]}`), "$.tables[0].name", "missing or empty"},
		{"a table with an empty name", document(`{"name": "", "columns": [{"name": "c"}]}`), "$.tables[0].name", "missing or empty"},
		{"an unknown kind", document(table(`"kind": "sequence"`)), "$.tables[0].kind", "the kinds are table and view"},
		{"a table without columns", document(`{"name": "t"}`), "$.tables[0].columns", "at least one column"},
		{"an empty list of columns", document(`{"name": "t", "columns": []}`), "$.tables[0].columns", "at least one column"},
		{"a column without a name", document(`{"name": "t", "columns": [{"name": "c"}, {}]}`), "$.tables[0].columns[1].name", "missing or empty"},
		{"a column null", document(`{"name": "t", "columns": [null]}`), "$.tables[0].columns[0]", "must not be null"},
		{"a column name of 65 characters", document(`{"name": "t", "columns": [{"name": "` + strings.Repeat("ä", 65) + `"}]}`), "$.tables[0].columns[0].name", "more than 64"},
		{"a column name with NUL", document(`{"name": "t", "columns": [{"name": "a\u0000"}]}`), "$.tables[0].columns[0].name", "control character"},
		{"a column name with a C1 control", document(`{"name": "t", "columns": [{"name": "a\u0085"}]}`), "$.tables[0].columns[0].name", "control character"},
		{"nullable as a string", document(`{"name": "t", "columns": [{"name": "c", "nullable": "no"}]}`), "$.tables[0].columns[0].nullable", "must be a boolean, not a string"},
		{"sensitive as a number", document(`{"name": "t", "columns": [{"name": "c", "sensitive": 1}]}`), "$.tables[0].columns[0].sensitive", "must be a boolean, not a number"},
		{"a value as a number", document(`{"name": "t", "columns": [{"name": "c", "values": ["a", 1]}]}`), "$.tables[0].columns[0].values[1]", "must be a string, not a number"},
		{"a value null", document(`{"name": "t", "columns": [{"name": "c", "values": ["a", null]}]}`), "$.tables[0].columns[0].values[1]", "must not be null"},
		{"values as a string", document(`{"name": "t", "columns": [{"name": "c", "values": "a"}]}`), "$.tables[0].columns[0].values", "must be a list, not a string"},
		{"a table given twice", document(table() + ", " + table()), "$.tables[1].name", `another table "t"`},
		{"a table given twice in other letters", document(table() + `, {"name": "T", "columns": [{"name": "c"}]}`), "$.tables[1].name", `another table "T"`},
		{"a column given twice in other letters", document(`{"name": "t", "columns": [{"name": "id"}, {"name": "x"}, {"name": "ID"}]}`), "$.tables[0].columns[2].name", `another column "ID"`},

		// Keys.
		{"a primary key that dangles", document(table(`"primaryKey": ["c", "id"]`)), "$.tables[0].primaryKey[1]", `table "t" has no column "id"`},
		{"a primary key that repeats", document(table(`"primaryKey": ["c", "C"]`)), "$.tables[0].primaryKey[1]", "twice"},
		{"a primary key as a string", document(table(`"primaryKey": "c"`)), "$.tables[0].primaryKey", "must be a list, not a string"},
		{"a unique key that dangles", document(table(`"uniqueKeys": [["c"], ["c", "id"]]`)), "$.tables[0].uniqueKeys[1][1]", `table "t" has no column "id"`},
		{"a unique key without columns", document(table(`"uniqueKeys": [["c"], []]`)), "$.tables[0].uniqueKeys[1]", "at least one column"},
		{"a unique key null", document(table(`"uniqueKeys": [null]`)), "$.tables[0].uniqueKeys[0]", "must not be null"},
		{"a unique key as a string", document(table(`"uniqueKeys": ["c"]`)), "$.tables[0].uniqueKeys[0]", "must be a list, not a string"},
		{"unique keys as an object", document(table(`"uniqueKeys": {"k": ["c"]}`)), "$.tables[0].uniqueKeys", "must be a list, not an object"},
		{"a foreign key without columns", document(table(`"foreignKeys": [{"references": {"table": "t", "columns": ["c"]}}]`)), "$.tables[0].foreignKeys[0].columns", "at least one column"},
		{"a foreign key to nowhere", document(table(`"foreignKeys": [{"columns": ["c"]}]`)), "$.tables[0].foreignKeys[0].references.table", "missing or empty"},
		{"a foreign key to no column", document(table(`"foreignKeys": [{"columns": ["c"], "references": {"table": "t"}}]`)), "$.tables[0].foreignKeys[0].references.columns", "at least one column"},
		{"a foreign key from an unknown column", document(table(`"foreignKeys": [{"columns": ["x"], "references": {"table": "t", "columns": ["c"]}}]`)), "$.tables[0].foreignKeys[0].columns[0]", `table "t" has no column "x"`},
		{"a foreign key to an unknown table", document(table(`"foreignKeys": [{"columns": ["c"], "references": {"table": "u", "columns": ["c"]}}]`)), "$.tables[0].foreignKeys[0].references.table", `no table is called "u"`},
		{"a foreign key to an unknown column", document(table(`"foreignKeys": [{"columns": ["c"], "references": {"table": "t", "columns": ["x"]}}]`)), "$.tables[0].foreignKeys[0].references.columns[0]", `table "t" has no column "x"`},
		{
			"a foreign key to more columns than it has",
			document(`{"name": "t", "columns": [{"name": "a"}, {"name": "b"}], "foreignKeys": [{"columns": ["a"], "references": {"table": "t", "columns": ["a", "b"]}}]}`),
			"$.tables[0].foreignKeys[0].references.columns", "as many columns as the key, 1",
		},

		// Glossary, examples, source.
		{"a term without a word", document(table(), `"glossary": [{"meaning": "m"}]`), "$.glossary[0].term", "missing or empty"},
		{"a term with a blank meaning", document(table(), `"glossary": [{"term": "t", "meaning": " "}]`), "$.glossary[0].meaning", "missing or empty"},
		{"a glossary as an object", document(table(), `"glossary": {"t": "m"}`), "$.glossary", "must be a list, not an object"},
		{"an example without a question", document(table(), `"examples": [{"sql": "SELECT 1"}]`), "$.examples[0].question", "missing or empty"},
		{"an example without SQL", document(table(), `"examples": [{"question": "q", "sql": ""}]`), "$.examples[0].sql", "missing or empty"},
		{"an example that is too long", document(table(), `"examples": [{"question": "q", "sql": "SELECT 1"}, {"question": "q", "sql": "`+strings.Repeat("é", 4096)+`x"}]`), "$.examples[1].sql", "more than 8192 bytes; shorten the query"},
		{"row estimates as strings", document(table(), `"source": {"rowEstimates": {"row count": "many"}}`), `$.source.rowEstimates["row count"]`, "must be a whole number, not a string"},
		{"half a row", document(table(), `"source": {"rowEstimates": {"t": 0.5}}`), "$.source.rowEstimates.t", "must be a whole number within range"},
		{"lowerCaseTableNames as a boolean", document(table(), `"source": {"lowerCaseTableNames": true}`), "$.source.lowerCaseTableNames", "must be a whole number, not a boolean"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := schema.Decoder{}.Decode([]byte(tc.text))
			var fault *schema.Error
			if !errors.As(err, &fault) {
				t.Fatalf("Decode(%.300s) = %v, want a fault at %s", tc.text, err, tc.path)
			}
			if fault.Path != tc.path || !strings.Contains(fault.Message, tc.message) {
				t.Errorf("Decode(%.300s) =\n%v, want a fault at %s about %q", tc.text, err, tc.path, tc.message)
			}
		})
	}
}

func TestDecodeAccepts(t *testing.T) {
	for _, tc := range []struct{ name, text string }{
		{"the least there is", document(table())},
		{"a version written as 1.0", `{"version": 1.0, "schemaId": "s", "tables": [` + table() + `]}`},
		{"a version written as 10e-1", `{"version": 10e-1, "schemaId": "s", "tables": [` + table() + `]}`},
		{"white space round it", "\r\n\t " + document(table()) + " \n"},
		{"unknown members everywhere", document(table(`"engine": "InnoDB"`, `"rows": {"x": [1e999999]}`), `"x": null`)},
		{"members in another letter case are unknown ones", document(table(`"Kind": 7`))},
		{"null for what may be absent", document(table(`"kind": null`, `"primaryKey": null`, `"description": null`), `"dialect": null`, `"database": null`, `"source": null`, `"glossary": null`)},
		{"empty lists of what may be absent", document(table(`"primaryKey": []`, `"foreignKeys": []`), `"glossary": []`, `"examples": []`)},
		{"unique keys", document(table(`"uniqueKeys": [["C"]]`))},
		{"no unique keys, and nobody who tells", document(table(`"uniqueKeys": []`) + `, {"name": "u", "uniqueKeys": null, "columns": [{"name": "c"}]}`)},
		{"names of 64 characters", document(`{"name": "` + strings.Repeat("表", 64) + `", "columns": [{"name": "` + strings.Repeat("ä", 64) + `"}]}`)},
		{"names that only Unicode folds together", document(`{"name": "k", "columns": [{"name": "s"}, {"name": "\u017f"}]}, {"name": "\u212a", "columns": [{"name": "c"}]}`)},
		{"names with blanks and quotes", document("{\"name\": \"my `table`\", \"columns\": [{\"name\": \"first name\"}]}")},
		{"a key in another letter case", document(table(`"primaryKey": ["C"]`, `"foreignKeys": [{"columns": ["C"], "references": {"table": "T", "columns": ["C"]}}]`))},
		{"an example of 8192 bytes", document(table(), `"examples": [{"question": "q", "sql": "`+strings.Repeat("é", 4096)+`"}]`)},
		{"an example that nobody judges", document(table(), `"examples": [{"question": "q", "sql": "DROP TABLE t"}]`)},
	} {
		t.Run(tc.name, func(t *testing.T) { decoded(t, tc.text) })
	}
}

func TestDecodeEnforcesSizes(t *testing.T) {
	for _, tc := range []struct {
		name  string
		limit int
		path  string
		text  func(n int) string
	}{
		{"tables", 10_000, "$.tables", func(n int) string {
			return document(repeated(n, `{"name": "t%d", "columns": [{"name": "c"}]}`))
		}},
		{"columns of a table", 4_096, "$.tables[0].columns", func(n int) string {
			return document(`{"name": "t", "columns": [` + repeated(n, `{"name": "c%d"}`) + `]}`)
		}},
		{"examples", 100, "$.examples", func(n int) string {
			return document(table(), `"examples": [`+repeated(n, `{"question": "q%d", "sql": "SELECT 1"}`)+`]`)
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			decoded(t, tc.text(tc.limit))
			_, err := schema.Decoder{}.Decode([]byte(tc.text(tc.limit + 1)))
			want := fmt.Sprintf("%s: has more than %d elements", tc.path, tc.limit)
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("Decode of %d %s = %v, want %q", tc.limit+1, tc.name, err, want)
			}
		})
	}
}

// repeated returns n copies of format, each with its number.
func repeated(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, ",")
}

func TestDecodeReportsEveryFault(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		paths      []string
	}{
		{
			"of parts that are not well-formed, the document's own first",
			`{"version": 1, "database": "sys", "tables": [{"columns": [{}, {"name": "a"}, {"name": "\t"}]}]}`,
			[]string{"$.schemaId", "$.database", "$.tables[0].columns[0].name", "$.tables[0].columns[2].name", "$.tables[0].name"},
		},
		{
			"of values of a wrong type, each once",
			`{"version": "1", "schemaId": 7, "tables": [{"name": [], "kind": 1, "columns": [{"name": {}, "nullable": "no"}, 5], "primaryKey": "c", "foreignKeys": [{"columns": [1], "references": "t"}]}],
				"glossary": {}, "examples": [[], {"question": 1, "sql": null}], "source": {"lowerCaseTableNames": 1.5, "rowEstimates": {"a": "b", "c": 0.5}}}`,
			[]string{
				"$.version", "$.schemaId", "$.glossary",
				"$.tables[0].name", "$.tables[0].kind", "$.tables[0].columns[0].name", "$.tables[0].columns[0].nullable", "$.tables[0].columns[1]",
				"$.tables[0].primaryKey", "$.tables[0].foreignKeys[0].columns[0]", "$.tables[0].foreignKeys[0].references",
				"$.examples[0]", "$.examples[1].question", "$.examples[1].sql",
				"$.source.lowerCaseTableNames", "$.source.rowEstimates.a", "$.source.rowEstimates.c",
			},
		},
		{
			"of tables that are something else",
			`{"version": 1, "schemaId": "s", "tables": "t", "source": 1}`,
			[]string{"$.tables", "$.source"},
		},
		{
			"of links, beside those of parts",
			document(`{"name": "t", "kind": "x", "columns": [{"name": "a"}, {"name": "A"}], "primaryKey": ["b"], "foreignKeys": [{"columns": ["a"], "references": {"table": "u", "columns": ["a"]}}]}`),
			[]string{"$.tables[0].kind", "$.tables[0].columns[1].name", "$.tables[0].primaryKey[0]", "$.tables[0].foreignKeys[0].references.table"},
		},
		{
			"but for links that a missing name may explain",
			document(`{"name": "t", "columns": [{"name": 1}, {"name": "a"}, {"name": null}], "primaryKey": ["b"], "foreignKeys": [{"columns": ["a"], "references": {"table": "u", "columns": ["a"]}}]}, {"columns": [{"name": "a"}]}`),
			[]string{"$.tables[0].columns[0].name", "$.tables[0].columns[2].name", "$.tables[1].name"},
		},
		{
			"up to the place where the text is no JSON",
			`{"version": 2, "tables": [{"name": 5}, {]}`,
			[]string{"$.tables[0].name", "$.tables[0].columns", "$.tables[1]"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := schema.Decoder{}.Decode([]byte(tc.text))
			var faults schema.Errors
			if !errors.As(err, &faults) {
				t.Fatalf("Decode = %v, want Errors", err)
			}
			var got []string
			for _, fault := range faults {
				got = append(got, fault.Path)
			}
			if !slices.Equal(got, tc.paths) {
				t.Errorf("Decode found faults at\n%q, want\n%q\n%v", got, tc.paths, faults.Unwrap())
			}
		})
	}
}

func TestErrorsSayHowManyThereAre(t *testing.T) {
	_, err := schema.Decoder{}.Decode([]byte(`{"version": 1, "tables": [{"columns": [{}]}]}`))
	if text := err.Error(); !strings.HasPrefix(text, "$.schemaId: is missing") || !strings.HasSuffix(text, " (and 2 more)") {
		t.Errorf("Error() = %q, want the first fault and how many more", text)
	}
}

func TestDecodeStopsAtTheHundredthFault(t *testing.T) {
	for name, text := range map[string]string{
		"while reading": document(`{"name": "t", "columns": [` + repeated(4_000, `{"c": %d}`) + `]}`),
		"in the links":  document(table(`"primaryKey": [` + repeated(4_000, `"x%d"`) + `]`)),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := schema.Decoder{}.Decode([]byte(text))
			var faults schema.Errors
			if !errors.As(err, &faults) || len(faults) != 100 {
				t.Fatalf("Decode = %v, want 100 faults", err)
			}
			if !strings.HasSuffix(err.Error(), " (and 99 or more other faults)") {
				t.Errorf("Error() = %q, want it to say that there may be more", err)
			}
		})
	}
}

func TestDecodeJudgesExamples(t *testing.T) {
	text := document(table(), `"examples": [{"question": "q", "sql": "SELECT c FROM t"}, {"question": "q", "sql": "DROP TABLE t"}]`)
	check := func(v *schema.View, sql string) (bool, error) {
		if v.Table("", "t") == nil || v.Dialect().String() != "mysql" {
			t.Errorf("CheckExample got a view without the table or the dialect")
		}
		if strings.HasPrefix(sql, "DROP") {
			return true, errors.New("read_only: DROP TABLE is not a query")
		}
		return true, nil
	}
	_, err := schema.Decoder{CheckExample: check}.Decode([]byte(text))
	want := "$.examples[1].sql: the example is refused: read_only: DROP TABLE is not a query"
	if err == nil || err.Error() != want {
		t.Errorf("Decode = %v, want %s", err, want)
	}
}

func TestExamplesAreJudgedWithSensitiveColumnsInScope(t *testing.T) {
	text := document(`{"name": "t", "columns": [{"name": "c", "sensitive": true}]}`, `"examples": [{"question": "q", "sql": "SELECT c FROM t"}]`)
	check := func(v *schema.View, _ string) (bool, error) {
		if !v.Table("", "t").Column("c").InScope {
			return true, errors.New("column c is out of scope")
		}
		return true, nil
	}
	artifact, err := schema.Decoder{CheckExample: check}.Decode([]byte(text))
	if err != nil {
		t.Fatalf("Decode = %v, want the example to pass", err)
	}
	if got := len(artifact.View(schema.Policy{Sensitive: true}).Examples()); got != 1 {
		t.Errorf("the full view shows %d examples, want 1", got)
	}
	if got := len(artifact.View(schema.Policy{}).Examples()); got != 0 {
		t.Errorf("the omitting view shows %d examples, want 0", got)
	}
}

func TestFaultsAreShort(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for name, text := range map[string]string{
		"a long name":                document(`{"name": "` + long + `", "columns": [{"name": "c"}]}`),
		"a long name with a control": document(`{"name": "\u0001` + long + `", "columns": [{"name": "c"}]}`),
		"a long dialect":             document(table(), `"dialect": "`+long+`"`),
		"a long kind":                document(table(`"kind": "` + long + `"`)),
		"a long column in a key":     document(table(`"primaryKey": ["` + long + `"]`)),
		"a long table in a key":      document(table(`"foreignKeys": [{"columns": ["c"], "references": {"table": "` + long + `", "columns": ["c"]}}]`)),
		"a long unknown member":      document(table(), `"`+long+`": {"a": 1, "a": 1}`),
		"a long member of the map":   document(table(), `"source": {"rowEstimates": {"`+long+`": "x"}}`),
		"a long number":              `{"version": ` + strings.Repeat("9", 1<<20) + `}`,
		"a deep unknown member":      `{"x": ` + strings.Repeat(`{"x":`, 9_000) + `x`,
		"a deep list":                `{"x": ` + strings.Repeat(`[`, 1<<20),
		"nothing but brackets":       strings.Repeat(`[`, 1<<20),
		"nothing but braces":         strings.Repeat(`{"a":`, 1<<18),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := schema.Decoder{}.Decode([]byte(text))
			if err == nil || len(err.Error()) > 1_000 {
				t.Errorf("Decode = an error of %d bytes, want one of at most 1000", len(fmt.Sprint(err)))
			}
		})
	}
}
