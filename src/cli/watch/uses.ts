/** Finds the endpoints that a program used, and the fields that it received, in its tapes or its exported spans. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { AccessLevel } from "../../../schemas/access.ts"
import { endpoints } from "../../../schemas/catalogue.ts"
import type { AnyEndpoint } from "../../../schemas/Endpoint.ts"
import { find } from "../../../schemas/routing.ts"
import { type Exchange, parse } from "../../testing/tape/index.ts"
import { type Fields, fieldsOf, none } from "./fields.ts"

/** An endpoint that the program called. */
export interface Use {
  readonly endpoint: AnyEndpoint
  /** Access level of the calls. For spans, which don't show the level, the lowest level that may call the endpoint. */
  readonly level: AccessLevel
  /** Fields of the responses that the program received. Empty if only spans are known. */
  readonly fields: Fields
}

/** The file is neither a tape nor an export of spans. */
export class Unread extends Data.TaggedError("Unread")<{ readonly problem: string }> {}

/** Returns the endpoints that a file names, each once, in the order of their first use. */
export const usesIn = (contents: string): Effect.Effect<ReadonlyArray<Use>, Unread> =>
  Effect.suspend(() => {
    const documents = documentsIn(contents)
    if (documents === undefined) return Effect.fail(new Unread({ problem: "is not JSON" }))
    const isTape = documents.length === 1 && "tape" in Object(documents[0])
    return isTape ? usesOnTape(documents[0]) : usesInSpans(documents)
  })

/** Reads JSON, or a JSON value per line, as the OpenTelemetry Collector writes it. */
const documentsIn = (contents: string): ReadonlyArray<unknown> | undefined => {
  const texts = [[contents], contents.split("\n").filter((line) => line.trim() !== "")]
  for (const parts of texts) {
    try {
      return parts.map((part): unknown => JSON.parse(part))
    } catch {
      continue
    }
  }
  return undefined
}

/** Returns each endpoint once, with the fields of all its uses. */
export const merged = (uses: ReadonlyArray<Use>): ReadonlyArray<Use> => {
  const byName = new Map<string, Use>()
  for (const { endpoint, fields, level } of uses) {
    const known = byName.get(endpoint.spec.name)
    byName.set(endpoint.spec.name, {
      endpoint,
      level: known?.level ?? level,
      fields: [...known?.fields ?? none, ...fields]
    })
  }
  return [...byName.values()]
}

// tapes

const usesOnTape = (json: unknown): Effect.Effect<ReadonlyArray<Use>, Unread> =>
  Effect.try({
    try: () => merged(parse(json).exchanges.flatMap(useOf)),
    catch: (error) => new Unread({ problem: (error as Error).message })
  })

const levels: ReadonlyArray<AccessLevel> = ["client", "server", "admin"]

/** Returns the endpoint of an exchange, or nothing for requests to other hosts and to the app's own endpoints. */
const useOf = ({ endpoint, request: { headers = {}, method, path }, response }: Exchange) => {
  const level = levels.find((level) => Object.values(headers).includes(level)) ?? "client"
  const found = endpoints.find(({ spec }) => spec.name === endpoint) ?? find(level, method, path)[0]?.endpoint
  if (found === undefined) return []
  const isSuccess = response !== undefined && response.status >= 200 && response.status < 300
  const body = isSuccess && response.body !== undefined && "json" in response.body ? response.body.json : undefined
  return [{ endpoint: found, level, fields: body === undefined ? none : fieldsOf(found, body) }]
}

// spans

const usesInSpans = (documents: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<Use>, Unread> => {
  const uses = documents.flatMap(callsIn).flatMap(({ method, path }) =>
    endpoints.filter(({ spec }) => spec.method === method && spec.path === path).slice(0, 1).map((endpoint) => ({
      endpoint,
      level: endpoint.spec.access,
      fields: none
    }))
  )
  return uses.length === 0
    ? Effect.fail(new Unread({ problem: "has neither a tape nor a span of a call" }))
    : Effect.succeed(merged(uses))
}

/** Finds the attributes of calls at any depth, in OTLP's form or as an object. */
const callsIn = (json: unknown): ReadonlyArray<{ readonly method: unknown; readonly path: unknown }> => {
  if (typeof json !== "object" || json === null) return []
  const { attributes } = json as { readonly attributes?: unknown }
  const [method, path] = ["http.request.method", "url.template"].map((name) => attribute(attributes, name))
  return [
    ...(method === undefined || path === undefined ? [] : [{ method, path }]),
    ...Object.values(json).flatMap(callsIn)
  ]
}

const attribute = (attributes: unknown, name: string): unknown =>
  Array.isArray(attributes)
    ? Object(attributes.find((each) => Object(each).key === name)).value?.stringValue
    : Object(attributes)[name]
