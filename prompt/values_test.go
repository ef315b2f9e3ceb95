package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// warehouse has a column of few values, and columns of many.
func warehouse(t testing.TB, policy schema.Policy) *schema.View {
	t.Helper()
	var cities, codes []string
	for i := range 40 {
		cities = append(cities, fmt.Sprintf("%q", fmt.Sprintf("place %c%c", 'a'+i%7, 'k'+i%11)))
		codes = append(codes, fmt.Sprintf("%q", string([]rune{'A' + rune(i%26), 'A' + rune(i*7%26)})))
	}
	cities = append(cities, `"New York"`, `"San José"`, `"北京"`, `"hamburg"`)
	codes = append(codes, `"PT"`, `"DE"`)
	return view(t, `{"version": 1, "schemaId": "s", "tables": [{"name": "orders", "columns": [
		{"name": "state", "type": "varchar(9)", "values": ["open", "shipped", "lost"]},
		{"name": "city", "type": "varchar(40)", "description": "where it goes", "values": [`+strings.Join(cities, ", ")+`]},
		{"name": "country", "type": "char(2)", "values": [`+strings.Join(codes, ", ")+`]},
		{"name": "nick", "type": "varchar(9)", "sensitive": true, "values": ["Frankfurter"]}]}]}`, policy)
}

// Of many values a prompt shows those that the question seems to mean, beside the question: the system prompt is the same
// for all.
func TestMeantValues(t *testing.T) {
	v := warehouse(t, schema.Policy{Values: true})
	b := prompt.NewBuilder(defaults)
	system := b.Build(v, "").System
	for _, tc := range []struct {
		name, question string
		want           []string // in the user's turn
		absent         []string
	}{
		{"a word", "orders to Hamburg", []string{"`orders`.`city`: 'hamburg'\n"}, []string{"New York"}},
		{"a slip", "orders to hamburgh", []string{"'hamburg'"}, nil},
		{"two words", "how many went to new york last week?", []string{"'New York'"}, []string{"hamburg"}},
		{"an accent left out", "orders to San Jose", []string{"'San José'"}, nil},
		{"a script without blanks", "北京有多少订单", []string{"'北京'"}, nil},
		{"a code that is short for a name", "orders from Portugal", []string{"`orders`.`country`: ", "'PT'"}, []string{"'DE'"}},
		{"a word that is no name", "show the order that failed", nil, []string{"Values that"}},
		{"what is shown already", "orders that are shipped", nil, []string{"'shipped'"}},
		{"what is hidden", "orders of Frankfurter", nil, []string{"rankfurter'"}},
		{"nothing", "", nil, []string{"Values that"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := b.Build(v, tc.question)
			if p.System != system {
				t.Error("the system prompt depends on the question")
			}
			user, _, _ := strings.Cut(p.User, "Between the two marks")
			for _, text := range tc.want {
				if !strings.Contains(user, text) {
					t.Errorf("%q: want %s in\n%s", tc.question, text, user)
				}
			}
			for _, text := range tc.absent {
				if strings.Contains(user, text) {
					t.Errorf("%q: want no %s in\n%s", tc.question, text, user)
				}
			}
		})
	}
	for _, want := range []string{"values: 'open', 'shipped', 'lost'", "where it goes; values such as 'place ak', 'place bl', 'place cm', 44 in all"} {
		if !strings.Contains(system, want) {
			t.Errorf("want %q in\n%s", want, system)
		}
	}
	none := b.Build(warehouse(t, schema.Policy{}), "orders to Hamburg")
	if text := none.System + none.User; strings.Contains(text, "hamburg'") || strings.Contains(text, "values") {
		t.Errorf("without the policy, the prompt shows values:\n%s", text)
	}
}

// However many values there are, a prompt keeps to its length, and values never crowd out the rest.
func TestMeantValuesKeepToTheLength(t *testing.T) {
	var values []string
	for i := range 30_000 {
		values = append(values, fmt.Sprintf(`"hamburg %d%s"`, i, strings.Repeat("x", 40)))
	}
	v := view(t, `{"version": 1, "schemaId": "s", "tables": [{"name": "t", "columns": [{"name": "a", "type": "text", "values": [`+strings.Join(values, ",")+`]}]}]}`, schema.Policy{Values: true})
	for _, limit := range []int{1000, 2000} {
		p := prompt.NewBuilder(prompt.Options{MaxRows: 1, MaxTokens: limit}).Build(v, "hamburg 1"+strings.Repeat("x", 40))
		if p.Tokens > limit+100 { // the question is beside the limit
			t.Errorf("the prompt has %d tokens, want %d at most", p.Tokens, limit)
		}
	}
}

// Where not all fits, descriptions go last.
func TestDescriptionsGoLast(t *testing.T) {
	var tables []string
	for i := range 20 {
		tables = append(tables, fmt.Sprintf(`{"name": "t%d", "description": "the %d. kind of things", "columns": [{"name": "a", "type": "text", "description": "what is said of it", "values": ["one", "two", "three", "four", "five", "six", "seven"]}]}`, i, i))
	}
	v := view(t, `{"version": 1, "schemaId": "s", "tables": [`+strings.Join(tables, ", ")+`]}`, schema.Policy{Values: true})
	whole := prompt.NewBuilder(defaults).Build(v, "how many t1?")
	for limit := whole.Tokens + 200; limit > 1000; limit -= 50 {
		p := prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: limit}).Build(v, "how many t1?")
		text := p.System + p.User
		values, descriptions := strings.Count(text, "; values: "), strings.Count(text, "what is said of it")
		if values > 0 && descriptions < p.Tables && !p.Pruned || values > descriptions {
			t.Errorf("%d tokens: %d values and %d descriptions of %d tables", limit, values, descriptions, p.Tables)
		}
		if p.Pruned {
			return
		}
	}
	t.Error("the schema was never pruned")
}
