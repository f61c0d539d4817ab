/**
 * Signing in a command line tool: it shows a link, the person confirms in the browser, and the tool shares that
 * session. Works over SSH and in containers, for nothing listens. docs/protocol.md §19.
 */
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { bindToUser } from "../../../layers/access/index.ts"
import { Urls } from "../../../layers/browser/index.ts"
import { dateOf, millisOf, nameOf } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import { parseUrl, withoutTrailingSlashes } from "../../../schemas/address.ts"
import * as Cli from "../../../schemas/endpoints/cli.ts"
import type { CliAuthPoll } from "../../../schemas/entities/CliAuth.ts"
import { CallError, type CallReason } from "../../../schemas/errors/CallError.ts"
import {
  CliAuthError,
  CliAuthExpiredError,
  CliAuthUsedError,
  type InvalidPollingCodeError
} from "../../../schemas/errors/cliAuthentication.ts"
import { UserAuthenticationRequired } from "../../../schemas/errors/users.ts"
import { asSecret, type SecretInput } from "../../../schemas/secrets.ts"
import { invalidInput } from "../../errors/index.ts"
import { openerOf, type Surroundings } from "../authentication/index.ts"
import { confirmationCode } from "./confirmationCode.ts"

/** A login that waits for its browser. */
export interface CliLogin {
  /** The link that the person opens. */
  readonly url: string
  /** Stays with the tool: whoever has it can fetch the session once it is confirmed. */
  readonly pollingCode: Redacted.Redacted
  /** When the link stops working, as the platform says, told on this machine's clock, right or wrong. */
  readonly expiresAt: Date
}

/** Where the person confirms, and for how long. */
export interface StartOptions {
  /**
   * The site whose users sign in, as `https://app.example.com`. Its page is `/handler/cli-auth-confirm`, unless the
   * client's `urls.cliAuthConfirm` says otherwise.
   */
  readonly appUrl: string
  /**
   * More than nothing. The platform refuses more than its longest: a day until 2026-04, 15 minutes since.
   *
   * @default the platform's: 2 hours until 2026-04, 2 minutes since
   */
  readonly expiresIn?: Duration.Input | undefined
  /**
   * Takes the anonymous user along who is signed in here: whoever signs up on the page becomes that user's account. Does
   * nothing while somebody else is signed in, or nobody, and on platforms of 2025.
   *
   * @default false
   */
  readonly bringAnonymousUser?: boolean | undefined
}

/** How `cliLogin.wait` asks whether the browser has confirmed. */
export interface WaitOptions {
  /** From the start of one question to the start of the next. @default "2 seconds" (docs/protocol.md §26.2) */
  readonly every?: Duration.Input | undefined
  /** Questions to ask before failing with `CliAuthError`. @default unlimited (docs/protocol.md §26.2) */
  readonly attempts?: number | undefined
}

/** What can go wrong between the link and the session. */
export type CliLoginError = CliAuthError | CliAuthExpiredError | CliAuthUsedError | InvalidPollingCodeError | CallError

/** Begins a login. Show its `url`, then `wait`. */
export const start = Effect.fn("cliLogin.start")(function*(options: StartOptions) {
  const url = yield* pageOf(options.appUrl)
  const expiresInMillis = options.expiresIn === undefined ? undefined : millisOf(options.expiresIn)
  if (expiresInMillis !== undefined && !(expiresInMillis > 0 && expiresInMillis <= longestLifetime)) {
    return yield* invalidInput("cliLogin.start", "expiresIn", "Expected more than 0 ms and at most 24 hours")
  }
  const startedAt = yield* Clock.currentTimeMillis
  const anonRefreshToken = options.bringAnonymousUser === true ? yield* anonymousRefreshToken : undefined
  const begun = yield* anonRefreshToken === undefined
    ? Cli.create({ expiresInMillis })
    : Cli.create({ expiresInMillis, anonRefreshToken }).pipe(
      Effect.catchReason("CallError", "SchemaError", () => Cli.create({ expiresInMillis }))
    )
  url.searchParams.set("login_code", Redacted.value(begun.loginCode))
  // the platform's clock and this one may differ; how long the login lasts is the same on both
  const lifetime = begun.expiresAt.getTime() - (dateOf(begun) ?? startedAt)
  const expiresAt = new Date(startedAt + lifetime)
  return { url: url.href, pollingCode: begun.pollingCode, expiresAt } satisfies CliLogin as CliLogin
})

