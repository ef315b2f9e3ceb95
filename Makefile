# Everything a person needs. `make run` does the job, `make test` proves it.
GO ?= go

.PHONY: run test build vet lint fuzz fuzz-long bench differential scoreboard scoreboard-test golden clean

# Serves the shop example with the provider that the environment configures.
run: build
	./bin/asksql serve --schema examples/shop/schema.json

build:
	$(GO) build -trimpath -o bin/asksql ./cmd/asksql

test: vet
	$(GO) test -race ./...

vet:
	$(GO) vet ./...

lint:
	$(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run ./...

# Holds the checker to a MariaDB server, which must be installed, and logs the figures.
differential:
	ASKSQL_REQUIRE_MARIADB=1 $(GO) test -count=1 -v ./internal/evaluation -run '^(TestOracle|TestMariaDB|TestUnchanged|TestRefusedByName)$$'

# Fuzzes the checker for FUZZTIME, one target after the other; fuzz-long takes an hour.
FUZZTIME ?= 30s
fuzz-long: FUZZTIME = 30m
fuzz fuzz-long:
	$(GO) test ./sqlcheck -run '^$$' -fuzz '^FuzzCheck$$' -fuzztime $(FUZZTIME) -fuzzminimizetime 10x
	$(GO) test ./sqlcheck -run '^$$' -fuzz '^FuzzGenerated$$' -fuzztime $(FUZZTIME) -fuzzminimizetime 10x

# Prints what a check costs beside a bare parse of the same text.
bench:
	ASKSQL_PAIRED=100 $(GO) test ./sqlcheck -run '^TestPaired$$' -bench . -v

# Rewrites docs/scoreboard.md: asksql and other guards on the same texts. Installs those, pinned, into
# the user's cache; needs Node and Python for the ones that are written in them.
scoreboard:
	cd scoreboard && $(GO) run . -out ../docs/scoreboard.md

# The scoreboard is a module of its own: ./... at the root does not enter it.
scoreboard-test:
	cd scoreboard && $(GO) vet ./... && $(GO) test ./...

# Rewrites the golden texts that follow from the verdicts; read the difference before committing it.
golden:
	$(GO) test ./rules ./sqlcheck ./prompt -update

clean:
	rm -rf bin
