/** Finds the endpoint of a request, for the emulator, the docs and the conformance run. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AccessLevel } from "./access.ts"
import { endpoints } from "./catalogue.ts"
import { schemasOf } from "./compiled/schemasOf.ts"
import type { AnyEndpoint } from "./Endpoint.ts"
import { wireName } from "./wireNames.ts"

/** A matching endpoint, with the fields from the path. */
export interface Match {
  readonly endpoint: AnyEndpoint
  /** The fields from the path by wire name, percent-decoded. */
  readonly path: { readonly [name: string]: string }
}

/**
 * Finds the endpoints that match a request, best match first. `path` is below `/api/v1` and has no query. If several
 * endpoints share the method and path, the right one is the first whose input decodes.
 */
export type Find = (level: AccessLevel, method: string, path: string) => ReadonlyArray<Match>

const height = { client: 0, server: 1, admin: 2 } as const

/** Whether a request with this access level may call an endpoint that requires `access`. */
export const reaches = (level: AccessLevel, access: AccessLevel): boolean => height[access] <= height[level]

/** Makes {@link Find} for some endpoints of the contract. Builds its index on first use. */
export const router = (endpoints: ReadonlyArray<AnyEndpoint>): Find => {
  let routes: Routes | undefined
  return (level, method, path) => {
    routes ??= routesOf(endpoints)
    const parts = partsOf(path)
    const candidates: Array<Candidate> = []
    for (const key of [keyOf(method, parts), keyOf(method, [anything, ...parts.slice(1)])]) {
      for (const route of routes.get(key) ?? []) {
        const found = candidate(route, parts, level)
        if (found !== undefined) candidates.push(found)
      }
    }
    if (candidates.length < 2) return candidates
    const best = candidates.reduce((best, other) => compare(other, best) < 0 ? other : best)
    return candidates.filter((other) => compare(other, best) === 0)
  }
}

/** The routes, indexed by {@link keyOf}. */
type Routes = ReadonlyMap<string, ReadonlyArray<Route>>

const routesOf = (endpoints: ReadonlyArray<AnyEndpoint>): Routes => {
  const routes = new Map<string, Array<Route>>()
  for (const endpoint of endpoints) {
    const route = routeOf(endpoint)
    const key = keyOf(endpoint.spec.method, route.parts)
    const same = routes.get(key)
    if (same === undefined) routes.set(key, [route])
    else same.push(route)
  }
  return routes
}

type Part = string | { readonly name: string; readonly takes: (text: string) => boolean }

interface Route {
  readonly endpoint: AnyEndpoint
  readonly parts: ReadonlyArray<Part>
}

interface Candidate extends Match {
  /** Sort keys of the match, most important first. Higher values win. */
  readonly fit: readonly [reached: number, taken: number, height: number, literals: number]
}

const partsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((part) => part !== "")

/** First part of a route that begins with a field. Matches any text. */
const anything: Part = { name: "", takes: () => true }

/** Returns the index key of a route: the method, the number of parts, and the first part. */
const keyOf = (method: string, [first, ...others]: ReadonlyArray<Part>): string =>
  `${method} ${others.length} ${first === undefined ? "" : typeof first === "string" ? `/${first}` : "{}"}`

const routeOf = (endpoint: AnyEndpoint): Route => {
  const { path } = endpoint.spec
  const { input } = schemasOf(endpoint)
  const schemas = new Map(Object.entries(input).map(([key, schema]) => [wireName(key, schema), schema]))
  return {
    endpoint,
    parts: partsOf(path).map((part) => {
      if (!part.startsWith("{")) return part
      const name = part.slice(1, -1)
      const decode = Schema.decodeUnknownResult((schemas.get(name) ?? Schema.String) as Schema.Codec<unknown>)
      return { name, takes: (text) => Result.isSuccess(decode(text)) }
    })
  }
}

const candidate = (
  { endpoint, parts }: Route,
  texts: ReadonlyArray<string>,
  level: AccessLevel
): Candidate | undefined => {
  if (parts.some((part, at) => typeof part === "string" && part !== texts[at])) return undefined
  const path: Record<string, string> = {}
  let taken = 1
  let literals = 0
  for (const [at, part] of parts.entries()) {
    if (typeof part === "string") {
      literals++
    } else {
      const text = decoded(texts[at]!)
      path[part.name] = text
      if (!part.takes(text)) taken = 0
    }
  }
  const { access } = endpoint.spec
  const reached = reaches(level, access)
  // if every endpoint needs a higher level than the request's, the endpoint with the lowest level is the closest match
  return {
    endpoint,
    path,
    fit: [Number(reached), taken, reached ? height[access] : -height[access], literals] as const
  }
}

const compare = (a: Candidate, b: Candidate): number => {
  const at = a.fit.findIndex((value, index) => value !== b.fit[index])
  return at === -1 ? 0 : b.fit[at]! - a.fit[at]!
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Finds the endpoints that match a request, among all endpoints. */
export const find: Find = router(endpoints)
