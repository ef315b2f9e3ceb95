# Everything a person needs. `make run` does the job, `make test` proves it.
GO ?= go

.PHONY: acceptance contract openapi mcp-clients chart monitoring soak gateways image unit run test build asksql asksql-diagram vet lint fuzz fuzz-long bench mysql differential grammar row-rules scoreboard prompts-report scoreboard-test golden schema-json load weigh clean

# Serves the shop example with the provider that the environment configures, else with the one that is
# compiled in, and pages to try it in a browser on the port behind the service's.
run: build
	@export ASKSQL_LLM_PROVIDER=$${ASKSQL_LLM_PROVIDER:-builtin}; \
	port=$${ASKSQL_SERVER_PORT:-3000}; \
	if [ "$$port" != 0 ]; then \
		export ASKSQL_ADMIN_PAGE=$${ASKSQL_ADMIN_PAGE:-true} ASKSQL_ADMIN_PORT=$${ASKSQL_ADMIN_PORT:-$$(expr $$port + 1)}; \
		echo "to try it in a browser: http://127.0.0.1:$$ASKSQL_ADMIN_PORT/"; \
	fi; \
	exec ./bin/asksql serve --schema examples/shop/schema.json

# Static, without symbols and without the paths of this machine: what comes out runs in an empty root
# folder. Gin's rendering of MessagePack, which nothing here uses, is left out.
COMPILED := -trimpath -tags nomsgpack
BIN ?= bin
build: asksql asksql-diagram

asksql:
	CGO_ENABLED=0 $(GO) build $(COMPILED) -ldflags '-s -w' -o $(abspath $(BIN))/ ./cmd/asksql

# A module of its own, so that what it draws with is in no other's list.
asksql-diagram:
	cd cmd/asksql-diagram && CGO_ENABLED=0 $(GO) build $(COMPILED) -ldflags '-s -w' -o $(abspath $(BIN))/ .

test: vet
	$(GO) test -race -timeout 30m ./...
	cd cmd/asksql-diagram && $(GO) test ./...
	cd contract && $(GO) test ./...
	$(GO) test -run '^TestProportionOfMemory$$' ./sqlcheck # the race detector has memory of its own

# Compiled as the programs are, so that the two share the work.
vet:
	CGO_ENABLED=0 $(GO) vet $(COMPILED) ./...
	cd cmd/asksql-diagram && CGO_ENABLED=0 $(GO) vet $(COMPILED) ./...

