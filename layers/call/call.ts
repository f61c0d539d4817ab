/** One call, there and back: checks, attempts, waits, answer. What differs per level comes in as {@link Authorize}. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type * as Tracer from "effect/Tracer"
import type { Caller } from "../../schemas/access.ts"
import type { Spec } from "../../schemas/Endpoint.ts"
import {
  CallError,
  type CallReason,
  ConnectionFailed,
  type DiagnosticsReport as Found,
  Offline,
  RedirectRefused,
  TimedOut
} from "../../schemas/errors/CallError.ts"
import { KnownError, type KnownErrorClass, type RequestContext } from "../../schemas/KnownError.ts"
import { type FailedAnswer, rateLimited, read } from "./answer.ts"
import * as Diagnostics from "./Diagnostics.ts"
import * as log from "./log.ts"
import { placeOf } from "./partitions.ts"
import type { Project } from "./Project.ts"
import { type HeldBack, type Passage, type Place, RateLimitGate } from "./RateLimitGate.ts"
import { encode, secretsOf, type Target } from "./request.ts"
import { type AttemptFailure, faultOf, type Policy, RetryPolicy } from "./RetryPolicy.ts"
import { scrubber } from "./scrub.ts"
import { singleFlight } from "./singleFlight.ts"
import { PropagateTrace, type Transport, type WireRequest } from "./Transport.ts"

/** What a level adds to one attempt. */
export interface Credentials {
  readonly headers: Record<string, string>
  /** What must not be shown should the answer quote it. */
  readonly secrets: ReadonlyArray<string>
  /** Replaces credentials that `error` rejects. `true` when a repeat would carry others. */
  readonly renew: (error: KnownError) => Effect.Effect<boolean>
}

/** For what the platform answers anybody, or asks for in the body or path. */
export const withoutCredentials: Credentials = { headers: {}, secrets: [], renew: () => Effect.succeed(false) }

/** Makes the credentials of an attempt. Asked anew each time, so that a repeat carries new ones. */
export type Authorize = (spec: Spec) => Effect.Effect<Credentials, CallError>

/** An attempt that failed, with what the policy is asked about. */
interface FailedAttempt extends FailedAnswer, AttemptFailure {
  /** It was not sent: the gate is closed. */
  readonly heldBack?: true
  /** The platform rejected the access token, and there is another one. */
  readonly renewed?: true
}

/** What a call remembers from attempt to attempt. */
interface CallState {
  attempts: number
  /** When the last attempt failed, and why: the wait before the next one is told in its span. */
  failedAt: number
  lastFailure: AttemptFailure["kind"] | "RejectedToken" | undefined
  /** A request of this call may have arrived although its answer did not. */
  lost: boolean
  renewed: boolean
  /** The program was told of a long wait. */
  warned: boolean
  /** What its policy last came to. */
  waited: Duration.Duration
  /** Of the last attempt that was sent. */
  passage: Passage | undefined
}

/**
 * Builds the caller of a level, any of whose calls may fail with `general`. The health checks that failing callers share
 * live in `scope`, the layer's.
 */
export const makeCaller = (
  project: Project["Service"],
  transport: Transport["Service"],
  scope: Scope.Scope,
  general: ReadonlyArray<KnownErrorClass>,
  authorize: Authorize
): Caller => {
  // most callers never need it, and a server has one for each request
  let shared: Effect.Effect<Found> | undefined
  const diagnose = Effect.suspend(() => shared ??= sharedDiagnostics(project, transport, scope))
  return {
    call: (spec, input) => {
      const target = encode(spec, input)
      if (Result.isFailure(target)) return Effect.fail(new CallError({ endpoint: spec.name, reason: target.failure }))
      const call: Call = {
        project,
        transport,
        place: placeOf(transport, project.apiUrl),
        general,
        authorize,
        spec,
        target: target.success,
        asked: { projectId: project.id, input: input as RequestContext["input"] },
        secrets: secretsOf(input),
        state: {
          attempts: 0,
          failedAt: 0,
          lastFailure: undefined,
          lost: false,
          renewed: false,
          warned: false,
          waited: Duration.zero,
          passage: undefined
        }
      }
      return Effect.flatMap(RetryPolicy, (policy) => {
        const fault = faultOf(policy)
        if (fault !== undefined) return Effect.fail(new CallError({ endpoint: spec.name, reason: fault }))
        return Effect.catch(retrying(call, policy), (failed) => giveUp(spec, failed, call.state.attempts, diagnose))
      }).pipe(
        Effect.withSpan(spec.name, {
          kind: "client",
          attributes: { "http.request.method": spec.method, "url.template": spec.path }
        }, withoutStack)
      )
    }
  }
}

