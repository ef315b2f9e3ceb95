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

		{"a group of a city, not of each customer there", shop, "Which city has the most orders?",
			"SELECT `customers`.`city` FROM `orders` JOIN `customers` ON `customers`.`id` = `orders`.`customer_id` GROUP BY `customers`.`city` ORDER BY COUNT(*) DESC LIMIT 1"},
		{"groups of a city", office, "How many employees are there in each city?",
			"SELECT COUNT(*), `departments`.`city` FROM `employees` JOIN `departments` ON `departments`.`id` = `employees`.`department_id` GROUP BY `departments`.`city`"},
		{"rows that a join repeats", office, "Show the number of employees for each project",
			"SELECT COUNT(DISTINCT `employees`.`id`), `projects`.`name` FROM `employees` JOIN `assignments` ON `assignments`.`employee_id` = `employees`.`id` JOIN `projects` ON `projects`.`id` = `assignments`.`project_id` GROUP BY `projects`.`name`, `projects`.`id`"},
		{"rows that a join repeats, as a condition", office, "List employees with more than 3 projects",
			"SELECT `employees`.`first_name`, `employees`.`last_name` FROM `employees` WHERE (SELECT COUNT(DISTINCT `projects`.`id`) FROM `assignments` JOIN `projects` ON `projects`.`id` = `assignments`.`project_id` WHERE `assignments`.`employee_id` = `employees`.`id`) > 3"},
		{"rows that a join repeats, as an order", office, "Which employee has the most projects?",
			"SELECT `employees`.`first_name`, `employees`.`last_name` FROM `employees` JOIN `assignments` ON `assignments`.`employee_id` = `employees`.`id` JOIN `projects` ON `projects`.`id` = `assignments`.`project_id` GROUP BY `employees`.`id`, `employees`.`first_name`, `employees`.`last_name` ORDER BY COUNT(DISTINCT `projects`.`id`) DESC LIMIT 1"},
		{"a maximum does not mind what is repeated", office, "Show the highest salary of employees for each project",
			"SELECT MAX(`employees`.`salary`), `projects`.`name` FROM `employees` JOIN `assignments` ON `assignments`.`employee_id` = `employees`.`id` JOIN `projects` ON `projects`.`id` = `assignments`.`project_id` GROUP BY `projects`.`name`, `projects`.`id`"},
		{"pairs that a key keeps from repeating", office, "Show the average salary of employees for each choir",
			"SELECT AVG(`employees`.`salary`), `choirs`.`name` FROM `employees` JOIN `singers` ON `singers`.`employee_id` = `employees`.`id` JOIN `choirs` ON `choirs`.`id` = `singers`.`choir_id` GROUP BY `choirs`.`name`, `choirs`.`id`"},
		{"who has no salary has not the least", office, "Which employee has the lowest salary?",
			"SELECT `first_name`, `last_name` FROM `employees` WHERE `salary` IS NOT NULL ORDER BY `salary` LIMIT 1"},
		{"a week that is not over", office, "List appointments this week",
			"SELECT `id`, `starts_at` FROM `appointments` WHERE `starts_at` >= CURRENT_DATE - INTERVAL WEEKDAY(CURRENT_DATE) DAY AND `starts_at` < CURRENT_DATE + INTERVAL 7 - WEEKDAY(CURRENT_DATE) DAY"},
		{"the date of an order is no place in an order", shop, "What is the status of the latest order?",
			"SELECT `status` FROM `orders` ORDER BY `placed_at` DESC LIMIT 1"},
		{"a person's title is not the name", office, "List the employees",
			"SELECT `first_name`, `last_name` FROM `employees`"},
		{"a number of another spelling", office, "List employees with bonus 1000",
			"SELECT `first_name`, `last_name` FROM `employees` WHERE `bonus` = 1000"},
		{"a place in an order", office, "List employees with rank 3",
			"SELECT `first_name`, `last_name` FROM `employees` WHERE `rank` = 3"},
		{"a count where the things have a number", office, "Show the number of projects", "SELECT COUNT(*) FROM `projects`"},
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
		{"a term whose meaning says nothing", office, "List dormant employees", `"dormant"`},
		{"a term whose meaning is too long", office, "List legacy employees", `"legacy"`},
		{"a table that the view hides", office, "How many safes are there?", `"safes"`},
		{"an average over what a join repeats", office, "Show the average salary of employees for each project", `"salary"`},
		{"bytes as a text", office, `List departments with logo containing "a"`, `"departments"`},
		{"a point as a text", office, `List departments whose location is "Paris"`, `"departments"`},
		{"a set as one value", office, "How many employees are chess?", `"skills"`},
		{"a value that is no number in a column of numbers", office, "How many employees are 7 senior?", `"7 (senior)"`},
		{"a number before a noun as a value", office, "List 12 employees", `understand`},
		{"a number with a comma that parts no thousands", office, `How many employees have salary "1,5"?`, `"1,5"`},
		{"older, which may be more or less", office, "List employees with grade 12 or older", `"older"`},
		{"above a place in an order", office, "List employees with rank above 3", "the better one or the greater number"},
		{"a place in an order above the average", office, "Which employees have a higher rank than the average?", "the better one"},
		{"from high to low by a place in an order", office, "List employees sorted by rank from high to low", "the better one"},
		{"a number that may be a count", office, `What is the number of the project "X"?`, "projects.number or how many"},
		{"the name of an employee that is the department's", office, "What are the names of employees?", `"names"`},
		{"a name where there are two", office, "List employees named Smith", `"employees"`},
		{"a verb that says more than that things belong together", office, "Which employees lead projects?", `"lead"`},
		{"a column that refers to two tables", office, "Show the owner of each badge", "the row of profiles or the row of projects"},
		{"a range from more to less", shop, "List products with a price between 10 and 5", "understand"},
		{"dates from later to earlier", shop, "How many orders were placed between 2025-06-01 and 2025-01-01?", "understand"},
		{"two values at once", shop, "List customers from Berlin and from Porto", `"customers"`},
		{"one of several totals or their sum", shop, "List customers with a total above 1000", "the sum of total"},
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
