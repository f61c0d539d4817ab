/** Token stores, which keep a session between calls. docs/protocol.md §22. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { secretText } from "../../schemas/secrets.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"
import type { Tabs } from "../browser/index.ts"
import { Listeners, type Project, type Transport } from "../call/index.ts"
import { skewIn } from "./clockSkew.ts"
import { SessionPolicy } from "./SessionPolicy.ts"
import { valueStream } from "./valueStream.ts"

/** Tokens of a session, as a store holds them. */
export interface StoredTokens {
  /** Opaque; constant for the lifetime of the session. Absent in a session that cannot be refreshed. */
  readonly refreshToken: Redacted.Redacted | undefined
  /** A JWT; absent after the platform rejected it. */
  readonly accessToken: Redacted.Redacted | undefined
  /**
   * Clock skew in milliseconds: the time by which this machine's clock is ahead of the platform's, if it is more than a
   * few seconds. Without the skew, a program that starts with a wrong clock treats a valid access token as expired, and
   * refreshes it. A store shared by several machines omits the skew.
   */
  readonly clockSkewMillis?: number | undefined
}

/**
 * The token store could not be read or written: it is full, access is denied, or the response was already sent. The
 * session stays in memory for as long as the program runs or, on a server, for the duration of the request.
 *
 * @cause The browser's storage is full or blocked.
 * @cause On a server, the response had begun before a cookie was set.
 * @cause The file or the key-value store does not respond.
 * @cause The keychain of a native app is locked.
 * @fix The message explains the consequence. On a server, read the session before you write any part of the response.
 */
export class TokenStoreFailed extends TaggedError("TokenStoreFailed")<{
  readonly operation: "read" | "write"
  readonly problem: string
  /** Consequence of the failure. @default "The session is kept in memory only and ends with this program." */
  readonly consequence?: string | undefined
}> {
  override get message(): string {
    return `The token store could not be ${this.operation === "read" ? "read" : "written"}: ${this.problem}. `
      + (this.consequence ?? "The session is kept in memory only and ends with this program.")
  }
}

/** A user with a session in this store. The data comes from the user's last access token. */
export interface StoredAccount {
  readonly userId: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly isAnonymous: boolean
  /** Whether the current session belongs to the user. */
  readonly isActive: boolean
}

