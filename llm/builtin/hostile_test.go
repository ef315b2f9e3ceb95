package builtin_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/schema"
)

// hostileBytes is about how long the artifacts of TestHostileArtifacts are.
const hostileBytes = 256 << 10

// list returns as many of the elements as make a list of about so many bytes.
func list(bytes int, element func(i int) string) string {
	var all []string
	for length := 0; length < bytes; {
		all = append(all, element(len(all)))
		length += len(all[len(all)-1]) + 1
	}
	return strings.Join(all, ",")
}

func artifact(tables string, more ...string) string {
	return `{"version":1,"schemaId":"s","tables":[` + tables + `]` + strings.Join(more, "") + `}`
}

// manyKeys returns a table all of whose columns refer to another one.
func manyKeys(name, to string) string {
	column := func(i int) string { return fmt.Sprintf(`{"name":"c%d"}`, i) }
	key := func(i int) string {
		return fmt.Sprintf(`{"columns":["c%d"],"references":{"table":%q,"columns":["id"]}}`, i, to)
	}
	const count = hostileBytes / 300
	var columns, keys []string
	for i := range count {
		columns, keys = append(columns, column(i)), append(keys, key(i))
	}
	return fmt.Sprintf(`{"name":%q,"columns":[{"name":"id"},%s],"foreignKeys":[%s]}`, name, strings.Join(columns, ","), strings.Join(keys, ","))
}

// likeA returns texts that differ and are all read as "a".
func likeA(i int) string {
	return `"a` + strings.NewReplacer("0", "!", "1", "#").Replace(fmt.Sprintf("%b", i)) + `"`
}

// TestHostileArtifacts: no artifact, with no question, costs much more than a plain one of its length.
// Both are measured in turn, so that a busy machine slows them alike.
func TestHostileArtifacts(t *testing.T) {
	plainTable := func(i int) string {
		return fmt.Sprintf(`{"name":"thing_%d","columns":[{"name":"id"},{"name":"name"},{"name":"weight"}]}`, i)
	}
	plain := decoded(t, artifact(list(hostileBytes, plainTable)))
	for _, tc := range []struct {
		name, artifact string
		questions      []string
	}{
		{"tables with a thousand keys to each other",
			artifact(manyKeys("alphas", "betas") + "," + manyKeys("betas", "gammas") + "," + manyKeys("gammas", "deltas") +
				`,{"name":"deltas","columns":[{"name":"id"},{"name":"zip"}]}`),
			[]string{"Show the zip of alphas", "How many alphas have deltas?", "List alphas with zip 5"}},
		{"a table that all others refer to",
			artifact(`{"name":"hub","columns":[{"name":"id"}]},` + list(hostileBytes, func(i int) string {
				return fmt.Sprintf(`{"name":"spoke%d","columns":[{"name":"h"},{"name":"weight"}],"foreignKeys":[{"columns":["h"],"references":{"table":"hub","columns":["id"]}}]}`, i)
			})),
			[]string{"Show the weight of hubs", "hubs with weight 5 " + strings.Repeat("or with weight 6 ", 15)}},
		{"values that are read as the same",
			artifact(`{"name":"things","columns":[{"name":"kind","values":[` + list(hostileBytes, likeA) + `]}]}`),
			[]string{`How many things have kind "a"?`, "List the A things"}},
		{"a value of all columns",
			artifact(list(hostileBytes, func(table int) string {
				return fmt.Sprintf(`{"name":"things%d","columns":[%s]}`, table, list(hostileBytes/8, func(i int) string {
					return fmt.Sprintf(`{"name":"c%d","values":["red"]}`, i)
				}))
			})),
			[]string{"List red things1", "How many things1 are red?", "red things2"}},
		{"tables that end alike",
			artifact(list(hostileBytes, func(i int) string {
				return fmt.Sprintf(`{"name":"t%d_orders","columns":[{"name":"id"},{"name":"name"}]}`, i)
			})),
			[]string{"How many orders are there?", "Show the name of orders with orders", strings.Repeat("name and ", 38) + "name of orders"}},
		{"terms that begin alike",
			artifact(plainTable(1), `,"glossary":[`+list(hostileBytes, func(i int) string {
				return fmt.Sprintf(`{"term":"name t%d","meaning":"the name"}`, i)
			})+`]`),
			[]string{strings.Repeat("name t5 ", 30)}},
		{"a description that is one word",
			artifact(fmt.Sprintf(`{"name":"things","columns":[{"name":"name","description":%q}]}`, strings.Repeat("a1b2", hostileBytes/4))),
			[]string{"List the things"}},
		{"a meaning of quotes that do not end",
			artifact(plainTable(1), fmt.Sprintf(`,"glossary":[{"term":"odd","meaning":%q}]`, strings.Repeat("the 'a ", hostileBytes/7))),
			[]string{"List odd things", "odd " + strings.Repeat("odd ", 60)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := decoded(t, tc.artifact)
			var hostile, usual time.Duration
			for range 3 {
				hostile = asked(t, v, tc.questions...)
				usual = asked(t, plain, "How many thing_1 are there?", "Show the name of thing_2 with weight above 5")
				if hostile < 10*usual {
					return
				}
			}
			t.Errorf("an artifact of %d bytes and %d questions take %v, a plain one %v", len(tc.artifact), len(tc.questions), hostile, usual)
		})
	}
}

