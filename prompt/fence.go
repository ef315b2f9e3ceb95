package prompt

import (
	"strings"

	"github.com/asksql/asksql/internal/lazyregexp"
)

// opening matches the beginning of a Markdown fence: a run of three back quotes or more anywhere,
// since models put one behind a label too, or of tildes at the beginning of a line.
var opening = lazyregexp.New("(?m)```+|^[ \t]*~~~+")

// fenced returns what is in the Markdown fences of text, and the text outside of them. A fence
// without an end goes to the end of the text.
func fenced(text string) (blocks []string, outside string) {
	for {
		at := opening.FindStringIndex(text)
		if at == nil {
			return blocks, outside + text
		}
		run := strings.TrimLeft(text[at[0]:at[1]], " \t")
		content, rest := block(text[at[1]:], run)
		outside += text[:at[0]] + "\n"
		if strings.TrimSpace(content) != "" {
			blocks = append(blocks, strings.TrimSpace(content))
		}
		text = rest
	}
}

// block splits the text behind the opening run of a fence into what the fence holds and what
// follows it.
func block(text, run string) (content, rest string) {
	start := infoLength(text)
	inner := endWithin(text, start, run)
	end, next := lineOf(text, run, 0)
	switch {
	case inner >= 0 && (end < start || inner <= end):
		// A statement may end on the line of its fence's end.
		return text[start:inner], text[inner+len(run):]
	case inner >= 0 && isLine(text, inner, run):
		return text[start:inner], text[inner+len(run):] // the lines before are in a string or comment
	case end >= start && !endsInComment(text[start:end]):
		return text[start:end], text[next:]
	}
	if end := strings.Index(text[start:], run); end >= 0 && !endsInComment(text[start:start+end]) {
		return text[start : start+end], text[start+end+len(run):]
	}
	return text[start:], ""
}

// isLine reports whether the closing run at at is all of its line.
func isLine(text string, at int, run string) bool {
	line, _ := lineOf(text, run, strings.LastIndexByte(text[:at], '\n')+1)
	return line >= 0 && line <= at && strings.TrimSpace(text[line:at]) == ""
}

// endsInComment reports whether a comment of sql has no end. What was cut off there would not be
// missed.
func endsInComment(sql string) bool {
	for at := 0; at < len(sql); {
		end, _ := tokenEnd(sql, at)
		if strings.HasPrefix(sql[at:], "/*") && !strings.HasSuffix(sql[at+2:end], "*/") {
			return true
		}
		at = end
	}
	return false
}

// infoLength returns the length of the info string behind the opening run, such as "sql\n". A
// statement on the same line is none.
func infoLength(text string) int {
	line, _, whole := strings.Cut(text, "\n")
	tag := strings.IndexAny(line, " \t") + 1
	switch {
	case begins(line):
		return 0
	case tag > 0 && begins(line[tag:]) && !isCode(line[:tag]):
		return tag
	case whole && !isCode(line):
		return len(line) + 1
	default:
		return 0
	}
}

// isCode reports whether there are words of SQL in an info string, so that it is none: "```EXPLAIN".
func isCode(info string) bool {
	for at := 0; ; {
		start, end := nextWord(info, at)
		if start < 0 {
			return false
		}
		if word := strings.ToUpper(info[start:end]); verbs[word] || connectors[word] {
			return true
		}
		at = end
	}
}

func begins(text string) bool { return isStatement(text) || isObject(text) }

// lineOf returns where the first line begins that is a closing run and nothing else, and where the
// line after it begins, or -1. It looks at the lines from at on, or behind the first one.
func lineOf(text, run string, at int) (start, next int) {
	if at == 0 {
		at = strings.IndexByte(text, '\n') + 1
	}
	for at > 0 {
		line, rest, more := strings.Cut(text[at:], "\n")
		if marks := strings.TrimSpace(line); strings.HasPrefix(marks, run) && strings.Trim(marks, run[:1]) == "" {
			return at, len(text) - len(rest)
		}
		if !more {
			break
		}
		at = len(text) - len(rest)
	}
	return -1, -1
}

// endWithin returns where the closing run is in SQL that begins at start, or -1.
func endWithin(text string, start int, run string) int {
	for at := start; at < len(text); {
		if strings.HasPrefix(text[at:], run) {
			return at
		}
		at, _ = tokenEnd(text, at)
	}
	return -1
}
