package grammar

import (
	"fmt"
	"strings"
)

// A scanner cuts a goyacc file into words. Actions are one word each, comments none.
type scanner struct {
	text string
	at   int
}

// action stands for an action, whatever it holds.
const action = "{}"

// next returns the next word, "" at the end.
func (s *scanner) next() (string, error) {
	s.skipBlank()
	if s.at == len(s.text) {
		return "", nil
	}
	from := s.at
	switch c := s.text[s.at]; {
	case c == '{':
		return action, s.skipAction()
	case c == '"' || c == '\'':
		err := s.skipQuoted(c)
		return s.text[from:s.at], err
	case isWord(c) || c == '%':
		for s.at++; s.at < len(s.text) && isWord(s.text[s.at]); s.at++ {
		}
	default:
		s.at++
	}
	return s.text[from:s.at], nil
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// skipBlank passes over blanks and comments.
func (s *scanner) skipBlank() {
	for s.at < len(s.text) {
		switch rest := s.text[s.at:]; {
		case strings.HasPrefix(rest, "//"):
			s.skipTo("\n")
		case strings.HasPrefix(rest, "/*"):
			s.skipTo("*/")
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			s.at++
		default:
			return
		}
	}
}

// skipTo passes over everything up to the end of what is looked for.
func (s *scanner) skipTo(end string) {
	if n := strings.Index(s.text[s.at:], end); n >= 0 {
		s.at += n + len(end)
		return
	}
	s.at = len(s.text)
}

// skipAction passes over Go in braces, whose strings and comments may hold braces too.
func (s *scanner) skipAction() error {
	from, depth := s.at, 0
	for s.at < len(s.text) {
		s.skipBlank()
		if s.at == len(s.text) {
			break
		}
		switch c := s.text[s.at]; c {
		case '"', '\'', '`':
			if err := s.skipQuoted(c); err != nil {
				return err
			}
			continue
		case '{':
			depth++
		case '}':
			depth--
		}
		s.at++
		if depth == 0 {
			return nil
		}
	}
	return fmt.Errorf("action at byte %d has no end", from)
}

func (s *scanner) skipQuoted(quote byte) error {
	from := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\' && quote != '`':
			s.at++
		case c == quote:
			s.at++
			return nil
		}
	}
	return fmt.Errorf("quote at byte %d has no end", from)
}
