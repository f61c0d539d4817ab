/** Makes one attempt of a call: admission by the rate-limit gate, request and response. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Tracer from "effect/Tracer"
import type { Spec } from "../../schemas/Endpoint.ts"
import {
  CallError,
  ConnectionFailed,
  type DiagnosticsReport,
  RedirectRefused,
  TimedOut
} from "../../schemas/errors/CallError.ts"
import { KnownError, type KnownErrorClass, type RequestContext } from "../../schemas/KnownError.ts"
import type { ObservedAttempt, ObservedCall } from "../observe/index.ts"
import { bucketOf } from "./partitions.ts"
import type { Project } from "./Project.ts"
import { type HeldBack, type Permit, RateLimitGate } from "./RateLimitGate.ts"
import type { Target } from "./request.ts"
import { limited } from "./requestSettings.ts"
import { type FailedResponse, rateLimited, read } from "./response.ts"
import { closeGateForResponse } from "./retryAfter.ts"
import type { AttemptFailure, Policy } from "./RetryPolicy.ts"
import { type Scrub, scrubber } from "./scrub.ts"
import { withNow } from "./settings.ts"
import { PropagateTrace, type Transport, type WireRequest } from "./Transport.ts"

/** Headers and secrets that an access level adds to one attempt. */
export interface Credentials {
  /** Headers that several attempts share. */
  readonly headers: Readonly<Record<string, string>>
  /** Value of the header that is unique to this attempt. */
  readonly nonce: string | undefined
  /** Values to redact if a response quotes them. */
  readonly secrets: ReadonlyArray<string>
  /** Removes `secrets` from a text. */
  readonly scrub: Scrub
  /** The session's token, for rate limits: see `Bucket.session`. */
  readonly session: Redacted.Redacted | undefined
  /**
   * Replaces credentials that `error` rejects. Returns whether a repeated request would carry new credentials. Fails if
   * the request would be repeated (`isRepeated`) but must not be, because the new credentials belong to another user.
   */
  readonly renew: (error: KnownError, isRepeated: boolean) => Effect.Effect<boolean, CallError>
}

/** Empty credentials, for endpoints that need none or that take them in the body or path. */
export const withoutCredentials: Credentials = {
  headers: {},
  nonce: undefined,
  secrets: [],
  scrub: (text) => text,
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
  /** Permit, if the gate admitted the call while it waited. */
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
export interface FailedAttempt extends FailedResponse, AttemptFailure {
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
  /** Checks the connection, for the error about a lost connection. */
  readonly diagnose: Effect.Effect<DiagnosticsReport>
  readonly observed: ObservedCall | undefined
}

/** The result of one attempt. */
export type Sent = Result.Result<unknown, FailedAttempt>

/** Makes one attempt. If the platform rejects the token, replaces the token and repeats the request immediately. */
export const send = (call: Call, policy: Policy, attempt: Attempt): Effect.Effect<Sent> =>
  Effect.flatMap(sendOnce(call, policy.perAttempt, attempt), (sent) => {
    if (Result.isSuccess(sent) || !sent.failure.renewed) return Effect.succeed(sent)
    return sendOnce(call, policy.perAttempt, { ...attemptAfter(sent.failure), permit: sent.failure.permit })
  })

const sendOnce = (call: Call, limit: Duration.Input, attempt: Attempt): Effect.Effect<Sent> =>
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
    return Effect.catch(permit, (heldBack) =>
      Duration.toMillis(heldBack.retryAfter) <= 2
        ? Effect.andThen(Effect.sleep(heldBack.retryAfter), permit)
        : Effect.fail(heldBack))
  })
}

