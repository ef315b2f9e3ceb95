package prompt

import (
	"strings"

	"github.com/asksql/asksql/internal/lazyregexp"
)

// isStatement reports whether text begins as a statement, comments and parentheses before it aside.
// A comment on a line that holds SQL does not count as one: "# Answer: SELECT a" is a heading.
func isStatement(text string) bool {
	return statementAt(text) >= 0 && !commentedSQL(text)
}

// isQuery reports whether text begins as a query.
func isQuery(text string) bool {
	at := statementAt(text)
	return at >= 0 && isQueryWord(text[at:]) && !commentedSQL(text)
}

// statementAt returns where the verb is with which text begins as a statement, or -1.
func statementAt(text string) int {
	at := commentsEnd(text)
	for at < len(text) && text[at] == '(' {
		at += 1 + commentsEnd(text[at+1:])
	}
	start, end := nextWord(text, at)
	if start != at || !beginsSQL(text, start, end) {
		return -1
	}
	return at
}

var queryWord = lazyregexp.New(`(?i)^(?:SELECT|WITH|VALUES|TABLE)(?:\W|$)`)

func isQueryWord(text string) bool { return queryWord.MatchString(text) }

// commentedSQL reports whether SQL stands in a comment to the end of the line before the statement, or
// the statement may go on from there: to a server "# Answer: SELECT a FROM b WHERE c =" is a comment.
func commentedSQL(text string) bool {
	end := commentsEnd(text)
	comments := text[:end]
	if !strings.ContainsAny(comments, "#-") {
		return false
	}
	return strings.Contains(comments, "```") || sqlFrom(comments, 0) >= 0 || isOpen(comments) || endsStatement(comments) || connectsBehind(comments, end < len(text) && text[end] == '(')
}

// statementStart returns where in prose the first statement begins. It returns -1 if there is none,
// and if it is no query or what stands before it may be a part of it: no word is looked for behind
// the first that may be SQL.
//
// A query that does not begin where the statement does stands in parentheses, behind a set operator,
// behind WITH … AS (…), or behind the first words of a statement that is none itself, and there is
// no other place for one in the grammar (MySQL 8.0 manual, 15.2). So even if the beginning of the
// statement was taken for English, mayBelong sees that there is one.
func statementStart(prose string) int {
	at := sqlFrom(prose, 0)
	if at < 0 || !isQueryWord(prose[at:]) {
		return -1
	}
	start, inParens := parensBefore(prose, at)
	if start > 0 && mayBeProse(prose, at) {
		return -1
	}
	if mayBelong(prose[:start], inParens) {
		return -1
	}
	return start
}

// mayBeProse reports whether the verb at at may be a word of the prose before the statement, though SQL
// can be read from there: with "Select" above it, a query in parentheses is a value, and with "select '"
// or "select 1 #" a query is a string up to its first quote, or a comment.
func mayBeProse(prose string, at int) bool {
	rest := prose[at:]
	if word := scalar.FindString(rest[:min(len(rest), windowBytes)]); word != "" && (strings.Contains(word, "\n") || !opensSentence(prose, at)) {
		return true
	}
	for i := 0; i < len(rest); {
		end, code := tokenEnd(rest, i)
		token := rest[i:end]
		quoted := strings.IndexByte("'\"`", token[0]) >= 0
		if !code && (!quoted || strings.Contains(token, "\n")) && sqlFrom(token, 0) >= 0 {
			return true
		}
		i = end
	}
	return false
}

// parensBefore returns where the parentheses before a query begin, if they begin a line or stand
// behind a label. Those behind a word may be of a function or of IN.
func parensBefore(prose string, at int) (start int, found bool) {
	start = len(strings.TrimRight(prose[:at], " \t\r\n("))
	open := strings.IndexByte(prose[start:at], '(')
	if open < 0 {
		return at, false
	}
	start += open
	if line := strings.TrimRight(prose[:start], " \t"); line == "" || strings.IndexByte("\n:>`\"'*]", line[len(line)-1]) >= 0 {
		return start, true
	}
	return at, false
}

// mayBelong reports whether what stands before a query may be a part of its statement, or another
// statement. Where the query has parentheses round it, operators may stand before them too.
func mayBelong(before string, inParens bool) bool {
	plain := commentsOut.ReplaceAllString(before, " ")
	for _, text := range []string{before, plain} {
		if isOpen(text) || endsStatement(text) || runsOn(text) {
			return true
		}
	}
	return connectsBehind(before, inParens) || strings.Contains(plain, "/*") || asParens.MatchString(before)
}

