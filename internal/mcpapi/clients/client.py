"""Holds the server to the official Python client, over both transports: client.py BINARY SCHEMA URL TOKEN."""

import asyncio
import sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

binary, schema, url, token = sys.argv[1:]


async def tried(name, client):
    tools = {t.name: t for t in (await client.list_tools()).tools}
    assert {"check_sql", "search_schema", "describe_table", "ask"} == set(tools), tools
    good = await client.call_tool("check_sql", {"sql": "select id from orders where total < 3"})
    assert not good.is_error and good.structured_content["valid"], good
    assert "<" in good.content[0].text, good
    bad = await client.call_tool("check_sql", {"sql": "SELECT totl FROM orders"})
    violation = bad.structured_content["violations"][0]
    assert not bad.is_error and not bad.structured_content["valid"] and violation["nearest"] == ["total"], bad
    found = await client.call_tool("search_schema", {"question": "orders by city"})
    assert {"orders", "customers"} <= {t["name"] for t in found.structured_content["tables"]}, found
    table = await client.call_tool("describe_table", {"table": "orders"})
    assert table.structured_content["found"], table
    asked = await client.call_tool("ask", {"question": "how many orders are there?"})
    assert asked.structured_content["sql"] == "SELECT COUNT(*) FROM `orders`", asked
    wrong = await client.call_tool("check_sql", {"query": "SELECT 1"})
    assert wrong.is_error, wrong
    resources = [str(r.uri) for r in (await client.list_resources()).resources]
    assert sorted(resources) == ["asksql://glossary", "asksql://schema"], resources
    assert "orders" in (await client.read_resource("asksql://schema")).contents[0].text
    prompt = await client.get_prompt("write_sql", {"question": "how many?"})
    assert "check_sql" in prompt.messages[0].content.text
    print(f"python, {name}: {client.protocol_version}")


async def main():
    server = StdioServerParameters(command=binary, args=["mcp", "--schema", schema, "--set", "llm.provider=builtin"])
    async with Client(server) as client:
        await tried("stdio", client)
    async with httpx2.AsyncClient(headers={"Authorization": "Bearer " + token}, timeout=30) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            await tried("http", client)


asyncio.run(main())
