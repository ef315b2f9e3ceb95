package llm

import (
	"regexp"
	"slices"
	"strings"
)

const (
	maxDetail   = 500     // bytes of Error.Detail
	maxScrubbed = 8 << 10 // bytes of a text that are looked at for it
	minFragment = 6       // shortest part of a credential worth hiding; providers quote such parts
	redacted    = "[redacted]"
)

// userinfo is the part of an address that may hold a password, of a proxy for instance.
var userinfo = regexp.MustCompile(`://[^/?#\s@]*@`)

// A scrubber takes secrets out of texts. The zero value has none to take out.
type scrubber struct {
	secrets []string
	file    *tokenFile // whose tokens are secrets as well, or nil
}

// newScrubber returns the scrubber for the credential and the headers of cfg. Anything in a header
// may be a secret; a value too short to be one would leave little of a text.
func newScrubber(cfg Config) scrubber {
	s := scrubber{file: cfg.token}
	if cfg.APIKey != "" {
		s.secrets = append(s.secrets, cfg.APIKey)
	}
	for _, value := range cfg.Headers {
		if len(value) >= minFragment {
			s.secrets = append(s.secrets, value)
		}
	}
	return s
}

// line returns text without the secrets, on one line of at most maxDetail bytes.
func (s scrubber) line(text string) string {
	text = text[:min(len(text), maxScrubbed)] // what the cut leaves of a secret is a part of one
	if s.file != nil {
		for _, token := range s.file.tokens() {
			if token != "" {
				s.secrets = append(slices.Clip(s.secrets), token)
			}
		}
	}
	text = userinfo.ReplaceAllString(s.clean(text), "://"+redacted+"@")
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxDetail {
		text = text[:maxDetail]
	}
	return strings.ToValidUTF8(text, "")
}

// clean returns text with the secrets, and every part of one of minFragment bytes, replaced.
func (s scrubber) clean(text string) string {
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

// match returns the length of the longest part of a secret that text begins with, or 0 if that is
// too short to tell anything.
func (s scrubber) match(text string) int {
	longest := 0
	for _, secret := range s.secrets {
		longest = max(longest, common(secret, text))
	}
	return longest
}

func common(secret, text string) int {
	n := min(minFragment, len(secret))
	if len(text) < n || !strings.Contains(secret, text[:n]) {
		return 0
	}
	for n < len(text) && strings.Contains(secret, text[:n+1]) {
		n++
	}
	return n
}
