package llm

import "strings"

const (
	maxDetail   = 500 // bytes of Error.Detail
	minFragment = 6   // shortest part of a credential worth hiding; providers quote such parts
	redacted    = "[redacted]"
)

// A scrubber takes one credential out of texts. The zero value has none to take out.
type scrubber struct{ secret string }

// line returns text without the secret, on one line of at most maxDetail bytes.
func (s scrubber) line(text string) string {
	text = strings.Join(strings.Fields(s.clean(text)), " ")
	if len(text) > maxDetail {
		text = text[:maxDetail]
	}
	return strings.ToValidUTF8(text, "")
}

// clean returns text with the secret, and every part of it of minFragment bytes, replaced.
func (s scrubber) clean(text string) string {
	if s.secret == "" {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		n := s.match(text[i:])
		if n == 0 {
			b.WriteByte(text[i])
			i++
			continue
		}
		b.WriteString(redacted)
		i += n
	}
	return b.String()
}

// match returns the length of the longest part of the secret that text begins with, or 0 if that
// is too short to tell anything.
func (s scrubber) match(text string) int {
	n := min(minFragment, len(s.secret))
	if len(text) < n || !strings.Contains(s.secret, text[:n]) {
		return 0
	}
	for n < len(text) && strings.Contains(s.secret, text[:n+1]) {
		n++
	}
	return n
}
