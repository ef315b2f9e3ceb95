package config_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/config"
)

// file writes a configuration file and returns its path.
func file(t *testing.T, yaml string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "asksql.yaml")
	if err := os.WriteFile(path, []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t *testing.T, yaml string, environ ...string) *config.Config {
	t.Helper()
	c, _, err := config.Load(config.Sources{File: file(t, yaml), Environ: environ})
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return c
}

func TestDefaults(t *testing.T) {
	c := load(t, "")
	for _, tc := range []struct {
		key       string
		got, want any
	}{
		{"server.port", c.Server.Port, 3000},
		{"server.host", c.Server.Host, "127.0.0.1"},
		{"server.maxBodyBytes", c.Server.MaxBodyBytes, int64(1048576)},
		{"server.maxHeaderBytes", c.Server.MaxHeaderBytes, 65536},
		{"server.readHeaderTimeout", c.Server.ReadHeaderTimeout, 5 * time.Second},
		{"server.readBodyTimeout", c.Server.ReadBodyTimeout, 15 * time.Second},
		{"server.idleTimeout", c.Server.IdleTimeout, 120 * time.Second},
		{"server.requestTimeout", c.Server.RequestTimeout, 55 * time.Second},
		{"server.shutdownGrace", c.Server.ShutdownGrace, 30 * time.Second},
		{"host.schemaPath", c.Host.SchemaPath, ""},
		{"host.inlineSchema", c.Host.InlineSchema, "allow"},
		{"host.fullGroupBy", c.Host.FullGroupBy, "auto"},
		{"host.maxRows", c.Host.MaxRows, uint64(1000)},
		{"host.caseSensitiveTables", c.Host.CaseSensitiveTables, false},
		{"modes.omitSensitiveFromPrompt", c.Modes.OmitSensitiveFromPrompt, true},
		{"modes.enforceOmitSensitive", c.Modes.EnforceOmitSensitive, false},
		{"limits.bytes", c.Limits.Bytes, 65536},
		{"limits.depth", c.Limits.Depth, 200},
		{"limits.nodes", c.Limits.Nodes, 10000},
		{"limits.relations", c.Limits.Relations, 96},
		{"limits.unlinked", c.Limits.Unlinked, 8},
		{"limits.rows", c.Limits.Rows, 100_000_000},
		{"prompt.maxTokens", c.Prompt.MaxTokens, 16000},
		{"prompt.timeZone", c.Prompt.TimeZone, "UTC"},
		{"llm.provider", c.LLM.Provider, ""},
		{"llm.temperature", c.LLM.Temperature == nil, true},
		{"llm.timeout", c.LLM.Timeout, 30 * time.Second},
		{"llm.maxRetries", c.LLM.MaxRetries, 2},
		{"llm.maxRepairs", c.LLM.MaxRepairs, 2},
		{"llm.maxOutputTokens", c.LLM.MaxOutputTokens, 0},
		{"llm.headers", len(c.LLM.Headers), 0},
		{"llm.reasoningEffort", c.LLM.ReasoningEffort, ""},
		{"llm.extraBody", c.LLM.ExtraBody, ""},
		{"llm.tokenFile", c.LLM.TokenFile, ""},
		{"llm.breaker.failures", c.LLM.Breaker.Failures, 5},
		{"llm.breaker.openFor", c.LLM.Breaker.OpenFor, 30 * time.Second},
		{"llm.fallback.provider", c.LLM.Fallback.Provider, ""},
		{"llm.fallback.temperature", c.LLM.Fallback.Temperature == nil, true},
		{"logging.level", c.Logging.Level, "info"},
		{"logging.format", c.Logging.Format, "json"},
		{"logging.redact", len(c.Logging.Redact), 0},
	} {
		if !reflect.DeepEqual(tc.got, tc.want) {
			t.Errorf("%s = %v, want %v", tc.key, tc.got, tc.want)
		}
	}
}

