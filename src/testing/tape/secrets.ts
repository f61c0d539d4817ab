/** Finds secrets and personal data in texts, and replaces them with placeholders. */
import type * as Schema from "effect/Schema"
import { publicClient } from "../../../layers/call/index.ts"
import { secretText } from "../../../schemas/secrets.ts"
import { mapTexts, spellings } from "./standIns.ts"
import type { StandIn } from "./Tape.ts"

/** Matches JSON Web Tokens. */
const jwt = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g

/** Matches runs of characters that are longer than a UUID, and long runs without a dash. */
const longRun = /[\w-]{40,}|\b\w{30,}\b/g

/** Matches base64 with characters that other encodings don't have. */
const base64 = /(?<![\w+/=])[\w+/]+={0,2}/g

/** Whether a text is base64 of random bytes: long, with letters of both cases and digits. */
const isBase64 = (text: string): boolean =>
  text.length >= 30 && /[+=]/.test(text) && /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)

/** Matches one-time codes, which stand alone and have a digit. */
const shortCode = /(?<![#\w.,:-])(?=[A-Z]{0,5}\d)[A-Z\d]{6}(?![\w-])/g

/** Matches a parameter of a link. */
const parameter = /[?&#;]([\w-]{1,64})=([^&#\s"'<>)]+)/g

/** Characters around email addresses. */
const aroundEmail = /[\s<>()[\]"',:;=&?/\\{}]+/

const emailsIn = (text: string): ReadonlyArray<string> =>
  !text.includes("@")
    ? []
    : text.split(aroundEmail).map((part) => part.replace(/\.$/, "")).filter((part) => /^[^@]+@[^@]+$/.test(part))

/** Whether a text consists of words in one case, such as an error code. Random texts mix cases, or have digits. */
const isWords = (text: string): boolean => /^(?:[a-z]+(?:[_-]+[a-z]+)+|[A-Z]+(?:[_-]+[A-Z]+)+)$/.test(text)

/** Whether a text is the code of an error, which is no secret in a field named `code`. */
export const isErrorCode = (text: string): boolean => /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(text)

/** Whether a text is prose or HTML, as opposed to a value. */
const isProse = (text: string): boolean => /[\s<]/.test(text)

/** Whether a secret may be an ordinary word or number, which other texts contain too. */
const isOrdinary = (secret: string): boolean => secret.length < 6 || /^(?:[a-z]{1,12}|\d+)$/i.test(secret)

/** Replaces secrets and personal data by placeholders. `take` must see every text before `replace` is used. */
export interface Registry {
  /** Finds the secrets and personal data in a text. */
  readonly take: (text: string) => void
  /** Registers a text as a secret. The kind names its placeholders. */
  readonly add: (text: string, kind: string) => void
  readonly replace: (text: string) => string
  /** Replaces a text that is a secret as a whole. */
  readonly replaceWhole: (text: string) => string
  readonly standIns: () => { readonly [name: string]: StandIn }
}

/**
 * Creates a registry. `secretNames`: names of parameters with secrets. `literal`: whether a text with braces occurs in
 * the conversation, so that it can't be a placeholder.
 */
export const registry = (
  secretNames: ReadonlySet<string>,
  keepPersonalData: boolean,
  literal: (text: string) => boolean
): Registry => {
  /** Placeholders by text. A text that consists of other secrets has several. */
  const names = new Map<string, string>()
  const personal = new Set<string>()
  /** Secrets that other secrets may contain. */
  const tokens = new Set<string>()
  const standIns: Record<string, StandIn> = {}
  const counts = new Map<string, number>()
  let replacer: ((text: string) => string) | undefined

  const nameFor = (kind: string): string => {
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    const name = `${kind}:${number}`
    return literal(`{{${name}`) ? nameFor(kind) : name
  }

  const put = (text: string, kind: string, standIn: StandIn): void => {
    const name = nameFor(kind)
    names.set(text, `{{${name}}}`)
    standIns[name] = standIn
    if (standIn.length !== undefined && standIn.length >= 20) tokens.add(text)
    replacer = undefined
    if (standIn.jwt !== undefined) takeClaims(standIn.jwt.claims)
  }

  /** Takes the claims of a token, which contain the user's name and email address. */
  const takeClaims = (claims: unknown): void => {
    for (const [name, value] of Object.entries(Object(claims))) {
      if (name === "name" && typeof value === "string") addPersonal(value, "name")
      else mapTexts(value, (text) => (take(text), text))
    }
  }

  const claims = (claims: unknown): unknown =>
    Object.fromEntries(
      Object.entries(Object(claims)).map(([name, value]) => [
        name,
        name === "name" && typeof value === "string" ? names.get(value) ?? value : mapTexts(value, replace)
      ])
    )

  const replace = (text: string): string => (replacer ??= replacerOf(names, personal))(text)

  const add = (text: string, kind: string): void => {
    if (text === "" || text === publicKey || names.has(text)) return
    // the whole sign-in code is the code of the email followed by a nonce, which is a secret of its own
    const inner = [...tokens].find((known) => known.length < text.length && text.includes(known))
    const [before = "", after = ""] = inner === undefined ? [] : text.split(inner)
    if (inner === undefined || !/^\w*$/.test(before + after)) return put(text, kind, shapeOf(text, kind))
    for (const part of [before, after]) add(part, kind)
    names.set(text, [before, inner, after].map((part) => names.get(part) ?? "").join(""))
    replacer = undefined
  }

  const addPersonal = (text: string, kind: string): void => {
    if (keepPersonalData || text === "" || names.has(text)) return
    // the platform writes addresses in lower case, and a replay must do so too
    if (kind === "email" && [...personal].some((known) => known.toLowerCase() === text)) return
    personal.add(text)
    put(text, kind, {})
  }

  const take = (text: string): void => {
    if (text.length < 6) return
    for (const [found] of text.matchAll(jwt)) add(found, "token")
    for (const [, name, value] of text.matchAll(parameter)) {
      if (secretNames.has(name!) && !isErrorCode(value!)) add(decoded(value!), name!)
    }
    for (const [found] of text.replace(jwt, " ").matchAll(longRun)) if (!isWords(found)) add(found, "secret")
    for (const [found] of text.matchAll(base64)) if (isBase64(found)) add(found, "secret")
    if (isProse(text)) { for (const [found] of text.matchAll(shortCode)) add(found, "code") }
    for (const found of emailsIn(text)) addPersonal(found, "email")
    if (text.includes("%40")) { for (const found of emailsIn(decoded(text))) addPersonal(found, "email") }
  }

  return {
    take,
    add: (text, kind) => kind in personalKinds ? addPersonal(text, kind) : add(text, kind),
    replace,
    replaceWhole: (text) => names.get(text) ?? replace(text),
    standIns: () =>
      Object.fromEntries(
        Object.entries(standIns).map(([name, standIn]) => [
          name,
          standIn.jwt === undefined
            ? standIn
            : { jwt: { header: standIn.jwt.header, claims: claims(standIn.jwt.claims) as Schema.Json } }
        ])
      )
  }
}

/** Kinds of personal data, by the fields that contain them. */
export const personalKinds: { readonly [kind: string]: ReadonlyArray<string> } = {
  city: ["cityName"],
  email: [],
  ip: ["ip"],
  name: ["display_name"],
  picture: ["profile_image_url"]
}

/**
 * Creates the function that replaces texts. A secret that may be an ordinary word is replaced only in prose, where it
 * stands alone: it could also be the value of an enum. The fields that contain it are replaced as a whole.
 */
const replacerOf = (
  names: ReadonlyMap<string, string>,
  personal: ReadonlySet<string>
): (text: string) => string => {
  const anywhere = new Map<string, string>()
  const alone = new Map<string, string>()
  const put = (into: Map<string, string>, text: string, name: string) => {
    if (!into.has(text)) into.set(text, name)
  }
  const known = [...names].toSorted(([a], [b]) => b.length - a.length)
  for (const [text, name] of known) put(isOrdinaryOf(text, personal) ? alone : anywhere, text, name)
  for (const [text, name] of known) {
    const into = isOrdinaryOf(text, personal) ? alone : anywhere
    for (const [spelling, spell] of Object.entries(spellings)) {
      const spelled = spell(text)
      // several placeholders in one text have one spelling each
      if (spelled !== text) put(into, spelled, name.replaceAll("}}", `|${spelling}}}`))
    }
  }
  const [everywhere, standingAlone] = [patternOf(anywhere), patternOf(alone)]
  const replaceAlone = (text: string): string =>
    text.replace(
      standingAlone,
      (found, at: number) =>
        isLetterOrDigit(text[at - 1]) || isLetterOrDigit(text[at + found.length]) ? found : alone.get(found)!
    )
  return (text) => {
    const replaced = text.replace(everywhere, (found) => anywhere.get(found)!)
    if (!isProse(text) && !/^\d+$/.test(text)) return replaced
    // odd-numbered parts are placeholders
    return replaced.split(/(\{\{\w+:\d+(?:\|\w+)?\}\})/).map((part, at) => at % 2 === 0 ? replaceAlone(part) : part)
      .join("")
  }
}

/** Names are ordinary words. Email addresses aren't. */
const isOrdinaryOf = (text: string, personal: ReadonlySet<string>): boolean =>
  isOrdinary(text) || (personal.has(text) && !/[@:]/.test(text))

const isLetterOrDigit = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/** Returns a pattern of these texts, the longest first. */
const patternOf = (texts: ReadonlyMap<string, string>): RegExp =>
  texts.size === 0
    ? /(?!)/g
    : new RegExp(
      [...texts.keys()].toSorted((a, b) => b.length - a.length)
        .map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"),
      "g"
    )

/** The key of projects that require none, which is no secret. */
const publicKey = secretText(publicClient)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", "%20"))
  } catch {
    return text
  }
}

/** Returns the properties that the stand-in of a secret keeps. Nothing about a password is kept. */
const shapeOf = (text: string, kind: string): StandIn => {
  if (/password/.test(kind)) return {}
  const token = tokenOf(text)
  if (token !== undefined) return { jwt: token }
  const json = jsonIn(text)
  if (json !== undefined) return { json }
  if (text.length < 6 || !/^[\w.+/=-]+$/.test(text)) return {}
  const prefix = /^[a-z]{2,8}_(?=\w{20})/.exec(text)?.[0]
  return {
    length: text.length,
    ...(prefix === undefined ? {} : { prefix }),
    ...(/^\d+$/.test(text)
      ? { characters: "digits" as const }
      : /^[A-Z\d]+$/.test(text)
      ? { characters: "upper" as const }
      : {})
  }
}

const tokenOf = (text: string): StandIn["jwt"] => {
  const [header, claims, signature, more] = text.split(".")
  if (signature === undefined || more !== undefined) return undefined
  try {
    const jwt = { header: fromBase64url(header!), claims: fromBase64url(claims!) }
    return Object.values(jwt).every((part) => typeof part === "object" && part !== null)
      ? jwt as StandIn["jwt"]
      : undefined
  } catch {
    return undefined
  }
}

const fromBase64url = (text: string): unknown =>
  JSON.parse(
    new TextDecoder().decode(
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0))
    )
  )

/** Returns secret JSON without its texts, so that a program can still read it. */
const jsonIn = (text: string): StandIn["json"] => {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return withoutTexts(JSON.parse(text)) as StandIn["json"]
  } catch {
    return undefined
  }
}

const withoutTexts = (value: unknown): unknown =>
  typeof value === "string"
    ? "replaced"
    : Array.isArray(value)
    ? value.map(withoutTexts)
    : typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutTexts(item)]))
    : value
