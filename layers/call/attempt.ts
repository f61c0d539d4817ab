/** Makes one attempt of a call: admission by the rate-limit gate, request and response. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"
import type { Spec } from "../../schemas/Endpoint.ts"
import {
  CallError,
  type CallReason,
  ConnectionFailed,
  RedirectRefused,
  TimedOut
} from "../../schemas/errors/CallError.ts"
import { KnownError, type KnownErrorClass, type RequestContext } from "../../schemas/KnownError.ts"
import { type FailedAnswer, rateLimited, read } from "./answer.ts"
import type { ObservedAttempt, ObservedCall } from "./CallObserver.ts"
import { bucketOf } from "./partitions.ts"
import type { Project } from "./Project.ts"
import { type HeldBack, type Permit, RateLimitGate } from "./RateLimitGate.ts"
import type { Target } from "./request.ts"
import type { AttemptFailure, Policy } from "./RetryPolicy.ts"
import { scrubber } from "./scrub.ts"
import { PropagateTrace, type Transport, type WireRequest } from "./Transport.ts"

/** Headers and secrets that an access level adds to one attempt. */
export interface Credentials {
  readonly headers: Record<string, string>
  /** Values to redact if a response quotes them. */
  readonly secrets: ReadonlyArray<string>
  /** The session's token, for rate limits: see `Bucket.session`. */
  readonly session: Redacted.Redacted | undefined
  /** Replaces credentials that `error` rejects. Returns whether a repeated request would carry new credentials. */
  readonly renew: (error: KnownError) => Effect.Effect<boolean>
}

/** Empty credentials, for endpoints that need none or that take them in the body or path. */
export const withoutCredentials: Credentials = {
  headers: {},
  secrets: [],
  session: undefined,
  renew: () => Effect.succeed(false)
}

/** Creates the credentials of one attempt, so that each attempt carries the current tokens. */
export type Authorize = (spec: Spec) => Effect.Effect<Credentials, CallError>

/** An attempt of a call, before it is sent. */
interface Attempt {
  readonly number: number
  /** Reason and time of the previous attempt's failure. */
  readonly after: { readonly reason: AttemptFailure["kind"] | "RejectedToken"; readonly at: number } | undefined
  /** Whether an earlier attempt lost its response, so that the platform may have processed it. */
  readonly mayBeDone: boolean
  /** Whether the call has already replaced a rejected token. */
  readonly hasRenewed: boolean
  /** Whether the policy allows no attempt after this one. */
  readonly isLast: boolean
  /** Whether the gate admitted the call while it waited. */
  readonly permit: Permit | undefined
}

export const firstAttempt: Attempt = {
  number: 1,
  after: undefined,
  mayBeDone: false,
  hasRenewed: false,
  isLast: false,
  permit: undefined
}

/** A failed attempt: the input of the policy's schedule. */
export interface FailedAttempt extends FailedAnswer, AttemptFailure {
  readonly attempt: Attempt
  readonly at: number
  /** Admission of the request; `undefined` if nothing was sent. */
  readonly permit: Permit | undefined
  /** Set if the gate is closed. */
  readonly heldBack: HeldBack | undefined
  /** Whether the platform rejected the access token and a new one is available. */
  readonly renewed: boolean
}

export const attemptAfter = ({ at, attempt, kind, renewed }: FailedAttempt): Attempt => ({
  number: attempt.number + 1,
  after: { reason: renewed ? "RejectedToken" : kind, at },
  mayBeDone: attempt.mayBeDone || kind === "ConnectionFailed" || kind === "TimedOut",
  hasRenewed: attempt.hasRenewed || renewed,
  isLast: attempt.isLast,
  permit: undefined
})

export interface Call {
  readonly project: Project["Service"]
  readonly transport: Transport["Service"]
  readonly general: ReadonlyArray<KnownErrorClass>
  readonly authorize: Authorize
  readonly spec: Spec
  readonly target: Target
  readonly request: RequestContext
  readonly secrets: ReadonlyArray<string>
  readonly observed: ObservedCall | undefined
}

