// node-sql-parser's whiteListCheck: `node node_sql_parser.mjs FOLDER tables|columns`, where FOLDER
// is where the package is installed.
import { createRequire } from "node:module"
import { join } from "node:path"
import { Refusal, serve } from "./lines.mjs"

const [folder, mode] = process.argv.slice(2)
const { Parser } = createRequire(join(folder, "package.json"))("node-sql-parser/build/mysql")
const parser = new Parser()

// A white list holds regular expressions over operation::database::table or operation::table::column.
const literal = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
const oneOf = (names) => `(${names.map(literal).join("|")})`

function prepare({ database, tables }) {
  const shown = tables.map(({ name, columns }) => ({
    name,
    columns: columns.filter((column) => !column.hidden).map((column) => column.name),
  }))
  const columns = shown.map((t) => `select::(null|${literal(t.name)})::${oneOf(t.columns)}`)
  // The wildcard is written (.*) in the list of columns. It stands for what is shown: there is nothing else.
  for (const t of shown) columns.push(`select::${literal(t.name)}::\\(\\.\\*\\)`)
  columns.push("select::null::\\(\\.\\*\\)")
  return { table: [`select::(null|${literal(database)})::${oneOf(shown.map((t) => t.name))}`], column: columns }
}

function check(sql, whiteList, type) {
  try {
    parser.whiteListCheck(sql, whiteList[type], { database: "MySQL", type })
  } catch (error) {
    // The parser throws a SyntaxError of its own making, or an Error about a reserved word; the check
    // throws an Error that says "authority".
    const refusal = /^authority = |is a reserved word/
    if (error.name === "SyntaxError" || refusal.test(error.message)) throw new Refusal(error.message)
    throw error
  }
}

function judge(sql, whiteList) {
  check(sql, whiteList, "table")
  if (mode === "columns") check(sql, whiteList, "column")
}

serve(judge, prepare)