func decoded(t *testing.T, text string) *schema.View {
	t.Helper()
	a, err := schema.Decoder{}.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return a.View(schema.Policy{Values: true})
}

// asked returns how long a new model takes for questions over a view.
func asked(t *testing.T, v *schema.View, questions ...string) time.Duration {
	model := builtin.New()
	start := time.Now()
	for _, question := range questions {
		askView(t, model, v, question)
	}
	return time.Since(start)
}

// What is hidden has no influence on answers: two artifacts that differ only in what is sensitive get
// the same replies, and no reply holds anything of it.
func TestAnswersKeepSecrets(t *testing.T) {
	const text = `{"version":1,"schemaId":"s","tables":[
		{"name":"people","primaryKey":["SECRET id"],"columns":[
			{"name":"SECRET id","sensitive":true,"type":"int"},
			{"name":"name","description":"not the SECRET"},
			{"name":"SECRET","sensitive":true,"type":"enum('SECRET one','blue')","description":"home town","values":["SECRET two","green"]},
			{"name":"boss","type":"int"}],
		 "foreignKeys":[{"columns":["boss"],"references":{"table":"people","columns":["SECRET id"]}}]},
		{"name":"visits","columns":[{"name":"SECRET id","sensitive":true},{"name":"day","type":"date"}],
		 "foreignKeys":[{"columns":["SECRET id"],"references":{"table":"people","columns":["SECRET id"]}}]}],
		"glossary":[{"term":"odd person","meaning":"a person with SECRET 5"},{"term":"SECRET","meaning":"name"}]}`
	one := decoded(t, strings.ReplaceAll(text, "SECRET", "zzalpha"))
	two := decoded(t, strings.ReplaceAll(text, "SECRET", "zzbeta"))
	model := builtin.New()
	for _, question := range []string{
		"List the people", "Show all the people with visits", "How many visits does each person have?", "Show the home town of people",
		"people from Blue", "How many blue people are there?", "How many green people are there?", "How many people have zzalpha one?",
		"How many people are zzalpha two?", "List the zzalpha of people", "Show the zzbeta id", "List odd people", "Count odd persons",
		"What is the zzalpha?", "How many people have visits on 2025-01-01?", "boss of people", "List visits", "id", "Show the zzbetas",
	} {
		a, b := askView(t, model, one, question), askView(t, model, two, question)
		if a != b {
			t.Errorf("%q: %+v, and with another secret %+v", question, a, b)
		}
		if strings.Contains(a.SQL, "zz") || strings.Contains(a.CannotAnswer, "zz") && !strings.Contains(question, "zz") {
			t.Errorf("%q tells a secret: %+v", question, a)
		}
	}
}
