/** `latchkey errors`: finds errors, and says what they mean and where their pages are. */
import * as Effect from "effect/Effect"
import { errorPage } from "../../schemas/site.ts"
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
    dim(`${entries.length} errors in ${groups.length} groups. ${hint}`),
    `${dim("Page")}  ${errorPage("")}`
  ].join("\n")
}

/** Explains an error. Its page has the rest, and so does the JSON. */
const explanationOf = ({ docs, fixes, name, status, tag, what }: ErrorEntry): string =>
  [
    [bold(name), ...(tag === name ? [] : [tag]), ...(status === undefined ? [] : [yellow(String(status))])].join("  "),
    "",
    ...what.split(/\n+/).flatMap((line) => fitted(line)),
    "",
    ...(fixes.length === 0 ? [] : [dim("How to fix it"), ...fixes.flatMap(item), ""]),
    `${dim("Page")}  ${docs}`
  ].join("\n")

const item = (text: string): ReadonlyArray<string> =>
  fitted(text, 2).map((line, at) => `${at === 0 ? "- " : "  "}${line}`)

/** Splits text into lines that fit the terminal beside a margin, at most 100 columns wide. */
const fitted = (text: string, margin = 0): ReadonlyArray<string> =>
  wrapped(text, Math.min(columnsOf(process.stdout) ?? 100, 100) - margin)
