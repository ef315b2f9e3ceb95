// Answers the scoreboard's questions, one JSON value a line, as `judge` does.
//
// judge(sql, catalog) returns if the text is accepted, throws a Refusal if it is refused, and throws
// anything else if it fails in a way that its library does not document.
import { createInterface } from "node:readline"

export class Refusal extends Error {}

function answer(judge, text, catalogs) {
  try {
    judge(Buffer.from(text.sql, "base64").toString(), catalogs.get(text.catalog))
    return { verdict: "accepted" }
  } catch (error) {
    const message = String(error?.message ?? error).slice(0, 300)
    return { verdict: error instanceof Refusal ? "refused" : "crashed", message }
  }
}

function time(judge, texts, catalogs) {
  const start = process.cpuUsage()
  for (const text of texts) answer(judge, text, catalogs)
  const { user, system } = process.cpuUsage(start) // microseconds
  return { nanoseconds: (user + system) * 1000 }
}

// serve reads questions until there are no more. prepare turns a schema into what judge gets as
// catalog.
export async function serve(judge, prepare = (catalog) => catalog) {
  const catalogs = new Map()
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line)
    if (question.catalog) {
      catalogs.set(question.catalog.id, prepare(question.catalog))
      continue
    }
    const reply = question.text
      ? answer(judge, question.text, catalogs)
      : time(judge, question.time, catalogs)
    process.stdout.write(JSON.stringify(reply) + "\n")
  }
}