/** The line that opens the span is always the one above; looking it up costs each call some microseconds. */
const withoutStack = { captureStackTrace: false }

/**
 * Attempts as the policy's schedule says; of a call that it ends at a closed gate, the gate may still try one. The steps of
 * a schedule are made when an attempt has failed: calls that wait for their first answer hold a tenth less.
 */
const retrying = (call: Call, { perAttempt, schedule }: Policy): Effect.Effect<unknown, FailedAttempt> => {
  const once = Effect.suspend(() => {
    call.state.attempts++
    return attempt(call, perAttempt, false)
  })
  return Effect.catch(once, (first) => {
    let next: Effect.Effect<unknown, FailedAttempt> = Effect.fail(first)
    return Effect.retryOrElse(
      Effect.suspend(() => {
        const now = next
        next = once
        return now
      }),
      Schedule.tap(schedule, ({ duration, input }) => waiting(call, input, duration)),
      (last) =>
        Effect.tapError(
          last.heldBack ? attempt(call, perAttempt, true) : Effect.fail(last),
          (failed) => holdOthersBack(call, failed, call.state.waited)
        )
    )
  })
}

/** Milliseconds. Who waits longer without a word looks as if it hung. */
const longWait = 10_000

/** Before the wait for the next attempt. */
const waiting = (call: Call, failed: AttemptFailure, wait: Duration.Duration): Effect.Effect<void> => {
  const { spec, state } = call
  state.waited = wait
  const holding = holdOthersBack(call, failed, wait)
  if (Duration.toMillis(wait) <= longWait || state.warned) return holding
  state.warned = true
  return Effect.andThen(
    holding,
    log.warnThrottled(
      `${spec.name} waits`,
      `${spec.name} is tried again in ${Math.ceil(Duration.toSeconds(wait))} s (${failed.kind}). `
        + "How long a call may wait is up to its RetryPolicy."
    )
  )
}

/** A 429 that states no time holds the others back for the wait that its call's policy came to, or came to before it gave up. */
const holdOthersBack = ({ state }: Call, failed: AttemptFailure, wait: Duration.Duration): Effect.Effect<void> =>
  failed.kind === "RateLimited" && !failed.retryAfterMillis && state.passage !== undefined
    ? state.passage.refused(wait)
    : Effect.void

interface Call {
  readonly project: Project["Service"]
  readonly transport: Transport["Service"]
  readonly place: Place
  readonly general: ReadonlyArray<KnownErrorClass>
  readonly authorize: Authorize
  readonly spec: Spec
  readonly target: Target
  readonly asked: RequestContext
  readonly secrets: ReadonlyArray<string>
  readonly state: CallState
}

/** One attempt: while the gate is closed it fails as the one that was told so. A rejected token is replaced at once. */
const attempt = (call: Call, limit: Duration.Input, probing: boolean): Effect.Effect<unknown, FailedAttempt> =>
  Effect.flatMap(RateLimitGate, (gate) => {
    const enter = Effect.suspend(() => gate.enter(call.place, probing))
    return Effect.catchIf(enter, isAlmostOver, ({ retryAfter }) => Effect.andThen(Effect.sleep(retryAfter), enter))
  }).pipe(
    Effect.catch(({ retryAfter }) => heldBack(call, retryAfter)),
    Effect.flatMap((passage) => {
      call.state.passage = passage
      return Effect.catchIf(
        sending(call, limit, passage),
        ({ renewed }) => renewed === true,
        () => {
          call.state.attempts++
          return sending(call, limit, passage)
        }
      )
    })
  )