/** Of the anonymous user who is signed in here. */
const anonymousRefreshToken = Effect.gen(function*() {
  const session = yield* Session
  const tokens = yield* session.tokensIfAny
  return isAnonymous(session) ? Option.getOrUndefined(tokens)?.refreshToken : undefined
})

const isAnonymous = (session: Session["Service"]): boolean => {
  const state = session.state()
  return state._tag !== "SignedOut" && Option.exists(state.claims, ({ isAnonymous }) => isAnonymous)
}

/**
 * Waits until the browser has confirmed, and answers the refresh token of its session: once, so hand it to `finish` or
 * keep it. Losing the network, a 429 and a 5xx are sat out until the login expires. Interrupting stops at once.
 *
 * Fails with `CliAuthExpiredError` when its time is over, `CliAuthUsedError` when the token was fetched before (or was
 * lost on its way here, for it is sent once), and `CliAuthError` when the attempts are used up or the platform says
 * anything else. It knows no denial: when the person says no, the tool waits on until the login expires.
 */
export const wait = Effect.fn("cliLogin.wait")(function*(
  login: Pick<CliLogin, "expiresAt"> & { readonly pollingCode: SecretInput },
  options: WaitOptions = {}
): Effect.fn.Return<Redacted.Redacted, CliLoginError, ClientAccess> {
  const every = millisOf(options.every ?? usualPause)
  if (!(every >= 0 && every < 2 ** 31)) {
    return yield* invalidInput("cliLogin.wait", "every", "Expected 0 ms or more and less than 2^31 ms")
  }
  const { attempts = Infinity } = options
  if (attempts !== Infinity && !(Number.isSafeInteger(attempts) && attempts > 0)) {
    return yield* invalidInput("cliLogin.wait", "attempts", "Expected a whole number above 0")
  }
  const question = Cli.poll({ pollingCode: login.pollingCode }).pipe(
    Effect.flatMap(tokenIn),
    Effect.catchTag(
      "CallError",
      (error): Effect.Effect<never, NotYet | CliAuthExpiredError | CallError> =>
        passes(error.reason)
          ? Effect.flatMap(
            Clock.currentTimeMillis,
            (now) => Effect.fail(now < login.expiresAt.getTime() ? new NotYet() : new CliAuthExpiredError())
          )
          : Effect.fail(error)
    )
  )
  // windows of a clock rather than pauses between answers, so that slow answers do not add up
  return yield* Effect.retry(question, {
    while: (error) => error._tag === "NotYet",
    schedule: Schedule.windowed(every),
    ...(attempts === Infinity ? {} : { times: attempts - 1 })
  }).pipe(Effect.catchTag("NotYet", () => Effect.fail(new CliAuthError())))
})

/**
 * Keeps the session that `wait` answered in the `TokenStore`, in place of the one that was, and fetches its first access
 * token. Where that fails for the network's sake the session is kept all the same, for the token is told only once.
 */
export const finish = Effect.fn("cliLogin.finish")(function*(confirmed: { readonly refreshToken: SecretInput }) {
  const session = yield* Session
  yield* session.keep({ refreshToken: asSecret(confirmed.refreshToken) })
  yield* Effect.catchTag(
    session.tokens(),
    "CallError",
    (error) => passes(error.reason) ? Effect.void : Effect.fail(error)
  )
})

/**
 * Signs in from a terminal: begins a login, shows its link, waits for the browser and keeps the session. Fails as `wait`
 * does; until the browser has confirmed, nothing is written anywhere.
 *
 * ```ts
 * yield* cliLogin.prompt({ appUrl: "https://app.example.com" })
 * const user = yield* currentUser.get({ or: "throw" })
 * ```
 */
