package mysql8

// faults are texts whose original the engine answers wrongly or in another type than the print, and
// what is wrong with it, by ID. The differential test on MariaDB gets the same rows for both.
var faults = map[string]string{
	"acc-like-backslash-literal": "the engine finds no backslash with LIKE unless ESCAPE names another character",
	"acc-rec-calendar":           "the engine gives a time for + INTERVAL and a text for DATE_ADD, and joins them differently",
}
