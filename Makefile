# Everything a person needs. `make run` does the job, `make test` proves it.
GO ?= go

.PHONY: run test build vet lint fuzz bench golden clean

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

# Fuzzes the checker for FUZZTIME, one target after the other.
FUZZTIME ?= 1m
fuzz:
	$(GO) test ./sqlcheck -run '^$$' -fuzz '^FuzzCheck$$' -fuzztime $(FUZZTIME)
	$(GO) test ./sqlcheck -run '^$$' -fuzz '^FuzzGenerated$$' -fuzztime $(FUZZTIME)

# Prints what a check costs beside a bare parse of the same text.
bench:
	ASKSQL_PAIRED=100 $(GO) test ./sqlcheck -run '^TestPaired$$' -bench . -v

# Rewrites the golden texts that follow from the verdicts; read the difference before committing it.
golden:
	$(GO) test ./rules ./sqlcheck ./prompt -update

clean:
	rm -rf bin