export const prompt = Effect.fn("cliLogin.prompt")(function*(
  options: StartOptions & WaitOptions & {
    /** Shows the link. @default `cliLogin.show`: prints it, and opens it where there is a screen to open it on */
    readonly show?: ((login: CliLogin) => Effect.Effect<unknown> | PromiseLike<unknown> | void) | undefined
  }
) {
  const login = yield* start(options)
  yield* shown(login, options.show ?? show)
  const refreshToken = yield* wait(login, options)
  yield* finish({ refreshToken })
})

/** Prints the link, and opens it in the browser. The way `prompt` shows a login unless told otherwise. */
export const show = (login: CliLogin): Effect.Effect<void> => Effect.andThen(print(login), Effect.asVoid(open(login)))

/**
 * Prints the link, and the code that its page shows too, to standard error, terminal or not, so that what the tool
 * answers has standard output for itself.
 */
export const print = ({ url }: CliLogin): Effect.Effect<void> => {
  const code = confirmationCode(new URL(url).searchParams.get("login_code") ?? "")
  return Console.error(
    `Open this link to sign in:\n\n  ${url}\n\nAllow it if the page shows the code ${code}.\n\n`
      + "Waiting for your browser. Ctrl-C stops."
  )
}

/**
 * Opens the link in the browser and answers whether it tried. It does when standard error is a terminal and there is a
 * screen: not over SSH. `BROWSER` names another program than the system's; empty or `none`, and nothing is opened.
 */
export const open = ({ url }: Pick<CliLogin, "url">): Effect.Effect<boolean> =>
  Effect.sync(() => {
    const host = (globalThis as { readonly process?: Host }).process
    const opener = host?.stderr?.isTTY === true ? openerOf(host) : undefined
    const childProcess = host?.getBuiltinModule?.("node:child_process")
    if (opener === undefined || childProcess === undefined) return false
    const [program, ...args] = opener
    const child = childProcess.spawn(program, [...args, url], { detached: true, stdio: "ignore" })
    child.on("error", () => {}) // no such program: the link is printed as well
    child.unref()
    return true
  })

/**
 * Confirms a login with the signed-in user's session, which the tool then shares: for the page the link leads to, when
 * the person has said yes. The platform knows no denial: saying no is leaving the login alone until it expires.
 *
 * Fails with `UserAuthenticationRequired` when nobody is signed in, or an anonymous user, and with `CliAuthError` when
 * the code is unknown, expired, confirmed already or of another project: the platform does not say which.
 */
export const confirm = Effect.fn("cliLogin.confirm")(function*(link: {
  /** The link's `login_code`. */
  readonly loginCode: SecretInput
}) {
  const session = yield* Session
  const tokens = yield* session.tokens().pipe(
    Effect.catchReason("CallError", "RefreshTokenNotFoundOrExpired", () => Effect.succeedNone)
  )
  const refreshToken = Option.getOrUndefined(tokens)?.refreshToken
  if (refreshToken === undefined || isAnonymous(session)) return yield* new UserAuthenticationRequired()
  yield* orOver(Cli.complete({ loginCode: link.loginCode, refreshToken }))
}, bindToUser)

/**
 * Takes over the anonymous user whom the tool brought along, before anybody signs in on the page: whoever then signs up
 * becomes that user's account, and keeps what the tool made. Answers whether there was one. Works once; while somebody is
 * signed in it does nothing.
 *
 * Fails with `CliAuthError` as `confirm` does. On platforms of 2025, which bring nobody along, it answers `false`.
 */
export const takeAnonymousUser = Effect.fn("cliLogin.takeAnonymousUser")(function*(link: {
  /** The link's `login_code`. */
  readonly loginCode: SecretInput
}) {
  const session = yield* Session
  if (Option.isSome(yield* session.tokensIfAny) && !isAnonymous(session)) return false
  const { loginCode } = link
  const { cliSessionState } = yield* orOver(Cli.check({ loginCode })).pipe(
    Effect.catchReason("CallError", "SchemaError", () => Effect.succeed({ cliSessionState: "none" }))
  )
  if (cliSessionState !== "anonymous") return false
  yield* session.keep(yield* orOver(Cli.claimAnonymousSession({ loginCode })))
  return true
})

