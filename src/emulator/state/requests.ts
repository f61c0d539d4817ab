/**
 * Requests and responses of the emulator, independent of the transport: headers under both prefixes, and the body.
 * docs/platform.md §1.1.
 */
import * as Effect from "effect/Effect"
import { BodyParsingError } from "../../../schemas/errors/general.ts"

/** Incoming request, independent of the transport. */
export interface Incoming {
  readonly method: string
  /** Path and query. */
  readonly url: URL
  /** Returns a header's value, or `undefined` if it is absent. Names are in lower case. */
  readonly header: (name: string) => string | undefined
  /** Empty if the body exceeds {@link maxBytes}. */
  readonly body: string
  /** Whether the body exceeds {@link maxBytes} and was discarded. */
  readonly isTooLong?: boolean
  /**
   * Whether a page of another site sent the request, or may have. Server and admin access is refused for such requests.
   */
  readonly isForeign?: boolean
}

/** Outgoing response, independent of the transport. */
export interface Outgoing {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: string | Uint8Array<ArrayBuffer>
  /** Whether the connection is cut in the middle of the body. */
  readonly isCut?: true
}

/** Maximum size of a request body in bytes. Enough for three of the largest pictures that the platform stores. */
export const maxBytes = 5_000_000

/** Maximum number of fields in a form. The platform's own forms need about a dozen. */
export const maxFields = 1000

/** Returns where the {@link maxFields}th field ends, or `undefined` if the form has no more fields than that. */
const endOfFields = (form: string): number | undefined => {
  let end = -1
  for (let count = 0; count < maxFields; count++) {
    end = form.indexOf("&", end + 1)
    if (end === -1) return undefined
  }
  return end
}

/** Parses the first {@link maxFields} fields of a form. */
export const fieldsOf = (form: string): URLSearchParams => new URLSearchParams(form.slice(0, endOfFields(form)))

/** Both names of a platform header. Cached, because each request reads about twenty headers. */
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

/**
 * Reads a platform header by its name without prefix. The newer prefix takes precedence; an empty value counts as
 * absent.
 */
export const platformHeader = ({ header }: Incoming, name: string): string | undefined => {
  const { newer, older } = spellingsOf(name)
  return header(newer) || header(older) || undefined
}

/** Whether a platform header was sent, even with an empty value. */
export const hasPlatformHeader = ({ header }: Incoming, name: string): boolean => {
  const { newer, older } = spellingsOf(name)
  return (header(newer) ?? header(older)) !== undefined
}

const newerNames = ["project-id", "access-type", "override-error-status"].map((name) => spellingsOf(name).newer)

/** Whether the request uses the platform's newer header prefix. */
export const isNewer = ({ header }: Incoming): boolean => newerNames.some((name) => header(name) !== undefined)

const contentTypeOf = (incoming: Incoming): string | undefined =>
  incoming.header("content-type")?.split(";")[0]!.trim().toLowerCase()

/** Whether the body has the content type for arbitrary bytes. */
export const isBinary = (incoming: Incoming): boolean => contentTypeOf(incoming) === "application/octet-stream"

/** Parses the body by its content type. Returns `undefined` without a content type and for GET. */
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
          ? Effect.fail(unreadable(`The body is nested more than ${maxDepth} levels deep`))
          : Effect.try({
            try: (): unknown => JSON.parse(incoming.body),
            catch: () =>
              unreadable(
                incoming.body === "" ? "The body is empty, which is not valid JSON" : "The body is not valid JSON"
              )
          })
      case "application/x-www-form-urlencoded":
        return endOfFields(incoming.body) === undefined
          ? Effect.succeed(Object.fromEntries(fieldsOf(incoming.body)))
          : Effect.fail(unreadable(`The form has more than ${maxFields} fields`))
      case "text/plain":
      case "application/octet-stream":
        return Effect.succeed(incoming.body)
      default:
        return Effect.fail(unreadable(`The content type ${type} is not supported`))
    }
  })

/** Maximum nesting of a JSON body. Deeper values could be stored, but serializing them would overflow the stack. */
const maxDepth = 1000

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
    if (depth > maxDepth) return true
  }
  return false
}

const unreadable = (sentence: string): BodyParsingError => new BodyParsingError({}, `${sentence}.`)

/** Returns the location of a request, as far as a proxy's headers contain it. */
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
