/** `latchkey errors`: explains errors. */
import * as Effect from "effect/Effect"
import { Declined } from "./Declined.ts"
import { errorCatalogue, type ErrorEntry, find, nearest, subjectOrder } from "./errors/index.ts"
import { printResult } from "./output.ts"
import { bold, columnsOf, cut, dim, plain, suggestion, wrapped, yellow } from "./output/index.ts"

/** Lists the errors that match a search, or explains the error if it is the only match. */
export const errors = Effect.fnUntraced(function*(search: string | undefined) {
  const entries = yield* Effect.promise(errorCatalogue)
  if (search === undefined) return yield* printResult("errors", { errors: entries.map(asJson) }, listBySubject(entries))
  const found = find(entries, search)
  if (found.length === 0) {
    return yield* new Declined({
      tag: "NotFound",
      sentence: `No error has "${plain(search)}" in its code, tag or status.${suggestion(nearest(entries, search))} `
        + "List all errors: latchkey errors"
    })
  }
  return yield* printResult(
    "errors",
    { errors: found.map(asJson) },
    found.length === 1 ? explanationOf(found[0]!) : listOf(found)
  )
})

/** Adds the field `when`, the former name of `what`: within schema 1, fields are never removed. */
const asJson = (entry: ErrorEntry) => ({ ...entry, when: entry.what })

const byName = (a: ErrorEntry, b: ErrorEntry): number => a.name < b.name ? -1 : 1

/** Lists errors, one per line, truncated to the terminal's width. */
const rowsOf = (entries: ReadonlyArray<ErrorEntry>): ReadonlyArray<string> => {
  const columns = columnsOf(process.stdout)
  const width = Math.min(40, Math.max(...entries.map(({ name }) => name.length)))
  return entries.toSorted(byName).map(({ message, name, status, what }) => {
    const room = columns === undefined ? undefined : columns - Math.max(width, name.length) - 7
    const sentence = /^.*?[.!?](?=\s|$)/.exec(message ?? what)?.[0] ?? message ?? what
    const row = `${dim(String(status ?? "").padEnd(3))}  ${bold(name.padEnd(width))}`
    return room !== undefined && room < 12 ? row.trimEnd() : `${row}  ${cut(sentence, room)}`
  })
}

const hint = "Explain one: latchkey errors CODE"

const listOf = (entries: ReadonlyArray<ErrorEntry>): string =>
  [...rowsOf(entries), "", dim(`${entries.length} errors. ${hint}`)].join("\n")

/** Lists all errors by subject. */
const listBySubject = (entries: ReadonlyArray<ErrorEntry>): string => {
  const groups = subjectOrder
    .map((subject) => ({ subject, members: entries.filter((entry) => entry.subject === subject) }))
    .filter(({ members }) => members.length > 0)
  return [
    ...groups.flatMap(({ members, subject }) => [yellow(subject), ...rowsOf(members), ""]),
    dim(`${entries.length} errors in ${groups.length} groups. ${hint}`)
  ].join("\n")
}

const retried: { readonly [Kind in ErrorEntry["retried"]]: string } = {
  never: "",
  renewed: "once, immediately, with a refreshed token",
  idempotent: "as RetryPolicy decides, for calls that are safe to send twice",
  always: "as RetryPolicy decides"
}

const explanationOf = (entry: ErrorEntry): string => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["Tag", entry.tag === entry.name ? "" : entry.tag],
    ["Family", entry.families.join(" < ")],
    ["Details", entry.details.join(", ")],
    ["Field", entry.field ?? ""],
    ["Import", entry.from === undefined ? "" : `import { ${entry.tag} } from "${entry.from}"`],
    ["Catch", catchExpression(entry)],
    ["Raised by", raisedBy(entry)],
    ["Flows", entry.flows.join(", ")],
    ["Retried", retried[entry.retried]],
    ["Page", entry.docs]
  ]
  return [
    entry.status === undefined ? bold(entry.name) : `${bold(entry.name)}  ${yellow(String(entry.status))}`,
    "",
    ...entry.what.split(/\n+/).flatMap((line) => fitted(line)),
    "",
    ...(entry.message === undefined ? [] : [...fitted(`"${entry.message}"`), ""]),
    ...listSection("Common causes", entry.causes),
    ...listSection("How to fix it", entry.fixes),
    ...rows.filter(([, value]) => value !== "").flatMap(([name, value]) =>
      fitted(value, 13).map((line, at) => `${dim((at === 0 ? name : "").padEnd(13))}${line}`)
    )
  ].join("\n")
}

const catchExpression = ({ anyCall, tag }: ErrorEntry): string =>
  anyCall
    ? `Effect.catchReason("CallError", "${tag}", …) or error.reason instanceof ${tag}`
    : `Effect.catchTag("${tag}", …) or error instanceof ${tag}`

const raisedBy = ({ anyCall, kind, raisedBy }: ErrorEntry): string =>
  [...(anyCall ? ["any request"] : []), ...raisedBy].join(", ")
  || (kind === "known" ? "no endpoint of this version; may be the reason of a CallError" : "")

const listSection = (title: string, items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length === 0
    ? []
    : [
      dim(title),
      ...items.flatMap((item) => fitted(item, 2).map((line, at) => `${at === 0 ? "- " : "  "}${line}`)),
      ""
    ]

/** Splits text into lines that fit the terminal beside a margin, at most 100 columns wide. */
const fitted = (text: string, margin = 0): ReadonlyArray<string> =>
  wrapped(text, Math.min(columnsOf(process.stdout) ?? 100, 100) - margin)