/** Makes one attempt. If the platform rejects the token, replaces the token and repeats the request immediately. */
export const send = (call: Call, policy: Policy, attempt: Attempt): Effect.Effect<unknown, FailedAttempt> =>
  Effect.catchIf(
    sendOnce(call, policy.perAttempt, attempt),
    ({ renewed }) => renewed,
    (failed) => sendOnce(call, policy.perAttempt, { ...attemptAfter(failed), permit: failed.permit })
  )

const sendOnce = (call: Call, limit: Duration.Input, attempt: Attempt): Effect.Effect<unknown, FailedAttempt> =>
  Effect.matchEffect(call.authorize(call.spec), {
    onFailure: ({ reason }) => failAttempt(call, attempt, failedWith("Refused", () => reason)),
    onSuccess: (credentials) =>
      attempt.permit !== undefined
        ? sending(call, limit, attempt, credentials, attempt.permit)
        : Effect.matchEffect(acquire(call, attempt, credentials), {
          onFailure: (heldBack) => {
            const wait = Math.max(1, Duration.toMillis(heldBack.retryAfter))
            return failAttempt(call, attempt, rateLimited(429, wait), { heldBack })
          },
          onSuccess: (permit) => sending(call, limit, attempt, credentials, permit)
        })
  })

/**
 * Waits for the gate to admit the request. A timer may fire a millisecond early, which must not cost the call an
 * attempt.
 */
const acquire = (
  { project, request, spec, transport }: Call,
  { isLast }: Attempt,
  { session }: Credentials
): Effect.Effect<Permit, HeldBack> => {
  const credential = spec.subject === undefined ? session : request.input[spec.subject] as Redacted.Redacted
  const bucket = bucketOf(transport, project.apiUrl, credential)
  return Effect.flatMap(RateLimitGate, (gate) => {
    const permit = Effect.suspend(() => gate.acquire(bucket, isLast))
    return Effect.catchIf(
      permit,
      ({ retryAfter }) => Duration.toMillis(retryAfter) <= 2,
      ({ retryAfter }) => Effect.andThen(Effect.sleep(retryAfter), permit)
    )
  })
}

const failAttempt = (
  { spec }: Call,
  attempt: Attempt,
  failed: FailedAnswer,
  more: Partial<Pick<FailedAttempt, "heldBack" | "permit" | "renewed">> = {}
): Effect.Effect<never, FailedAttempt> =>
  Effect.flatMap(Clock.currentTimeMillis, (at) =>
    Effect.fail({
      ...failed,
      idempotent: spec.idempotent,
      endpoint: spec.name,
      attempt,
      at,
      permit: undefined,
      heldBack: undefined,
      renewed: false,
      ...more
    }))

/** Sends one request in its own span. Attributes come from an allow-list, without headers, query and body. */
const sending = (
  call: Call,
  limit: Duration.Input,
  attempt: Attempt,
  credentials: Credentials,
  permit: Permit
): Effect.Effect<unknown, FailedAttempt> =>
  Effect.useSpan("attempt", { kind: "client" }, (span) =>
    Effect.flatMap(Clock.currentTimeMillis, (startedAt) => {
      const { after, number } = attempt
      const wait = after && { reason: after.reason, millis: startedAt - after.at }
      span.attribute("attempt", number)
      if (wait !== undefined) {
        span.attribute("wait.reason", wait.reason)
        span.attribute("wait.millis", wait.millis)
      }
      const observed = call.observed?.attempt({ number, startedAt, wait })
      const setStatus = (status: number) => {
        span.attribute("http.response.status_code", status)
        observed?.status(status)
      }
      const exchanged = exchange(call, limit, credentials, span, permit, setStatus)
      return Effect.catch(observed === undefined ? exchanged : observingEnd(exchanged, observed), (failed) => {
        if (failed.status > 0) span.attribute("http.response.status_code", failed.status)
        if (failed.code !== undefined) span.attribute("error.code", failed.code)
        return isDone(call, attempt, failed)
          ? Effect.succeed(done)
          : Effect.flatMap(renewing(attempt, credentials, failed), (renewed) =>
            Effect.andThen(
              failed.retryAfterMillis ? permit.rateLimited(Duration.millis(failed.retryAfterMillis)) : Effect.void,
              failAttempt(call, attempt, failed, { permit, renewed })
            ))
      })
    }))