func TestFlagBeforeEnvironmentBeforeFileBeforeDefault(t *testing.T) {
	for _, tc := range []struct {
		name    string
		yaml    string
		environ []string
		flags   map[string]string
		want    int
	}{
		{"the default", "", nil, nil, 3000},
		{"the file", "server: {port: 1}", nil, nil, 1},
		{"the environment", "server: {port: 1}", []string{"ASKSQL_SERVER_PORT=2"}, nil, 2},
		{"a flag", "server: {port: 1}", []string{"ASKSQL_SERVER_PORT=2"}, map[string]string{"server.port": "3"}, 3},
		{"an empty variable is unset", "server: {port: 1}", []string{"ASKSQL_SERVER_PORT="}, nil, 1},
		{"a null in the file is unset", "server: {port: null}", nil, nil, 3000},
		{"an empty section is unset", "server:\nhost:\n", nil, nil, 3000},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, _, err := config.Load(config.Sources{File: file(t, tc.yaml), Environ: tc.environ, Flags: tc.flags})
			if err != nil || c.Server.Port != tc.want {
				t.Errorf("Load: port %d, error %v; want %d", c.Server.Port, err, tc.want)
			}
		})
	}
}

func TestOmitSensitiveIsConfigBeforeEnvironment(t *testing.T) {
	const off, on = "ASKSQL_OMIT_SENSITIVE_FROM_PROMPT=false", "ASKSQL_OMIT_SENSITIVE_FROM_PROMPT=true"
	for _, tc := range []struct {
		name, yaml, environ string
		want                bool
	}{
		{"nobody says anything", "", "", true},
		{"only the environment does", "", off, false},
		{"the file wins when it is stricter", "modes: {omitSensitiveFromPrompt: true}", off, true},
		{"the file wins when it is laxer", "modes: {omitSensitiveFromPrompt: false}", on, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := load(t, tc.yaml, tc.environ).Modes.OmitSensitiveFromPrompt; got != tc.want {
				t.Errorf("Load(%q, %q): omitSensitiveFromPrompt = %t, want %t", tc.yaml, tc.environ, got, tc.want)
			}
		})
	}
}

