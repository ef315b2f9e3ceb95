package prompt

import "strings"

// mended returns the JSON of the object that text begins with, and its length in text. Models that are
// not held to a schema write what is nearly JSON: line breaks in strings, backslashes that escape
// nothing, the dictionaries of Python, the objects of JavaScript, a comma behind the last member.
// It is not ok if the object has no end.
func mended(text string) (object string, length int, ok bool) {
	m := mending{text: text}
	for depth := 0; m.at < len(text); {
		switch c := text[m.at]; {
		case c == '"' || c == '\'':
			m.string(c)
			continue
		case isLetter(c) || c == '_':
			m.word()
			continue
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		case c == ',' && m.isLast():
			m.at++
			continue
		}
		m.out.WriteByte(text[m.at])
		m.at++
		if depth == 0 {
			return m.out.String(), m.at, true
		}
	}
	return "", 0, false
}

type mending struct {
	text string
	at   int
	out  strings.Builder
}

// isLast reports whether the comma at at stands before the end of an object or array.
func (m *mending) isLast() bool {
	next := blanksEnd(m.text, m.at+1)
	return next < len(m.text) && (m.text[next] == '}' || m.text[next] == ']')
}

// word writes a literal, or the name of a member without quotes.
func (m *mending) word() {
	end := m.at
	for end < len(m.text) && isNameByte(m.text[end]) {
		end++
	}
	word := m.text[m.at:end]
	m.at = end
	next := blanksEnd(m.text, end)
	switch {
	case next < len(m.text) && m.text[next] == ':':
		m.out.WriteString(`"` + word + `"`)
	case word == "True":
		m.out.WriteString("true")
	case word == "False":
		m.out.WriteString("false")
	case word == "None" || word == "undefined":
		m.out.WriteString("null")
	default:
		m.out.WriteString(word) // e is part of a number; of the rest JSON knows the literals
	}
}

// string writes the string in the quotes, which are one or three.
func (m *mending) string(quote byte) {
	end := string(quote)
	if triple := strings.Repeat(end, 3); strings.HasPrefix(m.text[m.at:], triple) {
		end = triple
	}
	m.at += len(end)
	m.out.WriteByte('"')
	for m.at < len(m.text) && !strings.HasPrefix(m.text[m.at:], end) {
		m.out.WriteString(m.character(quote))
	}
	m.out.WriteByte('"')
	m.at = min(m.at+len(end), len(m.text))
}

// character returns the next character of a string in the quotes as JSON has it.
func (m *mending) character(quote byte) string {
	c := m.text[m.at]
	m.at++
	if c != '\\' || m.at == len(m.text) {
		return inJSON(c)
	}
	next := m.text[m.at]
	switch {
	case strings.IndexByte(`"\/bfnrtu`, next) >= 0:
		m.at++
		return m.text[m.at-2 : m.at]
	case next == '\'' && quote == '\'':
		m.at++
		return "'"
	default:
		return `\\`
	}
}

// inJSON returns a byte of a string as JSON has it.
func inJSON(c byte) string {
	switch c {
	case '\\':
		return `\\`
	case '"':
		return `\"`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	default:
		return string([]byte{c})
	}
}
