package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

const envPrefix = "ASKSQL_"

// Variables with the prefix that are no options: commands that open a connection read them.
const (
	DSNVariable         = envPrefix + "DSN"
	DSNPasswordVariable = envPrefix + "DSN_PASSWORD"
	// MCPTokenVariable is what clients of mcp.http must send.
	MCPTokenVariable = envPrefix + "MCP_TOKEN"
)

// AccessSecretVariable holds the secret by which an access file knows the gateway. It has no key.
const AccessSecretVariable = envPrefix + "ACCESS_SECRET"

// environment returns the variables that are set and not empty; of one that is there twice, the
// last.
func environment(environ []string) map[string]string {
	env := make(map[string]string, len(environ))
	for _, entry := range environ {
		if name, value, _ := strings.Cut(entry, "="); value != "" {
			env[name] = value
		}
	}
	return env
}

// fromEnvironment returns the values that variables give to keys.
func fromEnvironment(env map[string]string, table []option) (map[string]any, error) {
	values := make(map[string]any)
	for _, o := range table {
		s, ok := env[o.variable()]
		if !ok {
			continue
		}
		v, err := o.kind.fromText(s)
		if err != nil {
			return nil, fmt.Errorf("environment variable %s %w%s", o.variable(), err, injected(s))
		}
		values[o.key] = v
	}
	return values, nil
}

// injected returns a hint if the value is one that Kubernetes makes of a service with our name.
func injected(value string) string {
	if !strings.HasPrefix(value, "tcp://") && !strings.HasPrefix(value, "udp://") {
		return ""
	}
	return "; kubernetes sets such variables, enableServiceLinks: false keeps it from that"
}

// unknownVariables returns a warning for each variable with our prefix that no option has.
func unknownVariables(env map[string]string, table []option) (warnings []string) {
	known := []string{DSNVariable, DSNPasswordVariable, MCPTokenVariable, AccessSecretVariable}
	for _, o := range table {
		known = append(known, o.variable())
	}
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if strings.HasPrefix(name, envPrefix) && !slices.Contains(known, name) {
			warnings = append(warnings, "unknown environment variable "+name+advice(name, known))
		}
	}
	return warnings
}

// upperSnake turns a key into the last part of its variable: llm.baseURL becomes LLM_BASE_URL.
func upperSnake(key string) string {
	var b strings.Builder
	lower := false // the letter before was a lower-case one
	for _, r := range key {
		switch {
		case r == '.':
			b.WriteByte('_')
		case unicode.IsUpper(r) && lower:
			b.WriteByte('_')
			b.WriteRune(r)
		default:
			b.WriteRune(unicode.ToUpper(r))
		}
		lower = unicode.IsLower(r)
	}
	return b.String()
}