func TestEnvironmentNames(t *testing.T) {
	c := load(t, "",
		"ASKSQL_SERVER_MAX_BODY_BYTES=10", "ASKSQL_HOST_SCHEMA_PATH=s.json", "ASKSQL_LLM_BASE_URL=http://m/v1",
		"ASKSQL_LLM_MAX_REPAIRS=0", "ASKSQL_LLM_TEMPERATURE=0.5", "ASKSQL_LOGGING_REDACT=question, sql",
		"ASKSQL_SERVER_REQUEST_TIMEOUT=1m", "ASKSQL_HOST_ASCII=true", "ASKSQL_HOST_FUNCTIONS=f_1")
	got := []any{c.Server.MaxBodyBytes, c.Host.SchemaPath, c.LLM.BaseURL, c.LLM.MaxRepairs, *c.LLM.Temperature,
		c.Logging.Redact, c.Server.RequestTimeout, c.Host.ASCII, c.Host.Functions}
	want := []any{int64(10), "s.json", "http://m/v1", 0, 0.5, []string{"question", "sql"}, time.Minute, true, []string{"f_1"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Load: %v, want %v", got, want)
	}
}

func TestFileStopsTheStart(t *testing.T) {
	for _, tc := range []struct{ name, yaml, want string }{
		{"a misspelt key", "server:\n  prot: 1", "line 2: unknown key server.prot; did you mean server.port"},
		{"a key in another letter case", "server: {Port: 1}", "unknown key server.Port; did you mean server.port"},
		{"a key like no other", "colour: 1", "unknown key colour"},
		{"a misspelt key in a section of a section", "llm:\n  breaker:\n    failure: 1", "line 3: unknown key llm.breaker.failure; did you mean llm.breaker.failures"},
		{"a dotted section", "llm.breaker: {failures: 1}", "unknown key llm.breaker"},
		{"a dotted key in a section", "llm: {breaker.failures: 1}", "unknown key llm.breaker.failures"},
		{"a scalar for a section in a section", "llm: {breaker: 5}", "llm.breaker must hold keys and values"},
		{"a key that only looks like a credential", "llm: {maxOutputToken: 1}", "unknown key llm.maxOutputToken; did you mean llm.maxOutputTokens"},
		{"a misspelt section", "servers: {port: 1}", "unknown key servers"},
		{"a dotted key", "server.port: 1", "unknown key server.port"},
		{"a key there twice", "server: {port: 1, port: 2}", "server.port is there twice"},
		{"a section there twice", "server: {port: 1}\nserver: {port: 2}", "line 2: server is there twice"},
		{"a scalar for a section", "server: 3000", "server must hold keys and values"},
		{"a list for the whole", "- a", "the configuration must hold keys and values"},
		{"a time zone that there is not", "prompt: {timeZone: Berlin}", "prompt.timeZone must be a time zone such as Europe/Berlin"},
		{"the machine's own time zone", "prompt: {timeZone: Local}", "prompt.timeZone must be a time zone"},
		{"a number out of range", "server: {port: 70000}", "server.port must be a whole number from 0 to 65535"},
		{"a text for a number", `server: {port: "3000"}`, "server.port must be a whole number"},
		{"a fraction for a whole number", "llm: {maxRetries: 1.5}", "llm.maxRetries must be a whole number"},
		{"a number for a duration", "llm: {timeout: 30}", "llm.timeout must be a duration"},
		{"no duration at all", "llm: {timeout: 0s}", "llm.timeout must be a duration"},
		{"a text for a boolean", `modes: {enforceOmitSensitive: "true"}`, "modes.enforceOmitSensitive must be true or false"},
		{"a mapping for a text", "host: {schemaPath: {a: b}}", "host.schemaPath must be a text"},
		{"another word", "host: {inlineSchema: maybe}", "host.inlineSchema must be one of allow, narrow, deny"},
		{"a provider nobody knows", "llm: {provider: skynet}", "llm.provider must be one of "},
		{"a text for a list", "logging: {redact: sql}", "logging.redact must be a list"},
		{"an item nobody knows", "logging: {redact: [cause]}", "logging.redact must be a list, each item one of question, sql"},
		{"a function that is no name", `host: {functions: ["f("]}`, "host.functions must be a list"},
		{"a text for headers", "llm: {headers: X-Team=bi}", "llm.headers must be a mapping of names to texts"},
		{"a number for a header", "llm: {headers: {X-Team: 7}}", "llm.headers must be a mapping of names to texts"},
		{"a header there twice", "llm: {headers: {a: x, a: y}}", "llm.headers must be a mapping of names to texts"},
		{"a list for a body", "llm: {extraBody: [a]}", "llm.extraBody must be a mapping"},
		{"a text that is no body", "llm: {extraBody: 'think=false'}", "llm.extraBody must be a mapping"},
		{"a body with keys that are no texts", "llm: {extraBody: {a: {1: b}}}", "llm.extraBody must be a mapping"},
		{"an effort nobody knows", "llm: {reasoningEffort: lots}", "llm.reasoningEffort must be one of none, minimal, low"},
		{"a fallback nobody knows", "llm: {fallback: {provider: skynet}}", "llm.fallback.provider must be one of "},
		{"a temperature out of range", "llm: {temperature: 3}", "llm.temperature must be a number from 0 to 2"},
		{"no YAML", "server: {port: 1", "asksql.yaml"},
		{"an anchor that merges", "a: &a {port: 1}\nserver: {<<: *a}", "unknown key a"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, _, err := config.Load(config.Sources{File: file(t, tc.yaml)})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Load(%q) = %v, want %q", tc.yaml, err, tc.want)
			}
		})
	}
}

