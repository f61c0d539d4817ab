/** `latchkey errors`: the catalogue of known errors, for people. */
import * as Effect from "effect/Effect"
import { readdir, readFile } from "node:fs/promises"
import * as catalogue from "../../schemas/catalogue.ts"
import { anyCall } from "../../schemas/errors/anyCall.ts"
import type { KnownErrorClass } from "../../schemas/KnownError.ts"
import { answer } from "./answer.ts"
import { Declined } from "./Declined.ts"
import { bold, dim, plain, yellow } from "./output/index.ts"

/** One error, as told. */
interface Entry {
  readonly code: string
  readonly tag: string
  readonly status: number
  /** When the platform sends it and what the program can do, from the source. */
  readonly when: string
  /** What people read. */
  readonly message: string
  /** The closest first. */
  readonly families: ReadonlyArray<string>
  /** The names of its details. */
  readonly details: ReadonlyArray<string>
  /** The form field it is about. */
  readonly field: string | undefined
  /** Any request of a level can meet it: it is a reason of `CallError`. */
  readonly anyCall: boolean
  /** Endpoints that list it as their own. */
  readonly raisedBy: ReadonlyArray<string>
}

/** Tells one error in full, or lists those that a search finds. */
export const errors = Effect.fnUntraced(function*(search: string | undefined) {
  const entries = yield* Effect.promise(read)
  if (search === undefined) return yield* answer("errors", { errors: entries }, listOf(entries))
  const found = find(entries, search)
  if (found.length === 0) {
    return yield* new Declined({
      tag: "NotFound",
      sentence: `No error has "${plain(search)}" in its code, tag or status. See them all: latchkey errors`
    })
  }
  return yield* answer("errors", { errors: found }, found.length === 1 ? inFull(found[0]!) : listOf(found))
})

const find = (entries: ReadonlyArray<Entry>, search: string): ReadonlyArray<Entry> => {
  const wanted = search.trim().toLowerCase()
  const exact = entries.filter(({ code, tag }) => code.toLowerCase() === wanted || tag.toLowerCase() === wanted)
  if (exact.length > 0) return exact
  const part = wanted.replace(/[\s_-]/g, "")
  return entries.filter(({ code, status }) =>
    code.toLowerCase().replaceAll("_", "").includes(part) || String(status) === wanted
  )
}

const read = async (): Promise<ReadonlyArray<Entry>> => {
  const docs = await docstrings()
  const general = new Set<unknown>(anyCall)
  return catalogue.errors.map((known): Entry => {
    const { code, details, field, status, tag } = known.spec
    return {
      code,
      tag,
      status,
      when: docs.get(tag) ?? "",
      message: new known().message,
      families: familiesOf(known),
      details: Object.keys(details),
      field,
      anyCall: general.has(known),
      raisedBy: catalogue.endpoints.filter(({ spec }) => spec.errors.includes(known)).map(({ spec }) => spec.name)
        .toSorted()
    }
  })
}

/** What stands above each error in the source, which the package brings along: the one place where it is written. */
const docstrings = async (): Promise<ReadonlyMap<string, string>> => {
  const folder = new URL("../../schemas/errors/", import.meta.url)
  const files = (await readdir(folder)).filter((file) => /(?<!\.d)\.ts$|\.d\.ts$/.test(file))
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")))
  const found = sources.join("\n").split("/**").slice(1).map((part) => {
    const end = part.indexOf("*/")
    return [/^\*\/\s*export (?:declare )?class (\w+)/.exec(part.slice(end))?.[1], textOf(part.slice(0, end))] as const
  })
  return new Map(found.flatMap(([tag, text]) => tag === undefined ? [] : [[tag, text]]))
}

const textOf = (comment: string): string =>
  comment.split("\n").map((line) => line.replace(/^\s*\*?\s?/, "").trim()).join(" ").trim()

const familiesOf = (known: KnownErrorClass): ReadonlyArray<string> => {
  const families: Array<string> = []
  for (let at = Object.getPrototypeOf(known); at?.family !== undefined; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, "family")) families.push(at.family.tag)
  }
  return families
}

const listOf = (entries: ReadonlyArray<Entry>): string => {
  const sorted = entries.toSorted((a, b) => a.code < b.code ? -1 : 1)
  const width = Math.max(...sorted.map(({ code }) => code.length))
  const columns = process.stdout.isTTY ? process.stdout.columns : Infinity
  const lines = sorted.map(({ code, message, status }) => {
    const room = columns - width - 7
    const sentence = message.replace(/\n[\s\S]*/, "")
    return `${dim(String(status))}  ${bold(code.padEnd(width))}  ${
      room < 20 ? "" : sentence.length > room ? `${sentence.slice(0, room - 1)}…` : sentence
    }`
  })
  return [...lines, "", dim(`${sorted.length} errors. One in full: latchkey errors CODE`)].join("\n")
}

const inFull = (entry: Entry): string => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["Tag", entry.tag],
    ["Family", entry.families.join(" < ")],
    ["Details", entry.details.join(", ")],
    ["Field", entry.field ?? ""],
    [
      "Catch",
      entry.anyCall
        ? `Effect.catchReason("CallError", "${entry.tag}", …)`
        : `Effect.catchTag("${entry.tag}", …)  or  error instanceof ${entry.tag}`
    ],
    [
      "Raised by",
      [...(entry.anyCall ? ["any request"] : []), ...entry.raisedBy].join(", ")
      || "no endpoint of this version; it can be a reason of CallError"
    ]
  ]
  return [
    `${bold(entry.code)}  ${yellow(String(entry.status))}`,
    "",
    ...wrapped(entry.when),
    "",
    ...wrapped(`"${entry.message}"`),
    "",
    ...rows.filter(([, value]) => value !== "").flatMap(([name, value]) =>
      wrapped(value, 11).map((line, at) => `${dim((at === 0 ? name : "").padEnd(11))}${line}`)
    )
  ].join("\n")
}

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
