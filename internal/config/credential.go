package config

import (
	"cmp"
	"slices"
	"strings"

	"github.com/asksql/asksql/llm"
)

// A Secret is a credential that prints as a mark. Reveal gives the text itself.
type Secret struct {
	text string
	from string // the variable that it came from
}

// Reveal returns the credential, or "" where there is none. It belongs into the call that needs it
// and nowhere else.
func (s Secret) Reveal() string { return s.text }

// From returns the name of the variable that holds the credential, or "".
func (s Secret) From() string { return s.from }

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
func ownKey(provider string) string { return llm.KeyVariable(provider) }

// credential returns the key for llm.provider: API_KEY, else the provider's usual variable.
func credential(provider string, env map[string]string) Secret {
	if provider == "" {
		return Secret{}
	}
	return cmp.Or(secretFrom(env, commonKey), ownCredential(provider, env))
}

// ownCredential returns the key in the provider's usual variable. It is all that a fallback has:
// API_KEY belongs to the first provider, and another one must not get to see it.
func ownCredential(provider string, env map[string]string) Secret {
	return secretFrom(env, ownKey(provider))
}

// secretFrom returns the value of a variable. Blanks round it are dropped: a mounted secret often
// ends in a line feed, which no header can carry.
func secretFrom(env map[string]string, variable string) Secret {
	text := strings.TrimSpace(env[variable])
	if text == "" {
		return Secret{}
	}
	return Secret{text, variable}
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
	near := nearest(name, known)
	switch {
	case near != "" && (looksSecret(near) || !looksSecret(name)): // llm.maxOutputTokens is no credential
		return "; did you mean " + near
	case looksSecret(name) && strings.HasPrefix(strings.ToLower(name), "mcp"):
		return "; the token of mcp.http goes into the environment variable " + MCPTokenVariable
	case looksSecret(name) && strings.Contains(strings.ToLower(name), "fallback"):
		return "; the credential of a fallback goes into its provider's own environment variable, such as " + ownKey("openai")
	case looksSecret(name):
		return "; a credential goes into the environment variable " + commonKey
	default:
		return ""
	}
}
