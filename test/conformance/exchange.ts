/** What a recording holds: requests to the platform and its answers. */
import * as Schema from "effect/Schema"
import type { AccessLevel } from "../../schemas/access.ts"

/** Header names in any case. */
const Headers = Schema.Record(Schema.String, Schema.String)

/** One request and its answer. Without `body` there was none; text stands for a body that is not JSON. */
export const Exchange = Schema.Struct({
  name: Schema.String,
  request: Schema.Struct({
    method: Schema.String,
    /** With the query, from `/api/…` on. */
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

/** A recording: exchanges in the order they took place. */
export const Recording = Schema.Array(Exchange)

/** A header by its lower-case name. */
export const header = (headers: { readonly [name: string]: string } | undefined, name: string): string | undefined =>
  Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]

/** A header in the platform's newer or older spelling: `x-hexclave-…`, `x-stack-…`. */
export const platformHeader = (headers: { readonly [name: string]: string } | undefined, name: string) =>
  header(headers, `x-hexclave-${name}`) ?? header(headers, `x-stack-${name}`)

const levels = ["client", "server", "admin"] as const

/** The level a request claims. One that claims none, or none that exists, is looked at as a client's. */
export const levelOf = ({ access, headers }: Exchange["request"]): AccessLevel =>
  levels.find((level) => level === (platformHeader(headers, "access-type") ?? access)) ?? "client"

/** The path below `/api/v1` (or another version) and the query; `undefined` for what is not part of the API. */
export const targetOf = (
  { path }: Exchange["request"]
): { readonly path: string; readonly query: string } | undefined => {
  const at = path.indexOf("?")
  const whole = at === -1 ? path : path.slice(0, at)
  const below = /^\/api\/(?:v\d+|latest)(\/.*)?$/.exec(whole)
  return below === null ? undefined : { path: below[1] ?? "/", query: at === -1 ? "" : path.slice(at + 1) }
}

/** Whether the answer's error status came as 200, with the real one in a header. */
export const asksForOverride = ({ request }: Exchange): boolean =>
  platformHeader(request.headers, "override-error-status") !== undefined

/** What a body without JSON or form says is text. */
export const isJson = (headers: { readonly [name: string]: string } | undefined): boolean =>
  /^application\/(?:\w+\+)?json\b/i.test(header(headers, "content-type") ?? "")
