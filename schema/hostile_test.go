package schema_test

import (
	"fmt"
	"strings"
)

const mebibyte = 1 << 20

// A hostile is a text of up to 1 MiB that is made to cost as much as it can.
type hostile struct {
	name, text      string
	valid           bool    // it is an artifact
	most, mostBytes float64 // times the cost of 1 MiB of SQL
}

// filled returns a text of about 1 MiB: before, as many parts as fit, after.
func filled(before string, part func(i int) string, after string) string {
	return filledTo(mebibyte, before, part, after)
}

func filledTo(size int, before string, part func(i int) string, after string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := 0; ; i++ {
		next := part(i)
		if b.Len()+len(next)+len(after) > size {
			return strings.TrimSuffix(b.String(), ",") + after
		}
		b.WriteString(next)
	}
}

func numbered(format string) func(i int) string {
	return func(i int) string { return fmt.Sprintf(format, i) }
}

func same(text string) func(int) string { return func(int) string { return text } }

// expanding fills in names of 64 characters that NFKD makes 18 times as long.
func expanding(format string) func(i int) string {
	return func(i int) string {
		number := fmt.Sprint(i)
		return fmt.Sprintf(format, strings.Repeat("\ufdfa", 64-len(number))+number)
	}
}

const (
	head = `{"version":1,"schemaId":"s","tables":[`
	lone = `{"name":"t","columns":[{"name":"c"},{"name":"salary","sensitive":true}]}`
)

// wide returns an artifact of as many columns as fit, 4,000 a table. The name of each table begins as
// told, and its last column is not sensitive.
func wide(table string, column func(i int) string) string {
	const most = 4_000
	return filled(head, func(i int) string {
		text := column(i) + ","
		if i%most == 0 {
			text = fmt.Sprintf(`{"name":"%s%d","columns":[`, table, i) + text
		}
		if i%most == most-1 {
			text += `{"name":"last"}]},`
		}
		return text
	}, `,{"name":"last"}]}]}`)
}

// hiding returns a table that hides names of every number of words up to the limit.
func hiding(word, last string) string {
	columns := `{"name":"x"}`
	for i := 1; len([]rune(strings.Repeat(word, i)+last)) <= 64; i++ {
		columns += fmt.Sprintf(`,{"name":"%s%s","sensitive":true}`, strings.Repeat(word, i), last)
	}
	return `{"name":"w","columns":[` + columns + `]}`
}

// wrong returns the text with a version that is no number, so that values of wrong types are faults.
func wrong(text string) string { return strings.Replace(text, `"version":1`, `"version":"1"`, 1) }

func hostileArtifacts() []hostile {
	texts := []hostile{
		{name: "10,000 tables", text: tenThousand(), valid: true},
		{name: "columns", text: wide("t", numbered(`{"name":"c%d"}`)), valid: true},
		{name: "columns to hide", text: wide("t", numbered(`{"name":"c%d","sensitive":true}`)), valid: true},
		{name: "columns to hide of tables with long names", text: wide(strings.Repeat("表", 55), numbered(`{"name":"c%d","sensitive":true}`)), valid: true},
		{name: "names that grow", text: wide("t", expanding(`{"name":%q}`)), valid: true},
		{name: "names that grow, to hide", text: wide("t", expanding(`{"name":%q,"sensitive":true}`)), valid: true},
		{name: "columns of one name", text: wide("t", same(`{"name":"c"}`))},
		{name: "values", text: filled(head+`{"name":"t","columns":[{"name":"c","values":[`, same(`"",`), `]}]}]}`), valid: true},
		{name: "escapes", text: filled(head+`{"name":"t","description":"`, same(`\u0061`), `","columns":[{"name":"c"}]}]}`), valid: true},
		{name: "estimates", text: filled(head+lone+`],"source":{"rowEstimates":{`, numbered(`"%d":1,`), `}}}`), valid: true},
		{name: "estimates that are none", text: filled(head+lone+`],"source":{"rowEstimates":{`, numbered(`"`+strings.Repeat("x", 64)+`%d":"",`), `}}}`)},
		{name: "unknown members", text: filled(head+lone+`],"x":{`, numbered(`"%d":1,`), `}}`), valid: true},
		{name: "unknown lists", text: filled(head+lone+`],"x":[`, same(`[{},[]],`), `]}`), valid: true},
		{name: "deep lists", text: head + lone + `],"x":` + strings.Repeat("[", mebibyte/2-200) + strings.Repeat("]", mebibyte/2-200) + `}`},
		{name: "lists of 9,000 levels", text: filled(head+lone+`],"x":[`, same(strings.Repeat("[", 9_000)+strings.Repeat("]", 9_000)+","), `]}`), valid: true},
		{name: "deep objects", text: head + lone + `],"x":` + strings.Repeat(`{"a":`, mebibyte/6-200) + "1" + strings.Repeat("}", mebibyte/6-200) + `}`},
		{name: "descriptions", text: filled(head+lone+`,{"name":"u","columns":[`, func(i int) string {
			if i%4000 == 3999 {
				return fmt.Sprintf(`{"name":"c"}]},{"name":"u%d","columns":[`, i)
			}
			return fmt.Sprintf(`{"name":"c%d","type":"bigint","description":"the salary of t","unit":"EUR"},`, i)
		}, `]}]}`), valid: true},
		{name: "keys between many tables", text: filled(head, func(i int) string {
			return fmt.Sprintf(`{"name":"t%d","columns":[{"name":"id"},{"name":"r"}],"primaryKey":["id"],"foreignKeys":[{"columns":["r"],"references":{"table":"t%d","columns":["id"]}}]},`, i, i/2)
		}, `]}`), valid: true},
		{name: "columns behind a wrong type", text: wrong(wide("t", numbered(`{"name":"c%d"}`)))},
		{name: "texts behind a wrong type", text: wrong(wide("t", numbered(`{"name":"c%d","type":"","description":"","unit":""}`)))},
		{name: "values behind a wrong type", text: wrong(filled(head+`{"name":"t","columns":[{"name":"c","values":[`, same(`"",`), `]}]}]}`))},
		{name: "terms", text: filled(head+lone+`],"glossary":[`, numbered(`{"term":"a","meaning":"b%d"},`), `]}`), valid: true},
		{name: "a text that nearly mentions what is hidden", text: filled(head+hiding("a ", "b")+`],"glossary":[{"term":"t","meaning":"`, same("a "), `"}]}`), valid: true},
		{name: "the same in Chinese", text: filled(head+hiding("表", "名")+`],"glossary":[{"term":"t","meaning":"`, same("表"), `"}]}`), valid: true},
		{name: "a text of many words", text: filled(head+hiding("a ", "b")+`,{"name":"t","description":"`, numbered("w%d "), `","columns":[{"name":"c"}]}]}`), valid: true},
	}
	texts = append(texts, hostileKeys()...)
	for i := range texts {
		texts[i].most, texts[i].mostBytes = 1.5, 1.5
	}
	return texts
}

