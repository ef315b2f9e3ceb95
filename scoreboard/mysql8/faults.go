package mysql8

// faults are texts whose original or print the engine answers wrongly or in another type, and what is
// wrong with it, by ID. The differential tests on MariaDB and MySQL get the same rows for both.
var faults = map[string]string{
	"acc-like-backslash-literal":                            backslash,
	"attack_forms: a pattern inside an operator #2":         backslash,
	"acc-rec-calendar":                                      "the engine gives a time for + INTERVAL and a text for DATE_ADD, and joins them differently",
	"attack_capture: EXISTS asks whether there are rows #2": armsOfExists,
	"attack_capture: EXISTS asks whether there are rows #4": armsOfExists,
	"attack_joins: a name that a hidden column has too #2":  "the engine looks for a name in HAVING in all tables, servers first among what is selected and grouped",
}

const (
	backslash    = "the engine finds no backslash with LIKE unless ESCAPE names another character"
	armsOfExists = "the engine compares whole rows in the arms under EXISTS, servers a constant for *"
)