func TestFileItself(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if c, _, err := config.Load(config.Sources{}); err != nil || c.Server.Port != 3000 {
		t.Errorf("Load without a file: %v; the default file may be missing", err)
	}
	if err := os.WriteFile(config.DefaultFile, []byte("server: {port: 7}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, _, err := config.Load(config.Sources{}); err != nil || c.Server.Port != 7 {
		t.Errorf("Load: %v; want the file in the working directory to be read", err)
	}
	for name, want := range map[string]string{"nowhere.yaml": "no such file", dir: "directory", "/dev/zero": "larger than"} {
		if _, _, err := config.Load(config.Sources{File: name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Load(%s) = %v, want %q", name, err, want)
		}
	}
}

func TestVariablesAndFlagsStopTheStart(t *testing.T) {
	for _, tc := range []struct {
		name    string
		environ string
		flags   map[string]string
		want    string
	}{
		{"a variable out of range", "ASKSQL_SERVER_PORT=-1", nil, "environment variable ASKSQL_SERVER_PORT must be a whole number"},
		{"a variable of another type", "ASKSQL_LLM_TIMEOUT=soon", nil, "ASKSQL_LLM_TIMEOUT must be a duration"},
		{"a header without a value", "ASKSQL_LLM_HEADERS=X-Team", nil, "ASKSQL_LLM_HEADERS must be a mapping of names to texts, in a variable Name=value,Name=value"},
		{"a header without a name", "ASKSQL_LLM_HEADERS=a=b,=c", nil, "ASKSQL_LLM_HEADERS must be"},
		{"the exception too", "ASKSQL_OMIT_SENSITIVE_FROM_PROMPT=maybe", nil, "ASKSQL_OMIT_SENSITIVE_FROM_PROMPT must be true or false"},
		{"a variable that Kubernetes sets", "ASKSQL_SERVER_PORT=tcp://10.0.0.1:80", nil, "enableServiceLinks: false"},
		{"a flag out of range", "", map[string]string{"server.port": "x"}, "server.port on the command line must be"},
		{"a flag nobody knows", "", map[string]string{"server.prt": "1"}, "unknown key server.prt on the command line; did you mean server.port"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, _, err := config.Load(config.Sources{File: file(t, ""), Environ: []string{tc.environ}, Flags: tc.flags})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Load = %v, want %q", err, tc.want)
			}
		})
	}
}

func TestUnknownVariablesAreWarnings(t *testing.T) {
	environ := []string{"ASKSQL_SERVER_PROT=1", "ASKSQL_PORT_3000_TCP=tcp://10.0.0.1:3000", "ASKSQL_API_KEY=sk-hush", "ASKSQL_DSN_PASSWORD=hush", "OTHER=1"}
	_, got, err := config.Load(config.Sources{File: file(t, ""), Environ: environ})
	want := []string{
		"unknown environment variable ASKSQL_API_KEY; a credential goes into the environment variable API_KEY",
		"unknown environment variable ASKSQL_PORT_3000_TCP",
		"unknown environment variable ASKSQL_SERVER_PROT; did you mean ASKSQL_SERVER_PORT",
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Load warns\n%s\nwant\n%s\nerror %v", strings.Join(got, "\n"), strings.Join(want, "\n"), err)
	}
}

func TestCredential(t *testing.T) {
	const provider = "llm: {provider: openai}"
	for _, tc := range []struct {
		name    string
		yaml    string
		environ []string
		want    string
	}{
		{"API_KEY", provider, []string{"API_KEY=a"}, "a"},
		{"API_KEY before the provider's own name", provider, []string{"API_KEY=a", "OPENAI_API_KEY=b"}, "a"},
		{"the provider's own name", provider, []string{"OPENAI_API_KEY=b"}, "b"},
		{"an empty API_KEY is unset", provider, []string{"API_KEY=", "OPENAI_API_KEY=b"}, "b"},
		{"the line feed of a mounted secret is dropped", provider, []string{"API_KEY=a\n"}, "a"},
		{"another provider's name is not read", provider, []string{"ANTHROPIC_API_KEY=c"}, ""},
		{"without a provider none is needed", "", []string{"API_KEY=a"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := load(t, tc.yaml, tc.environ...).LLM.APIKey.Reveal(); got != tc.want {
				t.Errorf("Load: key %q, want %q", got, tc.want)
			}
		})
	}
}