/** The platform says no more of a login code that is no good than that it is none. */
const orOver = <A, E, R>(self: Effect.Effect<A, E | CallError, R>): Effect.Effect<A, E | CallError | CliAuthError, R> =>
  Effect.mapError(
    self,
    (error) =>
      error instanceof CallError && error.reason._tag === "HttpFailure" && error.reason.status === 400
        ? new CliAuthError({}, notWaiting)
        : error
  )

/** Of any platform. docs/protocol.md §19. */
const longestLifetime = 86_400_000

/** docs/protocol.md §26.2. */
const usualPause = Duration.seconds(2)

/** Not confirmed yet, or the answer got lost. */
class NotYet extends Data.TaggedError("NotYet")<{}> {}

const notWaiting = "This login is unknown, expired or already confirmed. Start a new one in your terminal."

/** The page below the site, or wherever else it was moved to. */
const pageOf = (appUrl: string): Effect.Effect<URL, CallError> =>
  Effect.flatMap(Urls, ({ cliAuthConfirm }) => {
    const site = webUrl(appUrl)
    if (site === undefined) {
      return Effect.fail(invalidInput("cliLogin.start", "appUrl", "Expected an address of http or https"))
    }
    const below = `${site.origin}${withoutTrailingSlashes(site.pathname)}${cliAuthConfirm}`
    return Effect.succeed(webUrl(cliAuthConfirm) ?? new URL(below))
  })

const webUrl = (url: unknown): URL | undefined =>
  typeof url === "string" && /^https?:/i.test(url) ? parseUrl(url) : undefined

const tokenIn = (login: CliAuthPoll): Effect.Effect<
  Redacted.Redacted,
  NotYet | CliAuthError | CliAuthExpiredError | CliAuthUsedError
> => {
  if (login.status === "success" && login.refreshToken !== undefined) return Effect.succeed(login.refreshToken)
  if (login.status === "waiting") return Effect.fail(new NotYet())
  if (login.status === "expired") return Effect.fail(new CliAuthExpiredError())
  if (login.status === "used") return Effect.fail(new CliAuthUsedError())
  return Effect.fail(
    new CliAuthError(
      {},
      login.status === "success"
        ? "The login was confirmed, but the platform sent no session. Start a new login."
        : `The login was not confirmed: the platform calls it "${login.status}". Start a new login.`
    )
  )
}

/** Whether a later attempt may meet something else. */
const passes = (reason: CallReason): boolean => {
  switch (reason._tag) {
    case "Offline":
    case "ConnectionFailed":
    case "TimedOut":
    case "RateLimited":
    case "LoopDetected":
      return true
    case "HttpFailure":
    case "DecodeError":
      return reason.status >= 500
    default:
      return false
  }
}

const shown = (
  login: CliLogin,
  show: (login: CliLogin) => Effect.Effect<unknown> | PromiseLike<unknown> | void
): Effect.Effect<void, CliAuthError> =>
  Effect.tryPromise({
    try: async () => {
      const showing = show(login)
      return Effect.isEffect(showing) ? showing : Effect.succeed(await showing)
    },
    catch: (error) =>
      new CliAuthError({}, `The link of the login could not be shown (${nameOf(error)}). Start a new login.`)
  }).pipe(Effect.flatten, Effect.asVoid)

/** What of Node is asked for. It is never imported, so that bundles for browsers stay without it. */
interface Host extends Surroundings {
  readonly stderr?: { readonly isTTY?: boolean }
  readonly getBuiltinModule?: (name: "node:child_process") => {
    readonly spawn: (program: string, args: ReadonlyArray<string>, options: object) => {
      readonly on: (event: "error", listener: () => void) => void
      readonly unref: () => void
    }
  }
}
