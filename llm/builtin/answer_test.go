package builtin_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/schema"
)

func TestAnswers(t *testing.T) {
	for _, tc := range []struct{ name, schema, question, sql string }{
		{"a day", shop, "How many orders were placed on 2025-03-05?",
			"SELECT COUNT(*) FROM `orders` WHERE `placed_at` >= '2025-03-05' AND `placed_at` < '2025-03-06'"},
		{"a day in words", shop, "How many orders were placed on March 5, 2025?",
			"SELECT COUNT(*) FROM `orders` WHERE `placed_at` >= '2025-03-05' AND `placed_at` < '2025-03-06'"},
		{"before a year", shop, "How many orders were placed before 2025?",
			"SELECT COUNT(*) FROM `orders` WHERE `placed_at` < '2025-01-01'"},
		{"after a month", shop, "How many orders were placed after March 2025?",
			"SELECT COUNT(*) FROM `orders` WHERE `placed_at` >= '2025-04-01'"},
		{"the last days", shop, "How many orders were placed in the last 30 days?",
			"SELECT COUNT(*) FROM `orders` WHERE `placed_at` >= CURRENT_DATE - INTERVAL 30 DAY AND `placed_at` < CURRENT_DATE + INTERVAL 1 DAY"},
		{"a year in a column of years", club, "List teams founded before 1950",
			"SELECT `name` FROM `teams` WHERE `founded_year` < 1950"},
		{"a number in words", shop, "Show the top five products by price",
			"SELECT `name` FROM `products` ORDER BY `price` DESC LIMIT 5"},
		{"a term of the glossary", shop, "How many top-level categories are there?",
			"SELECT COUNT(*) FROM `categories` WHERE `parent_id` IS NULL"},
		{"a term that is an amount", shop, "What is the revenue?",
			"SELECT SUM(`total`) FROM `orders` WHERE (`status` = 'paid' OR `status` = 'shipped')"},
		{"no spelling of its own", shop, "HOW MANY ORDERS ARE THERE", "SELECT COUNT(*) FROM `orders`"},
		{"a quote in a value", club, `List players using contract "O'Neil"`,
			"SELECT `first_name`, `last_name` FROM `players` WHERE `contract` = 'O''Neil'"},
		{"groups without a name", shop, "How many items are in each order?",
			"SELECT COUNT(*), `orders`.`id` FROM `order_items` JOIN `orders` ON `orders`.`id` = `order_items`.`order_id` GROUP BY `orders`.`id`"},
		{"the nearer noun", club, "List teams with players older than 30",
			"SELECT `teams`.`name` FROM `teams` WHERE EXISTS (SELECT 1 FROM `players` WHERE `players`.`team_id` = `teams`.`id` AND `players`.`age` > 30)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := ask(t, builtin.New(), tc.schema, tc.question); got.SQL != tc.sql {
				t.Errorf("%q\n got %s %s\nwant %s", tc.question, got.SQL, got.CannotAnswer, tc.sql)
			}
			check(t, tc.schema, tc.question, tc.sql)
		})
	}
}

func TestRefusals(t *testing.T) {
	for _, tc := range []struct{ name, schema, question, reason string }{
		{"a word it does not know", shop, "How happy are our customers?", `does not understand "happy"`},
		{"a write", shop, "Drop table customers", `"Drop"`},
		{"a column that is hidden", shop, "Show me the email of each customer", `"email"`},
		{"a column that is an amount or a sum", shop, "What is the total of all orders?", "each total or the sum of total"},
		{"when one of the values came about", shop, "How many orders were paid in March 2025?", `"when paid"`},
		{"a month of no year", shop, "How many orders were placed in March?", `"March"`},
		{"the first of how many", shop, "List the cheapest products", "does not understand the question"},
		{"two keys between two tables", club, "How many matches does each team have?", "matches.home_team_id"},
		{"a name of several tables", club, "Show the id", "teams"},
		{"a country where there are cities", club, "List teams from Japan", `"Japan"`},
		{"a term whose meaning is not understood", shop, "What is the basket size?", "how many pieces an order holds"},
		{"nothing", shop, "?", "empty"},
		{"too much", shop, strings.Repeat("orders ", 1000), "too long"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := ask(t, builtin.New(), tc.schema, tc.question)
			if got.SQL != "" || !strings.Contains(got.CannotAnswer, tc.reason) {
				t.Errorf("%q\n got %s %s\nwant %q in a refusal", tc.question, got.SQL, got.CannotAnswer, tc.reason)
			}
		})
	}
}

// The same question would get the same answer, so a repair is not tried.
func TestRepair(t *testing.T) {
	reply, err := builtin.New().Generate(context.Background(), llm.Request{
		Question: "How many orders are there?", View: view(t, shop),
		Messages: []llm.Message{{Role: llm.User}, {Role: llm.Assistant}, {Role: llm.User}},
	})
	if err != nil || !strings.Contains(reply.Text, "no other answer") {
		t.Errorf("Generate of a repair = %q, %v, want no answer", reply.Text, err)
	}
}

// Values that the view does not show are not known; the members of an ENUM are part of its type.
func TestValuesOfTheView(t *testing.T) {
	artifact, err := schema.Decoder{}.Load(shop)
	if err != nil {
		t.Fatal(err)
	}
	without := artifact.View(schema.Policy{})
	for question, answered := range map[string]bool{"List products in Tea": false, "How many paid orders are there?": true} {
		if got := askView(t, builtin.New(), without, question); (got.SQL != "") != answered {
			t.Errorf("%q without values: %+v, want an answer: %v", question, got, answered)
		}
	}
}

// A member of an ENUM may hold a comma; a part of it is no value.
func TestMembersOfEnum(t *testing.T) {
	data, err := os.ReadFile(shop)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), "enum('new',", "enum('held,late','new',", 1)
	artifact, err := schema.Decoder{}.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	v := artifact.View(schema.Policy{})
	for question, answered := range map[string]bool{"How many held orders are there?": false, "How many paid orders are there?": true} {
		if got := askView(t, builtin.New(), v, question); (got.SQL != "") != answered {
			t.Errorf("%q: %+v, want an answer: %v", question, got, answered)
		}
	}
}
