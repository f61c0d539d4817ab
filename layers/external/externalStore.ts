/** Sessions of an identity vendor as a token store. docs/platform.md §25, docs/laws.md external. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { ClientAccess } from "../../schemas/access.ts"
import * as ExternalAuth from "../../schemas/endpoints/externalAuth.ts"
import {
  CallError,
  type CallReason,
  ExternalSessionUnavailable,
  InvalidConfiguration
} from "../../schemas/errors/CallError.ts"
import { InvalidExternalAuthToken } from "../../schemas/errors/oauth.ts"
import { asSecret, type SecretInput, secretText } from "../../schemas/secrets.ts"
import { makeSignedOutCaller } from "../access/index.ts"
import { Listeners, Project, Transport } from "../call/index.ts"
import {
  type ExternalGrant,
  isTokenText,
  sameTokens,
  type StoredTokens,
  TokenStore,
  TokenStoreFailed,
  valueStream
} from "../session/index.ts"

/** A vendor whose tokens the platform exchanges. */
export type ExternalProvider = "clerk" | "better-auth" | "workos"

type Now<A> = A | Promise<A>

/** The functions of a vendor's SDK. */
export interface ExternalOptions {
  readonly provider: ExternalProvider
  /**
   * Returns the vendor's token for the current session, or `null` without one. With `fresh`, the vendor issues a new
   * token instead of a cached one.
   */
  readonly token: (options: { readonly fresh: boolean }) => Now<SecretInput | null | undefined>
  /** Returns the id of the vendor's current session, or `null` if no user is signed in there. */
  readonly sessionId: () => Now<string | null | undefined>
  /** Calls back after every change at the vendor, until the returned function is called. */
  readonly changes: (listener: () => void) => () => void
}

/** Timeout in milliseconds of each function of the vendor's SDK. */
const vendorMillis = 10_000

const unavailable = (problem: ExternalSessionUnavailable["problem"]) =>
  new CallError({ endpoint: ExternalAuth.exchange.spec.name, reason: new ExternalSessionUnavailable({ problem }) })

const isUnavailable = ({ reason }: CallError): boolean => reason instanceof ExternalSessionUnavailable

/** Calls a function of the vendor's SDK. Doesn't wait if the result is available immediately. */
const asked = <A>(call: () => Now<A>): Effect.Effect<A, CallError> =>
  Effect.suspend(() => {
    try {
      const result = call()
      return isPromise(result)
        ? Effect.timeoutOrElse(
          Effect.tryPromise({ try: () => result, catch: () => unavailable("VendorFailed") }),
          { duration: vendorMillis, orElse: () => Effect.fail(unavailable("VendorFailed")) }
        )
        : Effect.succeed(result)
    } catch {
      return Effect.fail(unavailable("VendorFailed"))
    }
  })

const isPromise = <A>(value: Now<A>): value is Promise<A> =>
  typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function"

/** The vendor's current session. */
interface VendorSession {
  /**
   * Asks the vendor for its current session; `null` if no user is signed in there. The key takes the place of a refresh
   * token. After a switch to another session and back, the key is a different one.
   */
  readonly key: Effect.Effect<string | null, CallError>
  /** Checks for a switch after the vendor has reported a change. */
  readonly look: () => void
}

const makeVendorSession = ({ provider, sessionId }: ExternalOptions): VendorSession => {
  let last: string | null | undefined
  let switches = 0
  const seen = (found: string | null | undefined): string | null => {
    const id = typeof found === "string" && found !== "" ? found : null
    if (id !== last) switches++
    last = id
    // names the vendor, so that it can't be mistaken for a refresh token
    return id === null ? null : `${provider}:${switches}:${id}`
  }
  return {
    key: Effect.map(asked(sessionId), seen),
    look: () => {
      try {
        const found = sessionId()
        if (isPromise(found)) void found.then(seen, () => {})
        else seen(found)
      } catch {
        // the next exchange calls the vendor again, and reports the failure
      }
    }
  }
}

