// Package config makes one Config of flags, environment variables, a YAML file and defaults.
package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/sqlcheck"
)

// Config is what an operator decided. Fields are named after their keys.
type Config struct {
	Server  httpapi.Options
	Admin   Admin
	MCP     MCP
	Host    Host
	Modes   Modes
	Limits  sqlcheck.Limits
	Prompt  Prompt
	LLM     LLM
	Logging Logging
	Traces  Traces
}

// Admin says where the second listener is and what it answers.
type Admin struct {
	Host    string
	Port    int      // 0 is no such listener
	Hosts   []string // names that it is reached by
	Check   bool
	Page    bool
	Ask     bool
	OpenAPI bool
}

// MCP says how agents are served on the second listener.
type MCP struct {
	HTTP bool
	// Token comes from the environment only. It has no key in the file.
	Token Secret
}

// Host says what may be asked about and what SQL may look like.
type Host struct {
	SchemaPath     string // "" is none
	ReloadOnSIGHUP bool
	InlineSchema   string // allow, narrow or deny
	AccessPath     string // "" is none
	// AccessSecret is what the gateway shows that it is one. It comes from the environment only.
	AccessSecret        Secret
	SchemaCacheBytes    int
	MaxRows             uint64
	CaseSensitiveTables bool
	FullGroupBy         string // auto, on or off
	Functions           []string
	ServerVersion       string
	ASCII               bool
}

// Modes says what becomes of sensitive columns.
type Modes struct {
	OmitSensitiveFromPrompt bool
	EnforceOmitSensitive    bool
}

// Prompt says what the model is shown.
type Prompt struct {
	MaxTokens int    // the question aside
	TimeZone  string // that Location knows
}

// LLM says who answers, and what happens when nobody does.
type LLM struct {
	Endpoint
	Timeout    time.Duration
	MaxRetries int
	MaxRepairs int
	Breaker    Breaker
	Fallback   Endpoint // without a provider there is none
}

// An Endpoint is a model at a provider.
type Endpoint struct {
	Provider        string // "" is none
	Model           string
	BaseURL         string // "" is the provider's own
	Organization    string
	APIVersion      string
	Headers         Headers
	Temperature     *float64 // nil leaves it to the provider
	MaxOutputTokens int      // 0 is the model's own limit
	ReasoningEffort string   // "" leaves it to the model
	ExtraBody       string   // a JSON object; "" is none
	TokenFile       string   // "" is none
	ForwardTrace    bool
	// APIKey comes from the environment only. It has no key in the file.
	APIKey Secret
}

// Breaker says when a provider that fails is left alone.
type Breaker struct {
	Failures int // 0 is never
	OpenFor  time.Duration
}

// Logging says what the log holds.
type Logging struct {
	Level  string   // debug, info, warn or error
	Format string   // json or console
	Redact []string // names of fields
}

// Traces says where spans go.
type Traces struct {
	Endpoint    string // "" is nowhere
	Headers     Headers
	SampleRatio float64
}

// Sources is where values come from.
type Sources struct {
	// File is the path of the YAML file. "" means DefaultFile, which may be missing.
	File string
	// Environ has the form of os.Environ. An empty value counts as unset.
	Environ []string
	// Flags maps keys to values from the command line.
	Flags map[string]string
}

// Load returns the configuration: flag before environment before file before default, and warnings
// about what it ignored. The error names the key or variable that is at fault; neither it nor a
// warning holds a value.
func Load(from Sources) (*Config, []string, error) {
	table := options()
	env := environment(from.Environ)
	layers, err := layers(from, env, table)
	if err != nil {
		return nil, nil, err
	}
	var c Config
	for _, layer := range layers { // lowest precedence first
		for key, value := range layer {
			c.set(key, value)
		}
	}
	c.MCP.Token = secretFrom(env, MCPTokenVariable)
	c.Host.AccessSecret = secretFrom(env, AccessSecretVariable)
	c.LLM.APIKey = credential(c.LLM.Provider, env)
	c.LLM.Fallback.APIKey = ownCredential(c.LLM.Fallback.Provider, env)
	return &c, unknownVariables(env, table), nil
}

// set puts the value of an option into the field that is named after its key: "server.port" is
// Server.Port. It panics where there is none, which a test would find.
func (c *Config) set(key string, value any) {
	field := reflect.ValueOf(c).Elem()
	for part := range strings.SplitSeq(key, ".") {
		field = field.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, part) })
	}
	if field.Kind() == reflect.Pointer { // nil is unset
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	field.Set(reflect.ValueOf(value).Convert(field.Type()))
}

// layers returns the values of each source, the lowest precedence first.
func layers(from Sources, env map[string]string, table []option) ([]map[string]any, error) {
	file, err := fromFile(from.File, table)
	if err != nil {
		return nil, err
	}
	variables, err := fromEnvironment(env, table)
	if err != nil {
		return nil, err
	}
	flags, err := fromFlags(from.Flags, table)
	if err != nil {
		return nil, err
	}
	return []map[string]any{defaults(table), belowFile(variables, table), file, variables, flags}, nil
}

// belowFile takes the values out of variables that the file overrides and returns them: those of
// the options whose variable has a name of its own.
func belowFile(variables map[string]any, table []option) map[string]any {
	below := make(map[string]any)
	for _, o := range table {
		if v, ok := variables[o.key]; ok && o.env != "" {
			below[o.key] = v
			delete(variables, o.key)
		}
	}
	return below
}

func defaults(table []option) map[string]any {
	values := make(map[string]any)
	for _, o := range table {
		if o.initial != nil {
			values[o.key] = o.initial
		}
	}
	return values
}

func fromFlags(flags map[string]string, table []option) (map[string]any, error) {
	values := make(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		i := slices.IndexFunc(table, func(o option) bool { return o.key == key })
		if i < 0 {
			return nil, fmt.Errorf("unknown key %s on the command line%s", key, advice(key, keys(table)))
		}
		v, err := table[i].kind.fromText(flags[key])
		if err != nil {
			return nil, fmt.Errorf("%s on the command line %w", key, err)
		}
		values[key] = v
	}
	return values, nil
}

func keys(table []option) []string {
	all := make([]string, 0, len(table))
	for _, o := range table {
		all = append(all, o.key)
	}
	return all
}

// sections returns the mappings that a key is in: "llm" and "llm.breaker" for "llm.breaker.openFor".
func sections(key string) (all []string) {
	for i, r := range key {
		if r == '.' {
			all = append(all, key[:i])
		}
	}
	return all
}

// join returns the key called name under the path.
func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }
