package llm

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A content is what a message says: a text, or a list of parts, of which some are text. Servers of one
// protocol do it either way. The thinking among the parts is no part of the answer.
type content struct {
	text    string
	thought bool // there is thinking among the parts
}

// UnmarshalJSON reads a string, null, or a list of objects.
func (c *content) UnmarshalJSON(data []byte) error {
	switch jsontext.Value(data).Kind() {
	case 'n':
		return nil
	case '"':
		return decode(data, &c.text)
	case '[':
		return c.parts(data)
	default:
		return errors.New("content is neither a text nor a list of parts")
	}
}

func (c *content) parts(data []byte) error {
	var parts []struct {
		Type string         `json:"type"`
		Text jsontext.Value `json:"text"`
	}
	if err := decode(data, &parts); err != nil {
		return err
	}
	var b strings.Builder
	for _, part := range parts {
		switch part.Type {
		case "", "text", "output_text":
			var text string
			if len(part.Text) > 0 {
				if err := decode(part.Text, &text); err != nil {
					return err
				}
			}
			b.WriteString(text)
		default:
			c.thought = c.thought || thinks(part.Type)
		}
	}
	c.text = b.String()
	return nil
}

// thinks reports whether parts of the type are what a model thinks before it answers.
func thinks(kind string) bool {
	return strings.Contains(kind, "thinking") || strings.Contains(kind, "reasoning")
}
