/**
 * Reads the response of an endpoint with the project's own keys, if a GET can get the response without a user's
 * session.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { layerAdmin, layerServer } from "../../../layers/access/index.ts"
import { decodeUtf8, encode, Project, Transport } from "../../../layers/call/index.ts"
import type { AccessLevel, ClientAccess } from "../../../schemas/access.ts"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import type { AnyEndpoint } from "../../../schemas/Endpoint.ts"
import { CallError, type InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import type { KnownError } from "../../../schemas/KnownError.ts"
import { find } from "../../../schemas/routing.ts"
import { wireName } from "../../../schemas/wireNames.ts"
import { Client } from "../../programs/index.ts"
import { type Failure, sentenceOf } from "../output/index.ts"
import { type Fields, fieldsOf } from "./fields.ts"
import type { Use } from "./uses.ts"

/** Result of an attempt to read. */
export type Reading =
  | { readonly _tag: "Read"; readonly fields: Fields }
  /** The response doesn't fit the contract. */
  | { readonly _tag: "Differs"; readonly problem: string }
  /** The platform has no such route. */
  | { readonly _tag: "Gone"; readonly status: number }
  | { readonly _tag: "Unread"; readonly reason: string }

const unread = (reason: string): Reading => ({ _tag: "Unread", reason })

/** Calls any endpoint. The type requires `ClientAccess`, because the layers of all levels provide it. */
const callOf = (endpoint: AnyEndpoint, input: Input): Effect.Effect<unknown, CallError | KnownError, ClientAccess> =>
  endpoint(input)

type Input = { readonly [name: string]: unknown }

/** Makes the function that reads. It requests each list at most once. */
export const reader = Effect.gen(function*() {
  const project = yield* Project
  const { last, layer } = yield* keepingLast
  const layers: {
    readonly [level in AccessLevel]: Layer.Layer<ClientAccess, InvalidConfiguration, Project | Transport>
  } = {
    client: Client.layerNoProject(),
    server: layerServer(),
    admin: layerAdmin()
  }
  const hasKey = {
    client: true,
    server: project.secretServerKey !== undefined,
    admin: project.superSecretAdminKey !== undefined
  }

  const request = (endpoint: AnyEndpoint, level: AccessLevel, input: Input): Effect.Effect<Reading, never, Project> =>
    callOf(endpoint, input).pipe(
      Effect.provide(Layer.provideMerge(layers[level], layer), { local: true }),
      Effect.match({
        onSuccess: (): Reading => ({ _tag: "Read", fields: fieldsOf(endpoint, last()) }),
        onFailure: (error: Failure) => readingOf(error)
      })
    )
  const firstIds = new Map<string, string | undefined>()

  /** Returns the id of the first item in a list. */
  const firstId = (path: string, level: AccessLevel): Effect.Effect<string | undefined, never, Project> => {
    const known = `${level} ${path}`
    const list = find(level, "GET", path).map(({ endpoint }) => endpoint).find(({ spec }) => isComplete(spec, {}))
    if (list === undefined || firstIds.has(known)) return Effect.succeed(firstIds.get(known))
    return Effect.map(request(list, level, {}), ({ _tag }) => {
      const id: unknown = _tag === "Read" ? Object(Object(Object(last()).items)[0]).id : undefined
      firstIds.set(known, typeof id === "string" ? id : undefined)
      return firstIds.get(known)
    })
  }

  const inputOf = ({ endpoint, level }: Use): Effect.Effect<Input | undefined, never, Project> => {
    const [name, ...others] = endpoint.spec.pathNames
    if (name === undefined || others.length > 0) return Effect.succeed(name === undefined ? {} : undefined)
    const [list = ""] = endpoint.spec.path.split(`/{${name}}`)
    const key = Object.entries(schemasOf(endpoint).input).find(([key, schema]) => wireName(key, schema) === name)?.[0]
    const id = name === "project_id" ? Effect.succeed(project.id) : firstId(list, level)
    return Effect.map(id, (id) => id === undefined || key === undefined ? undefined : { [key]: id })
  }

  return (use: Use): Effect.Effect<Reading, never, Project> => {
    const { endpoint: { spec }, level } = use
    if (spec.method !== "GET") return Effect.succeed(unread("its calls write"))
    if (!hasKey[level]) return Effect.succeed(unread(`a read needs the project's ${level} key`))
    return Effect.flatMap(inputOf(use), (input) =>
      input === undefined || !isComplete(spec, input)
        ? Effect.succeed(unread("a read needs ids that no list has"))
        : request(use.endpoint, level, input))
  }
})

/** Whether an endpoint needs nothing but this input. */
const isComplete = (spec: AnyEndpoint["spec"], input: Input): boolean => Result.isSuccess(encode(spec, input))

/** The transport of the program, which keeps the JSON of the last response. */
const keepingLast = Effect.map(Transport, (transport) => {
  let body: Uint8Array | undefined
  return {
    last: (): unknown => {
      try {
        return JSON.parse(decodeUtf8(body ?? new Uint8Array()))
      } catch {
        return undefined
      }
    },
    layer: Layer.succeed(Transport, {
      ...transport,
      send: (...request) =>
        Effect.tap(transport.send(...request), (response) => Effect.sync(() => void (body = response.body)))
    })
  }
})

/**
 * A response that isn't in the contract is a difference. A refusal that is in the contract, or a lost connection,
 * isn't.
 */
const readingOf = (error: Failure): Reading => {
  const reason = error instanceof CallError ? error.reason : undefined
  switch (reason?._tag) {
    case "DecodeError":
      return { _tag: "Differs", problem: reason.problem }
    case "UnexpectedKnownError":
      return { _tag: "Differs", problem: `it responds with the error ${reason.code}` }
    case "HttpFailure":
      return reason.status === 404 || reason.status === 405
        ? { _tag: "Gone", status: reason.status }
        : unread(`the platform responds with status ${reason.status}`)
    default:
      return unread(sentenceOf(error).split(/(?<=\.) /)[0]!)
  }
}
