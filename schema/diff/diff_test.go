package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/diff"
)

// document returns the document of an artifact with the tables, and more members if any.
func document(t testing.TB, tables string, more ...string) *schema.Document {
	t.Helper()
	text := `{"version": 1, "schemaId": "s", "tables": [` + tables + `]` + strings.Join(append([]string{""}, more...), ", ") + `}`
	artifact, err := schema.Decoder{}.Decode([]byte(text))
	if err != nil {
		t.Fatalf("Decode(%s) = %v", text, err)
	}
	return artifact.Document()
}

func table(columns string, more ...string) string {
	return `{"name": "t", "columns": [` + columns + `]` + strings.Join(append([]string{""}, more...), ", ") + `}`
}

const (
	id    = `{"name": "id", "type": "int"}`
	total = `{"name": "total", "type": "decimal(10,2)"}`
)

func TestCompare(t *testing.T) {
	for _, tc := range []struct {
		name, old, next string
		more            [2]string // members of the documents
		want            []string  // the effect and the beginning of each change
	}{
		{name: "equal schemas", old: table(id), next: table(id)},
		{name: "a table is new", old: table(id), next: table(id) + `, {"name": "u", "columns": [{"name": "x"}]}`, want: []string{"widens: added table u"}},
		{name: "a view is gone", old: table(id) + `, {"name": "v", "kind": "view", "columns": [{"name": "x"}]}`, next: table(id), want: []string{"breaks: removed view v"}},
		{name: "a table has a new name", old: table(id + "," + total), next: strings.Replace(table(id+","+total), `"t"`, `"orders"`, 1), want: []string{"breaks: removed table t: queries of it are refused; it may be orders now", "widens: added table orders"}},
		{name: "a table is another kind", old: table(id), next: table(id, `"kind": "view"`), want: []string{"neither: changed the kind of t from table to view"}},
		{name: "a table is spelled otherwise", old: table(id), next: strings.Replace(table(id), `"t"`, `"T"`, 1), want: []string{"risks and widens: changed the spelling of table T from t to T"}},

		{name: "a column is new", old: table(id), next: table(id + "," + total), want: []string{"risks and widens: added column t.total: queries may read it"}},
		{
			name: "a column is new whose name another table has",
			old:  table(id) + `, {"name": "u", "columns": [{"name": "total"}]}`, next: table(id+","+total) + `, {"name": "u", "columns": [{"name": "total"}]}`,
			want: []string{"risks and widens: added column t.total: queries may read it; where they join"},
		},
		{name: "a sensitive column is new", old: table(id), next: table(id + `, {"name": "ssn", "sensitive": true}`), want: []string{"risks and widens: added column t.ssn: it is not there where sensitive columns are omitted"}},
		{name: "a column is gone", old: table(id + "," + total), next: table(id), want: []string{"breaks: removed column t.total: queries of it are refused"}},
		{
			name: "a column has a new name", old: table(id + "," + total), next: table(id + `, {"name": "grand_total", "type": "decimal(10,2)"}`),
			want: []string{"breaks: removed column t.total: queries of it are refused; it may be t.grand_total now", "risks and widens: added column t.grand_total"},
		},
		{
			name: "a column that is gone and two that are like it", old: table(id + "," + total), next: table(id + `, {"name": "total_a", "type": "decimal(10,2)"}, {"name": "total_b", "type": "decimal(10,2)"}`),
			want: []string{"breaks: removed column t.total: queries of it are refused", "risks and widens: added column t.total_a", "risks and widens: added column t.total_b"},
		},
		{
			name: "a column that is gone and one of another type", old: table(id + "," + total), next: table(id + `, {"name": "totals", "type": "json"}`),
			want: []string{"breaks: removed column t.total: queries of it are refused", "risks and widens: added column t.totals"},
		},
		{name: "columns in another order", old: table(id + "," + total), next: table(total + "," + id), want: []string{"neither: changed the order of the columns of t"}},
		{
			name: "columns in another order, one of them new and one gone", old: table(id + "," + total + `, {"name": "x"}`), next: table(total + `, {"name": "new"}, ` + id),
			want: []string{"breaks: removed column t.x", "risks and widens: added column t.new", "neither: changed the order of the columns of t"},
		},
		{
			name: "a column between others", old: table(id + "," + total), next: table(id + `, {"name": "new"}, ` + total),
			want: []string{"risks and widens: added column t.new"},
		},
		{name: "a column is spelled otherwise", old: table(id), next: table(`{"name": "ID", "type": "int"}`), want: []string{"neither: changed the spelling of column t.ID from id to ID"}},

		{
			name: "a foreign key that was inferred is declared", old: table(id, `"foreignKeys": [{"columns": ["id"], "references": {"table": "t", "columns": ["id"]}, "inferred": true}]`),
			next: table(id, `"foreignKeys": [{"columns": ["id"], "references": {"table": "t", "columns": ["id"]}}]`),
			want: []string{"neither: changed foreign key t(id) to t(id) from inferred to declared"},
		},
		{name: "another form of values", old: table(`{"name": "c", "form": "A0"}`), next: table(`{"name": "c", "form": "A00"}`), want: []string{`neither: changed the form of t.c from "A0" to "A00"`}},

		{name: "another type", old: table(id), next: table(`{"name": "id", "type": "bigint"}`), want: []string{"neither: changed the type of t.id from int to bigint"}},
		{
			name: "other members of an ENUM", old: table(`{"name": "s", "type": "enum('new','it''s','a,b')"}`), next: table(`{"name": "s", "type": "enum('new','a,b','open')"}`),
			want: []string{"neither: changed the type of t.s from enum('new','it''s','a,b') to enum('new','a,b','open'): the checker knows no members; now without 'it''s', so that comparisons with it find nothing; and with 'open'"},
		},
		{name: "members of an ENUM in another order", old: table(`{"name": "s", "type": "enum('a','b')"}`), next: table(`{"name": "s", "type": "enum('b','a')"}`), want: []string{"neither: changed the type of t.s from enum('a','b') to enum('b','a'): the members are in another order"}},
		{name: "a SET becomes an ENUM", old: table(`{"name": "s", "type": "set('a','b')"}`), next: table(`{"name": "s", "type": "enum('a','c')"}`), want: []string{"neither: changed the type of t.s from set('a','b') to enum('a','c'): a SET has become an ENUM: a row has one member where it could have several, so that FIND_IN_SET, LIKE and lists of several find other rows; without 'b'"}},
		{name: "an ENUM becomes a SET", old: table(`{"name": "s", "type": "enum('a')"}`), next: table(`{"name": "s", "type": "set('a')"}`), want: []string{"neither: changed the type of t.s from enum('a') to set('a'): an ENUM has become a SET"}},
		{name: "nullability", old: table(id), next: table(`{"name": "id", "type": "int", "nullable": false}`), want: []string{"risks and widens: changed the nullability of t.id from NULL to NOT NULL"}},
		{name: "null in so many words", old: table(id), next: table(`{"name": "id", "type": "int", "nullable": true}`)},
		{name: "a column becomes generated", old: table(id), next: table(`{"name": "id", "type": "int", "generated": true}`), want: []string{"risks and widens: changed the generation of t.id"}},
		{name: "a column becomes sensitive", old: table(id), next: table(`{"name": "id", "type": "int", "sensitive": true}`), want: []string{"breaks: changed the mark of t.id from not sensitive to sensitive"}},
		{name: "a column is sensitive no more", old: table(`{"name": "id", "type": "int", "sensitive": true}`), next: table(id), want: []string{"widens: changed the mark of t.id from sensitive to not sensitive"}},
		{name: "somebody decided that it is not", old: table(id), next: table(`{"name": "id", "type": "int", "sensitive": false}`)},

		{name: "a primary key", old: table(id), next: table(id, `"primaryKey": ["id"]`), want: []string{"risks and widens: changed the primary key of t from nothing to (id)"}},
		{name: "unique keys", old: table(id), next: table(id, `"uniqueKeys": [["id"]]`), want: []string{"risks and widens: changed the unique keys of t from nothing to [(id)]"}},
		{name: "a primary key in another letter case", old: table(id, `"primaryKey": ["ID"]`), next: table(id, `"primaryKey": ["id"]`)},
		{name: "a foreign key is new", old: table(id), next: table(id, `"foreignKeys": [{"columns": ["id"], "references": {"table": "t", "columns": ["id"]}}]`), want: []string{"neither: added foreign key t(id) to t(id)"}},
		{name: "a description", old: table(id, `"description": "a"`), next: table(id, `"description": "b"`), want: []string{`neither: changed the description of t from "a" to "b"`}},
		{name: "values", old: table(id), next: table(`{"name": "id", "type": "int", "values": ["1", "2"]}`), want: []string{"neither: changed the values of t.id from nothing to '1', '2'"}},
		{
			name: "one value that was two", old: table(`{"name": "id", "values": ["a", "b"]}`), next: table(`{"name": "id", "values": ["a, b"]}`),
			want: []string{"neither: changed the values of t.id from 'a', 'b' to 'a, b'"},
		},
		{
			name: "what a terminal would obey", old: table(`{"name": "id", "type": "int"}`), next: table(`{"name": "id", "type": "\u001b[2J\n"}`),
			want: []string{"neither: changed the type of t.id from int to \ufffd[2J\ufffd: "},
		},

		{name: "a database is named", old: table(id), next: table(id), more: [2]string{`"x": 0`, `"database": "d"`}, want: []string{"widens: changed the database from nothing to d"}},
		{name: "no database any more", old: table(id), next: table(id), more: [2]string{`"database": "d"`, `"x": 0`}, want: []string{"breaks: changed the database from d to nothing"}},
		{name: "another database", old: table(id), next: table(id), more: [2]string{`"database": "d"`, `"database": "e"`}, want: []string{"breaks and widens: changed the database from d to e"}},
		{name: "another dialect", old: table(id), next: table(id), more: [2]string{`"x": 0`, `"dialect": "mariadb"`}, want: []string{"breaks and widens: changed the dialect from mysql to mariadb"}},
		{name: "the default dialect in so many words", old: table(id), next: table(id), more: [2]string{`"x": 0`, `"dialect": "mysql"`}},
		{name: "the source", old: table(id), next: table(id), more: [2]string{`"x": 0`, `"source": {"server": "8.0.36", "rowEstimates": {"t": 7}}`}},
		{
			name: "glossary and examples", old: table(id), next: table(id),
			more: [2]string{`"glossary": [{"term": "a", "meaning": "1"}, {"term": "b", "meaning": "2"}]`, `"glossary": [{"term": "a", "meaning": "3"}], "examples": [{"question": "q", "sql": "SELECT 1"}]`},
			want: []string{`neither: changed the term "a" from 1 to 3`, `neither: removed the term "b"`, `neither: added the example "q"`},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var more [2][]string
			for i, m := range tc.more {
				if m != "" {
					more[i] = []string{m}
				}
			}
			changes := diff.Compare(document(t, tc.old, more[0]...), document(t, tc.next, more[1]...))
			var got []string
			for _, c := range changes {
				got = append(got, effect(c)+": "+c.String())
			}
			if len(got) != len(tc.want) {
				t.Fatalf("Compare = %q, want %q", got, tc.want)
			}
			for i, want := range tc.want {
				if !strings.HasPrefix(got[i], want) || strings.Contains(got[i], "may be") != strings.Contains(want, "may be") {
					t.Errorf("change %d is\n%s, want\n%s", i, got[i], want)
				}
			}
		})
	}
}

// effect returns what a change does, in words.
func effect(c diff.Change) string {
	does := []string{string(c.Grade)}
	if c.Widens && c.Grade != diff.GradeWidens {
		does = append(does, string(diff.GradeWidens))
	}
	if c.Breaks != (c.Grade == diff.GradeBreaks) || c.Risks != (c.Grade == diff.GradeRisks) {
		does = append(does, "contradicts itself")
	}
	return strings.Join(does, " and ")
}

func ExampleCompare() {
	decode := func(columns string) *schema.Document {
		artifact, err := schema.Decoder{}.Decode([]byte(`{"version": 1, "schemaId": "shop", "tables": [{"name": "orders", "columns": [` + columns + `]}]}`))
		if err != nil {
			panic(err)
		}
		return artifact.Document()
	}
	old := decode(`{"name": "id", "type": "int"}, {"name": "total", "type": "int"}`)
	next := decode(`{"name": "id", "type": "bigint"}`)
	for _, change := range diff.Compare(old, next) {
		fmt.Println(change)
	}
	// Output:
	// changed the type of orders.id from int to bigint: the checker knows no types; prompts tell it, and results may differ
	// removed column orders.total: queries of it are refused
}
