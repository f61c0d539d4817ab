/**
 * The data that the panel shows and exports. Each field is listed explicitly, so that no secret gets in. Tokens appear
 * as fingerprints.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Digest, millisOf, type Policy, Project, RetryPolicy, sha256 } from "../../layers/call/index.ts"
import type { LedgerEntry } from "../../layers/observe/ledger/index.ts"
import { cached as cachedReads, type ReadCache } from "../../layers/reads/index.ts"
import { type CurrentSession, remainingMillis, Session, SessionPolicy } from "../../layers/session/index.ts"
import { type FailureChoice, failureChoices, type PossibleWait, possibleWaits } from "./possibleWaits.ts"
import { type Conversation, CurrentRecording, type RecordedCall } from "./recorder.ts"

/** The session, without its tokens. */
export interface SessionFacts {
  readonly userId: string | undefined
  /** Address, name or id of the user, for the panel. Not enumerable, so that no export contains it. */
  readonly person?: string | undefined
  readonly sessionId: string | undefined
  readonly isAnonymous: boolean
  /** First eight hexadecimal digits of the token's SHA-256; `undefined` without a token. */
  readonly accessToken: string | undefined
  readonly refreshToken: string | undefined
  /** Time of issue according to the platform's clock. */
  readonly issuedAt: number | undefined
  readonly expiresAt: number | undefined
  /** Time of expiry according to this machine's clock; `undefined` if the token has no expiry. */
  readonly expiresInMillis: number | undefined
  readonly refreshesInMillis: number | undefined
  /** Clock skew: milliseconds by which this machine's clock is ahead of the platform's clock, as measured so far. */
  readonly clockAheadMillis: number
}

/** A cached read. */
export interface ReadFacts {
  readonly key: string
  readonly state: "Pending" | "Success" | "Failure"
  readonly watchers: number
  readonly ageMillis: number | undefined
  readonly dropsInMillis: number | undefined
  readonly refreshedBy: string | undefined
}

/** The current policy, and its waits after each kind of failure. */
export interface RetryFacts {
  readonly perAttemptMillis: number
  readonly waits: { readonly [Choice in FailureChoice]: ReadonlyArray<PossibleWait> }
}

/** Number of requests that a test can contain. */
export interface RequestCounts {
  readonly kept: number
  /** Number of earlier requests, which are no longer kept. */
  readonly dropped: number
  /** Number of requests since the user pressed Record; `undefined` without a recording. */
  readonly sinceRecord: number | undefined
}

/** The complete state at one moment. */
export interface Snapshot {
  readonly at: string
  readonly project: { readonly id: string; readonly apiUrl: string }
  /** Whether calls are recorded: the layer is `observed`, or the devtools were loaded before the layer was built. */
  readonly isObserved: boolean
  readonly storage: string | undefined
  /** `null`: signed out. `undefined`: unknown, because nothing is recorded. */
  readonly session: SessionFacts | null | undefined
  /** Events of the session, oldest first. `latchkey doctor --session` reads a file with this field. */
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly calls: ReadonlyArray<RecordedCall>
  readonly requests: RequestCounts
  readonly reads: ReadonlyArray<ReadFacts>
  readonly retries: RetryFacts
}

/** Collects the state of the services. Sends no requests. */
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
    ledger: recording?.ledger() ?? [],
    calls: recording?.calls() ?? [],
    requests: countsOf(recording?.conversation),
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

const countsOf = (conversation: Conversation | undefined): RequestCounts => {
  if (conversation === undefined) return { kept: 0, dropped: 0, sinceRecord: undefined }
  const { markedAt } = conversation
  const kept = conversation.list()
  return {
    kept: kept.length,
    dropped: conversation.dropped(),
    sinceRecord: markedAt === undefined ? undefined : kept.filter(({ at }) => at >= markedAt).length
  }
}

const sessionFacts = (held: CurrentSession, now: number, threshold: number): Effect.Effect<SessionFacts> =>
  Effect.gen(function*() {
    const { clockSkewMillis, life, tokens } = held
    const claims = Option.getOrUndefined(held.state().claims)
    const remaining = tokens.accessToken === undefined ? 0 : remainingMillis(life, clockSkewMillis, now)
    const tells = Number.isFinite(remaining)
    const facts: SessionFacts = {
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
    return Object.defineProperty(facts, "person", { value: claims?.email ?? claims?.name ?? claims?.sub })
  })

/** Returns a fingerprint for comparing tokens. */
const fingerprint = (token: Redacted.Redacted | undefined): Effect.Effect<string | undefined> => {
  if (token === undefined) return Effect.succeed(undefined)
  return Effect.flatMap(Digest, (digest) => Effect.tryPromise(() => sha256(Redacted.value(token), digest))).pipe(
    Effect.map((bytes) => Hex.encode(bytes.subarray(0, 4))),
    // Browsers provide `crypto.subtle` only on HTTPS and localhost.
    Effect.orElseSucceed(() => "not on an insecure page")
  )
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
