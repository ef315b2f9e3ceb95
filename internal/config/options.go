package config

import (
	"strings"
	"time"

	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/sqlcheck"
)

// Bounds of what an operator can ask for. They catch slips, not intentions.
const (
	minHeader = 8 << 10 // net/http itself wants 4 KiB of slack
	maxHeader = 1 << 20
	maxBody   = 1 << 30
	maxRows   = 1_000_000_000
	maxCache  = 1 << 34
	maxTokens = 1_000_000
)

// options lists every key, in the order of docs/configuration.md.
func options() []option {
	return concat(serverOptions(), adminOptions(), hostOptions(), limitOptions(), promptOptions(), llmOptions(), loggingOptions(), traceOptions())
}

func concat(groups ...[]option) (all []option) {
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

func serverOptions() []option {
	d := httpapi.Defaults()
	return []option{
		{key: "server.port", kind: integer(0, 65535), initial: d.Port, doc: "Port to listen on; 0 takes a free one."},
		{key: "server.host", kind: text(), initial: d.Host, doc: "Bind address. Bind to `0.0.0.0` only behind a gateway."},
		{key: "server.maxBodyBytes", kind: integer(1, maxBody), initial: int(d.MaxBodyBytes), doc: "Largest request body."},
		{key: "server.maxHeaderBytes", kind: integer(minHeader, maxHeader), initial: d.MaxHeaderBytes, doc: "Largest header block of a request."},
		{key: "server.readHeaderTimeout", kind: duration(), initial: d.ReadHeaderTimeout, doc: "Time to receive the header of a request."},
		{key: "server.readBodyTimeout", kind: duration(), initial: d.ReadBodyTimeout, doc: "Time to receive the body of a request."},
		{key: "server.idleTimeout", kind: duration(), initial: d.IdleTimeout, doc: "Time that a connection may wait for its next request."},
		{key: "server.requestTimeout", kind: duration(), initial: d.RequestTimeout, doc: "Time for a whole request, its body included. Keep it below your gateway's."},
		{key: "server.maxInFlight", kind: integer(0, 1_000_000), initial: d.MaxInFlight, doc: "Most questions at once; one more is answered 503 `overloaded`. 0 is no limit, which leaves it to the gateway."},
		{key: "server.drainDelay", kind: pause(), initial: d.DrainDelay, doc: "Time between SIGTERM and the end of accepting, in which `/ready` fails, so that proxies stop sending."},
		{key: "server.shutdownGrace", kind: duration(), initial: d.ShutdownGrace, doc: "Time to finish what is in flight after SIGTERM or SIGINT."},
	}
}

func adminOptions() []option {
	return []option{
		{key: "admin.host", kind: text(), initial: "127.0.0.1", doc: "Bind address of the second listener. Nobody is asked who they are there."},
		{key: "admin.port", kind: integer(0, 65535), initial: 0, doc: "Port of the second listener, with `/live`, `/ready`, `/metrics`, `/version` and `/config`; 0 is no such listener."},
		{key: "admin.hosts", kind: list(hostName()), initial: []string{}, doc: "Names that the second listener is reached by, besides `localhost` and addresses: what it answers beyond the five is refused to other names, which a web page could have made mean it."},
		{key: "admin.check", kind: boolean(), initial: false, doc: "`POST /check` on the second listener: SQL of other origin, held to the schema."},
		{key: "admin.ask", kind: boolean(), initial: false, doc: "`POST /ask` on the second listener: with steps as they happen (`Accept: text/event-stream`), and with `history`."},
		{key: "admin.openapi", kind: boolean(), initial: false, doc: "`/openapi.json` on the second listener: the description of the HTTP interface."},
		{key: "admin.page", kind: boolean(), initial: false, doc: "Pages for a browser at `/` of the second listener: to ask, to check SQL, and to look at the schema."},
		{key: "mcp.http", kind: boolean(), initial: false, doc: "`/mcp` on the second listener: agents over streamable HTTP. Beyond loopback a token in `ASKSQL_MCP_TOKEN` is a must."},
	}
}

func hostOptions() []option {
	return []option{
		{key: "host.schemaPath", kind: text(), initial: "", doc: "Schema artifact, loaded once at the start, unless `host.reloadOnSIGHUP` is set."},
		{key: "host.reloadOnSIGHUP", kind: boolean(), initial: false, doc: "Load the schema artifact again on SIGHUP. One with a fault leaves the old one in use."},
		{key: "host.inlineSchema", kind: oneOf("allow", "narrow", "deny"), initial: "allow", doc: "Whether a request may bring its own `schemaJson`. With `narrow`, its choice of tables and columns counts, and its descriptions, glossary and examples; all else is the configured schema's."},
		{key: "host.accessPath", kind: text(), initial: "", doc: "Access file: who may ask about what, by headers that a gateway sets. Loaded with the schema. Needs `host.schemaPath`, and `host.inlineSchema` narrow or deny. See [access.md](access.md)."},
		{key: "host.schemaCacheBytes", kind: integer(0, maxCache), initial: 64 << 20, doc: "Memory for inline schemas that have been read already; 0 keeps none."},
		{key: "host.maxRows", kind: integer(1, maxRows), initial: 1000, doc: "Largest `LIMIT` in the mode `bounded_results`."},
		{key: "host.caseSensitiveTables", kind: boolean(), initial: false, doc: "Table names match by exact spelling (`lower_case_table_names=0`)."},
		{key: "host.fullGroupBy", kind: oneOf("auto", "on", "off"), initial: "auto", doc: "Whether the server has `ONLY_FULL_GROUP_BY`, so that what it refuses is refused. `auto` goes by `source.sqlMode` of the artifact, else by the dialect: `mysql` and `tidb` have it, `mariadb` has not."},
		{key: "host.functions", kind: list(identifier()), initial: []string{}, doc: "Functions of your own that a query may call. You vouch that they neither write nor block."},
		{key: "host.serverVersion", kind: optionally(serverVersion()), initial: "", doc: "Version of the server that runs the SQL, as it gives it for `VERSION()`: it decides which functions are built in. Without it, `source.server` of the schema does."},
		{key: "host.ascii", kind: boolean(), initial: false, doc: "Print SQL in ASCII only, for connections whose character set is not utf8mb4."},
		{key: "modes.omitSensitiveFromPrompt", env: "ASKSQL_OMIT_SENSITIVE_FROM_PROMPT", kind: boolean(), initial: true, doc: "Hide sensitive columns where the request does not say. Here the file wins over the variable."},
		{key: "modes.enforceOmitSensitive", kind: boolean(), initial: false, doc: "A request cannot ask for sensitive columns."},
	}
}

func limitOptions() []option {
	d := sqlcheck.DefaultLimits()
	return []option{
		// The parser is quadratic in joins and adjacent strings: a third of a second at the most, six at 512 KiB.
		{key: "limits.bytes", kind: integer(1, 128<<10), initial: d.Bytes, doc: "Longest SQL text to check, in bytes."},
		{key: "limits.depth", kind: integer(1, 1000), initial: d.Depth, doc: "Deepest nesting of a query."},
		{key: "limits.nodes", kind: integer(1, 1_000_000), initial: d.Nodes, doc: "Most nodes in the tree of a query."},
		{key: "limits.relations", kind: integer(1, 1000), initial: d.Relations, doc: "Most tables, derived tables and CTEs, a CTE as often as it is used."},
		{key: "limits.rows", kind: integer(1, 1_000_000_000_000), initial: d.Rows, doc: "Most rows that a query may combine, as far as its shape and `source.rowEstimates` tell. A table without an estimate has 1000."},
		{key: "limits.unlinked", kind: integer(1, 1000), initial: d.Unlinked, doc: "Most relations of one query block that no condition joins."},
	}
}

func promptOptions() []option {
	return []option{
		{key: "prompt.maxTokens", kind: integer(1000, maxTokens), initial: prompt.DefaultMaxTokens, doc: "Length of the longest prompt, the question aside. Of a schema that does not fit, the part is shown that the question is about."},
		{key: "prompt.timeZone", kind: timeZone(), initial: "UTC", doc: "Zone of the people who ask: prompts tell which day it is there. A name such as `Europe/Berlin`, or `none` to tell no day."},
	}
}

func llmOptions() []option {
	return concat(
		endpointOptions("llm", "Who answers. Without one, `/ask` gives `generation_not_configured`."),
		[]option{
			{key: "llm.timeout", kind: duration(), initial: 30 * time.Second, doc: "Time for one model call, never past the request's."},
			{key: "llm.maxRetries", kind: integer(0, 10), initial: 2, doc: "Retries of a call that failed on the way."},
			{key: "llm.maxRepairs", kind: integer(0, 10), initial: 2, doc: "How often a refused answer goes back to the model."},
			{key: "llm.breaker.failures", kind: integer(0, 1000), initial: 5, doc: "Failed calls in a row, retries included in each, after which a provider is not called; 0 is never."},
			{key: "llm.breaker.openFor", kind: duration(), initial: 30 * time.Second, doc: "Time until one call tries whether the provider is back."},
		},
		endpointOptions("llm.fallback", "Who answers where `llm.provider` does not, which then has at most half of the time that a request has left. Its key is in its own variable only; time-outs, retries and breaker are those of `llm`."),
	)
}

// endpointOptions returns the keys of a model at a provider, under the given one.
func endpointOptions(at, who string) []option {
	return []option{
		{key: at + ".provider", kind: optionally(oneOf(providers()...)), initial: "", doc: who},
		{key: at + ".model", kind: text(), initial: "", doc: "Name of the model; `builtin` has none."},
		{key: at + ".baseURL", kind: text(), initial: "", doc: "Address of another server that speaks the provider's protocol; the credential is optional with one."},
		{key: at + ".apiVersion", kind: text(), initial: "", doc: "Version of Azure OpenAI's interface, which also chooses its paths and key header."},
		{key: at + ".organization", kind: text(), initial: "", doc: "Organization that OpenAI bills."},
		{key: at + ".headers", kind: pairs(), doc: "Headers to send with every call, for a gateway before the provider. A value with a comma goes into the file."},
		{key: at + ".temperature", kind: number(0, 2), doc: "Sent only if set."},
		{key: at + ".maxOutputTokens", kind: integer(0, maxTokens), initial: 0, doc: "Longest reply in tokens, thinking included; 0 is the model's own limit."},
		{key: at + ".reasoningEffort", kind: optionally(oneOf(llm.Efforts()...)), initial: "", doc: "How much the model is to think, in the provider's own field; `none` switches it off where the model can do without."},
		{key: at + ".extraBody", kind: jsonObject(), initial: "", doc: "Merged last into the body of every call, as a JSON merge patch: `{enable_thinking: false}`."},
		{key: at + ".forwardTrace", kind: boolean(), initial: false, doc: "Send `traceparent` along, for a gateway before the provider that traces."},
		{key: at + ".tokenFile", kind: text(), initial: "", doc: "File with a bearer token, in place of the key; read again whenever it has changed."},
	}
}

// providers lists who can answer: those that package llm calls, and the one that needs no call.
func providers() []string { return append(llm.Providers(), builtin.Name) }

func loggingOptions() []option {
	return []option{
		{key: "logging.level", kind: oneOf("debug", "info", "warn", "error"), initial: "info", doc: "Least severe line to write."},
		{key: "logging.format", kind: oneOf("json", "console"), initial: "json", doc: "Lines for programs or for people."},
		{key: "logging.redact", kind: list(oneOf("question", "sql")), initial: []string{}, doc: "Fields to replace by their SHA-256."},
	}
}

func traceOptions() []option {
	return []option{
		{key: "traces.endpoint", kind: text(), initial: "", doc: "Collector that takes OTLP/JSON over HTTP, such as `http://collector:4318`. Empty sends no spans."},
		{key: "traces.headers", kind: pairs(), doc: "Headers to send with them."},
		{key: "traces.sampleRatio", kind: number(0, 1), initial: 1.0, doc: "Of the requests that come without `traceparent`, which share is traced. With one, whoever sent it has decided."},
	}
}

// identifier is the name of a function, as sqlcheck takes it.
func identifier() kind {
	return textual("a name of ASCII letters, digits and underscores", func(s string) (any, bool) {
		for _, r := range s {
			if !asciiWord(r) {
				return nil, false
			}
		}
		return s, s != ""
	})
}

// serverVersion is the version of a server of some dialect.
func serverVersion() kind {
	return textual("a version such as 8.0.36 or 10.11.6-MariaDB", func(s string) (any, bool) {
		return s, sqlcheck.MySQL.HasVersion(s) || sqlcheck.MariaDB.HasVersion(s)
	})
}

// hostName is the name of a host, without a port.
func hostName() kind {
	return textual("the name of a host without a port", func(s string) (any, bool) {
		return s, s != "" && !strings.ContainsAny(s, ":/@ []")
	})
}

func asciiWord(r rune) bool {
	return r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}