/** The accounts of a store that keeps several sessions. One of them is current; the others are set aside. */
export interface StoredAccounts {
  /** The users with a session: first the active one, then the others, most recently active first. */
  readonly list: Effect.Effect<ReadonlyArray<StoredAccount>, TokenStoreFailed>
  /** Gets a session that is set aside, for a switch that `endSwitch` ends; `null` if the user has none. */
  readonly tokensOf: (userId: string) => Effect.Effect<StoredTokens | null, TokenStoreFailed>
  /** Copies the current session, so that it stays when `next` replaces it. Does nothing if `next` is current already. */
  readonly setAside: (next: StoredTokens) => Effect.Effect<void, TokenStoreFailed>
  /** Ends a switch to a session, and removes the copy of the current session if that session did not replace it. */
  readonly endSwitch: (to: StoredTokens) => Effect.Effect<void, TokenStoreFailed>
  /** Sets the current session aside, and leaves the store signed out. */
  readonly vacate: Effect.Effect<void, TokenStoreFailed>
  /** Removes the session of a user that is set aside, and returns it. */
  readonly remove: (userId: string) => Effect.Effect<StoredTokens | null, TokenStoreFailed>
  /**
   * Stores the result of a refresh if its session has been set aside in the meantime. `null`: the platform has ended
   * the session. Never changes the current session.
   */
  readonly refreshed: (before: StoredTokens, after: StoredTokens | null) => Effect.Effect<void>
  /** Calls back after every change of the accounts, here and in other tabs, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Gets access tokens from an identity vendor's session, instead of refreshing them on the platform. The store holds the
 * id of the vendor's session in place of a refresh token; requests never carry it.
 */
export interface ExternalGrant {
  /** Makes the function that gets an access token. Its errors never end the session. */
  readonly exchange: (
    project: Project["Service"],
    transport: Transport["Service"],
    scope: Scope.Scope,
    eachAttempt: Effect.Effect<unknown>
  ) => (sessionId: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, CallError>
  /** Whether an error concerns only its own call, so that the next call tries again immediately. */
  readonly isPassing: (error: CallError) => boolean
  /** Reason why the platform's own sign-in and sign-out are refused. */
  readonly refusal: InvalidConfiguration
}

/** Storage of the session's tokens. `null` means signed out. */
export class TokenStore extends Context.Service<TokenStore, {
  readonly get: Effect.Effect<StoredTokens | null, TokenStoreFailed>
  /**
   * Writes `next` if the store still holds `expected`. If another writer was first, writes nothing and returns `false`.
   */
  readonly compareAndSet: (
    expected: StoredTokens | null,
    next: StoredTokens | null
  ) => Effect.Effect<boolean, TokenStoreFailed>
  /**
   * The contents of the store, now and after every change by any writer. May be outdated, so the session reads the
   * store again.
   */
  readonly changes: Stream.Stream<StoredTokens | null>
  /**
   * Runs an effect, such as a refresh, that only one program sharing the store should run at a time. This is an
   * optimization. A caller that doesn't get the lock within the `lockTimeout` of the provided `SessionPolicy` continues
   * without it, unless the holder is making progress. If the lock fails, a valid access token stays in use for a while.
   */
  readonly withRefreshLock?: (<A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E | TokenStoreFailed>) | undefined
  /** The name shown in devtools: `memory`, `cookies`, … */
  readonly kind?: string | undefined
  /** Whether each operation ends on its own within a bounded time, so that the session needs no timeout. */
  readonly endsByItself?: boolean | undefined
  /**
   * Whether the session arrived with a request, and may be forged. Rate limits of its refresh never delay other
   * sessions.
   */
  readonly fromRequest?: boolean | undefined
  /** Whether the next page can read a session that is written now: a browser may block its cookies. @default true */
  readonly outlivesPage?: Effect.Effect<boolean> | undefined
  /** Set if there is no store. New sessions then fail instead of being kept in memory. */
  readonly keepsNothing?: boolean | undefined
  /** Reason why the last write was refused permanently, so that new sessions fail instead of being kept in memory. */
  readonly refusal?: () => InvalidConfiguration | undefined
  /** Set if an identity vendor signs users in and out: see `ExternalStore.layer`. */
  readonly external?: ExternalGrant | undefined
  /** The accounts, if the store keeps several sessions: see `latchkey/accounts`. */
  readonly accounts?: StoredAccounts | undefined
}>()("latchkey/TokenStore") {}

/**
 * Keeps the session in memory until the process ends, for tests, scripts and servers that build a layer per request.
 */
export const layerMemory = (): Layer.Layer<TokenStore> => Layer.effect(TokenStore, inMemory(null))

/** Starts with tokens from elsewhere: another process, a header, a test. */
export const layerExplicit = (tokens: StoredTokens): Layer.Layer<TokenStore> =>
  Layer.effect(TokenStore, inMemory(tokens))

/**
 * Keeps no session, for programs that serve many users and have no user of their own. Keeping a session fails with the
 * reason `InvalidConfiguration`.
 */
export const layerNone = (): Layer.Layer<TokenStore> =>
  Layer.succeed(TokenStore, {
    get: Effect.succeed(null),
    compareAndSet: (_expected, next) =>
      next === null
        ? Effect.succeed(true)
        : Effect.fail(new TokenStoreFailed({ operation: "write", problem: "this program stores no session" })),
    changes: Stream.empty,
    keepsNothing: true,
    kind: "nowhere"
  })

/** Runs refreshes of tabs that share a store one at a time. The provided policy limits how long a tab waits. */
export const refreshLockOf = (
  tabs: Tabs,
  topic: string
): <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E> =>
(self) => Effect.flatMap(SessionPolicy, ({ lockTimeout }) => tabs.withLock(topic, lockTimeout)(self))

/** A store in memory that starts with these tokens. */
export const inMemory = (initial: StoredTokens | null): Effect.Effect<TokenStore["Service"]> =>
  Effect.sync(() => {
    let held = initial
    const listeners = new Listeners()
    return TokenStore.of({
      kind: "memory",
      get: Effect.sync(() => held),
      compareAndSet: (expected, next) =>
        Effect.sync(() => {
          if (!sameTokens(held, expected)) return false
          held = next
          listeners.notify()
          return true
        }),
      changes: valueStream(() => held, (listener) => listeners.subscribe(listener))
    })
  })

/** Whether two records hold the same tokens. A record without tokens equals `null`. */
export const sameTokens = (a: StoredTokens | null, b: StoredTokens | null): boolean =>
  same(a?.refreshToken, b?.refreshToken) && same(a?.accessToken, b?.accessToken)

const same = (a: Redacted.Redacted | undefined, b: Redacted.Redacted | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Redacted.value(a) === Redacted.value(b))

/** Decodes tokens that a store returned; `undefined` if the value is not a record of tokens. */
export const tokensIn = (found: unknown): StoredTokens | null | undefined => {
  if (found === null) return null
  if (typeof found !== "object") return undefined
  const { accessToken, clockSkewMillis, refreshToken } = found as { readonly [name: string]: unknown }
  if (!isToken(accessToken) || !isToken(refreshToken)) return undefined
  return accessToken === undefined && refreshToken === undefined
    ? null
    : { accessToken, refreshToken, ...skewed(skewIn(clockSkewMillis)) }
}

/** Returns the member `clockSkewMillis` of {@link StoredTokens}; an empty object if the skew is unknown. */
export const skewed = (clockSkewMillis: number | undefined): Pick<StoredTokens, "clockSkewMillis"> =>
  clockSkewMillis === undefined ? {} : { clockSkewMillis }

const isToken = (value: unknown): value is Redacted.Redacted | undefined =>
  value === undefined || (Redacted.isRedacted(value) && secretText(value) !== undefined)

/**
 * Whether a value is a string that can be sent as a token in a header. The strings `undefined` and `null` are rejected:
 * they come from `String()` of a missing value.
 */
export const isTokenText = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value) && value !== "undefined" && value !== "null"
