/** `latchkey errors`: the catalogue of errors, for people. */
import * as Effect from "effect/Effect"
import { answer } from "./answer.ts"
import { Declined } from "./Declined.ts"
import { errorCatalogue, type ErrorEntry, find, nearest } from "./errors/index.ts"
import { bold, dim, plain, yellow } from "./output/index.ts"
import { meant } from "./words.ts"

/** Tells one error in full, or lists those that a search finds. */
export const errors = Effect.fnUntraced(function*(search: string | undefined) {
  const entries = yield* Effect.promise(errorCatalogue)
  if (search === undefined) return yield* answer("errors", { errors: entries.map(told) }, listOf(entries))
  const found = find(entries, search)
  if (found.length === 0) {
    return yield* new Declined({
      tag: "NotFound",
      sentence: `No error has "${plain(search)}" in its code, tag or status.${meant(nearest(entries, search))} `
        + "See them all: latchkey errors"
    })
  }
  return yield* answer(
    "errors",
    { errors: found.map(told) },
    found.length === 1 ? inFull(found[0]!) : listOf(found)
  )
})

/** `when` is what `what` was called before it had causes beside it: within schema 1 nothing is renamed. */
const told = (entry: ErrorEntry) => ({ ...entry, when: entry.what })

const listOf = (entries: ReadonlyArray<ErrorEntry>): string => {
  const sorted = entries.toSorted((a, b) => a.name < b.name ? -1 : 1)
  const width = Math.max(...sorted.map(({ name }) => name.length))
  const columns = process.stdout.isTTY ? process.stdout.columns : Infinity
  const lines = sorted.map(({ message, name, status, what }) => {
    const room = columns - width - 7
    const sentence = (message ?? what).replace(/\n[\s\S]*/, "")
    return `${dim(String(status ?? "").padEnd(3))}  ${bold(name.padEnd(width))}  ${
      room < 20 ? "" : sentence.length > room ? `${sentence.slice(0, room - 1)}…` : sentence
    }`
  })
  return [...lines, "", dim(`${sorted.length} errors. One in full: latchkey errors CODE`)].join("\n")
}

const retried: { readonly [Kind in ErrorEntry["retried"]]: string } = {
  never: "",
  renewed: "at once and once, with a renewed token, before you see it",
  idempotent: "as RetryPolicy says, where a second delivery changes nothing more",
  always: "as RetryPolicy says, before you see it"
}

const inFull = (entry: ErrorEntry): string => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["Tag", entry.tag === entry.name ? "" : entry.tag],
    ["Family", entry.families.join(" < ")],
    ["Details", entry.details.join(", ")],
    ["Field", entry.field ?? ""],
    ["Import", entry.from === undefined ? "" : `import { ${entry.tag} } from "${entry.from}"`],
    ["Catch", caught(entry)],
    ["Raised by", raisedBy(entry)],
    ["Flows", entry.flows.join(", ")],
    ["Tried again", retried[entry.retried]],
    ["Page", entry.docs]
  ]
  return [
    entry.status === undefined ? bold(entry.name) : `${bold(entry.name)}  ${yellow(String(entry.status))}`,
    "",
    ...entry.what.split(/\n+/).flatMap((line) => wrapped(line)),
    "",
    ...(entry.message === undefined ? [] : [...wrapped(`"${entry.message}"`), ""]),
    ...listed("Why", entry.causes),
    ...listed("What to do", entry.fixes),
    ...rows.filter(([, value]) => value !== "").flatMap(([name, value]) =>
      wrapped(value, 13).map((line, at) => `${dim((at === 0 ? name : "").padEnd(13))}${line}`)
    )
  ].join("\n")
}

const caught = ({ anyCall, tag }: ErrorEntry): string =>
  anyCall
    ? `Effect.catchReason("CallError", "${tag}", …)  or  error.reason instanceof ${tag}`
    : `Effect.catchTag("${tag}", …)  or  error instanceof ${tag}`

const raisedBy = ({ anyCall, kind, raisedBy }: ErrorEntry): string =>
  [...(anyCall ? ["any request"] : []), ...raisedBy].join(", ")
  || (kind === "known" ? "no endpoint of this version; it can be a reason of CallError" : "")

const listed = (title: string, items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length === 0
    ? []
    : [
      dim(title),
      ...items.flatMap((item) => wrapped(item, 2).map((line, at) => `${at === 0 ? "- " : "  "}${line}`)),
      ""
    ]

/** Lines no longer than the terminal or 100 columns, less a margin. */
const wrapped = (text: string, margin = 0): ReadonlyArray<string> => {
  const width = Math.min(process.stdout.columns ?? 100, 100) - margin
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