lint:
	$(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run ./...

# Unpacks a MySQL server for the tests into the user's cache, on a Debian; installs nothing.
mysql:
	internal/servertest/mysql.sh

# Holds the checker to a MariaDB server, which must be installed, and to a MySQL server, for which
# `make mysql` is enough, and keeps the figures for the scoreboard. Ten minutes on a quiet machine.
differential:
	mkdir -p scoreboard/differential
	ASKSQL_REQUIRE_SERVERS=1 ASKSQL_FIGURES=$(CURDIR)/scoreboard/differential \
		$(GO) test -count=1 -timeout 20m -v ./internal/evaluation -run '^(TestOracle|TestDefaultAnswers|TestDifferential|TestSuperset|TestUnchanged|TestRefusedByName)$$'

# Makes queries of the parser's whole grammar and holds their prints to a MySQL and a MariaDB server, on
# schemas that differ in what is hidden. SEED is the first query's number: another one gives others.
QUERIES ?= 10000
SEED ?= 0
grammar:
	ASKSQL_REQUIRE_SERVERS=1 ASKSQL_GRAMMAR=$(QUERIES) ASKSQL_GRAMMAR_SEED=$(SEED) \
		ASKSQL_GRAMMAR_RECORD=$(CURDIR)/scoreboard/grammar.jsonl $(GO) test -count=1 -timeout 24h -v ./sqlcheck/sqlchecktest/grammargen

# Holds prints with row rules to a MySQL and a MariaDB server: what they give on the database of all tenants is what
# the query gives on a database of one tenant's rows, rows and errors alike. QUERIES and SEED as above.
row-rules:
	ASKSQL_REQUIRE_SERVERS=1 ASKSQL_GRAMMAR=$(QUERIES) ASKSQL_GRAMMAR_SEED=$(SEED) \
		$(GO) test -count=1 -timeout 24h -v ./sqlcheck/sqlchecktest/grammargen -run TestRowRules

# Fuzzes the checker, one target after the other, and adds the runs to the record that the scoreboard
# prints. FUZZTIME is the time for the five targets together: a minute, an hour.
FUZZTIME ?= 1m
fuzz-long: FUZZTIME = 1h
fuzz fuzz-long:
	cd scoreboard && $(GO) run ./fuzzrun -time $(FUZZTIME)

# Prints what a check costs beside a bare parse of the same text, and what the costliest texts take.
bench:
	ASKSQL_PAIRED=100 $(GO) test ./sqlcheck -run '^Test(Paired|Worst)$$' -bench . -v

# Asks 1,000 questions at once, holds the service to its bounds on time and memory, and prints the
# figures. The machine should have nothing else to do.
load:
	ASKSQL_LOAD=1 $(GO) test -count=1 -v ./cmd/asksql -run '^TestLoad'

# Prints what a question costs: the processor's time, memory, connections, and what metrics and traces add.
.PHONY: sizing
sizing:
	ASKSQL_SIZING=1 $(GO) test -count=1 -v ./cmd/asksql -run '^TestSizing'

# Asks for half an hour while everything goes wrong, and looks for answers that are another's, for what is lost,
# and for what grows; first it finds what is planted. `make soak SOAK=2h` for another time.
SOAK ?= 30m
soak:
	ASKSQL_SOAK=$(SOAK) $(GO) test -count=1 -timeout 0 -v ./cmd/asksql -run '^TestSoak'

# Renders the Helm chart and holds it to the types of Kubernetes, to the restricted pod-security standard and to
# the program. A module of its own, which takes a minute of the processor to compile.
chart:
	cd deploy/helm/check && $(GO) vet . && $(GO) test -count=1 .

# Holds the spans that the service sends to the decoder of OpenTelemetry's collector. A module of its own.
.PHONY: traces
traces:
	cd deploy/traces && $(GO) vet . && $(GO) test -count=1 .

# Has promtool read the alerts, run their cases, and read the dashboard. Needs Debian's prometheus, for promtool.
monitoring:
	ASKSQL_REQUIRE_PROMTOOL=1 $(GO) test -count=1 -v ./cmd/asksql -run '^TestMonitoring'

# Runs the configurations for gateways in front of two instances that are restarted under 10,000 questions.
# Needs nginx, caddy and haproxy, of which it skips none.
gateways:
	ASKSQL_REQUIRE_GATEWAYS=1 ASKSQL_QUESTIONS=10000 $(GO) test -count=1 -v ./deploy/gateways

.PHONY: library apidiff release page acceptance

# What needs a browser, other programs' clients, or a quarter of an hour.
acceptance: page mcp-clients contract library

# Drives a Chromium through the pages. PICTURES=FOLDER keeps what it saw.
page:
	ASKSQL_PAGE=1 ASKSQL_PICTURES=$(PICTURES) $(GO) test -count=1 -v ./internal/page

# Builds programs that import the packages, with other parsers than the proven one too, each of which is compiled.
library:
	ASKSQL_LIBRARY=1 $(GO) test -count=1 -timeout 30m -v ./sqlcheck/internal/importertest

# Says what of the exported names has changed incompatibly since the last tag, or since BASE.
apidiff:
	internal/api/apidiff.sh $(BASE)

# Makes the tag of a version from its section of CHANGELOG.md, after all that must hold of it. Pushes nothing.
release:
	internal/api/release.sh $(VERSION)

# Builds the program for each platform and writes an archive of each, what it is made of as an SBOM, and checksums.
# Needs nothing but Go; the same revision makes the same files.
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64
.PHONY: release-files
release-files:
	rm -rf $(BIN)/release
	for p in $(PLATFORMS); do CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build $(COMPILED) -buildvcs=true -ldflags '-s -w' \
		-o $(abspath $(BIN))/release/build/$$p/ ./cmd/asksql || exit 1; done
	$(GO) run ./deploy/release $(BIN)/release LICENSE README.md CHANGELOG.md

# Writes an image with the binary alone as an OCI archive, runs it in its empty root folder, and asks it. Needs
# buildah and root.
image: asksql
	deploy/image/build.sh $(BIN)/asksql $(BIN)/asksql-image.tar

# Holds the program to the official clients of the Model Context Protocol; installs those, pinned, into the user's
# cache, with Python and Node.
mcp-clients: asksql
	internal/mcpapi/clients/run.sh $(BIN)/asksql examples/shop/schema.json

# Holds the program to docs/openapi.json: the exchanges of the contract tests, and requests that schemathesis makes up.
# Installs that, pinned, into the user's cache; a quarter of an hour.
contract: asksql
	contract/run.sh $(BIN)/asksql

# Has systemd read its unit, and say what the service could still do: 0 is nothing, 10 everything.
unit: asksql
	sed 's#/usr/local/bin/asksql#$(abspath $(BIN))/asksql#' deploy/systemd/asksql.service > $(BIN)/asksql.service
	systemd-analyze verify --man=no $(BIN)/asksql.service
	systemd-analyze security --offline=yes --threshold=20 $(BIN)/asksql.service | tail -1

# Rewrites docs/scoreboard.md: asksql and other guards on the same texts. Installs those, pinned, into
# the user's cache; needs Node and Python for the ones that are written in them.
scoreboard:
	cd scoreboard && $(GO) run . -out ../docs/scoreboard.md

# What each dependency costs those who build: modules, processor time, megabytes. Builds with an empty cache.
weigh:
	cd scoreboard && $(GO) run ./weigh .. ./cmd/asksql

# Rewrites docs/prompts.md: what prompts show of a large schema, and what is taken out of replies.
prompts-report:
	ASKSQL_PROMPTS_REPORT=$(CURDIR)/docs/prompts.md $(GO) test -count=1 ./internal/evaluation -run '^TestPromptsReport$$'

# The scoreboard is a module of its own: ./... at the root does not enter it.
scoreboard-test:
	cd scoreboard && $(GO) vet ./... && $(GO) test ./...

# Rewrites the golden texts that follow from the verdicts; read the difference before committing it.
golden:
	$(GO) test ./rules ./sqlcheck ./prompt ./internal/eval/report ./internal/config ./internal/api ./schema/ddl -update
	$(GO) test ./cmd/asksql -run '^TestFaultTable$$' -update

# Takes the declared keys of public schemas away, which lie beside the project, and prints how many are proposed again.
references:
	$(GO) test -count=1 -v -run '^TestDeclaredKeysAreFoundAgain$$' ./schema/infer

# Rewrites docs/schema.json, the JSON Schema of artifacts, from the Go types.
schema-json:
	$(GO) test ./schema/jsonschema -run '^TestCommittedFile$$' -update

# Rewrites docs/openapi.json from the Go types and the table of errors.
openapi:
	$(GO) test ./internal/openapi -run '^TestCommittedFile$$' -update

clean:
	rm -rf bin
