package config

import (
	"cmp"
	"slices"
	"strings"
)

// A Secret is a credential that prints as a mark. Reveal gives the text itself.
type Secret struct{ text string }

// Reveal returns the credential, or "" where there is none. It belongs into the call that needs it
// and nowhere else.
func (s Secret) Reveal() string { return s.text }

// String returns a mark in place of the credential.
func (s Secret) String() string {
	if s.text == "" {
		return "unset"
	}
	return "set"
}

// GoString keeps %#v from looking inside.
func (s Secret) GoString() string { return s.String() }

// MarshalText keeps encoders from looking inside.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// commonKey is the variable that serves llm.provider, whichever it is.
const commonKey = "API_KEY"

// ownKey returns the variable that the provider's users know already, or "".
func ownKey(provider string) string {
	switch provider {
	case "openai":
		return "OPENAI_API_KEY"
	default:
		return ""
	}
}

// credential returns the key for the provider: API_KEY, else the provider's usual variable. Blanks
// round it are dropped: a mounted secret often ends in a line feed, which no header can carry.
func credential(provider string, env map[string]string) Secret {
	if provider == "" {
		return Secret{}
	}
	return Secret{cmp.Or(strings.TrimSpace(env[commonKey]), strings.TrimSpace(env[ownKey(provider)]))}
}

// looksSecret reports whether an unknown key seems to be meant for a credential.
func looksSecret(key string) bool {
	folded := strings.ToLower(strings.ReplaceAll(key, "_", ""))
	return slices.ContainsFunc([]string{"apikey", "secret", "token", "password", "credential"}, func(word string) bool {
		return strings.Contains(folded, word)
	})
}

// advice returns what to do about the unknown name: where a credential goes, or the nearest of the
// known names. It may be empty.
func advice(name string, known []string) string {
	if looksSecret(name) {
		return "; a credential goes into the environment variable " + commonKey
	}
	if near := nearest(name, known); near != "" {
		return "; did you mean " + near
	}
	return ""
}
