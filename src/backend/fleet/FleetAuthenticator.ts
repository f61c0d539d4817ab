/** Authentication of requests whose browser sessions are stored on the servers. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Project, RetryPolicy, Transport } from "../../../layers/call/index.ts"
import { type OpenedSession, ServerSessions } from "../../../layers/fleet/index.ts"
import { FleetLedger } from "../../../layers/fleet/ledger/index.ts"
import { layerSession, lifeOf, Session, SessionPolicy } from "../../../layers/session/index.ts"
import { RefreshTokenError } from "../../../schemas/errors/session.ts"
import { TokenRejected } from "../token/index.ts"
import {
  Authenticator,
  type AuthenticatorOptions,
  type AuthenticatorParts,
  inSession,
  isRenewable,
  isRestricted,
  make,
  rejected,
  restrictedFor,
  signedOut,
  unavailable
} from "../verify/index.ts"

/** Options of `Authenticator.layer`, without cookies: `ServerSessions` sets the cookie's name and attributes. */
export type FleetAuthenticatorOptions = Omit<AuthenticatorOptions, "cookies">

/**
 * The `Authenticator` of a fleet. It authenticates browsers by the cookie of `ServerSessions` and ignores the
 * platform's own cookies. Credentials in headers are accepted as in `Authenticator`. One server refreshes a session for
 * all. With a `FleetLedger`, session events are recorded there. The result is `unavailable` while the shared store
 * can't be reached and this process has not cached the session.
 */
export const layer = (
  options: FleetAuthenticatorOptions = {}
): Layer.Layer<Authenticator, never, ServerSessions | Project | Transport> =>
  Layer.effect(
    Authenticator,
    Effect.gen(function*() {
      const sessions = yield* ServerSessions
      const scope = yield* Effect.scope
      const recording = Option.match(yield* Effect.serviceOption(FleetLedger), {
        onNone: () => Layer.empty,
        onSome: ({ recording }) => Layer.effectContext(recording)
      })
      const platform = Context.pick(Project, Transport)(yield* Effect.context<Project | Transport>()).pipe(
        Context.add(SessionPolicy, yield* SessionPolicy)
      )

      const sessionOf = ({ layer }: OpenedSession) =>
        Effect.map(
          Layer.build(
            Layer.fresh(
              layerSession().pipe(Layer.provide([layer, recording]), Layer.provide(Layer.succeedContext(platform)))
            )
          ),
          Context.get(Session)
        )

      const ofOpened = (opened: OpenedSession, { policy, verify }: AuthenticatorParts) =>
        Effect.gen(function*() {
          const session = yield* sessionOf(opened)
          const first = yield* session.tokens()
          if (Option.isNone(first)) return signedOut("session-ended", opened.setCookies())
          const { accessToken } = first.value
          const verified = yield* Effect.result(verify(accessToken))
          const found = Result.map(verified, (token) => inSession(token, first.value, opened.setCookies()))
          const saysRestricted = Result.match(found, {
            onSuccess: ({ status }) => status === "restricted",
            onFailure: isRestricted
          })
          // the restriction may have been lifted since the token was issued
          const mayBeLifted = saysRestricted && (yield* isOlderThan(accessToken, restrictedFor))
          const isFinal = Result.isSuccess(found) || !isRenewable(found.failure)
          if (isFinal && !mayBeLifted) return yield* Effect.fromResult(found)
          yield* session.rejected(accessToken)
          const second = yield* session.tokens()
          return Option.isNone(second)
            ? signedOut("session-ended", opened.setCookies())
            : inSession(yield* verify(second.value.accessToken), second.value, opened.setCookies())
        }).pipe(
          Effect.scoped,
          Effect.provideService(RetryPolicy, policy),
          Effect.catch((error) =>
            Effect.succeed(
              error instanceof TokenRejected
                ? rejected(error)
                : error._tag === "CallError" && error.reason instanceof RefreshTokenError
                ? signedOut("session-ended", opened.setCookies())
                : unavailable(error)
            )
          )
        )

      return yield* make(options, (parts) => (request) =>
        Effect.gen(function*() {
          const opened = yield* sessions.open(request)
          if (!opened.signedIn) return signedOut("no-credentials")
          // the work continues if the request is aborted, because other requests may be waiting for it
          return yield* Fiber.join(yield* Effect.forkIn(ofOpened(opened, parts), scope))
        }).pipe(Effect.catchTag("SharedRecordsFailed", (error) => Effect.succeed(unavailable(error)))))
    })
  )

/** Whether a token was issued more than `millis` ago. */
const isOlderThan = (accessToken: Redacted.Redacted, millis: number): Effect.Effect<boolean> =>
  Effect.map(Clock.currentTimeMillis, (now) => now - (lifeOf(accessToken).issuedAt ?? 0) > millis)