/** A timer may end a millisecond before the clock says so: who waited as long as was asked has no attempt less for it. */
const isAlmostOver = ({ retryAfter }: HeldBack): boolean => Duration.toMillis(retryAfter) <= 2

const heldBack = ({ spec, state }: Call, retryAfter: Duration.Duration): Effect.Effect<never, FailedAttempt> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    state.failedAt = now
    state.lastFailure = "RateLimited"
    const wait = Math.max(1, Duration.toMillis(retryAfter))
    return Effect.fail({ ...rateLimited(429, wait), ...of(spec), heldBack: true })
  })

/** One request in a span of its own. Attributes are an allow-list: nothing of headers, query or body is among them. */
const sending = (call: Call, limit: Duration.Input, passage: Passage): Effect.Effect<unknown, FailedAttempt> =>
  Effect.useSpan("attempt", { kind: "client" }, (span) =>
    Effect.flatMap(Clock.currentTimeMillis, (started) => {
      const { state } = call
      span.attribute("attempt", state.attempts)
      if (state.lastFailure !== undefined) {
        span.attribute("wait.reason", state.lastFailure)
        span.attribute("wait.millis", started - state.failedAt)
      }
      return exchange(call, limit, span, passage).pipe(
        Effect.tapError((failed) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            state.failedAt = now
            state.lastFailure = failed.renewed ? "RejectedToken" : failed.kind
            state.lost ||= failed.kind === "Lost" || failed.kind === "TimedOut"
            if (failed.status > 0) span.attribute("http.response.status_code", failed.status)
            if (failed.code !== undefined) span.attribute("error.code", failed.code)
            return failed.retryAfterMillis
              ? passage.refused(Duration.millis(failed.retryAfterMillis))
              : Effect.void
          })
        )
      )
    }))

const of = ({ idempotent, name }: Spec) => ({ idempotent, endpoint: name })

const exchange = (
  call: Call,
  limit: Duration.Input,
  span: Tracer.Span,
  passage: Passage
): Effect.Effect<unknown, FailedAttempt> => {
  const { project, spec, target, transport } = call
  return call.authorize(spec).pipe(
    Effect.mapError(({ reason }): FailedAttempt => ({ ...failedWith("Refused", () => reason), ...of(spec) })),
    Effect.flatMap((credentials) => {
      const secrets = [...call.secrets, ...credentials.secrets]
      const scrub = scrubber(secrets)
      return Effect.flatMap(PropagateTrace, (propagate) =>
        transport.send({
          method: spec.method,
          url: `${project.apiUrl}${target.path === "/" ? "" : target.path}`,
          headers: headersOf(credentials.headers, target, project, propagate ? span : undefined),
          body: target.body
        })).pipe(
          Effect.mapError((failure): FailedAnswer =>
            failure._tag === "Lost"
              ? failedWith(failure.transient ? "Lost" : "Refused", (attempts) =>
                lost(spec, project, attempts, scrub(failure.fault), failure.code && scrub(failure.code)))
              : failedWith("Refused", () =>
                failure._tag === "RedirectRefused" ? refusal(failure, secrets) : failure)
          ),
          within(limit, spec, project),
          Effect.flatMap((response) => {
            span.attribute("http.response.status_code", response.status)
            return Effect.flatMap(Clock.currentTimeMillis, (now) => {
              const answer = read(spec, call.general, response, scrub, now, call.asked)
              const result = Effect.fromResult(answer)
              return Result.isFailure(answer) && answer.failure.kind === "RateLimited"
                ? result
                : Effect.andThen(passage.answered, result)
            })
          }),
          Effect.catch((failed) =>
            isDone(call, failed) ? Effect.succeed(done) : renewing(call, credentials, { ...failed, ...of(spec) })
          )
        )
    })
  )
}

const failedWith = (kind: AttemptFailure["kind"], error: FailedAnswer["error"]): FailedAnswer => ({
  kind,
  status: 0,
  code: undefined,
  retryAfterMillis: undefined,
  error
})

