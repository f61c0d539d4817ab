/** Makes one call: encodes, sends, retries and decodes. The access level is given as {@link Authorize}. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import { CurrentStackFrame } from "effect/References"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import type { Caller } from "../../schemas/access.ts"
import type { Spec } from "../../schemas/Endpoint.ts"
import {
  CallError,
  type CallReason,
  ConnectionFailed,
  type DiagnosticsReport as Found,
  Offline
} from "../../schemas/errors/CallError.ts"
import { KnownError, type KnownErrorClass, type RequestContext } from "../../schemas/KnownError.ts"
import { CallObserver } from "../observe/index.ts"
import {
  attemptAfter,
  type Authorize,
  type Call,
  type FailedAttempt,
  firstAttempt,
  send,
  type Sent
} from "./attempt.ts"
import * as Diagnostics from "./Diagnostics.ts"
import * as log from "./log.ts"
import type { Project } from "./Project.ts"
import type { Permit } from "./RateLimitGate.ts"
import { encode, secretsOf } from "./request.ts"
import { closeGateForDelay } from "./retryAfter.ts"
import { type AttemptFailure, faultOf, type Policy, RetryPolicy } from "./RetryPolicy.ts"
import { withNow } from "./settings.ts"
import { singleFlight } from "./singleFlight.ts"
import { PropagateTrace, type Transport } from "./Transport.ts"

/**
 * Builds the caller of an access level. Every call may also fail with the errors in `general`. `scope` is the layer's
 * scope: it limits the lifetime of the health checks that failing calls share.
 */
export const makeCaller = (
  project: Project["Service"],
  transport: Transport["Service"],
  scope: Scope.Scope,
  general: ReadonlyArray<KnownErrorClass>,
  authorize: Authorize
): Caller => {
  // Created lazily: most callers never need it, and a server has one caller per request.
  let shared: Effect.Effect<Found> | undefined
  const diagnose = Effect.suspend(() => shared ??= sharedDiagnostics(project, transport, scope))
  return {
    call: (spec, input) => {
      const target = encode(spec, input)
      if (Result.isFailure(target)) return Effect.fail(new CallError({ endpoint: spec.name, reason: target.failure }))
      const call: Call = {
        project,
        transport,
        general,
        authorize,
        spec,
        target: target.success,
        request: { projectId: project.id, input: input as RequestContext["input"] },
        secrets: secretsOf(input),
        diagnose,
        observed: undefined
      }
      return inSpan(spec, observing(call))
    }
  }
}

/**
 * Names the call in the stacks of errors. Runs it in a span if a tracer, a `traceparent` header or an observer needs
 * one: Effect's default tracer keeps no spans. Unlike `Effect.withSpan`, doesn't search for a source line, which would
 * be the same for every call.
 */
const inSpan = <A, E>({ method, name, path }: Spec, self: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  const named = (own: Context.Context<never>) =>
    Context.add(own, CurrentStackFrame, { name, stack: () => undefined, parent: Context.get(own, CurrentStackFrame) })
  return Effect.withFiber((fiber) =>
    fiber.cache.tracer === undefined && !fiber.getRef(PropagateTrace) && fiber.getRef(CallObserver) === undefined
      ? Effect.updateContext(self, named)
      : Effect.useSpan(
        name,
        { kind: "client", attributes: { "http.request.method": method, "url.template": path } },
        (span) =>
          Effect.updateContext(self, (own: Context.Context<never>) => Context.add(named(own), Tracer.ParentSpan, span))
      )
  )
}

/** Notifies the observer, if any, of the start and the end of a call. */
const observing = (call: Call): Effect.Effect<unknown, unknown> =>
  Effect.withFiber((fiber) => {
    const observer = fiber.getRef(CallObserver)
    const policy = fiber.getRef(RetryPolicy)
    // the observer must see the end even if the call is interrupted after its start
    return observer === undefined
      ? attempts(call, policy)
      : Effect.uninterruptibleMask((restore) =>
        withNow((startedAt) => {
          const { method, name: endpoint, path } = call.spec
          const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
          const observed = observer.call({ endpoint, method, path, server: call.project.apiUrl, startedAt, span })
          return Effect.onExit(
            restore(attempts({ ...call, observed }, policy)),
            (exit) => withNow((endedAt) => Effect.succeed(observed.ended(endedAt, exit)))
          )
        })
      )
  })

/**
 * Makes attempts until one succeeds, the failure isn't retryable or the policy's schedule ends. The schedule starts
 * after the first retryable failure: most calls never need it.
 */
