/** Which endpoint a request is for: what the emulated platform, the docs and the conformance run ask. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AccessLevel } from "./access.ts"
import type { AnyEndpoint } from "./Endpoint.ts"
import { wireName } from "./wireNames.ts"

/** An endpoint that a request may be for, and what the path says. */
export interface Match {
  readonly endpoint: AnyEndpoint
  /** The path's fields by wire name, percent-decoded. */
  readonly path: { readonly [name: string]: string }
}

/**
 * Finds the endpoints a request may be for, best first. `path` is below `/api/v1` and without query. More than one is
 * left where twins share method and path: the one whose input decodes is meant.
 *
 * An endpoint above the request's level is found only when there is none for the level: the request is refused then.
 */
export type Find = (level: AccessLevel, method: string, path: string) => ReadonlyArray<Match>

const height = { client: 0, server: 1, admin: 2 } as const

/** Whether a request of this level may call what `access` allows. */
export const reaches = (level: AccessLevel, access: AccessLevel): boolean => height[access] <= height[level]

/** Makes {@link Find} for some endpoints of the contract. What it looks in is made when something is first looked for. */
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

/** By {@link keyOf}. */
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
  /** How well it fits: each is compared only when those before are equal; the greater is better. */
  readonly fit: readonly [reached: number, taken: number, height: number, literals: number]
}

const partsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((part) => part !== "")

/** The first part of a route that begins with a field. */
const anything: Part = { name: "", takes: () => true }

/** What routes have in common that one request may be for: the method, how long they are, how they begin. */
const keyOf = (method: string, [first, ...others]: ReadonlyArray<Part>): string =>
  `${method} ${others.length} ${first === undefined ? "" : typeof first === "string" ? `/${first}` : "{}"}`

const routeOf = (endpoint: AnyEndpoint): Route => {
  const { input, path } = endpoint.spec
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
  // above the request's level, the lowest one is what the request came closest to
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
