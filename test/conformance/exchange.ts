/** Format of recordings: requests to the platform and its responses. */
import * as Schema from "effect/Schema"
import type { AccessLevel } from "../../schemas/access.ts"

/** Headers with names in any case. */
const Headers = Schema.Record(Schema.String, Schema.String)

/** A request and its response. A missing `body` means no body; a string means a body that isn't JSON. */
export const Exchange = Schema.Struct({
  name: Schema.String,
  request: Schema.Struct({
    method: Schema.String,
    /** Path from `/api/…` on, including the query. */
    path: Schema.String,
    access: Schema.optionalKey(Schema.NullOr(Schema.String)),
    headers: Schema.optionalKey(Headers),
    body: Schema.optionalKey(Schema.Unknown)
  }),
  response: Schema.Struct({
    status: Schema.Int,
    headers: Schema.optionalKey(Headers),
    body: Schema.optionalKey(Schema.Unknown)
  })
})
export type Exchange = typeof Exchange.Type

/** A recording: exchanges in their original order. */
export const Recording = Schema.Array(Exchange)

/** Returns a header by its lower-case name. */
export const header = (headers: { readonly [name: string]: string } | undefined, name: string): string | undefined =>
  Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]

/** Returns a header of the platform, which has a newer or an older name: `x-hexclave-…`, `x-stack-…`. */
export const platformHeader = (headers: { readonly [name: string]: string } | undefined, name: string) =>
  header(headers, `x-hexclave-${name}`) ?? header(headers, `x-stack-${name}`)

const levels = ["client", "server", "admin"] as const

/** Returns the level of a request. A missing or unknown level counts as client level. */
export const levelOf = ({ access, headers }: Exchange["request"]): AccessLevel =>
  levels.find((level) => level === (platformHeader(headers, "access-type") ?? access)) ?? "client"

/**
 * Splits a path into the part below `/api/v1` (or another version) and the query. Returns `undefined` for a path
 * outside the API.
 */
export const targetOf = (
  { path }: Exchange["request"]
): { readonly path: string; readonly query: string } | undefined => {
  const at = path.indexOf("?")
  const whole = at === -1 ? path : path.slice(0, at)
  const below = /^\/api\/(?:v\d+|latest)(\/.*)?$/.exec(whole)
  return below === null ? undefined : { path: below[1] ?? "/", query: at === -1 ? "" : path.slice(at + 1) }
}

/** Whether the request asks the platform to send errors with status 200 and the real status in a header. */
export const asksForOverride = ({ request }: Exchange): boolean =>
  platformHeader(request.headers, "override-error-status") !== undefined

/** Whether the body is JSON. Otherwise it is text. */
export const isJson = (headers: { readonly [name: string]: string } | undefined): boolean =>
  /^application\/(?:\w+\+)?json\b/i.test(header(headers, "content-type") ?? "")
