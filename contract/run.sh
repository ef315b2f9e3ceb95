#!/bin/sh
# Holds a binary to docs/openapi.json: run.sh BINARY. First what the contract tests send and receive, in both
# directions; then requests that schemathesis makes up, at least 5,000, against the service with the provider that is
# compiled in and with one that answers by a script. Schemathesis is installed, pinned, into the user's cache; where it
# cannot be, the second part is skipped with a sentence.
set -eu
binary=$(realpath "$1")
cd "$(dirname "$0")"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/asksql-contract
mkdir -p "$cache"
work=$(mktemp -d) # schemathesis leaves a folder where it runs
document=$(realpath ../docs/openapi.json)
pids=
trap 'kill $pids 2>/dev/null; rm -rf "$work"' EXIT

ASKSQL_EXCHANGES=$work/exchanges.jsonl; export ASKSQL_EXCHANGES
(cd .. && go test -count=1 ./cmd/asksql -skip 'Soak|Load|Leak|Eval')
go test -count=1 -v ./...
unset ASKSQL_EXCHANGES

if ! test -x "$cache/py/bin/st" && ! { python3 -m venv "$cache/py" && "$cache/py/bin/pip" -q install schemathesis==4.32.5; }; then
	rm -rf "$cache/py"
	echo "skipped: schemathesis cannot be installed"
	exit 0
fi

free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# Off, since they contradict the contract:
#   unsupported_method, allow_header_conformance   every request without a route is 404 not_found, another method of a path included
#   positive_data_acceptance                       a question may be well-formed and have no answer (sql_validation_error), and
#                                                  schemaJson is a string whose content no schema of OpenAPI describes
off=unsupported_method,allow_header_conformance,positive_data_acceptance

# tried NAME EXCLUDED VARIABLES... starts the service with the variables and has schemathesis ask it.
tried() {
	name=$1 exclude=$2
	shift 2
	port=$(free) admin=$(free)
	env "$@" ASKSQL_SERVER_PORT="$port" ASKSQL_ADMIN_PORT="$admin" ASKSQL_ADMIN_CHECK=true ASKSQL_ADMIN_OPENAPI=true \
		ASKSQL_LOGGING_LEVEL=error "$binary" serve --schema ../examples/shop/schema.json 2>"$work/$name.log" &
	pids="$pids $!"
	until curl -fs "http://127.0.0.1:$admin/live" >/dev/null; do sleep 0.1; done
	for listener in first second; do
		url=http://127.0.0.1:$port choose=--include-path-regex
		if test $listener = second; then url=http://127.0.0.1:$admin choose=--exclude-path-regex; fi
		(cd "$work" && "$cache/py/bin/st" run "$document" --url "$url" $choose '^/(health|ask)$' --exclude-checks "$exclude" \
			--phases examples,coverage,fuzzing --max-examples "${EXAMPLES:-1500}" --seed 1 --continue-on-failure --suppress-health-check all \
			--no-color >"$work/$name-$listener.txt" 2>&1) || {
			cat "$work/$name-$listener.txt"
			exit 1
		}
		cases=$(sed -n 's/^ *\([0-9]*\) generated, \([0-9]*\) passed.*/\1/p' "$work/$name-$listener.txt")
		total=$((total + cases))
		echo "$name provider, $listener listener: $cases requests, 0 findings"
	done
}

total=0
tried builtin "$off" ASKSQL_LLM_PROVIDER=builtin
script=$(free)
python3 provider.py "$script" &
pids="$pids $!"
# not_a_server_error is off here alone: what the provider does is answered 502.
tried scripted "$off,not_a_server_error" ASKSQL_LLM_PROVIDER=openai ASKSQL_LLM_MODEL=scripted ASKSQL_LLM_MAX_RETRIES=0 \
	ASKSQL_LLM_BREAKER_FAILURES=0 ASKSQL_LLM_BASE_URL="http://127.0.0.1:$script/v1"
echo "$total requests in all"
test "$total" -ge "${LEAST:-5000}"
