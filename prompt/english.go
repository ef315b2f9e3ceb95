package prompt

import "strings"

// determiners stand before nouns of English. A table could be called like one, and then the text is
// taken for English though it is SQL: nothing may depend on this alone.
var determiners = wordSet("THE", "THIS", "THAT", "THESE", "THOSE", "AN", "YOUR", "OUR", "MY", "ITS", "THEIR", "WHICH", "WHAT", "ONLY", "JUST", "EVERY", "EACH")

// clauseWords are the words of SQL that may follow a name, a literal or each other in a query, outside
// of parentheses. Two words in a row that are none of them are two names: the second is an alias,
// and with a third one it is no SQL.
var clauseWords = wordSet(strings.Fields(`
	AGAINST ALL AND ANY AS ASC BETWEEN BINARY BY CASE COLLATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DESC DISTINCT
	DISTINCTROW DIV DUMPFILE ELSE END ESCAPE EXCEPT EXISTS FALSE FETCH FIRST FOLLOWING FOR FORCE FROM FULL GROUP GROUPS HAVING HIGH_PRIORITY
	IGNORE IN INDEX INNER INTERSECT INTERVAL INTO IS JOIN KEY KEYS LATERAL LEFT LIKE LIMIT LOCK LOCKED MATCH MEMBER MINUS MOD MODE NATURAL
	NEXT NOT NOWAIT NULL NULLS OF OFFSET ON ONLY OR ORDER OUTER OUTFILE OVER PARTITION PRECEDING PROCEDURE QUALIFY RANGE RECURSIVE REGEXP
	RETURNING RIGHT RLIKE ROLLUP ROW ROWS SELECT SEPARATOR SET SHARE SKIP SOME SOUNDS SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_CACHE
	SQL_CALC_FOUND_ROWS SQL_NO_CACHE SQL_SMALL_RESULT STRAIGHT_JOIN SYSTEM_TIME TABLE TABLESAMPLE THEN TIES TRUE UNBOUNDED UNION UNKNOWN
	UPDATE USE USING VALUES WHEN WHERE WINDOW WITH WITHIN XOR
	MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR DATE TIME TIMESTAMP`)...)

// connectors are the words of SQL behind which a statement is not over.
var connectors = wordSet(strings.Fields(`
	ALL AND ANY AS BETWEEN BINARY BY CASE COLLATE CROSS DISTINCT DISTINCTROW DIV ELSE ESCAPE EXCEPT EXISTS FETCH FOR FORCE FROM FULL GROUP
	HAVING IGNORE IN INDEX INNER INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT LIKE LIMIT MINUS MOD NATURAL NOT OF OFFSET ON OR ORDER OUTER
	OVER PARTITION QUALIFY RECURSIVE REGEXP RETURNING RIGHT RLIKE SELECT SET SOME SOUNDS STRAIGHT_JOIN TABLE THEN UNION USE USING VALUES
	WHEN WHERE WINDOW WITH XOR`)...)

// notExpressions are words that follow SELECT in English, and with which no expression begins.
var notExpressions = wordSet(strings.Fields(`
	AND AS ASC BY CLAUSE CLAUSES CROSS DESC ELSE EXCEPT FOR FROM GROUP HAVING IN INNER INTERSECT INTO IS JOIN LIKE LIMIT LIST NATURAL ON OR
	ORDER OUTER PART QUERIES QUERY STATEMENT STATEMENTS THEN TO UNION USING WHEN WHERE WINDOW WITH`)...)

// wordSet returns a set of words in upper case.
func wordSet(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}

// selects reports whether the SELECT of text from start to end begins a statement. In English the
// word is named ("a SELECT with a join", "**SELECT**") or is a verb ("select the orders that").
func selects(text string, start, end int) bool {
	rest := text[end:]
	if isNamed(text[:start], rest) {
		return false
	}
	rest = strings.TrimLeft(rest, " \t\r\n")
	if rest == "" {
		return false
	}
	if !isLetter(rest[0]) {
		if strings.IndexByte("\"'`", rest[0]) >= 0 && isQuotedQuery(rest) {
			return false
		}
		return strings.IndexByte(".,;)]}/<>=%&|^", rest[0]) < 0 || len(rest) > 1 && (rest[0] == '.' && isNameByte(rest[1]) || rest[:2] == "/*")
	}
	return !englishObject(rest)
}

