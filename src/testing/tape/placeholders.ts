/** Gives each string of a conversation its placeholder. */
import { publicClient } from "../../../layers/call/index.ts"
import { secretText } from "../../../schemas/secrets.ts"
import type { Place } from "./places.ts"
import { shapeOf } from "./shapes.ts"
import { spellings } from "./standIns.ts"
import type { StandIn } from "./Tape.ts"

/** The placeholders of a tape. Equal strings have equal placeholders. */
export interface Placeholders {
  /** Gives a secret its placeholder before any other string gets one. The kind names the placeholder. */
  readonly reserve: (text: string, kind: string, place: Place) => void
  /** Returns the placeholder of a string. */
  readonly of: (text: string, kind: string, place: Place) => string
  /** Whether the string is a secret, or contains one. */
  readonly hasSecret: (text: string) => boolean
  readonly isSecret: (text: string) => boolean
  /** Gives personal data its placeholder before other strings. */
  readonly reservePersonal: (text: string, kind: string, place: Place) => void
  /** Whether the string is a secret or personal data, in lower or upper case. */
  readonly isReserved: (text: string) => boolean
  readonly has: (text: string) => boolean
  /** Makes the stand-ins, which may need more placeholders for the contents of tokens and JSON. */
  readonly standIns: () => { readonly [name: string]: StandIn }
}

/** The key of projects that require none, which isn't a secret. */
const publicKey = secretText(publicClient)

/** Minimum length at which a string inside another string is a quotation rather than a coincidence. */
const quotable = 6

/** Minimum length of a secret for which an equal name of a field is no coincidence. */
const wordLength = 4

/** Minimum length of a secret that may be part of another secret. */
const tokenLength = 20

/**
 * Creates the placeholders of a tape. `inside` replaces the strings in the contents of a token or of JSON. `isLiteral`:
 * whether a string with braces occurs in the conversation, so that it can't be a placeholder.
 */
export const placeholders = (
  inside: (value: unknown, place: Place) => unknown,
  isLiteral: (text: string) => boolean
): Placeholders => {
  /** Placeholders by string. A string that consists of other secrets has several. */
  const names = new Map<string, string>()
  /** Placeholders of strings in one case, by the same string in the other case. */
  const otherCases = new Map<string, string>()
  const secrets = new Set<string>()
  const reserved = new Set<string>()
  const all: Array<{ readonly name: string; readonly text: string; readonly kind: string; readonly place: Place }> = []
  const nameFor = namesFor(isLiteral)

  const put = (text: string, kind: string, place: Place): string => {
    const name = nameFor(kind)
    const whole = `{{${name}}}`
    names.set(text, whole)
    // the platform writes addresses in lower case, and a replay must do so too
    for (const spelling of ["lower", "upper"]) {
      const other = spellings[spelling]!(text)
      if (!otherCases.has(other)) otherCases.set(other, `{{${name}|${spelling}}}`)
    }
    all.push({ name, text, kind, place })
    return whole
  }

  const of = (text: string, kind: string, place: Place): string =>
    names.get(text) ?? otherCases.get(text) ?? put(text, kind, place)

  const reserve = (text: string, kind: string, place: Place): void => {
    if (text === "" || text === publicKey) return
    const parts = partsIn(text, secrets)
    secrets.add(text)
    reserved.add(text.toLowerCase())
    if (names.has(text) || otherCases.has(text)) return
    if (parts === undefined) {
      put(text, kind, place)
    } else {
      for (const part of parts) reserve(part, kind, place)
      names.set(text, parts.map((part) => names.get(part) ?? otherCases.get(part) ?? "").join(""))
    }
  }

  return {
    reserve,
    of: (text, kind, place) => text === publicKey ? text : of(text, kind, place),
    has: (text) => names.has(text),
    reservePersonal: (text, kind, place) => {
      if (text === "") return
      of(text, kind, place)
      reserved.add(text.toLowerCase())
    },
    isReserved: (text) => text.length >= wordLength && reserved.has(text.toLowerCase()),
    isSecret: (text) => secrets.has(text),
    hasSecret: (text) => contains(text, secrets),
    standIns: () => {
      const standIns: Record<string, StandIn> = {}
      // the contents of a token add placeholders
      for (let at = 0; at < all.length; at++) {
        const { kind, name, place, text } = all[at]!
        standIns[name] = shapeOf(text, kind, place, inside)
      }
      return standIns
    }
  }
}

/** Returns a function that names placeholders by their kind. */
const namesFor = (isLiteral: (text: string) => boolean) => {
  const counts = new Map<string, number>()
  const nameFor = (kind: string): string => {
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    const name = `${kind}:${number}`
    return isLiteral(`{{${name}`) ? nameFor(kind) : name
  }
  return nameFor
}

/**
 * Splits a secret that contains another one. The whole sign-in code is the code of the email followed by a nonce, which
 * is itself a secret.
 */
const partsIn = (text: string, secrets: ReadonlySet<string>): ReadonlyArray<string> | undefined => {
  const inner = [...secrets].find((known) => known.length >= tokenLength && text.includes(known))
  if (inner === undefined) return undefined
  const [before, after, ...others] = text.split(inner)
  return others.length > 0 || !/^\w*$/.test(before! + after!) ? undefined : [before!, inner, after!]
}

/** Whether a string is a secret, or contains one in any spelling. */
const contains = (text: string, secrets: ReadonlySet<string>): boolean =>
  secrets.has(text) || [...secrets].some((secret) =>
    secret.length >= quotable
    && (text.includes(secret) || Object.values(spellings).some((spell) => text.includes(spell(secret))))
  )