/** Makes the function that exchanges vendor tokens for access tokens. */
const makeExchange = (
  { provider, token }: ExternalOptions,
  vendor: VendorSession,
  notify: () => void
): ExternalGrant["exchange"] => {
  /** Fails unless the vendor's session is still the one of the key. */
  const unlessChanged = (key: string) =>
    Effect.flatMap(vendor.key, (current) => {
      if (current === key) return Effect.void
      notify()
      return Effect.fail(unavailable("SessionChanged"))
    })

  const exchangedOnce = (key: string, eachAttempt: Effect.Effect<unknown>, fresh: boolean) =>
    Effect.gen(function*() {
      yield* unlessChanged(key)
      const found = yield* asked(() => token({ fresh }))
      yield* unlessChanged(key)
      if (found == null || !isTokenText(secretText(found))) return yield* unavailable("NoToken")
      yield* eachAttempt
      const { accessToken } = yield* ExternalAuth.exchange({
        providerId: `${provider}-integration`,
        token: asSecret(found)
      })
      yield* unlessChanged(key)
      return accessToken
    })

  return (project, transport, scope, eachAttempt) => (sessionId) => {
    const exchanged = (fresh: boolean) => exchangedOnce(Redacted.value(sessionId), eachAttempt, fresh)
    return exchanged(false).pipe(
      // the vendor's SDK may have returned a cached token that expired in transit
      Effect.catch((error) => error instanceof InvalidExternalAuthToken ? exchanged(true) : Effect.fail(error)),
      Effect.mapError((error) =>
        error instanceof CallError
          ? error
          : new CallError({ endpoint: ExternalAuth.exchange.spec.name, reason: error as CallReason })
      ),
      Effect.provideServiceEffect(ClientAccess, makeSignedOutCaller),
      Effect.provideService(Project, project),
      Effect.provideService(Transport, transport),
      Effect.provideService(Scope.Scope, scope)
    )
  }
}

/** Makes the store: the vendor's session id in place of a refresh token, and the access token in memory. */
const makeStore = (options: ExternalOptions): Effect.Effect<TokenStore["Service"], never, Scope.Scope> =>
  Effect.gen(function*() {
    const { changes, provider } = options
    const vendor = makeVendorSession(options)
    const listeners = new Listeners()
    let held: StoredTokens | null = null
    /** Session that this program ended. It stays ended here until the vendor switches. */
    let ended: string | undefined
    const unsubscribe = changes(() => {
      vendor.look()
      // the user's data in the vendor's tokens may have changed; a new record makes the session read it again
      held = { refreshToken: held?.refreshToken, accessToken: undefined }
      listeners.notify()
    })
    yield* Effect.addFinalizer(() => Effect.sync(unsubscribe))

    const heldKey = () => held?.refreshToken && Redacted.value(held.refreshToken)

    const get = Effect.map(vendor.key, (key) => {
      if (key === null || key === ended) return held = null
      return key === heldKey() ? held : held = { refreshToken: Redacted.make(key), accessToken: undefined }
    })

    return TokenStore.of({
      kind: provider,
      get: Effect.mapError(
        get,
        ({ message }) =>
          new TokenStoreFailed({ operation: "read", problem: message, consequence: "The last known session is used." })
      ),
      compareAndSet: (expected, next) =>
        Effect.sync(() => {
          if (!sameTokens(held, expected)) return false
          if (next === null) ended = heldKey() ?? ended
          held = next
          return true
        }),
      changes: valueStream(() => held, (listener) => listeners.subscribe(listener)),
      external: {
        exchange: makeExchange(options, vendor, () => listeners.notify()),
        isPassing: isUnavailable,
        refusal: new InvalidConfiguration({
          setting: "tokenStore",
          problem: `is an external session, so ${provider} signs users in and out`,
          next: `Call ${provider}'s own sign-in or sign-out; this client follows.`
        })
      }
    })
  })

/**
 * Serves the users that Clerk, Better Auth or WorkOS signs in. The vendor's token is exchanged for a short-lived access
 * token: once for any number of callers, and again before that token expires. Requires revision 2026-10 of the
 * platform, which is known only from its sources: see docs/platform.md §25.
 *
 * - If the platform rejects the vendor's token, the exchange is repeated once with a fresh token. If the platform
 *   rejects that token too, calls fail with the reason `InvalidExternalAuthToken`. The session is kept, because the
 *   settings are wrong.
 * - If the vendor has a session but returns no token, or its session changes during an exchange, only this call fails,
 *   with the reason `ExternalSessionUnavailable`.
 * - Signing in or out with this client fails with the reason `InvalidConfiguration`: the vendor does both.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Client, currentUser, ExternalStore } from "latchkey"
 *
 * const vendor = { session: undefined as undefined | { id: string; getToken: (fresh: boolean) => Promise<string> } }
 * const tokenStore = ExternalStore.layer({
 *   provider: "clerk",
 *   token: async ({ fresh }) => await vendor.session?.getToken(fresh) ?? null,
 *   sessionId: () => vendor.session?.id,
 *   changes: () => () => {}
 * })
 * const user = Effect.provide(currentUser.get(), Client.layer({ ...project, tokenStore }))
 * console.log(await Effect.runPromise(user)) // null
 * ```
 */
export const layer = (options: ExternalOptions): Layer.Layer<TokenStore> => Layer.effect(TokenStore, makeStore(options))
