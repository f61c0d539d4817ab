/**
 * A request as the emulated platform reads it: headers under both prefixes, and the body. And what it answers.
 * docs/platform.md §1.1.
 */
import * as Effect from "effect/Effect"
import { BodyParsingError } from "../../../schemas/errors/general.ts"

/** A request, whichever way it came. */
export interface Incoming {
  readonly method: string
  /** Path and query. */
  readonly url: URL
  /** The header's value; `undefined` when it was not sent. Names are in lower case. */
  readonly header: (name: string) => string | undefined
  /** Empty when it was longer than {@link mostBytes}. */
  readonly body: string
  /** The body was longer than {@link mostBytes}, and was not kept. */
  readonly isTooLong?: boolean
  /** A page of another site sent it, or may have: nothing that needs a server or admin key is done for it. */
  readonly isForeign?: boolean
}

/** An answer, whichever way it goes. */
export interface Outgoing {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array<ArrayBuffer>
  /** The connection is to be lost in the middle of the body. */
  readonly isCut?: true
}

/** Longer bodies are refused unread. A picture of the largest size that is stored fits three times. */
export const mostBytes = 5_000_000

/** A form may have so many fields. Ours need a dozen. */
export const mostFields = 1000

/** Where the fields end that are read; `undefined` when that is at the end of the form. */
const endOfFields = (form: string): number | undefined => {
  let end = -1
  for (let count = 0; count < mostFields; count++) {
    end = form.indexOf("&", end + 1)
    if (end === -1) return undefined
  }
  return end
}

/** The fields of a form, the first {@link mostFields} of them. */
export const fieldsOf = (form: string): URLSearchParams => new URLSearchParams(form.slice(0, endOfFields(form)))

/** The names of a header, put together once: each request is asked for a score of them. */
interface Spelled {
  readonly newer: string
  readonly older: string
}

const spelled = new Map<string, Spelled>()

const spellingsOf = (name: string): Spelled => {
  let names = spelled.get(name)
  if (names === undefined) spelled.set(name, names = { newer: `x-hexclave-${name}`, older: `x-stack-${name}` })
  return names
}

/** A header of the platform by the rest of its name, under the newer prefix first. Empty counts as missing. */
export const platformHeader = ({ header }: Incoming, name: string): string | undefined => {
  const { newer, older } = spellingsOf(name)
  return header(newer) || header(older) || undefined
}

/** Whether a header of the platform was sent, be it empty. */
export const hasPlatformHeader = ({ header }: Incoming, name: string): boolean => {
  const { newer, older } = spellingsOf(name)
  return (header(newer) ?? header(older)) !== undefined
}

const newerNames = ["project-id", "access-type", "override-error-status"].map((name) => spellingsOf(name).newer)

/** Whether the request speaks of the platform by its newer name. */
export const isNewer = ({ header }: Incoming): boolean => newerNames.some((name) => header(name) !== undefined)

const contentTypeOf = (incoming: Incoming): string | undefined =>
  incoming.header("content-type")?.split(";")[0]!.trim().toLowerCase()

/** Whether the body is said to be bytes of no kind that the platform reads. */
export const isBinary = (incoming: Incoming): boolean => contentTypeOf(incoming) === "application/octet-stream"

/** The body by its content type; `undefined` without one. Bodies of GET are ignored. */
export const bodyOf = (incoming: Incoming): Effect.Effect<unknown, BodyParsingError> =>
  Effect.suspend((): Effect.Effect<unknown, BodyParsingError> => {
    if (incoming.method === "GET") return Effect.void
    const type = contentTypeOf(incoming)
    switch (type) {
      case undefined:
      case "":
        return Effect.void
      case "application/json":
        return isTooDeep(incoming.body)
          ? Effect.fail(unreadable(`The body is nested more than ${deepest} levels deep`))
          : Effect.try({
            try: (): unknown => JSON.parse(incoming.body),
            catch: () =>
              unreadable(
                incoming.body === "" ? "The body is empty, and empty is not JSON" : "The body is not valid JSON"
              )
          })
      case "application/x-www-form-urlencoded":
        return endOfFields(incoming.body) === undefined
          ? Effect.succeed(Object.fromEntries(fieldsOf(incoming.body)))
          : Effect.fail(unreadable(`The form has more than ${mostFields} fields`))
      case "text/plain":
      case "application/octet-stream":
        return Effect.succeed(incoming.body)
      default:
        return Effect.fail(unreadable(`The content type ${type} is not one that is taken`))
    }
  })

/** JSON nested deeper could be stored but never be answered: writing it overflows the stack. */
const deepest = 1000

const isTooDeep = (json: string): boolean => {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (inString) {
      if (char === "\\") at++
      else if (char === "\"") inString = false
    } else if (char === "\"") inString = true
    else if (char === "[" || char === "{") depth++
    else if (char === "]" || char === "}") depth--
    if (depth > deepest) return true
  }
  return false
}

const unreadable = (sentence: string): BodyParsingError => new BodyParsingError({}, `${sentence}.`)

/** Where a request came from, as far as a proxy in between has said so. */
export const placeOf = (incoming: Incoming) => {
  const ip = incoming.header("cf-connecting-ip") ?? incoming.header("x-forwarded-for")?.split(",")[0]!.trim()
  if (!ip) return null
  const text = (key: string, name: string) => {
    const value = incoming.header(name)
    return value ? { [key]: value } : {}
  }
  const number = (key: string, name: string) => {
    const value = Number(incoming.header(name) || NaN)
    return Number.isFinite(value) ? { [key]: value } : {}
  }
  return {
    ip,
    ...text("countryCode", "x-vercel-ip-country"),
    ...text("regionCode", "x-vercel-ip-country-region"),
    ...text("cityName", "x-vercel-ip-city"),
    ...number("latitude", "x-vercel-ip-latitude"),
    ...number("longitude", "x-vercel-ip-longitude"),
    ...text("tzIdentifier", "x-vercel-ip-timezone")
  }
}
