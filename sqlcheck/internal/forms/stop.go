package forms

import "strings"

// A Stop is what stands in front of a token that the parser cannot use, in upper case.
type Stop struct {
	Words  []string // the last few tokens, the latest one last
	Call   string   // the word in front of the innermost parenthesis that is open
	Called string   // the word in front of the parenthesis that the last token closes
	Query  bool     // a query in parentheses ends there, or its alias
}

// Before returns what stands in front of a token: the last tokens of a text that ends there.
func Before(sql string) Stop {
	const few = 6
	t := tokensOf(sql)
	var s Stop
	for i := max(len(t)-few, 0); i < len(t); i++ {
		s.Words = append(s.Words, strings.ToUpper(t[i].text))
	}
	last := t.at(len(t) - 1)
	opened := last.opened
	if last.text == "(" {
		opened = len(t) - 1
	}
	if opened >= 0 {
		s.Call = strings.ToUpper(t.at(opened - 1).text)
	}
	if last.text == ")" && last.other > 0 {
		s.Called = strings.ToUpper(t.at(last.other - 1).text)
	}
	for i := len(t) - 1; i >= max(len(t)-3, 0); i-- {
		if opening := t[i].other; t[i].text == ")" && opening >= 0 {
			s.Query = t.is(opening+1, "SELECT", "WITH", "VALUES", "TABLE", "(")
			break
		}
	}
	return s
}