// A fallback has the variable of its provider and no other: API_KEY is not its.
func TestCredentialOfTheFallback(t *testing.T) {
	const yaml = "llm: {provider: openai, fallback: {provider: openai}}"
	for _, tc := range []struct {
		name            string
		environ         []string
		first, fallback string
	}{
		{"API_KEY is the first one's", []string{"API_KEY=a"}, "a", ""},
		{"each has its own", []string{"API_KEY=a", "OPENAI_API_KEY=b\n"}, "a", "b"},
		{"one name for the same provider", []string{"OPENAI_API_KEY=b"}, "b", "b"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			llm := load(t, yaml, tc.environ...).LLM
			if got := [2]string{llm.APIKey.Reveal(), llm.Fallback.APIKey.Reveal()}; got != [2]string{tc.first, tc.fallback} {
				t.Errorf("Load: keys %q, want %q and %q", got, tc.first, tc.fallback)
			}
		})
	}
	if key := load(t, "llm: {provider: openai}", "OPENAI_API_KEY=b").LLM.Fallback.APIKey; key.Reveal() != "" {
		t.Errorf("Load: a key without a fallback")
	}
}

// TestFallbackInTheFile: a section in a section, and its variables.
func TestFallbackInTheFile(t *testing.T) {
	const yaml = "llm:\n  provider: openai\n  model: a\n  breaker: {failures: 3}\n  fallback: {provider: builtin, model: b, headers: {X-Team: bi}}\n"
	llm := load(t, yaml, "ASKSQL_LLM_FALLBACK_MODEL=c", "ASKSQL_LLM_BREAKER_OPEN_FOR=5s", "ASKSQL_LLM_FALLBACK_MAX_OUTPUT_TOKENS=9").LLM
	got := []any{llm.Model, llm.Breaker.Failures, llm.Breaker.OpenFor, llm.Fallback.Provider, llm.Fallback.Model, llm.Fallback.Headers, llm.Fallback.MaxOutputTokens}
	want := []any{"a", 3, 5 * time.Second, "builtin", "c", config.Headers{"X-Team": "bi"}, 9}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Load: %v, want %v", got, want)
	}
}

func TestHeaders(t *testing.T) {
	for _, tc := range []struct {
		name, yaml, environ string
		want                config.Headers
	}{
		{"none", "", "", nil},
		{"the file", "llm: {headers: {X-Team: bi, x.dotted: 'a=b, c'}}", "", config.Headers{"X-Team": "bi", "x.dotted": "a=b, c"}},
		{"the environment", "", "ASKSQL_LLM_HEADERS=X-Team=bi, X-Sum=1+1=2", config.Headers{"X-Team": "bi", "X-Sum": "1+1=2"}},
		{"the environment replaces all of the file", "llm: {headers: {X-Team: bi}}", "ASKSQL_LLM_HEADERS=X-Sum=2", config.Headers{"X-Sum": "2"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := load(t, tc.yaml, tc.environ).LLM.Headers; !reflect.DeepEqual(got, tc.want) {
				t.Errorf("Load: %#v, want %#v", map[string]string(got), map[string]string(tc.want))
			}
		})
	}
}

