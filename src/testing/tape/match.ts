/** Compares a request with a recorded one. */
import type { Difference } from "./errors.ts"
import { type Part, partsOf, spelled, spellings } from "./standIns.ts"
import type { Body, RecordedRequest, Tape } from "./Tape.ts"

/** Values of placeholders that a replay has seen so far. */
export type Values = ReadonlyMap<string, string>

/** Result of a comparison: the differences or, if there are none, the values of the placeholders. */
export interface Comparison {
  readonly differences: ReadonlyArray<Difference>
  readonly values: Values
}

/**
 * Compares a request with a recorded one. A placeholder without a value matches any string, which becomes its value:
 * the user may type a different password. A placeholder with a value matches only this value.
 */
export const compare = (
  recorded: RecordedRequest,
  sent: RecordedRequest,
  standIns: Tape["standIns"],
  known: Values
): Comparison => {
  const values = new Map(known)
  const differences: Array<Difference> = []
  const differ = (at: string, recorded: unknown, sent: unknown) =>
    differences.push({ at, recorded: shown(recorded), sent: shown(sent) })

  const texts = (at: string, pattern: string, text: string): void => {
    if (!matches(partsOf(pattern, standIns), text, values) && !areCloseTimes(at, timeOf(pattern), timeOf(text))) {
      differ(at, pattern, text)
    }
  }

  const json = (at: string, recorded: unknown, sent: unknown): void => {
    if (typeof recorded === "string" && (typeof sent === "string" || isNumbers(recorded, sent))) {
      return texts(at, recorded, String(sent))
    }
    if (Array.isArray(recorded) && Array.isArray(sent) && recorded.length === sent.length) {
      return recorded.forEach((item, index) => json(`${at}[${index}]`, item, sent[index]))
    }
    if (isObject(recorded) && isObject(sent)) return fields(at, recorded, sent)
    if (recorded !== sent && !areCloseTimes(at, recorded, sent)) differ(at, recorded, sent)
  }

  const fields = (at: string, recorded: object, sent: object): void => {
    const rest = new Map(Object.entries(sent))
    for (const [pattern, value] of Object.entries(recorded)) {
      const parts = partsOf(pattern, standIns)
      const name = rest.has(pattern)
        ? pattern
        : parts.every((part) => typeof part === "string")
        ? undefined
        : [...rest.keys()].find((name) => matches(parts, name, values))
      if (name === undefined) {
        differ(join(at, pattern), value, undefined)
      } else {
        json(join(at, pattern), value, rest.get(name))
        rest.delete(name)
      }
    }
    for (const [name, value] of rest) differ(join(at, name), undefined, value)
  }

  if (recorded.method !== sent.method) differ("method", recorded.method, sent.method)
  texts("path", recorded.path, sent.path)
  fields("query", recorded.query ?? {}, sent.query ?? {})
  fields("headers", recorded.headers ?? {}, sent.headers ?? {})
  json("body", contentOf(recorded.body), contentOf(sent.body))
  return { differences, values }
}

/**
 * Maximum difference in milliseconds between a recorded time, such as the expiry of a key, and the time in a replay.
 */
const closeTimes = 86_400_000

/**
 * Whether two values are times in milliseconds since 1970 that are close: a program may compute times from the current
 * time.
 */
const areCloseTimes = (at: string, recorded: unknown, sent: unknown): boolean =>
  typeof recorded === "number" && typeof sent === "number"
  && (/_at(?:_millis)?$/.test(at) || (recorded > 1e11 && sent > 1e11))
  && Math.abs(recorded - sent) <= closeTimes

/** Returns the milliseconds of a time in ISO 8601 or in digits. */
const timeOf = (text: string): number | undefined =>
  /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : /^\d{12,14}$/.test(text) ? Number(text) : undefined

/** A part of a request, by the name that {@link compare} gives it. */
interface Node {
  readonly at: string
  readonly value: string | undefined
}

/** Lists the parts of a request. Requests of the same structure have lists of the same length and order. */
export const nodesOf = ({ body, headers, method, path, query }: RecordedRequest): ReadonlyArray<Node> => {
  const nodes: Array<Node> = [{ at: "method", value: shown(method) }, { at: "path", value: shown(path) }]
  const visit = (at: string, value: unknown): void => {
    nodes.push({ at, value: shown(value) })
    if (Array.isArray(value)) value.forEach((item, index) => visit(`${at}[${index}]`, item))
    else if (isObject(value)) { for (const [name, item] of Object.entries(value)) visit(join(at, name), item) }
  }
  visit("query", query ?? {})
  visit("headers", headers ?? {})
  visit("body", contentOf(body))
  return nodes
}

const contentOf = (body: Body | undefined): unknown =>
  body === undefined
    ? undefined
    : "json" in body
    ? body.json
    : "form" in body
    ? body.form
    : "text" in body
    ? body.text
    : body.bytes

const join = (at: string, name: string): string => `${at}.${name}`

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const shown = (value: unknown): string | undefined => value === undefined ? undefined : JSON.stringify(value)

/** Whether a string matches, and if so, stores the values of its placeholders. */
const matches = (parts: ReadonlyArray<Part>, text: string, values: Map<string, string>): boolean => {
  const [only] = parts
  if (parts.length === 1 && typeof only === "string") return only === text
  const open: Array<Exclude<Part, string>> = []
  const pattern = parts.map((part) => {
    if (typeof part === "string") return literal(part)
    const value = values.get(part.name)
    if (value !== undefined) return literal(spelled(value, part.spelling))
    const before = open.findIndex(({ name, spelling }) => name === part.name && spelling === part.spelling)
    if (before !== -1) return `\\${before + 1}`
    open.push(part)
    return "([\\s\\S]+?)"
  }).join("")
  const found = new RegExp(`^(?:${pattern})$`).exec(text)
  if (found === null) return false
  for (const [index, { name, spelling }] of open.entries()) {
    const value = unspelled(found[index + 1]!, spelling)
    if (value !== undefined && !values.has(name)) values.set(name, value)
  }
  return true
}

/** Whether a number was sent where a number was recorded. */
const isNumbers = (recorded: string, sent: unknown): boolean =>
  typeof sent === "number" && /^\{\{\w+:\d+\|number\}\}$/.test(recorded)

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

/** Returns the string with this spelling; `undefined` if other strings have the same spelling. */
const unspelled = (text: string, spelling: string | undefined): string | undefined => {
  if (spelling === undefined || spelling === "number") return text
  try {
    const read = spelling === "uri" || spelling === "escaped"
      ? decodeURIComponent(text)
      : spelling === "form"
      ? decodeURIComponent(text.replaceAll("+", " "))
      : spelling === "json"
      ? JSON.parse(`"${text}"`) as string
      : undefined
    return read !== undefined && spellings[spelling]!(read) === text ? read : undefined
  } catch {
    return undefined
  }
}
