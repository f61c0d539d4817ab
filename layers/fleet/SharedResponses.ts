/**
 * Responses that all servers share: the project's public keys, and the platform's verdicts on API keys. A layer over a
 * `Transport`, transparent to its callers. docs/protocol.md §9, docs/platform.md §12.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import { BackingPersistence } from "effect/persistence/Persistence"
import * as TeamApiKeys from "../../schemas/endpoints/teamApiKeys.ts"
import * as UserApiKeys from "../../schemas/endpoints/userApiKeys.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import {
  changed,
  knownErrorOf,
  platformHeaderNames,
  realStatus,
  sha256Base64Url,
  timeAboveZero,
  Transport,
  validator,
  type WireRequest,
  type WireResponse
} from "../call/index.ts"

/** Lifetimes of shared responses. */
export interface SharedResponsesOptions {
  /**
   * Lifetime of public keys. For up to this time, a server may reject tokens that are signed with a new key, so keep it
   * short. @default "30 seconds"
   */
  readonly keysFor?: Duration.Input | undefined
  /**
   * Lifetime of API key checks. A revoked key stays valid for up to the sum of this time and the verifier's own
   * `apiKeysFor`.
   * @default "1 minute"
   */
  readonly apiKeysFor?: Duration.Input | undefined
}

const defaults = { keysFor: 30_000, apiKeysFor: 60_000 } as const

const validate = validator("sharedResponses", { keysFor: timeAboveZero, apiKeysFor: timeAboveZero })

/**
 * Shares responses through Effect's persistence: `Persistence.layerBackingRedis`, or `layerBackingKvs` for any
 * key-value store. If the store doesn't respond, requests go to the platform.
 */
export const layer = (
  options: SharedResponsesOptions = {}
): Layer.Layer<Transport, InvalidConfiguration, Transport | BackingPersistence> =>
  Layer.effect(
    Transport,
    Effect.gen(function*() {
      const transport = yield* Transport
      const store = yield* (yield* BackingPersistence).make("latchkey-responses")
      const times = yield* Effect.fromResult(validate(changed(defaults, options)))
      const keysFor = Duration.millis(times.keysFor)
      const apiKeysFor = Duration.millis(times.apiKeysFor)

      const lifeOf = ({ method, url }: WireRequest): Duration.Duration | undefined => {
        const { pathname } = new URL(url)
        if (method === "GET" && pathname.endsWith("/.well-known/jwks.json")) return keysFor
        return method === "POST" && checks.some((path) => pathname.endsWith(path)) ? apiKeysFor : undefined
      }

      const shared = (sent: ReturnType<typeof transport.send>, key: string, life: Duration.Duration) =>
        Effect.gen(function*() {
          const kept = yield* store.get(key).pipe(
            Effect.timeout(storeTimeout),
            Effect.orElseSucceed(() => undefined)
          )
          const known = kept === undefined ? undefined : responseIn(kept)
          if (known !== undefined) return known
          const response = yield* sent
          if (mayBeShared(response)) {
            yield* Effect.ignore(Effect.timeout(store.set(key, recordOf(response), life), storeTimeout))
          }
          return response
        })

      return Transport.of({
        ...transport,
        send: (request, ...rest) => {
          const life = lifeOf(request)
          const sent = transport.send(request, ...rest)
          return life === undefined
            ? sent
            : Effect.flatMap(Effect.promise(() => keyOf(request)), (key) => shared(sent, key, life))
        }
      })
    })
  )

/** Timeout of the shared store. */
const storeTimeout = "1 second"

const checks = [UserApiKeys.check.spec.path, TeamApiKeys.check.spec.path]

/**
 * Returns a digest of a request, so that the shared store holds no API key. Includes the credentials: a response is
 * only shared with callers allowed to request it.
 */
const keyOf = ({ body = "", headers, method, url }: WireRequest): Promise<string> => {
  const asks = ["x-stack-project-id", "x-stack-access-type", "x-stack-secret-server-key"].map((name) => headers[name])
  return sha256Base64Url(JSON.stringify([method, url, asks, body]))
}

/** Error codes of keys that the platform rejects permanently. */
const verdicts = /^(?:API_KEY_(?:NOT_VALID|NOT_FOUND|EXPIRED|REVOKED)|WRONG_API_KEY_TYPE)$/

const mayBeShared = (response: WireResponse): boolean => {
  const error = knownErrorOf(response)
  return error === undefined ? realStatus(response) === 200 : verdicts.test(error)
}

const shared = ["content-type", ...platformHeaderNames("known-error"), ...platformHeaderNames("actual-status")]

const recordOf = ({ body, headers, status }: WireResponse): object => ({
  status,
  headers: Object.fromEntries(shared.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })),
  body: Base64Url.encode(body)
})

const responseIn = (kept: object): WireResponse | undefined => {
  const { body, headers, status } = kept as { readonly [name: string]: unknown }
  if (typeof status !== "number" || typeof headers !== "object" || typeof body !== "string") return undefined
  const bytes = Base64Url.decode(body)
  return bytes._tag === "Failure" ? undefined : {
    status,
    headers: new Headers(headers as Record<string, string>),
    body: bytes.success
  }
}
