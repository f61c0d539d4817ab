/** Placeholders of a tape, and the strings that stand in for them. */
import type { StandIn, Tape } from "./Tape.ts"

/** Matches `{{password:1}}`, or `{{password:1|uri}}` for another spelling of the same string. */
const placeholder = /\{\{(\w{1,60}:\d{1,9})(?:\|(\w{1,9}))?\}\}/g

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const inHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

const inForm = (text: string): string => new URLSearchParams({ text }).toString().slice("text=".length)

/** Like `encodeURIComponent`, but doesn't throw for lone surrogates. */
const inUri = (text: string): string =>
  inForm(text).replaceAll("+", "%20").replace(/%(?:2[1789]|7E)/g, decodeURIComponent)

/** Spellings of a string inside other strings, by their name in placeholders. */
export const spellings: { readonly [name: string]: (text: string) => string } = {
  number: (text) => text,
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  json: inJson,
  json2: (text) => inJson(inJson(text)),
  uri: inUri,
  uri2: (text) => inUri(inUri(text)),
  form: inForm,
  escaped: (text) => inForm(text).replaceAll("+", "%20"),
  html: inHtml,
  html39: (text) => inHtml(text).replaceAll("'", "&#39;"),
  html27: (text) => inHtml(text).replaceAll("'", "&#x27;")
}

/** Spells a string as its placeholder specifies. */
export const spelled = (text: string, spelling: string | undefined): string =>
  spelling !== undefined && Object.hasOwn(spellings, spelling) ? spellings[spelling]!(text) : text

/** A part of a string on a tape: literal text, or a placeholder. */
export type Part = string | { readonly name: string; readonly spelling: string | undefined }

/** Splits a string at its placeholders. */
export const partsOf = (text: string, standIns: Tape["standIns"]): ReadonlyArray<Part> => {
  if (!text.includes("{{")) return [text]
  const parts: Array<Part> = []
  let at = 0
  for (const { 0: whole, 1: name, 2: spelling, index } of text.matchAll(placeholder)) {
    if (!Object.hasOwn(standIns, name!)) continue
    if (index > at) parts.push(text.slice(at, index))
    parts.push({ name: name!, spelling })
    at = index + whole.length
  }
  if (at < text.length || parts.length === 0) parts.push(text.slice(at))
  return parts
}

/** Fills the placeholders of a string. */
export const fill = (text: string, standIns: Tape["standIns"], valueOf: (name: string) => string): string =>
  partsOf(text, standIns).map((part) => typeof part === "string" ? part : spelled(valueOf(part.name), part.spelling))
    .join("")

/** Fills the placeholders in every string of a JSON value, and in the names of its fields. */
export const fillAll = (value: unknown, standIns: Tape["standIns"], valueOf: (name: string) => string): unknown => {
  if (typeof value === "string") {
    const [part, ...others] = partsOf(value, standIns)
    return others.length === 0 && typeof part === "object" && part.spelling === "number"
      ? Number(valueOf(part.name)) || 0
      : fill(value, standIns, valueOf)
  }
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((item) => fillAll(item, standIns, valueOf))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [fill(name, standIns, valueOf), fillAll(item, standIns, valueOf)])
  )
}

/** Returns the exchanges of a tape with a stand-in for each placeholder. */
export const filled = (tape: Tape): Tape["exchanges"] =>
  fillAll(tape.exchanges, tape.standIns, standInsOf(tape)) as Tape["exchanges"]

/**
 * Returns a function that makes the stand-in for each placeholder of a tape. Different placeholders get different
 * strings. `known`: values of placeholders inside the claims of tokens.
 */
export const standInsOf = (
  { standIns }: Pick<Tape, "standIns">,
  known: ReadonlyMap<string, string> = new Map()
): (name: string) => string => {
  const made = new Map<string, string>()
  const positions = new Map(Object.keys(standIns).map((name, at) => [name, at + 1]))
  const insideOf = (name: string): string => known.get(name) ?? standInOf(name)
  const standInOf = (name: string): string => {
    let text = made.get(name)
    if (text === undefined) {
      // prevents endless recursion if a stand-in contains itself
      made.set(name, name)
      text = textOf(name, positions.get(name) ?? 0, standIns[name] ?? {}, insideOf, standIns)
      made.set(name, text)
    }
    return text
  }
  return standInOf
}

const textOf = (
  name: string,
  position: number,
  standIn: StandIn,
  insideOf: (name: string) => string,
  all: Tape["standIns"]
): string => {
  const [kind = "", number = ""] = name.split(":")
  const { format, json, jwt, length } = standIn
  const filled = (value: unknown) => JSON.stringify(fillAll(value, all, insideOf))
  if (jwt !== undefined) return [filled(jwt.header), filled(jwt.claims), name].map(base64url).join(".")
  if (json !== undefined) return filled(json)
  if (kind === "email") return `person${number}@example.com`
  if (kind === "name") return `Name ${number}`
  if (kind === "city") return `City ${number}`
  if (kind === "picture") return `https://example.com/picture${number}.png`
  if (format !== undefined) return formatted(format, position, kind, standIn)
  if (kind === "ip") return formatted("ip", position, kind, standIn)
  return length === undefined ? `${kind}-${number}` : token(kind, position, standIn)
}

/** Makes a string in a format. */
const formatted = (
  format: NonNullable<StandIn["format"]>,
  position: number,
  kind: string,
  { decimals = 0, length = 1, prefix = "" }: StandIn
): string => {
  switch (format) {
    case "uuid":
      return `00000000-0000-4000-8000-${position.toString(16).padStart(12, "0")}`
    case "email":
      return `${kind.toLowerCase().replaceAll("_", "")}${position}@example.com`
    case "url":
      return `https://example.com/${kind}${position}`
    case "path":
      return `/${kind}${position}`
    case "host":
      return `${prefix}host${position}.example.com`
    case "time":
      return new Date(firstTime + position * 1000).toISOString()
    case "date":
      return new Date(firstTime + position * 86_400_000).toISOString().slice(0, 10)
    case "ip":
      return `10.${position >> 16 & 255}.${position >> 8 & 255}.${position & 255}`
    case "ip6":
      return `fd00::${position.toString(16)}`
    case "decimal":
      return `${prefix}${digits(length, position)}.${"0".repeat(decimals)}`
    case "text":
      return `Text ${position}`.padEnd(length, " and so on")
  }
}

const firstTime = Date.UTC(2000, 0, 1)

/** Makes a number with this many digits, which doesn't start with 0. */
const digits = (length: number, position: number): string =>
  (10n ** BigInt(Math.max(0, length - 1)) + BigInt(position)).toString()

/** Makes a token, key or code. */
const token = (kind: string, position: number, { characters, length = 0, prefix = "" }: StandIn): string => {
  const room = length - prefix.length
  if (characters === "digits") return prefix + digits(room, position)
  const letters = `${kind.replace(/[^a-z]/gi, "").toLowerCase()}y${lettersOf(position)}`
  const fitting = letters.length > room ? letters.slice(-Math.max(room, lettersOf(position).length)) : letters
  const text = prefix + fitting.padEnd(room, "x")
  return characters === "upper" ? text.toUpperCase() : text
}

/**
 * Writes a number in letters, because base32 has no 0 and 1. Doesn't use the letters x and y, which surround the
 * result.
 */
const lettersOf = (position: number): string =>
  (position >= 23 ? lettersOf(Math.floor(position / 23)) : "") + "abcdefghijklmnopqrstuvw"[position % 23]!

const base64url = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=/g, "")
