#!/bin/sh
# Holds a binary to the official clients of the Model Context Protocol: run.sh BINARY SCHEMA. They are installed,
# pinned, into the user's cache; what cannot be installed is skipped with a sentence.
set -eu
binary=$(realpath "$1")
schema=$(realpath "$2")
here=$(realpath "$(dirname "$0")")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/asksql-mcp-clients
mkdir -p "$cache/js"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
token=token-of-this-run
ASKSQL_ADMIN_PORT=$port ASKSQL_MCP_HTTP=true ASKSQL_MCP_TOKEN=$token ASKSQL_SERVER_PORT=0 ASKSQL_LLM_PROVIDER=builtin \
	"$binary" serve --schema "$schema" 2>"$cache/serve.log" &
server=$!
trap 'kill $server' EXIT
until grep -q admin_started "$cache/serve.log"; do
	kill -0 $server
	sleep 0.1
done
url=http://127.0.0.1:$port/mcp

if test -x "$cache/py/bin/python" || { python3 -m venv "$cache/py" && "$cache/py/bin/pip" -q install mcp==2.3.0; }; then
	"$cache/py/bin/python" "$here/client.py" "$binary" "$schema" "$url" "$token"
else
	rm -rf "$cache/py"
	echo "skipped: the Python client cannot be installed"
fi

cd "$cache/js"
if test -d node_modules/@modelcontextprotocol/inspector || {
	npm --silent init -y >init.log && npm --silent install @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/inspector@0.15.0
}; then
	node "$here/client.mjs" "$binary" "$schema" "$url" "$token"
	inspect() { npx --no-install mcp-inspector --cli "$binary" mcp --schema "$schema" "$@"; }
	inspect --method tools/list | grep -q '"name": "check_sql"'
	inspect --method tools/call --tool-name check_sql --tool-arg 'sql=SELECT totl FROM orders' | grep -q '"valid": false'
	inspect --method resources/read --uri asksql://schema | grep -q orders
	echo "inspector: its command line, over stdio"
else
	rm -rf node_modules
	echo "skipped: the TypeScript clients cannot be installed"
fi
