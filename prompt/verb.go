package prompt

import (
	"strings"

	"github.com/asksql/asksql/internal/lazyregexp"
	"github.com/asksql/asksql/sqlcheck"
)

// What follows tells SQL from English, in text that is not known to be either. It looks at the
// beginnings of statements and no further: whether a text is a statement, and of which kind, is for
// sqlcheck to say. In doubt it is SQL: what is then refused costs a call of the model, and what is
// dropped by mistake may be a half of the query.

const (
	// gap is what may stand between two words of SQL, in a string of JSON too.
	gap = `(?:\s|\\[nrt]|/\*[^*]*\*/|(?:--[ \t]|#)[^\n]*\n)+`

	// open is a parenthesis and the gap before it, if there is one.
	open = `(?:` + gap + `)?\(`

	name = "(?:[\\w$.\u0080-\U0010ffff]|`[^`]*`)+"
)

// windowBytes is how far from its verb a statement is looked at.
const windowBytes = 512

// statements has, for the first words of statements, what follows them in SQL and rarely in English.
var statements = map[string]*lazyregexp.Regexp{
	"WITH":     after(`(?:RECURSIVE` + gap + `)?` + name + `(?:` + open + `[^()]*\))?(?:` + gap + `)?AS` + open),
	"INSERT":   after(insertion),
	"REPLACE":  after(insertion),
	"MERGE":    after(`INTO\b`),
	"DELETE":   after(`(?:[\w.]+\s+){0,3}?FROM\b`),
	"UPDATE":   after("(?:[\\w.`,=]+\\s+){1,12}?SET\\b"),
	"CREATE":   after(object),
	"ALTER":    after(object),
	"DROP":     after(object),
	"RENAME":   after(object),
	"TRUNCATE": after(`(?:TABLE\b|` + name + `\s*(?:;|\n|$))`),
	"GRANT":    after(`(?:[\w,]+\s+){1,8}?(?:ON|TO)\b`),
	"REVOKE":   after(`(?:[\w,]+\s+){1,8}?(?:ON|FROM)\b`),
	"LOAD":     after(`(?:DATA|XML)\b[\w\s]*\bINFILE\b`),
	"CALL":     after(`[\w.]+\s*\(`),
	"INTO":     after(`(?:OUTFILE|DUMPFILE)\b`),
	"EXPLAIN":  after(plan),
	"DESCRIBE": after(plan),
	"DESC":     after(plan),
	"ANALYZE":  after(plan + `|(?:\w+\s+)?TABLE\b`),
	"SHOW": after(`(?:FULL\s+|EXTENDED\s+|GLOBAL\s+|SESSION\s+)*(?:TABLES|DATABASES|SCHEMAS|COLUMNS|FIELDS|CREATE|INDEX|INDEXES|KEYS|VARIABLES` +
		`|STATUS|PROCESSLIST|GRANTS|ENGINES?|WARNINGS|ERRORS|TRIGGERS|EVENTS|PLUGINS|PRIVILEGES|TABLE\s+STATUS)\b`),
	"SET":   after("(?:@|(?:GLOBAL|SESSION|LOCAL|PERSIST|NAMES|PASSWORD|TRANSACTION|ROLE|CHARACTER\\s+SET)\\b|[\\w.`]+\\s*:?=)"),
	"USE":   after(name + `\s*;`),
	"START": after(`TRANSACTION\b`),
	"BEGIN": lazyregexp.New(`(?i)^\w+\s*;`),
	"DO":    after(`\w+\(`),
	"LOCK":  after(`TABLES?\s+\w`),
	"FLUSH": after(`(?:TABLES|PRIVILEGES|LOGS|STATUS|HOSTS)\b`),
	"KILL":  after(`(?:QUERY\s+|CONNECTION\s+)?\d`),
}

const (
	insertion = `(?:\w+\s+){0,3}?INTO\b|(?:\w+\s+){0,2}?` + name + `\s*(?:\([^()]*\)\s*)?(?:VALUES?\s*\(|SET\b|[\s(]*SELECT\b|[\s(]*WITH\s+(?:RECURSIVE\s+)?` + name + `\s+AS` + open + `)`
	object    = `(?:\w+\s+){0,3}?(?:TABLE|VIEW|DATABASE|SCHEMA|INDEX|USER|ROLE|PROCEDURE|FUNCTION|TRIGGER|EVENT|SEQUENCE|SERVER|TABLESPACE)\b|(?:OR\s+REPLACE\s+)?(?:DEFINER|ALGORITHM)\s*=`
	plan      = `(?:FORMAT\s*=|(?:EXTENDED|PARTITIONS|ANALYZE|SELECT|TABLE|VALUES|INSERT|REPLACE|UPDATE|DELETE)\b|WITH\b[^.]*\bAS\s*\(|` + "`" + `|[\w.]+\s*;)`
)

