/** The agent's side: register, show the address, poll, keep the session. docs/protocol.md §28. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { dateOf, mayPass, millisOf, nameOf } from "../../layers/call/index.ts"
import { MfaAttempt, Session } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import * as Agents from "../../schemas/endpoints/agents.ts"
import type { AgentPoll } from "../../schemas/entities/Agent.ts"
import type { Tokens } from "../../schemas/entities/Tokens.ts"
import { CallError } from "../../schemas/errors/CallError.ts"
import { invalidInput } from "../errors/index.ts"
import { keepable, revokeSession } from "../flows/authentication/index.ts"
import { AgentSignInDenied, AgentSignInExpired, AgentSignInFailed } from "./errors.ts"
import { supported } from "./supported.ts"

/** The information that the person needs to decide about an agent. */
export interface AgentRequest {
  /** Address of the page on which the person decides. It contains the code. */
  readonly url: string
  /** The code that the page also shows: `XXXX-XXXX`. The person compares both. */
  readonly code: string
  /** Expiry of the code, converted from the platform's clock to this machine's clock. */
  readonly expiresAt: Date
}

/** Options of `agents.signIn`. */
export interface AgentSignInOptions {
  /** Name of the agent, which the person sees now and in the list of sessions. 1 to 100 characters. */
  readonly name: string
  /** What the agent does, at most 500 characters. Shown to the person. */
  readonly description?: string | undefined
  /** Page about the agent, at most 300 characters. Shown to the person. */
  readonly url?: string | undefined
  /**
   * Person for whom the agent works, such as an email address, at most 256 characters. Shown to the person, never
   * checked.
   */
  readonly userHint?: string | undefined
  /**
   * App in which the person decides, such as `https://app.example.com`. The project must trust it.
   *
   * @default the project's first trusted domain
   */
  readonly appUrl?: string | undefined
  /** Time for the person to decide: 30 seconds to 1 hour. @default the platform's default, 15 minutes */
  readonly expiresIn?: Duration.Input | undefined
  /** Interval between the starts of two polls. @default "4 seconds" (docs/protocol.md §28: 3 to 5 seconds) */
  readonly every?: Duration.Input | undefined
  /** Shows the address and the code to the person. Polling begins once this function has completed. */
  readonly show: (request: AgentRequest) => Effect.Effect<unknown> | PromiseLike<unknown> | void
}

/**
 * Signs an agent in to the account of a person who approves it in a browser, and stores the new session in place of the
 * current one. The session has all rights of the person. It can't be refreshed after 90 days.
 *
 * Fails with `AgentSignInDenied` if the person denies the agent, with `AgentSignInExpired` if the person doesn't decide in
 * time, and with `AgentSignInFailed` if the session was handed over elsewhere or can't be read. On platforms without agents, fails
 * with `AgentsNotSupported` at the first request; if the project doesn't let agents sign in, with `AgentAuthNotEnabled`;
 * if it doesn't trust `appUrl`, with `RedirectUrlNotWhitelisted`. While the agent polls, network failures and the
 * statuses 429 and 5xx are retried until the code expires.
 *
 * Can be interrupted at any time. Until the person has approved, nothing is stored. If the sign-in fails or is
 * interrupted, it ends its sessions on the platform: the anonymous session that the registration opened, and a session
 * that is handed over in the meantime. That takes up to 9 s if the platform doesn't respond. If the response with a
 * session is lost, that session can't be ended here. The person can end it in the list of sessions, unless it is
 * anonymous.
 */
export const signIn = Effect.fn("agents.signIn")(function*(options: AgentSignInOptions) {
  const { every, expiresInMillis } = yield* checked(options)
  yield* keepable
  yield* Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(
      registered(options, expiresInMillis, restore),
      ({ anonymousSession, pollToken, request }) =>
        restore(Effect.andThen(shown(request, options.show), untilDecided(pollToken, request, every))).pipe(
          Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : ended(anonymousSession))
        )
    )
  )
})

/** Default interval. docs/protocol.md §28. */
const defaultInterval = Duration.seconds(4)

const checked = ({ every: interval, expiresIn }: AgentSignInOptions) =>
  Effect.gen(function*() {
    const every = millisOf(interval ?? defaultInterval)
    if (!(every >= 0 && every < 2 ** 31)) {
      return yield* invalidInput("agents.signIn", "every", "Expected 0 ms or more and less than 2^31 ms")
    }
    const expiresInMillis = expiresIn === undefined ? undefined : millisOf(expiresIn)
    if (expiresInMillis !== undefined && !(expiresInMillis >= 30_000 && expiresInMillis <= 3_600_000)) {
      return yield* invalidInput("agents.signIn", "expiresIn", "Expected at least 30 seconds and at most 1 hour")
    }
    return { every, expiresInMillis }
  })

