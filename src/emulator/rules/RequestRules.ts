/**
 * How the platform reads requests where that differs from the contract: values that it clamps instead of refusing,
 * values that it refuses although the contract accepts them, and plain-text errors instead of `SCHEMA_ERROR`. Clients
 * ignore these rules, and don't contain them. docs/platform.md §1.1.
 */

/** Result of reading a value. */
export type Reading =
  /** Value for the contract. `undefined` omits the field. */
  | { readonly value: unknown }
  /** Why the platform responds with `SCHEMA_ERROR`. */
  | { readonly malformed: string; readonly at?: string }
  /** Text of the platform's plain response, which it sends after it has checked the form of the whole request. */
  | { readonly refused: string; readonly status?: number }

/** Reads a value as it was sent. */
export type Read = (sent: unknown) => Reading

/** Fields of a request by wire name, as they were sent. */
export type Sent = { readonly [wireName: string]: unknown }

/** Rules of one endpoint. */
export interface RequestRules {
  /** Fields by wire name. A field that the contract lacks is accepted if its reading is a value. */
  readonly fields?: { readonly [wireName: string]: Read }
  /** Checks several fields together. */
  readonly together?: (sent: Sent) => Exclude<Reading, { readonly value: unknown }> | undefined
}

/** Reads the whole number at the start of a string, as `parseInt` does: `12abc` is 12. */
const leadingInt = (sent: unknown): number | undefined => {
  const number = Number.parseInt(String(sent), 10)
  return Number.isNaN(number) ? undefined : number
}

/** Clamps a number to a range. Other strings count as absent. */
export const cutTo = (least: number, most: number): Read => (sent) => {
  const number = leadingInt(sent)
  return { value: number === undefined ? undefined : String(Math.min(most, Math.max(least, number))) }
}

/** Refuses numbers outside a range, and other strings, with a plain-text error. */
export const refusedOutside = (
  least: number,
  most: number,
  { emptyIsAbsent = false, name = "limit", status = 400 }: {
    readonly emptyIsAbsent?: boolean
    readonly name?: string
    readonly status?: number
  } = {}
): Read =>
(sent) => {
  if (sent === "" && emptyIsAbsent) return { value: undefined }
  const number = leadingInt(sent)
  return number === undefined || number < least || number > most
    ? { refused: `Invalid ${name}: expected a number from ${least} to ${most}`, status }
    : { value: String(number) }
}

/** Refuses strings that aren't a number of at least 0, with a plain-text error. */
export const notNegative = (name: string, { isWhole }: { readonly isWhole: boolean }): Read => (sent) => {
  const number = typeof sent === "string" && sent.trim() === "" ? Number.NaN : Number(sent)
  return number >= 0 && Number.isFinite(number) && (!isWhole || Number.isInteger(number))
    ? { value: String(Math.trunc(number)) }
    : { refused: `Invalid ${name}: expected a ${isWhole ? "whole " : ""}number of at least 0` }
}

/** Accepts these values only. */
export const oneOf = (...values: ReadonlyArray<string>): Read => (sent) =>
  values.some((value) => value === sent) ? { value: sent } : { malformed: `expected ${values.join(", ")}` }

/** A whole number of at least 1. */
export const positive: Read = (sent) =>
  (typeof sent !== "number" && typeof sent !== "string") || (Number.isInteger(Number(sent)) && Number(sent) >= 1)
    ? { value: sent }
    : { malformed: "expected a whole number of at least 1" }

/** Matches the UUIDs of almost all fields: versions 1 to 5, or all zeros. */
export const uuid =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12})$/i

/** Matches the UUIDs of batches: versions 1 to 8. */
export const newerUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A string that matches a pattern. */
export const matching = (pattern: RegExp, expected: string): Read => (sent) =>
  typeof sent === "string" && pattern.test(sent) ? { value: sent } : { malformed: `expected ${expected}` }

/** Refuses a comma-separated list of UUIDs with a plain-text error, unless all have version 4 and lower case. */
export const version4List = (name: string): Read => (sent) =>
  String(sent).split(",").every((id) => id === "" ? sent === "" : version4.test(id))
    ? { value: sent }
    : { refused: `Invalid ${name}: expected UUIDs separated by commas` }

/** A list whose items are read in turn. The first item that isn't a valid value determines the result. */
export const each = (read: Read): Read => (sent) => {
  if (!Array.isArray(sent)) return { value: sent }
  for (const [at, item] of sent.entries()) {
    const reading = read(item)
    if ("malformed" in reading) return { ...reading, at: `[${at}]${reading.at ?? ""}` }
    if ("refused" in reading) return reading
  }
  return { value: sent }
}

/** An object whose fields are read. A missing field is read as `undefined`. */
export const object = (fields: { readonly [name: string]: Read }): Read => (sent) => {
  if (typeof sent !== "object" || sent === null) return { value: sent }
  for (const [name, read] of Object.entries(fields)) {
    const reading = read((sent as Sent)[name])
    if ("malformed" in reading) return { ...reading, at: `.${name}${reading.at ?? ""}` }
    if ("refused" in reading) return reading
  }
  return { value: sent }
}
