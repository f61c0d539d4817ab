/** Where a session is kept between calls, and for whom else to see. docs/protocol.md §22. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { secretText } from "../../schemas/secrets.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"
import type { TabsService } from "../browser/index.ts"
import { Listeners } from "../call/index.ts"
import { skewIn } from "./clockSkew.ts"
import { SessionPolicy } from "./SessionPolicy.ts"
import { valueStream } from "./valueStream.ts"

/** The tokens of a session as a store holds them. */
export interface StoredTokens {
  /** Opaque; the same for the whole life of the session. Absent in a session that cannot be refreshed. */
  readonly refreshToken: Redacted.Redacted | undefined
  /** A JWT; absent after the platform rejected it. */
  readonly accessToken: Redacted.Redacted | undefined
  /**
   * How many milliseconds this machine's clock is ahead of the platform's, where that is more than a few seconds. Without
   * it a program that starts with a wrong clock takes a good access token for one that is over, and renews it. A store
   * that several machines share leaves it out.
   */
  readonly clockSkewMillis?: number | undefined
}

/**
 * The store could not be read or written: full, forbidden, or an answer sent already. The session lives on in memory,
 * for as long as the program or, on a server, the request does.
 *
 * @cause The browser's storage is full or blocked.
 * @cause On a server, the response had begun when a cookie was to be set.
 * @cause The file or the key-value store does not answer.
 * @fix Do what the message says follows from it. On a server, read the session before anything of the answer is
 *   written.
 */
export class TokenStoreFailed extends TaggedError("TokenStoreFailed")<{
  readonly operation: "read" | "write"
  readonly problem: string
  /** What follows from it. @default "The session is kept in memory only and ends with this program." */
  readonly consequence?: string
}> {
  override get message(): string {
    return `The token store could not be ${this.operation === "read" ? "read" : "written"}: ${this.problem}. `
      + (this.consequence ?? "The session is kept in memory only and ends with this program.")
  }
}

/** Where the session is kept. `null` means signed out. */
export class TokenStore extends Context.Service<TokenStore, {
  readonly get: Effect.Effect<StoredTokens | null, TokenStoreFailed>
  /** Writes `next` when the store still holds `expected`. `false`: somebody was faster and nothing was written. */
  readonly compareAndSet: (
    expected: StoredTokens | null,
    next: StoredTokens | null
  ) => Effect.Effect<boolean, TokenStoreFailed>
  /** What the store holds, now and after every change, whoever made it. May lag: the session reads anew. */
  readonly changes: Stream.Stream<StoredTokens | null>
  /**
   * Runs what one of those who share the store need do at a time: a refresh. An optimisation. Whoever does not get the
   * lock within the `lockTimeout` of the `SessionPolicy` in reach goes on without, unless whoever has it is at work; where
   * it fails, an access token that is still good is used a while longer.
   */
  readonly withRefreshLock?: <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E | TokenStoreFailed>
  /** What devtools call it: `memory`, `cookies`, … */
  readonly kind?: string
  /** Each of its operations ends by itself in bounded time, so that the session need not give any of them up. */
  readonly endsByItself?: boolean
  /** What it holds came with a request, and anybody can make that up: what its refresh meets holds back no other session. */
  readonly fromRequest?: boolean
  /** Whether what is written here is there for the next page: a browser may block its cookies. @default it is */
  readonly outlivesPage?: Effect.Effect<boolean>
  /** A store that is none: keeping a session fails, rather than keeping it in memory. */
  readonly keepsNothing?: boolean
  /** Why the last write was refused for good, so that keeping a session fails rather than keeping it in memory. */
  readonly refusal?: () => InvalidConfiguration | undefined
}>()("latchkey/TokenStore") {
  /** Forgets the session with the process: tests, scripts, servers that build a layer per request. */
  static readonly layerMemory: Layer.Layer<TokenStore> = Layer.effect(TokenStore, Effect.suspend(() => inMemory(null)))

  /** Starts with tokens that came from elsewhere: another process, a header, a test. */
  static readonly layerExplicit = (tokens: StoredTokens): Layer.Layer<TokenStore> =>
    Layer.effect(TokenStore, inMemory(tokens))

  /**
   * No session at all: for a program that serves many people and signs in nobody itself. Keeping a session fails with
   * the reason `InvalidConfiguration`.
   */
  static readonly layerNone: Layer.Layer<TokenStore> = Layer.succeed(TokenStore, {
    get: Effect.succeed(null),
    compareAndSet: (_expected, next) =>
      next === null
        ? Effect.succeed(true)
        : Effect.fail(new TokenStoreFailed({ operation: "write", problem: "this program keeps no session" })),
    changes: Stream.empty,
    keepsNothing: true,
    kind: "nowhere"
  })
}

/** The refreshes of tabs over one store, one at a time. Nobody is waited for longer than the policy in reach says. */
export const refreshLockOf = (
  tabs: TabsService,
  topic: string
): <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E> =>
(self) => Effect.flatMap(SessionPolicy, ({ lockTimeout }) => tabs.withLock(topic, lockTimeout)(self))

/** Starts with these, and is forgotten with the program. */
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

/** Whether two records hold the same tokens. A record without any is the same as none. */
export const sameTokens = (a: StoredTokens | null, b: StoredTokens | null): boolean =>
  same(a?.refreshToken, b?.refreshToken) && same(a?.accessToken, b?.accessToken)

const same = (a: Redacted.Redacted | undefined, b: Redacted.Redacted | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Redacted.value(a) === Redacted.value(b))

/** Tokens as a store gave them; `undefined` for anything that is no record of tokens. */
export const tokensIn = (found: unknown): StoredTokens | null | undefined => {
  if (found === null) return null
  if (typeof found !== "object") return undefined
  const { accessToken, clockSkewMillis, refreshToken } = found as { readonly [name: string]: unknown }
  if (!isToken(accessToken) || !isToken(refreshToken)) return undefined
  return accessToken === undefined && refreshToken === undefined
    ? null
    : { accessToken, refreshToken, ...skewed(skewIn(clockSkewMillis)) }
}

/** The member of {@link StoredTokens}, which is left out where nothing is known. */
export const skewed = (clockSkewMillis: number | undefined): Pick<StoredTokens, "clockSkewMillis"> =>
  clockSkewMillis === undefined ? {} : { clockSkewMillis }

const isToken = (value: unknown): value is Redacted.Redacted | undefined =>
  value === undefined || (Redacted.isRedacted(value) && secretText(value) !== undefined)

/**
 * Whether this can be a token: what a header can carry. The texts `undefined` and `null` are no tokens, but what
 * `String()` made of none somewhere.
 */
export const isTokenText = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21-\x7e]+$/.test(value) && value !== "undefined" && value !== "null"