const attempts = (call: Call, policy: Policy): Effect.Effect<unknown, unknown> => {
  const fault = faultOf(policy)
  if (fault !== undefined) return Effect.fail(new CallError({ endpoint: call.spec.name, reason: fault }))
  return Effect.flatMap(
    send(call, policy, firstAttempt),
    (sent) =>
      Result.isFailure(sent) && policy.retryable(sent.failure)
        ? Effect.flatMap(
          Schedule.toStep(policy.schedule),
          (step) => retry({ call, policy, step }, sent.failure, Duration.zero, false)
        )
        : end(call, sent, Duration.zero)
  )
}

/** A call, and the function that steps the schedule of its policy. */
interface Retrying {
  readonly call: Call
  readonly policy: Policy
  readonly step: Effect.Success<ReturnType<typeof Schedule.toStep<unknown, AttemptFailure, never, never>>>
}

/**
 * Waits for the schedule's next delay, then makes another attempt. `failed` is the last attempt, which may be retried,
 * and `waited` the delay before it.
 */
const retry = (
  retrying: Retrying,
  failed: FailedAttempt,
  waited: Duration.Duration,
  warned: boolean
): Effect.Effect<unknown, unknown> => {
  const { call, policy, step } = retrying
  return withNow((now) =>
    step(now, failed).pipe(
      Effect.map(([, wait]) => wait),
      Pull.catchDone(() => Effect.succeed(undefined)),
      Effect.flatMap((wait) => {
        if (wait === undefined) return lastAttempt(call, policy, failed, waited)
        const isLong = Duration.toMillis(wait) > longWait
        return closeGateForDelay(failed, wait).pipe(
          Effect.andThen(isLong && !warned ? warnOfWait(call.spec, failed, wait) : Effect.void),
          Effect.andThen(sleepOrAdmitted(failed, wait)),
          Effect.flatMap((permit) => send(call, policy, { ...attemptAfter(failed), permit })),
          Effect.flatMap((sent) =>
            Result.isFailure(sent) && policy.retryable(sent.failure)
              ? retry(retrying, sent.failure, wait, warned || isLong)
              : end(call, sent, wait)
          )
        )
      })
    )
  )
}

/** Sleeps for the schedule's delay, or until the gate admits the call if only the gate delayed it. */
const sleepOrAdmitted = (
  { heldBack }: FailedAttempt,
  wait: Duration.Duration
): Effect.Effect<Permit | undefined> => {
  const sleep = Effect.as(Effect.sleep(wait), undefined)
  return heldBack?.admitted === undefined || Duration.toMillis(wait) > Duration.toMillis(heldBack.retryAfter)
    ? sleep
    : Effect.raceFirst(sleep, heldBack.admitted)
}

/** The schedule has ended. A call that the gate held back may be the gate's next probe. */
const lastAttempt = (call: Call, policy: Policy, failed: FailedAttempt, waited: Duration.Duration) =>
  failed.heldBack === undefined
    ? end(call, Result.fail(failed), waited)
    : Effect.flatMap(
      send(call, policy, { ...attemptAfter(failed), number: failed.attempt.number, isLast: true }),
      (last) => end(call, last, waited)
    )

/** Ends the call with the result of its last attempt. `waited` is the delay before that attempt. */
const end = (call: Call, sent: Sent, waited: Duration.Duration): Effect.Effect<unknown, unknown> =>
  Result.isSuccess(sent)
    ? Effect.succeed(sent.success)
    : Effect.andThen(closeGateForDelay(sent.failure, waited), giveUp(call, sent.failure))

/** Threshold in milliseconds. Longer waits are logged, so that slow calls are visible. */
const longWait = 10_000

const warnOfWait = (spec: Spec, { kind }: AttemptFailure, wait: Duration.Duration): Effect.Effect<void> =>
  log.warnThrottled(
    `${spec.name} waits`,
    `${spec.name} is tried again in ${Math.ceil(Duration.toSeconds(wait))} s (${kind}). `
      + "The RetryPolicy limits how long a call waits."
  )

/** Ends the call with the last attempt's error. A lost connection is diagnosed first. */
const giveUp = ({ diagnose, spec }: Call, failed: FailedAttempt): Effect.Effect<never, unknown> => {
  const attempts = failed.attempt.number
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

/** Calls that fail while health checks are running wait for their results, instead of starting more checks. */
const sharedDiagnostics = (
  project: Project["Service"],
  transport: Transport["Service"],
  scope: Scope.Scope
): Effect.Effect<Found> => {
  const diagnose = singleFlight(scope, () => Diagnostics.run(transport, project.apiUrl))
  // After the layer is closed, no health checks run.
  return Effect.catchCause(diagnose("all", undefined), () => Effect.succeed({}))
}
