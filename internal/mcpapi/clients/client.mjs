// Holds the server to the official TypeScript client, over both transports: client.mjs BINARY SCHEMA URL TOKEN.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [binary, schema, url, token] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(createRequire(process.cwd() + "/").resolve("@modelcontextprotocol/sdk/client/" + name)));
const { Client } = await load("index.js");
const { StdioClientTransport } = await load("stdio.js");
const { StreamableHTTPClientTransport } = await load("streamableHttp.js");

async function tried(name, transport) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((t) => t.name).sort(), ["ask", "check_sql", "describe_table", "search_schema"]);
  const call = (name, args) => client.callTool({ name, arguments: args });
  const good = await call("check_sql", { sql: "select id from orders where total < 3" });
  assert.ok(!good.isError && good.structuredContent.valid && good.content[0].text.includes("<"));
  const bad = await call("check_sql", { sql: "SELECT totl FROM orders" });
  assert.ok(!bad.isError && !bad.structuredContent.valid);
  assert.deepEqual(bad.structuredContent.violations[0].nearest, ["total"]);
  const found = await call("search_schema", { question: "orders by city" });
  assert.ok(found.structuredContent.tables.some((t) => t.name === "orders"));
  assert.ok((await call("describe_table", { table: "orders" })).structuredContent.found);
  assert.equal((await call("ask", { question: "how many orders are there?" })).structuredContent.sql, "SELECT COUNT(*) FROM `orders`");
  assert.ok((await call("check_sql", { query: "SELECT 1" })).isError);
  assert.ok((await client.readResource({ uri: "asksql://schema" })).contents[0].text.includes("orders"));
  assert.ok((await client.getPrompt({ name: "write_sql", arguments: { question: "how many?" } })).messages[0].content.text.includes("check_sql"));
  console.log(`typescript, ${name}: ${client.getServerVersion().name}`);
  await client.close();
}

await tried("stdio", new StdioClientTransport({ command: binary, args: ["mcp", "--schema", schema, "--set", "llm.provider=builtin"] }));
await tried("http", new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: "Bearer " + token } } }));
