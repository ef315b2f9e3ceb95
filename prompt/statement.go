package prompt

import (
	"regexp"
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// What follows looks at the beginnings and the quoting of SQL and no further: whether a text is a
// statement, and of which kind, is for sqlcheck to say.

const (
	// query is the beginning of a query as it stands out in prose: more than its first word.
	query = `(?:\(\s*)*(?:SELECT(?:\W|$)|VALUES\s*(?:ROW\s*)?\(|TABLE\s+[\w$.` + "`" + `]+\s*(?:;|$|(?:ORDER|LIMIT|UNION)\b)` +
		`|WITH\s+(?:RECURSIVE\s+)?(?:[\w$]+|` + "`[^`]+`" + `)\s*(?:\([^()]*\)\s*)?AS\s*\()`

	// write is a write as it stands out in prose: "create a join" is none.
	write = `(?:(?:INSERT|REPLACE|MERGE)\s+(?:\w+\s+){0,3}?INTO\b` +
		`|DELETE\s+(?:[\w.]+\s+){0,3}?FROM\b` +
		"|UPDATE\\s+[\\w.`, ]+\\s+SET\\b" +
		`|(?:CREATE|ALTER|DROP|RENAME|TRUNCATE)\s+(?:\w+\s+){0,3}?(?:TABLE|VIEW|DATABASE|SCHEMA|INDEX|USER|ROLE|PROCEDURE|FUNCTION|TRIGGER|EVENT|SEQUENCE|SERVER|TABLESPACE)\b` +
		`|(?:GRANT|REVOKE)\s+[\w, ]+\s+(?:ON|TO|FROM)\b` +
		`|LOAD\s+(?:DATA|XML)\b` +
		`|CALL\s+[\w.]+\s*\(` +
		`|INTO\s+(?:OUTFILE|DUMPFILE)\b)`

	// others begin statements that matter only behind another one.
	others = `(?:SET|SHOW|USE|DO|EXPLAIN|DESC|DESCRIBE|ANALYZE|HANDLER|EXECUTE|PREPARE|DEALLOCATE|BEGIN|START|COMMIT|ROLLBACK` +
		`|SAVEPOINT|RELEASE|LOCK|UNLOCK|FLUSH|KILL|RESET|SHUTDOWN|PURGE|INSTALL|UNINSTALL|OPTIMIZE|REPAIR|CHECK|IMPORT|XA|SIGNAL|WITH)`
)

var (
	// verbs begin a write.
	verbs = `(?:` + strings.Join(sqlcheck.WriteVerbs(), "|") + `)`

	queryWord  = regexp.MustCompile(`(?i)^(?:\(\s*)*(?:SELECT|WITH|VALUES|TABLE)(?:\W|$)`)
	english    = regexp.MustCompile(`(?i)^(?:WITH\s+(?:the|this|that|these|those|an?|your|our|my|all|each)|(?:TABLE|VALUES)\s+\w+)\s+\w`)
	queryBegin = regexp.MustCompile(`(?i)^` + query)
	writeBegin = regexp.MustCompile(`(?i)^` + verbs + `(?:\W|$)`)
	writeIn    = regexp.MustCompile(`(?i)\b` + write)
	sqlLine    = regexp.MustCompile(`(?im)^[ \t]*(?:` + query + `|(?:` + verbs + `|` + others + `)(?:\W|$)|--\s|#|/\*)`)
	// behind is where a statement may begin: on a line, behind a label or language tag, in quotes.
	behind = regexp.MustCompile(`(?im)(?:^|:)[ \t*_]*(?:(?:my)?sql[ \t]+)?(["'` + "`" + `]?(?:` + query + `|` + write + `))`)
)

// isQuery reports whether text begins as a query, comments before it aside.
func isQuery(text string) bool {
	text = text[commentsEnd(text):]
	return queryWord.MatchString(text) && (!english.MatchString(text) || queryBegin.MatchString(text))
}

// isWrite reports whether text begins with the verb of a write, comments before it aside.
func isWrite(text string) bool { return writeBegin.MatchString(text[commentsEnd(text):]) }

// holdsWrite reports whether prose holds a write.
func holdsWrite(prose string) bool { return writeIn.MatchString(prose) }

// holdsSQL reports whether a line of text begins as a statement or comment, or text holds a write.
func holdsSQL(text string) bool {
	return sqlLine.MatchString(text) || holdsWrite(text) || strings.Contains(text, "/*")
}

// statementStart returns where in prose a statement begins, or -1.
func statementStart(prose string) int {
	if at := behind.FindStringSubmatchIndex(prose); at != nil {
		return at[2]
	}
	return -1
}

// statementEnd returns where the prose behind a statement begins: at a semicolon before a blank
// line, or at the end of a Markdown fence whose beginning is not there. The first of them decides.
func statementEnd(statement string) int {
	for at := 0; at < len(statement); {
		switch rest := statement[at:]; {
		case strings.HasPrefix(rest, "```") && closing.MatchString(rest):
			return proseFrom(statement, at)
		case rest[0] == ';' && blankLine.MatchString(rest[1:]):
			return proseFrom(statement, at+1)
		}
		at, _ = tokenEnd(statement, at)
	}
	return len(statement)
}

var (
	closing   = regexp.MustCompile("^```+(?:\\s|$)")
	blankLine = regexp.MustCompile(`^[ \t]*\r?\n[ \t]*\r?\n`)
)

// proseFrom returns at, or the end of the text if what begins at at may be SQL.
func proseFrom(text string, at int) int {
	if holdsSQL(text[at:]) {
		return len(text)
	}
	return at
}
