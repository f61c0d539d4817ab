/**
 * What the panel shows and exports: plain data, made of facts that are named one by one, so that nothing secret can get
 * in. A token is there as its fingerprint.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { millisOf, type Policy, Project, RetryPolicy, sha256 } from "../../layers/call/index.ts"
import { cached as cachedReads, type ReadCache } from "../../layers/reads/index.ts"
import { type CurrentSession, remainingMillis, Session, SessionPolicy } from "../../layers/session/index.ts"
import { type FailureChoice, failureChoices, type PossibleWait, possibleWaits } from "./possibleWaits.ts"
import { CurrentRecording, type RecordedCall } from "./recorder.ts"

/** The session, without its tokens. */
export interface SessionFacts {
  readonly userId: string | undefined
  readonly sessionId: string | undefined
  readonly isAnonymous: boolean
  /** The first eight digits of the SHA-256, in hexadecimal; `undefined` where there is no such token. */
  readonly accessToken: string | undefined
  readonly refreshToken: string | undefined
  /** On the platform's clock. */
  readonly issuedAt: number | undefined
  readonly expiresAt: number | undefined
  /** By this machine's clock; `undefined` when the token tells no expiry. */
  readonly expiresInMillis: number | undefined
  readonly refreshesInMillis: number | undefined
  /** How far this machine's clock is ahead of the platform's, as far as it had to be corrected. */
  readonly clockAheadMillis: number
}

/** A value that is kept. */
export interface ReadFacts {
  readonly key: string
  readonly state: "Pending" | "Success" | "Failure"
  readonly watchers: number
  readonly ageMillis: number | undefined
  readonly dropsInMillis: number | undefined
  readonly refreshedBy: string | undefined
}

/** The policy in force, and the waits it comes to after each kind of failure. */
export interface RetryFacts {
  readonly perAttemptMillis: number
  readonly waits: { readonly [Choice in FailureChoice]: ReadonlyArray<PossibleWait> }
}

/** Everything at one moment. */
export interface Snapshot {
  readonly at: string
  readonly project: { readonly id: string; readonly apiUrl: string }
  /** Calls are recorded: devtools were there when the layer was built, or it is `observed`. */
  readonly isObserved: boolean
  readonly storage: string | undefined
  /** `null`: signed out. `undefined`: not known, for nothing is recorded. */
  readonly session: SessionFacts | null | undefined
  readonly calls: ReadonlyArray<RecordedCall>
  readonly reads: ReadonlyArray<ReadFacts>
  readonly retries: RetryFacts
}

/** Looks at the services of the program. Makes no request. */
export const takeSnapshot: Effect.Effect<Snapshot, never, Project | Session | ReadCache> = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const { apiUrl, id } = yield* Project
  const recording = yield* CurrentRecording
  const insides = recording?.insides() ?? {}
  const held = insides.session?.()
  const { threshold } = insides.sessionPolicy ?? (yield* SessionPolicy)
  const signedOut = (yield* Session).state()._tag === "SignedOut"
  return {
    at: new Date(now).toISOString(),
    project: { id, apiUrl },
    isObserved: recording !== undefined,
    storage: insides.storage,
    session: signedOut ? null : held == null ? undefined : yield* sessionFacts(held, now, millisOf(threshold)),
    calls: recording?.calls() ?? [],
    reads: (yield* cachedReads).map(({ dropsAt, key, refreshedBy, startedAt, state, watchers }) => ({
      key,
      state,
      watchers,
      ageMillis: Number.isFinite(startedAt) ? Math.max(0, now - startedAt) : undefined,
      dropsInMillis: dropsAt === undefined ? undefined : Math.max(0, dropsAt - now),
      refreshedBy
    })),
    retries: yield* retryFacts(insides.retryPolicy ?? (yield* RetryPolicy))
  }
})

const sessionFacts = (held: CurrentSession, now: number, threshold: number): Effect.Effect<SessionFacts> =>
  Effect.gen(function*() {
    const { clockSkewMillis, life, tokens } = held
    const claims = Option.getOrUndefined(held.state().claims)
    const remaining = tokens.accessToken === undefined ? 0 : remainingMillis(life, clockSkewMillis, now)
    const tells = Number.isFinite(remaining)
    return {
      userId: claims?.sub,
      sessionId: claims?.refreshTokenId,
      isAnonymous: claims?.isAnonymous ?? false,
      accessToken: yield* fingerprint(tokens.accessToken),
      refreshToken: yield* fingerprint(tokens.refreshToken),
      issuedAt: life.issuedAt,
      expiresAt: life.expiresAt,
      expiresInMillis: tells ? Math.max(0, remaining) : undefined,
      refreshesInMillis: tells && tokens.refreshToken !== undefined
        ? Math.max(0, remaining - threshold)
        : undefined,
      clockAheadMillis: clockSkewMillis
    }
  })

/** Tells two tokens apart, and is of no other use. */
const fingerprint = (token: Redacted.Redacted | undefined): Effect.Effect<string | undefined> => {
  if (token === undefined) return Effect.succeed(undefined)
  // browsers have it on HTTPS and localhost only
  if (globalThis.crypto?.subtle === undefined) return Effect.succeed("not on an insecure page")
  return Effect.map(Effect.promise(() => sha256(Redacted.value(token))), (digest) => Hex.encode(digest.subarray(0, 4)))
}

const known = new WeakMap<Policy, RetryFacts>()

const retryFacts = (policy: Policy): Effect.Effect<RetryFacts> =>
  Effect.gen(function*() {
    const before = known.get(policy)
    if (before !== undefined) return before
    const waits = {} as { [Choice in FailureChoice]: ReadonlyArray<PossibleWait> }
    for (const choice of failureChoices) waits[choice] = yield* possibleWaits(policy, choice)
    const facts = { perAttemptMillis: Duration.toMillis(policy.perAttempt), waits }
    known.set(policy, facts)
    return facts
  })