const observingEnd = (
  exchanged: Effect.Effect<unknown, FailedAnswer>,
  { ended, status }: ObservedAttempt
): Effect.Effect<unknown, FailedAnswer> =>
  Effect.onExit(exchanged, (exit) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const failed = Option.getOrUndefined(Exit.findErrorOption(exit))
      if (failed !== undefined && failed.status > 0) status(failed.status)
      ended(now, failed?.code)
    }))

/** Sends the request and reads the response. */
const exchange = (
  call: Call,
  limit: Duration.Input,
  credentials: Credentials,
  span: Tracer.Span,
  permit: Permit,
  setStatus: (status: number) => void
): Effect.Effect<unknown, FailedAnswer> => {
  const { project, spec, target, transport } = call
  const scrub = scrubber([...call.secrets, ...credentials.secrets])
  return Effect.flatMap(PropagateTrace, (propagate) =>
    transport.send({
      method: spec.method,
      url: `${project.apiUrl}${target.path === "/" ? "" : target.path}`,
      headers: headersOf(credentials.headers, target, project, propagate ? span : undefined),
      body: target.body
    })).pipe(
      Effect.mapError((failure): FailedAnswer =>
        failure._tag === "TransportError"
          ? failedWith(failure.transient ? "ConnectionFailed" : "Refused", (attempts) =>
            lost(spec, project, attempts, scrub(failure.fault), failure.code && scrub(failure.code)))
          : failedWith("Refused", () =>
            failure._tag === "RedirectRefused" ? refusal(failure, project.apiUrl) : failure)
      ),
      within(limit, spec, project),
      Effect.flatMap((response) => {
        setStatus(response.status)
        return Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const answer = read(spec, call.general, response, scrub, now, call.request)
          const result = Effect.fromResult(answer)
          return Result.isFailure(answer) && answer.failure.kind === "RateLimited"
            ? result
            : Effect.andThen(permit.succeeded, result)
        })
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
 * If the first response was lost, a repeated deletion fails with "not found". The call then succeeds, because the
 * resource is deleted as requested. docs/decisions.md §14.
 */
const isDone = ({ spec }: Call, { mayBeDone }: Attempt, failed: FailedAnswer): boolean =>
  mayBeDone && spec.method === "DELETE"
  && (failed.status === 404 || spec.gone.some((gone) => gone.spec.code === failed.code))

/** Replaces a rejected token, at most once per call. Returns whether it did. docs/laws.md B6. */
const renewing = (attempt: Attempt, credentials: Credentials, failed: FailedAnswer): Effect.Effect<boolean> => {
  const error = failed.error(attempt.number)
  return error instanceof KnownError
    ? Effect.map(credentials.renew(error), (renewed) => renewed && !attempt.hasRenewed)
    : Effect.succeed(false)
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

/** Names the destination only if its host is the platform's own: another host may contain a secret. */
const refusal = ({ origin, status }: RedirectRefused, apiUrl: string): RedirectRefused =>
  new RedirectRefused({
    status,
    origin: origin !== undefined && hostOf(origin) === hostOf(new URL(apiUrl).origin) ? origin : undefined
  })

/** Returns the host without scheme, port and `www.`; `null` for a destination without a host, such as `javascript:`. */
const hostOf = (origin: string): string => origin.replace(/^https?:\/\/(?:www\.)?|:\d+$/g, "")