// connectsBehind reports whether text connects, comments at its end aside. What looks like the beginning of
// a comment may also be a heading that holds the statement, so it is looked at with and without each.
func connectsBehind(text string, inParens bool) bool {
	text = blockComments.ReplaceAllString(text[max(0, len(text)-4*windowBytes):], " ")
	for {
		if connects(text, inParens) {
			return true
		}
		text = strings.TrimRight(text, " \t\r\n")
		line := strings.LastIndexByte(text, '\n') + 1
		comment := max(strings.LastIndexByte(text[line:], '#'), strings.LastIndex(text[line:], "--"))
		if comment < 0 {
			return false
		}
		text = text[:line+comment]
	}
}

var (
	scalar        = lazyregexp.New(`(?i)^SELECT(?:` + gap + `|(?:ALL|DISTINCT|DISTINCTROW|NOT|BINARY|HIGH_PRIORITY|STRAIGHT_JOIN)\b|[-+!~])*\((?:` + gap + `|\()*(?:SELECT|WITH|VALUES|TABLE)\b`)
	commentsOut   = lazyregexp.New(`(?s:/\*.*?\*/)|(?m:(?:--[ \t]|#).*$)`)
	rewrites      = lazyregexp.New(`(?i)\b(?:INSERT|REPLACE|CREATE|EXPLAIN|DESCRIBE|ANALYZE|DECLARE|PREPARE)\b`)
	blockComments = lazyregexp.New(`(?s:/\*.*?\*/)`)
	asParens      = lazyregexp.New(`(?i)\bAS\s*\(`)
	semicolon     = lazyregexp.New(`;[ \t\r]*(?:\n|$)|;\s*$`)
	operator      = lazyregexp.New(`(?i)(?:^|\W)(?:UNION|EXCEPT|INTERSECT|MINUS|ALL|DISTINCT|AS|EXPLAIN|DESCRIBE|DESC|ANALYZE|EXTENDED|PARTITIONS|FOR|FORMAT\s*=\s*\w+|FROM|IN|EXISTS|SOME|ANY)(?:\\[nrt]|[\s\\"'*_` + "`" + `])*$`)
	sentenceEnd   = lazyregexp.New(`[.:!?>](?:[\s*_"` + "`" + `]|$)`)
)

// isOpen reports whether a bracket of text has no end.
func isOpen(text string) bool {
	var open [3]int
	for i := range len(text) {
		if kind := strings.IndexByte("([{", text[i]); kind >= 0 {
			open[kind]++
		} else if kind := strings.IndexByte(")]}", text[i]); kind >= 0 {
			open[kind] = max(open[kind]-1, 0)
		}
	}
	return open != [3]int{}
}

// connects reports whether text ends in what needs something behind it: a set operator, or before
// parentheses also any operator.
func connects(text string, inParens bool) bool {
	tail := strings.TrimSpace(text[max(0, len(text)-windowBytes):])
	if operator.MatchString(tail) {
		return true
	}
	if !inParens || tail == "" {
		return false
	}
	word := tail[strings.LastIndexAny(tail, " \t\r\n")+1:]
	return connectors[strings.ToUpper(word)] || strings.IndexByte(",=<!+-*/%&|^~.", tail[len(tail)-1]) >= 0
}

// endsStatement reports whether a semicolon in text ends a line, or the text.
func endsStatement(text string) bool { return semicolon.MatchString(text) }

// runsOn reports whether the last sentence of text, or a line of it, begins with the verb of a
// statement, or holds one that a query can follow: "EXPLAIN SELECT", but not "Update: SELECT".
func runsOn(text string) bool {
	text = text[max(0, len(text)-windowBytes):]
	ends := sentenceEnd.FindAllStringIndex(text, -1)
	if len(ends) > 0 {
		text = text[ends[len(ends)-1][1]:]
	}
	if rewrites.MatchString(text) {
		return true
	}
	for line := range strings.Lines(text) {
		start, end := nextWord(line, 0)
		if start >= 0 && verbs[strings.ToUpper(line[start:end])] && strings.TrimLeft(line[:start], marks+"0123456789.)") == "" {
			return true
		}
	}
	return false
}