const within = (limit: Duration.Input, spec: Spec, project: Project["Service"]) => {
  const limitMillis = Math.max(Duration.toMillis(limit), Duration.toMillis(spec.perAttempt ?? 0))
  return Effect.timeoutOrElse({
    duration: limitMillis,
    orElse: () =>
      Effect.fail(
        failedWith("TimedOut", (attempts) => new TimedOut({ target: targetOf(spec, project), attempts, limitMillis }))
      )
  })
}

const done = { success: true }

/**
 * A deletion that is repeated because its answer got lost finds nothing any more: that is what was asked for.
 * docs/decisions.md §14.
 */
const isDone = ({ state, spec }: Call, failed: FailedAnswer): boolean =>
  state.lost && spec.method === "DELETE"
  && (failed.status === 404 || spec.gone.some((gone) => gone.spec.code === failed.code))

/** A rejected token is replaced, but only once in a call. docs/laws.md B6. */
const renewing = (call: Call, credentials: Credentials, failed: FailedAttempt): Effect.Effect<never, FailedAttempt> => {
  const { state } = call
  const error = failed.error(state.attempts)
  if (!(error instanceof KnownError)) return Effect.fail(failed)
  return Effect.flatMap(credentials.renew(error), (renewed) => {
    const repeat = renewed && !state.renewed
    state.renewed ||= renewed
    return Effect.fail(repeat ? { ...failed, renewed: true } : failed)
  })
}

const headersOf = (
  own: Record<string, string>,
  target: Target,
  project: Project["Service"],
  span: Tracer.Span | undefined
): WireRequest["headers"] => ({
  ...own,
  ...(target.contentType === undefined ? {} : { "content-type": target.contentType }),
  ...(span === undefined ? {} : { traceparent: `00-${span.traceId}-${span.spanId}-${span.sampled ? "01" : "00"}` }),
  ...project.extraRequestHeaders
})

const targetOf = (spec: Spec, project: Project["Service"]): string =>
  `${new URL(project.apiUrl).origin} (${spec.method} ${spec.path})`

const lost = (
  spec: Spec,
  project: Project["Service"],
  attempts: number,
  fault: string,
  code: string | undefined
): CallReason => new ConnectionFailed({ target: targetOf(spec, project), attempts, fault, code, diagnostics: {} })

/** A host in Punycode does not show what it was made of, and it may have been made of a secret. */
const refusal = ({ origin, status }: RedirectRefused, secrets: ReadonlyArray<string>): RedirectRefused =>
  new RedirectRefused({
    status,
    origin: origin === undefined || (origin.includes("xn--") && secrets.some((secret) => /[^ -~]/.test(secret)))
      ? undefined
      : scrubber(secrets)(origin)
  })

/** Ends the call with the last attempt's error; a lost connection is looked into first. */
const giveUp = (
  spec: Spec,
  failed: FailedAttempt,
  attempts: number,
  diagnose: Effect.Effect<Found>
): Effect.Effect<never, unknown> => {
  const error = failed.error(attempts)
  if (error instanceof KnownError && spec.errors.some((known) => known.spec.code === error.code)) {
    return Effect.fail(error)
  }
  const reason = error as CallReason
  const fail = (reason: CallReason) => Effect.fail(new CallError({ endpoint: spec.name, reason }))
  if (reason._tag !== "ConnectionFailed") return fail(reason)
  if (Diagnostics.onLine() === false) return fail(new Offline())
  const { code, fault, target } = reason
  return Effect.flatMap(
    diagnose,
    (diagnostics) => fail(new ConnectionFailed({ target, attempts, fault, code, diagnostics }))
  )
}

/** Callers that fail while a run is under way wait for its result instead of starting another. */
const sharedDiagnostics = (
  project: Project["Service"],
  transport: Transport["Service"],
  scope: Scope.Scope
): Effect.Effect<Found> => {
  const diagnose = singleFlight(scope, () => Diagnostics.run(transport, project.apiUrl))
  // a layer that is gone diagnoses nothing more
  return Effect.catchCause(diagnose("all", undefined), () => Effect.succeed({}))
}