const failAttempt = (
  { spec }: Call,
  attempt: Attempt,
  failed: FailedResponse,
  more: Partial<Pick<FailedAttempt, "heldBack" | "permit" | "renewed">> = {}
): Effect.Effect<Sent> =>
  withNow((at) =>
    Effect.succeed(Result.fail({
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
  )

/** Sends one request in its own span. Attributes come from an allow-list, which contains no headers, query or body. */
const sending = (
  call: Call,
  limit: Duration.Input,
  attempt: Attempt,
  credentials: Credentials,
  permit: Permit
): Effect.Effect<Sent> =>
  inSpan((span, sentSpan) =>
    withNow((startedAt) => {
      const { after, number } = attempt
      const wait = after && { reason: after.reason, millis: startedAt - after.at }
      span?.attribute("attempt", number)
      if (wait !== undefined) {
        span?.attribute("wait.reason", wait.reason)
        span?.attribute("wait.millis", wait.millis)
      }
      const observed = call.observed?.attempt({ number, startedAt, wait })
      const setStatus = (status: number) => {
        span?.attribute("http.response.status_code", status)
        observed?.status(status)
      }
      const exchanged = exchange(call, limit, credentials, sentSpan, permit, setStatus)
      return Effect.flatMap(
        observed === undefined ? exchanged : observingEnd(exchanged, observed),
        (result): Effect.Effect<Sent> => {
          if (Result.isSuccess(result)) return Effect.succeed(result as Sent)
          const failed = result.failure
          if (failed.status > 0) span?.attribute("http.response.status_code", failed.status)
          if (failed.code !== undefined) span?.attribute("error.code", failed.code)
          return isDone(call, attempt, failed)
            ? Effect.succeed(Result.succeed(done))
            : Effect.matchEffect(renewing(attempt, credentials, failed), {
              onFailure: ({ reason }) => failAttempt(call, attempt, failedWith("Refused", () => reason), { permit }),
              onSuccess: (renewed) =>
                Effect.andThen(
                  closeGateForResponse(failed, permit),
                  failAttempt(call, attempt, failed, { permit, renewed })
                )
            })
        }
      )
    })
  )

/**
 * Runs an attempt in a span if a tracer or a `traceparent` header needs one: Effect's default tracer keeps no spans. The
 * span of a failed attempt ends with the failure. `sentSpan` is the span if the header contains it.
 */
const inSpan = (
  run: (span?: Tracer.Span, sentSpan?: Tracer.Span) => Effect.Effect<Sent>
): Effect.Effect<Sent> =>
  Effect.withFiber((fiber) => {
    const isSent = fiber.getRef(PropagateTrace)
    if (fiber.cache.tracer === undefined && !isSent) return run()
    return Effect.result(
      Effect.useSpan(
        "attempt",
        { kind: "client" },
        (span) => Effect.flatMap(run(span, isSent ? span : undefined), Effect.fromResult)
      )
    )
  })

const observingEnd = (
  exchanged: Effect.Effect<ReadResult>,
  { ended, status }: ObservedAttempt
): Effect.Effect<ReadResult> =>
  Effect.onExit(exchanged, (exit) =>
    withNow((now) => {
      const failed = Exit.isSuccess(exit) && Result.isFailure(exit.value) ? exit.value.failure : undefined
      if (failed !== undefined && failed.status > 0) status(failed.status)
      ended(now, failed?.code)
      return Effect.void
    }))

type ReadResult = Result.Result<unknown, FailedResponse>

/** Sends the request and reads the response. */
const exchange = (
  call: Call,
  limit: Duration.Input,
  credentials: Credentials,
  span: Tracer.Span | undefined,
  permit: Permit,
  setStatus: (status: number) => void
): Effect.Effect<ReadResult> => {
  const { project, spec, target, transport } = call
  const scrub = call.secrets.length === 0 ? credentials.scrub : scrubber([...call.secrets, ...credentials.secrets])
  const limitMillis = Math.max(Duration.toMillis(limit), Duration.toMillis(spec.perAttempt ?? 0))
  const request = transport.send({
    method: spec.method,
    url: `${project.apiUrl}${target.path === "/" ? "" : target.path}`,
    headers: headersOf(credentials, target, project, span),
    body: target.body
  })
  const timedOut = () =>
    failedWith("TimedOut", (attempts) => new TimedOut({ target: targetOf(spec, project), attempts, limitMillis }))
  return Effect.matchEffect(limited(request, { millis: limitMillis, timedOut }), {
    onFailure: (failure) => Effect.succeed(Result.fail("kind" in failure ? failure : unsent(failure, call, scrub))),
    onSuccess: (response) => {
      setStatus(response.status)
      return withNow((now) => {
        const result = read(spec, call.general, response, scrub, now, call.request)
        return Result.isFailure(result) && result.failure.kind === "RateLimited"
          ? Effect.succeed(result)
          : Effect.as(permit.succeeded, result)
      })
    }
  })
}

/** Describes the failure of a transport. */
const unsent = (
  failure: Effect.Error<ReturnType<Transport["Service"]["send"]>>,
  { project, spec }: Call,
  scrub: Scrub
): FailedResponse =>
  failure._tag === "TransportError"
    ? failedWith(failure.transient ? "ConnectionFailed" : "Refused", (attempts) =>
      new ConnectionFailed({
        target: targetOf(spec, project),
        attempts,
        fault: scrub(failure.fault),
        code: failure.code && scrub(failure.code),
        diagnostics: {}
      }))
    : failedWith("Refused", () => failure._tag === "RedirectRefused" ? refusal(failure, project.apiUrl) : failure)

const failedWith = (kind: AttemptFailure["kind"], error: FailedResponse["error"]): FailedResponse => ({
  kind,
  status: 0,
  code: undefined,
  retryAfterMillis: undefined,
  error
})

const done = { success: true }

/**
 * If the first response was lost, a repeated deletion fails with "not found". The call then succeeds, because the
 * resource is deleted as requested. docs/decisions.md §14.
 */
const isDone = ({ spec }: Call, { mayBeDone }: Attempt, failed: FailedResponse): boolean =>
  mayBeDone && spec.method === "DELETE"
  && (failed.status === 404 || spec.gone.some((gone) => gone.spec.code === failed.code))

/** Replaces a rejected token, at most once per call. Returns whether it did. docs/laws.md B6. */
const renewing = (
  attempt: Attempt,
  credentials: Credentials,
  failed: FailedResponse
): Effect.Effect<boolean, CallError> => {
  const error = failed.error(attempt.number)
  return error instanceof KnownError
    ? Effect.map(credentials.renew(error, !attempt.hasRenewed), (renewed) => renewed && !attempt.hasRenewed)
    : Effect.succeed(false)
}

const headersOf = (
  { headers, nonce }: Credentials,
  { contentType }: Target,
  { extraRequestHeaders }: Project["Service"],
  span: Tracer.Span | undefined
): WireRequest["headers"] => {
  const all: WireRequest["headers"] = { ...headers }
  if (nonce !== undefined) all["x-stack-random-nonce"] = nonce
  if (contentType !== undefined) all["content-type"] = contentType
  if (span !== undefined) all["traceparent"] = `00-${span.traceId}-${span.spanId}-${span.sampled ? "01" : "00"}`
  return Object.assign(all, extraRequestHeaders)
}

const targetOf = (spec: Spec, project: Project["Service"]): string =>
  `${new URL(project.apiUrl).origin} (${spec.method} ${spec.path})`

/** Names the destination only if its host is the platform's own: another host may contain a secret. */
const refusal = ({ origin, status }: RedirectRefused, apiUrl: string): RedirectRefused =>
  new RedirectRefused({
    status,
    origin: origin !== undefined && hostOf(origin) === hostOf(new URL(apiUrl).origin) ? origin : undefined
  })

/** Returns the host without scheme, port and `www.`; `null` for a destination without a host, such as `javascript:`. */
const hostOf = (origin: string): string => origin.replace(/^https?:\/\/(?:www\.)?|:\d+$/g, "")
