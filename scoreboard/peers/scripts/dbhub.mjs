// The check that @bytebase/dbhub makes before it runs a text in read-only mode: `node dbhub.mjs
// FOLDER`, where FOLDER is where the package is installed. It is a program, not a library, so its two
// functions are looked up in the modules of its bundle.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Refusal, serve } from "./lines.mjs"

const dist = join(process.argv[2], "node_modules/@bytebase/dbhub/dist")

async function exported(name) {
  for (const file of readdirSync(dist).filter((file) => /^chunk-.*\.js$/.test(file))) {
    const list = readFileSync(join(dist, file), "utf8").match(/\nexport \{([^}]*)\}/)
    if (!list?.[1].split(/[\s,]+/).includes(name)) continue
    return (await import(pathToFileURL(join(dist, file))))[name]
  }
  throw new Error(`no module of ${dist} exports ${name}`)
}

const splitSQLStatements = await exported("splitSQLStatements")
const isReadOnlySQL = await exported("isReadOnlySQL")

// As its execute_sql does: each statement has to be read-only, and there may be any number.
function judge(sql) {
  for (const statement of splitSQLStatements(sql, "mysql")) {
    if (!isReadOnlySQL(statement, "mysql")) throw new Refusal("not a read-only statement")
  }
}

serve(judge)