// TestExtraBody: a mapping keeps its types and its names as they are, dots included.
func TestExtraBody(t *testing.T) {
	for _, tc := range []struct{ name, yaml, environ, want string }{
		{"none", "", "", ""},
		{"the file", "llm: {extraBody: {a.b: {c: [1, 2.5, null, true, 'x<y']}}}", "", `{"a.b":{"c":[1,2.5,null,true,"x<y"]}}`},
		{"a text in the file", `llm: {extraBody: '{"think": false}'}`, "", `{"think": false}`},
		{"the environment", "llm: {extraBody: {a: 1}}", `ASKSQL_LLM_EXTRA_BODY={"enable_thinking": false}`, `{"enable_thinking": false}`},
		{"empty", `llm: {extraBody: ""}`, "", ""},
	} {
		if got := load(t, tc.yaml, tc.environ).LLM.ExtraBody; got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
	c := load(t, "llm: {fallback: {extraBody: {think: false}, reasoningEffort: none, tokenFile: /t}}")
	if f := c.LLM.Fallback; f.ExtraBody != `{"think":false}` || f.ReasoningEffort != "none" || f.TokenFile != "/t" || c.LLM.ExtraBody != "" {
		t.Errorf("Load: %+v", f)
	}
}

// TestSecretFrom: messages about a key name its variable.
func TestSecretFrom(t *testing.T) {
	for environ, want := range map[string]string{"API_KEY=a": "API_KEY", "OPENAI_API_KEY=a": "OPENAI_API_KEY", "API_KEY= ": ""} {
		if got := load(t, "llm: {provider: openai}", environ).LLM.APIKey.From(); got != want {
			t.Errorf("%s: From = %q, want %q", environ, got, want)
		}
	}
}

func TestCredentialInTheFileStopsTheStart(t *testing.T) {
	_, _, err := config.Load(config.Sources{File: file(t, "llm: {fallback: {apiKey: sk-hush}}")})
	if err == nil || strings.Contains(err.Error(), "hush") || !strings.Contains(err.Error(), "its provider's own environment variable, such as OPENAI_API_KEY") {
		t.Errorf("Load with llm.fallback.apiKey = %v, want a word on where it goes", err)
	}
	for _, key := range []string{"apiKey", "api_key", "token", "openaiApiKey", "secret"} {
		_, _, err := config.Load(config.Sources{File: file(t, "llm: {"+key+": sk-hush}")})
		if err == nil || !strings.Contains(err.Error(), "llm."+key) || !strings.Contains(err.Error(), "environment variable API_KEY") {
			t.Errorf("Load with llm.%s = %v, want a word on where it goes", key, err)
		}
		if err != nil && strings.Contains(err.Error(), "hush") {
			t.Errorf("Load = %v, which tells the credential", err)
		}
	}
}

func TestSecretNeverPrints(t *testing.T) {
	c := load(t, "llm: {provider: openai, headers: {X-Key: hush}}", "API_KEY=sk-hush", "ASKSQL_LLM_FALLBACK_HEADERS=X-Key=hush")
	if text, err := json.Marshal(c.LLM); err != nil || strings.Contains(string(text), "hush") {
		t.Errorf("Marshal tells the credential: %s, %v", text, err)
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if s := fmt.Sprintf(format, c.LLM); strings.Contains(s, "hush") || strings.Contains(s, fmt.Sprintf("%x", "hush")) {
			t.Errorf("Sprintf(%q) tells the credential: %s", format, s)
		}
	}
}

func TestTableListsEveryKeyOnce(t *testing.T) {
	table := config.Table()
	for _, want := range []string{
		"| `server.port` | `ASKSQL_SERVER_PORT` | `3000` |",
		"| `server.idleTimeout` | `ASKSQL_SERVER_IDLE_TIMEOUT` | `2m` |",
		"| `host.schemaPath` | `ASKSQL_HOST_SCHEMA_PATH` | empty |",
		"| `host.ascii` | `ASKSQL_HOST_ASCII` | `false` |",
		"| `modes.omitSensitiveFromPrompt` | `ASKSQL_OMIT_SENSITIVE_FROM_PROMPT` | `true` |",
		"| `llm.baseURL` | `ASKSQL_LLM_BASE_URL` | empty |",
		"| `llm.fallback.baseURL` | `ASKSQL_LLM_FALLBACK_BASE_URL` | empty |",
		"| `llm.headers` | `ASKSQL_LLM_HEADERS` | unset |",
		"| `llm.temperature` | `ASKSQL_LLM_TEMPERATURE` | unset |",
		"| `logging.redact` | `ASKSQL_LOGGING_REDACT` | `[]` |",
	} {
		if strings.Count(table, want) != 1 {
			t.Errorf("Table() lacks %s", want)
		}
	}
}

var update = flag.Bool("update", false, "rewrite the table in docs/configuration.md")

// TestPageHasTheTable: the page repeats the table, so that nobody has to run anything to read it. The table
// is its end.
func TestPageHasTheTable(t *testing.T) {
	const path = "../../docs/configuration.md"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, table, found := strings.Cut(string(page), "\n| Key |")
	if !found {
		t.Fatalf("%s has no table", path)
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+"\n"+config.Table()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if "| Key |"+table != config.Table() {
		t.Errorf("%s does not end with the configuration table; run make golden and read the difference. The table is\n%s", path, config.Table())
	}
}