const registered = (
  { appUrl, description, name, url, userHint }: AgentSignInOptions,
  expiresInMillis: number | undefined,
  restore: Restore
) =>
  Effect.gen(function*() {
    const startedAt = yield* Clock.currentTimeMillis
    const register = Agents.register({ agent: { name, description, url }, userHint, appUrl, expiresInMillis })
    const created = yield* received(supported(register), restore, ({ anonymousSession }) => anonymousSession)
    // the platform's clock may differ from this one, but the lifetime is the same on both
    const lifetime = created.expiresAt.getTime() - (dateOf(created) ?? startedAt)
    const { anonymousSession, claimCode: code, confirmUrl, pollToken } = created
    const request: AgentRequest = { url: confirmUrl, code, expiresAt: new Date(startedAt + lifetime) }
    return { request, pollToken, anonymousSession }
  })

const shown = (request: AgentRequest, show: AgentSignInOptions["show"]): Effect.Effect<void, AgentSignInFailed> =>
  Effect.tryPromise({
    try: async () => {
      const showing = show(request)
      return Effect.isEffect(showing) ? showing : Effect.succeed(await showing)
    },
    catch: (error) => new AgentSignInFailed({ reason: "not-shown", detail: nameOf(error) })
  }).pipe(Effect.flatten, Effect.asVoid)

/** The person hasn't decided yet, or the response was lost. */
class Undecided extends Data.TaggedError("Undecided")<{}> {}

/** Polls until the person has decided, and stores the session. */
const untilDecided = (pollToken: Redacted.Redacted, { expiresAt }: AgentRequest, every: number) => {
  const undecided = Effect.flatMap(
    Clock.currentTimeMillis,
    (now) => Effect.fail(now < expiresAt.getTime() ? new Undecided() : new AgentSignInExpired())
  )
  return Effect.retry(
    Effect.catchIf(polledAndKept(pollToken), isPassing, () => undecided),
    {
      while: (error) => error._tag === "Undecided",
      // fixed intervals instead of pauses between responses, so that slow responses don't add up
      schedule: Schedule.windowed(every)
    }
  ).pipe(Effect.catchTag("Undecided", () => Effect.fail(new AgentSignInExpired())))
}

const isPassing = (error: { readonly _tag: string }): error is CallError =>
  error instanceof CallError && mayPass(error.reason)

/** Polls once. If the platform hands the session over, stores it. */
const polledAndKept = (pollToken: Redacted.Redacted) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const sentAt = yield* Clock.currentTimeMillis
      const polled = yield* received(supported(Agents.poll({ pollToken })), restore, ({ session }) => session)
      const tokens = yield* sessionIn(polled)
      const session = yield* Session
      // discard MFA attempts of other sign-ins
      yield* MfaAttempt.use(({ clear }) => clear)
      yield* Effect.tapCause(session.keep(tokens, sentAt), () => ended(tokens))
    })
  )

/** Returns the session that was handed over. */
const sessionIn = (
  { session, status }: AgentPoll
): Effect.Effect<
  Tokens,
  Undecided | AgentSignInDenied | AgentSignInExpired | AgentSignInFailed,
  Session | ClientAccess
> => {
  const failed = (reason: AgentSignInFailed["reason"]) => Effect.fail(new AgentSignInFailed({ reason, detail: status }))
  switch (status) {
    case "success":
    case "approved":
      return session ? Effect.succeed(session) : failed("no-session")
    case "waiting":
    case "pending":
      return Effect.fail(new Undecided())
    case "denied":
      return Effect.fail(new AgentSignInDenied())
    case "expired":
      return Effect.fail(new AgentSignInExpired())
    case "used":
      return failed("used")
    default:
      return Effect.andThen(session ? ended(session) : Effect.void, failed("unknown-status"))
  }
}

/** Maximum wait for a response after an interruption. */
const abandonedTimeout = Duration.seconds(3)

/**
 * Makes a call that opens or hands over a session. An interruption lets the call finish for a short time, and ends the
 * session of its response, because no program would hold that session. Returns in the caller's uninterruptible region.
 */
const received = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  restore: Restore,
  sessionOf: (response: A) => Tokens | null | undefined
) =>
  Effect.flatMap(
    Effect.forkDetach(call, { startImmediately: true }),
    (fiber) =>
      Effect.onInterrupt(restore(Fiber.join(fiber)), () =>
        apart(
          Fiber.join(fiber).pipe(
            Effect.timeoutOption(abandonedTimeout),
            Effect.map((response) => Option.isSome(response) ? sessionOf(response.value) : undefined),
            Effect.flatMap((session) => session ? ended(session) : Effect.void),
            Effect.ignore,
            Effect.ensuring(Fiber.interrupt(fiber))
          )
        ))
  )

type Restore = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Ends, on the platform, a session that this program doesn't keep. */
const ended = ({ accessToken, refreshToken }: Tokens): Effect.Effect<void, never, Session | ClientAccess> =>
  apart(Effect.asVoid(revokeSession({ accessToken, refreshToken })))

/** Runs a clean-up in its own fiber, where timeouts work even though the caller can't be interrupted. */
const apart = <R>(self: Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
  Effect.flatMap(Effect.forkDetach(self, { startImmediately: true }), (fiber) => Effect.asVoid(Fiber.await(fiber)))