func tenThousand() string {
	tables := repeated(10_000, `{"name":"t%[1]d","columns":[{"name":"c"},{"name":"d%[1]d","sensitive":true}]}`)
	return head + tables + `],"glossary":[{"term":"t","meaning":"` + strings.Repeat("t9 ", (mebibyte-len(tables)-100)/3) + `"}]}`
}

// hostileKeys returns artifacts of many keys over a table of many names outside ASCII.
func hostileKeys() []hostile {
	columns := func(hidden string) string {
		return head + `{"name":"t","columns":[{"name":"h"` + hidden + `},{"name":"é"},` + repeated(4000, `{"name":"ﷺﷺﷺﷺ%d"}`) + `],`
	}
	const key = `{"columns":["h"],"references":{"table":"t","columns":["h"]}},`
	return []hostile{
		{name: "keys", text: filled(columns("")+`"foreignKeys":[`, same(key), `]}]}`), valid: true},
		{name: "keys of a hidden column", text: filled(columns(`,"sensitive":true`)+`"foreignKeys":[`, same(key), `]}]}`), valid: true},
		{name: "keys of unknown columns", text: filled(columns("")+`"foreignKeys":[`, func(i int) string {
			return fmt.Sprintf(`{"columns":["ﷺ%d"],"references":{"table":"t","columns":["ﷺ%[1]d"]}},`, i)
		}, `]}]}`)},
		{name: "a key that names a column twice and again", text: filled(columns("")+`"primaryKey":[`, same(`"h",`), `]}]}`)},
	}
}

// hostileExamples returns artifacts of a hundred examples, each as long as one may be.
func hostileExamples() []hostile {
	of := func(tables, sql string) string {
		return head + tables + `],"examples":[` + repeated(100, fmt.Sprintf(`{"question":"q %%d","sql":%q}`, sql)) + `]}`
	}
	sql := func(before string, part func(i int) string, after string) string {
		return filledTo(8<<10, before, part, after)
	}
	growing := lone + `,{"name":"u","columns":[{"name":"é"},` + repeated(1000, `{"name":"ﷺﷺﷺﷺﷺﷺ%d"}`) + `]}`
	texts := []hostile{
		{name: "examples", text: of(lone, sql("SELECT c FROM t WHERE c = 1", numbered(" OR c BETWEEN %d AND c + 2"), "")), valid: true},
		{name: "examples that may touch what is hidden", text: of(lone, sql("SELECT c FROM t WHERE salary = 1", numbered(" OR c BETWEEN %d AND c + 2"), "")), valid: true},
		{name: "examples of wildcards", text: of(lone, sql("SELECT c FROM (SELECT * FROM t) AS d WHERE c = 1", numbered(" OR c BETWEEN %d AND c + 2"), "")), valid: true},
		{name: "examples of unknown columns", text: of(lone, sql("SELECT c FROM t WHERE c = 1", numbered(" OR x%d = 2"), ""))},
		{name: "examples of unknown columns beside names that grow", text: of(growing, sql("SELECT c FROM t, u WHERE c = 1", numbered(" OR ﷺ%d = 2"), ""))},
		{name: "examples of names that grow", text: of(lone, sql("WITH z AS (SELECT 1)", numbered(", `"+strings.Repeat("ﷺ", 10)+"%d` AS (SELECT 1)"), " SELECT c FROM t"))},
	}
	for i := range texts {
		texts[i].most, texts[i].mostBytes = 2.6, 4 // what it takes to check so much SQL: two parses are the floor
		if texts[i].name == "examples of wildcards" {
			texts[i].most, texts[i].mostBytes = 5.2, 8 // twice: * stands for a column that is hidden
		}
	}
	return texts
}