// after returns the pattern of a word and then a gap and what is given.
func after(pattern string) *lazyregexp.Regexp {
	return lazyregexp.New(`(?i)^\w+` + gap + `(?:` + pattern + `)`)
}

// others are first words of statements that neither read as a query does nor write.
var others = []string{
	"SET", "SHOW", "USE", "DO", "EXPLAIN", "DESC", "DESCRIBE", "ANALYZE", "HANDLER", "EXECUTE", "PREPARE", "DEALLOCATE",
	"BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "LOCK", "UNLOCK", "FLUSH", "KILL", "RESET", "SHUTDOWN", "PURGE",
	"INSTALL", "UNINSTALL", "OPTIMIZE", "REPAIR", "CHECK", "CHECKSUM", "CACHE", "IMPORT", "XA", "SIGNAL", "HELP", "DELIMITER", "SOURCE",
	"DECLARE", "RETURN", "IF", "WHILE", "LOOP", "CLONE", "CHANGE", "STOP", "BINLOG",
}

// verbs are the first words of all statements but queries.
var verbs = wordSet(append(sqlcheck.WriteVerbs(), others...)...)

var (
	// tableQuery and valuesQuery are queries without SELECT; in English both words are common.
	tableQuery  = after(name + `(?:` + gap + `)?(?:;|$|(?:ORDER\s+BY|LIMIT|UNION|EXCEPT|INTERSECT)\b)`)
	valuesQuery = lazyregexp.New(`(?i)^VALUES\s*(?:ROW\s*)?\(`)
	valuesRow   = lazyregexp.New(`(?i)^VALUES\s+ROW\s*\(`)
)

// sqlFrom returns where in text, at from or behind it, a statement begins, or -1. Parentheses before
// it are not part of it yet.
func sqlFrom(text string, from int) int {
	for {
		start, end := nextWord(text, from)
		if start < 0 || beginsSQL(text, start, end) {
			return start
		}
		from = end
	}
}

// nextWord returns where the next word of ASCII letters is, with digits and underscores in it, or
// -1. An underscore before it, as for italics, is left out, and so is a letter of any other script or
// of an escape.
func nextWord(text string, from int) (start, end int) {
	for start = from; start < len(text) && (!isLetter(text[start]) || isEscape(text, start)); start++ {
	}
	if start == len(text) {
		return -1, start
	}
	for end = start; end < len(text) && isNameByte(text[end]); end++ {
	}
	return start, end
}

// isEscape reports whether the letter at at is of white space in a string of JSON.
func isEscape(text string, at int) bool {
	return at > 0 && text[at-1] == '\\' && strings.IndexByte("nrt", text[at]) >= 0
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isNameByte(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' || c == '_' || c == '$' }

// beginsSQL reports whether a statement begins with the word of text from start to end.
func beginsSQL(text string, start, end int) bool {
	if end-start > len("DEALLOCATE") {
		return false
	}
	window := text[start:min(len(text), start+windowBytes)]
	switch verb := strings.ToUpper(text[start:end]); {
	case verb == "SELECT":
		return selects(text, start, end)
	case verb == "TABLE":
		return tableQuery.MatchString(window) && opensSentence(text, start)
	case verb == "VALUES":
		return valuesRow.MatchString(window) || valuesQuery.MatchString(window) && opensSentence(text, start)
	case verbs[verb] && (strings.HasPrefix(text[end:], ";") || opensLine(text, start) && closesLine(text, end)):
		return true
	case statements[verb] != nil:
		found := statements[verb].FindString(window)
		return found != "" && !determined(window, len(found))
	default:
		return false
	}
}

// opensLine reports whether nothing but marks stands before at on its line.
func opensLine(text string, at int) bool {
	at = marksStart(text, at)
	return at == 0 || text[at-1] == '\n'
}

// opensSentence reports whether what stands before at on its line ends in a colon or semicolon, if
// anything does.
func opensSentence(text string, at int) bool {
	at = marksStart(text, at)
	return at == 0 || strings.IndexByte("\n:;", text[at-1]) >= 0
}

// marksStart returns where the marks before at begin.
func marksStart(text string, at int) int {
	for at > 0 && strings.IndexByte(marks, text[at-1]) >= 0 {
		at--
	}
	return at
}

// marks are what stands before a statement and in Markdown is no text.
const marks = " \t\r\"'`*_>#-+("

// closesLine reports whether the line ends in a semicolon.
func closesLine(text string, at int) bool {
	line, _, _ := strings.Cut(text[at:min(len(text), at+windowBytes)], "\n")
	return strings.HasSuffix(strings.TrimRight(line, " \t\r"), ";")
}