// isQuotedQuery reports whether text is a query in quotes, to its end: what stands before is its title.
func isQuotedQuery(text string) bool {
	text = bare(text[:min(len(text), maxReplyBytes)])
	inner, after, _ := strings.Cut(text[1:], text[:1])
	return after == "" && len(inner) == len(text)-2 && isQueryWord(strings.TrimSpace(inner))
}

// isNamed reports whether a word is in quotes or bold, alone.
func isNamed(before, after string) bool {
	if before == "" || after == "" {
		return after != "" && (after[0] == ':' || after[0] == '!')
	}
	switch mark := after[0]; mark {
	case '`', '"', '\'', '*', '_':
		return before[len(before)-1] == mark
	default:
		return mark == ':' || mark == '!'
	}
}

// englishObject reports whether what follows a verb is English, on its line.
func englishObject(rest string) bool {
	words, joined := leadingWords(rest, 3)
	first := words[0]
	switch {
	case notExpressions[first]:
		// A column may be called so: "SELECT list FROM".
		return clauseWords[first] || !endsItem(rest, len(first))
	case determiners[first]:
		noun := strings.TrimLeft(rest[len(first):], " \t")
		return joined > 1 && !clauseWords[words[1]] || noun != "" && strings.IndexByte("`\"*_", noun[0]) >= 0
	case joined == 3 && !clauseWords[first] && !clauseWords[words[1]] && !clauseWords[words[2]]:
		return true
	default:
		return fromEnglish(rest)
	}
}

// endsItem reports whether a name that ends at at may be all of an expression.
func endsItem(text string, at int) bool {
	rest := strings.TrimLeft(text[at:], " \t\r\n")
	if rest == "" || strings.IndexByte(",.(*+-/=<>", rest[0]) >= 0 {
		return true
	}
	words, joined := leadingWords(rest, 1)
	return joined > 0 && clauseWords[words[0]]
}

// leadingWords returns up to n words that text begins with, in upper case, and how many of them only
// blanks on one line part.
func leadingWords(text string, n int) (words []string, joined int) {
	for at := 0; joined < n && at < len(text) && isLetter(text[at]); joined++ {
		end := at
		for end < len(text) && (isNameByte(text[end]) || text[end] == '\'' && end+1 < len(text) && isLetter(text[end+1])) {
			end++
		}
		words = append(words, strings.ToUpper(text[at:end]))
		if end < len(text) && strings.IndexByte(" \t", text[end]) < 0 && joined < n-1 {
			joined++
			break
		}
		at = end + len(text[end:]) - len(strings.TrimLeft(text[end:], " \t"))
	}
	return words, joined
}

// fromEnglish reports whether a FROM on the line that text begins with has a determiner behind it
// and then a noun.
func fromEnglish(text string) bool {
	line, _, _ := strings.Cut(text[:min(len(text), 200)], "\n")
	for at := 0; ; {
		start, end := nextWord(line, at)
		if start < 0 {
			return false
		}
		if strings.EqualFold(line[start:end], "FROM") {
			words, joined := leadingWords(strings.TrimLeft(line[end:], " \t"), 2)
			return joined == 2 && determiners[words[0]] && !clauseWords[words[1]]
		}
		at = end
	}
}

// determined reports whether the first length bytes of text, or the word behind them, have a
// determiner of English: "create a view", "delete from the query".
func determined(text string, length int) bool {
	for at := 0; at <= length; {
		start, end := nextWord(text, at)
		if start < 0 || start > length && strings.TrimSpace(text[length:start]) != "" {
			return false
		}
		if words, joined := leadingWords(text[start:], 2); isDeterminer(words, joined) {
			return true
		}
		at = end
	}
	return false
}

// isDeterminer reports whether the first of the words stands before a noun. What may be the name of
// an alias or a part of SQL too does so only if another name follows.
func isDeterminer(words []string, joined int) bool {
	switch words[0] {
	case "A", "ALL":
		return joined > 1 && !clauseWords[words[1]] && words[1] != "PRIVILEGES"
	default:
		return determiners[words[0]]
	}
}
