/** Creates endpoints from codecs. Loads no `Schema`. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { accessOf } from "../access.ts"
import type { KnownErrorClass } from "../KnownError.ts"
import type { AccessLevel, Method, Since, Spec } from "../Spec.ts"
import type { Codec } from "./codec.ts"

/** The options of an endpoint without its schemas: see `endpoint`. */
export interface EndpointOptions {
  readonly query?: ReadonlyArray<string>
  readonly errors?: ReadonlyArray<KnownErrorClass<any>>
  readonly body?: Spec["body"]
  readonly since?: Since
  readonly status?: Spec["status"]
  readonly credentials?: Spec["credentials"]
  readonly session?: Spec["session"]
  readonly unknownFields?: Spec["unknownFields"]
  readonly subject?: string
  readonly idempotent?: boolean
  readonly perAttempt?: Duration.Input
  readonly gone?: ReadonlyArray<KnownErrorClass<any>>
  readonly invalidates?: ReadonlyArray<string | { readonly spec: Spec }>
}

export const endpointOf = (
  access: AccessLevel,
  name: string,
  route: string,
  options: EndpointOptions,
  codec: Codec
): { (input?: object): Effect.Effect<any, any, any>; readonly spec: Spec } => {
  const space = route.indexOf(" ")
  const method = route.slice(0, space) as Method
  const path = route.slice(space + 1)
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const inQuery = method === "GET" || method === "DELETE" ? Object.keys(codec.names) : options.query ?? []
  const service = accessOf[access]
  const spec: Spec = {
    access,
    name,
    method,
    since: options.since ?? "2025-08",
    path,
    codec,
    pathNames,
    queryNames: inQuery.map((key) => codec.names[key]!).filter((key) => !pathNames.includes(key)),
    errors: options.errors ?? [],
    body: options.body ?? (method === "GET" ? "none" : "json"),
    status: options.status ?? 200,
    credentials: options.credentials ?? "project",
    session: options.session ?? "expected",
    unknownFields: options.unknownFields ?? "refused",
    subject: options.subject,
    idempotent: options.idempotent ?? (method === "GET" || method === "PUT" || method === "DELETE"),
    perAttempt: options.perAttempt,
    gone: options.gone ?? [],
    invalidates: (options.invalidates ?? []).map((each) => typeof each === "string" ? each : each.spec.name)
  }
  // the layer of the access level decodes with the same spec, so the types of output and errors are right
  const call = (fields: object = {}) =>
    Effect.flatMap(
      service as never,
      (caller: { call: (spec: Spec, input: object) => unknown }) => caller.call(spec, codec.wrap(fields)) as never
    )
  return Object.assign(call, { spec }) as never
}
