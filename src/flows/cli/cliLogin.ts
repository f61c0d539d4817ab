/**
 * Sign-in for command line tools: the tool shows a link, the user confirms in the browser, and the tool shares that
 * session. Works over SSH and in containers, because no port is opened. docs/protocol.md §19.
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
import { dateOf, mayPass, millisOf, nameOf } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import { parseUrl, withoutTrailingSlashes } from "../../../schemas/address.ts"
import * as Cli from "../../../schemas/endpoints/cli.ts"
import type { CliAuthPoll } from "../../../schemas/entities/CliAuth.ts"
import { CallError } from "../../../schemas/errors/CallError.ts"
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

/** Login that waits for the browser. */
export interface CliLogin {
  /** Link for the user to open. */
  readonly url: string
  /** Kept by the tool. It gives access to the session once the login is confirmed. */
  readonly pollingCode: Redacted.Redacted
  /** Expiry of the link, converted from the platform's clock to this machine's clock. */
  readonly expiresAt: Date
}

/** Options for starting a login. */
export interface StartOptions {
  /**
   * URL of the site whose users sign in, such as `https://app.example.com`. Its page is `/handler/cli-auth-confirm`,
   * unless the client's `urls.cliAuthConfirm` is set.
   */
  readonly appUrl: string
  /**
   * Lifetime of the login: more than 0, and at most 15 minutes, the maximum of revision 2026-10. Earlier revisions
   * accept up to a day, but only through `cli.create`.
   *
   * @default the platform's default: 2 hours until revision 2026-04, 2 minutes in later revisions
   */
  readonly expiresIn?: Duration.Input | undefined
  /**
   * Whether to pass this client's anonymous user on to the page. Signing up on the page then upgrades that user. Has no
   * effect if another user, or no user, is signed in, and on the 2025 platforms.
   *
   * @default false
   */
  readonly bringAnonymousUser?: boolean | undefined
}

/** Options for polling whether the browser has confirmed. */
export interface WaitOptions {
  /** Interval between the starts of two polls. @default "2 seconds" (docs/protocol.md §26.2) */
  readonly every?: Duration.Input | undefined
  /** Maximum number of polls before failing with `CliAuthError`. @default unlimited (docs/protocol.md §26.2) */
  readonly attempts?: number | undefined
}

/** Errors between starting a login and receiving the session. */
export type CliLoginError = CliAuthError | CliAuthExpiredError | CliAuthUsedError | InvalidPollingCodeError | CallError

/** Starts a login. Show its `url`, then `wait`. */
export const start = Effect.fn("cliLogin.start")(function*(options: StartOptions) {
  const url = yield* pageOf(options.appUrl)
  const expiresInMillis = options.expiresIn === undefined ? undefined : millisOf(options.expiresIn)
  if (expiresInMillis !== undefined && !(expiresInMillis > 0 && expiresInMillis <= longestLifetime)) {
    return yield* invalidInput("cliLogin.start", "expiresIn", "Expected more than 0 ms and at most 15 minutes")
  }
  const startedAt = yield* Clock.currentTimeMillis
  const anonRefreshToken = options.bringAnonymousUser === true ? yield* anonymousRefreshToken : undefined
  const created = yield* anonRefreshToken === undefined
    ? Cli.create({ expiresInMillis })
    : Cli.create({ expiresInMillis, anonRefreshToken }).pipe(
      Effect.catchReason("CallError", "SchemaError", () => Cli.create({ expiresInMillis }))
    )
  url.searchParams.set("login_code", Redacted.value(created.loginCode))
  // the platform's clock may differ from this one, but the lifetime is the same on both
  const lifetime = created.expiresAt.getTime() - (dateOf(created) ?? startedAt)
  const expiresAt = new Date(startedAt + lifetime)
  return { url: url.href, pollingCode: created.pollingCode, expiresAt } satisfies CliLogin as CliLogin
})

/** Refresh token of the signed-in anonymous user. */
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
 * Waits until the browser has confirmed, and returns the refresh token of its session. The platform returns it only
 * once: pass it to `finish` or store it. Network failures and the statuses 429 and 5xx are retried until the login
 * expires. Can be interrupted at any time.
 *
 * Fails with `CliAuthExpiredError` if the login expires, with `CliAuthUsedError` if the token was already fetched or
 * its response was lost, and with `CliAuthError` if the attempts are used up or the platform returns an unknown status.
 * A login can't be denied: if the user declines, the tool waits until the login expires.
 */
export const wait = Effect.fn("cliLogin.wait")(function*(
  login: Pick<CliLogin, "expiresAt"> & { readonly pollingCode: SecretInput },
  options: WaitOptions = {}
): Effect.fn.Return<Redacted.Redacted, CliLoginError, ClientAccess> {
  const every = millisOf(options.every ?? defaultInterval)
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
      (error): Effect.Effect<never, LoginPending | CliAuthExpiredError | CallError> =>
        mayPass(error.reason)
          ? Effect.flatMap(
            Clock.currentTimeMillis,
            (now) => Effect.fail(now < login.expiresAt.getTime() ? new LoginPending() : new CliAuthExpiredError())
          )
          : Effect.fail(error)
    )
  )
  // fixed intervals instead of pauses between responses, so that slow responses don't add up
  return yield* Effect.retry(question, {
    while: (error) => error._tag === "LoginPending",
    schedule: Schedule.windowed(every),
    ...(attempts === Infinity ? {} : { times: attempts - 1 })
  }).pipe(Effect.catchTag("LoginPending", () => Effect.fail(new CliAuthError())))
})

/**
 * Stores the session from `wait` in the `TokenStore`, replacing the previous one, and fetches its first access token.
 * If that fails because of the network, the session is stored nevertheless, because the refresh token is returned only
 * once.
 */
export const finish = Effect.fn("cliLogin.finish")(function*(confirmed: { readonly refreshToken: SecretInput }) {
  const session = yield* Session
  yield* session.keep({ refreshToken: asSecret(confirmed.refreshToken) })
  yield* Effect.catchTag(
    session.tokens(),
    "CallError",
    (error) => mayPass(error.reason) ? Effect.void : Effect.fail(error)
  )
})

/**
 * Signs in from a terminal: starts a login, shows its link, waits for the browser and stores the session. Fails like
 * `wait`. Until the browser has confirmed, nothing is stored.
 *
 * ```ts
 * yield* cliLogin.prompt({ appUrl: "https://app.example.com" })
 * const user = yield* currentUser.get({ or: "throw" })
 * ```
 */
export const prompt = Effect.fn("cliLogin.prompt")(function*(
  options: StartOptions & WaitOptions & {
    /** Shows the link. @default `cliLogin.show`: prints it, and opens it if there is a screen */
    readonly show?: ((login: CliLogin) => Effect.Effect<unknown> | PromiseLike<unknown> | void) | undefined
  }
) {
  const login = yield* start(options)
  yield* shown(login, options.show ?? show)
  const refreshToken = yield* wait(login, options)
  yield* finish({ refreshToken })
})

/** Prints the link and opens it in the browser. Default of `prompt`. */
export const show = (login: CliLogin): Effect.Effect<void> => Effect.andThen(print(login), Effect.asVoid(open(login)))

/**
 * Prints the link to standard error, with the code that the link's page also shows. Standard output then contains only
 * the tool's own output.
 */
export const print = ({ url }: CliLogin): Effect.Effect<void> => {
  const code = confirmationCode(new URL(url).searchParams.get("login_code") ?? "")
  return Console.error(
    `Open this link to sign in:\n\n  ${url}\n\nAllow it if the page shows the code ${code}.\n\n`
      + "Waiting for your browser. Ctrl-C stops."
  )
}

/**
 * Opens the link in the browser. Returns whether it tried to. It tries only if standard error is a terminal and there
 * is a screen, so not over SSH. `BROWSER` selects a program other than the system's; empty or `none` disables opening.
 */
export const open = ({ url }: Pick<CliLogin, "url">): Effect.Effect<boolean> =>
  Effect.sync(() => {
    const host = (globalThis as { readonly process?: Host }).process
    const opener = host?.stderr?.isTTY === true ? openerOf(host) : undefined
    const childProcess = host?.getBuiltinModule?.("node:child_process")
    if (opener === undefined || childProcess === undefined) return false
    const [program, ...args] = opener
    const child = childProcess.spawn(program, [...args, url], { detached: true, stdio: "ignore" })
    child.on("error", () => {}) // if the program doesn't exist, the user still has the printed link
    child.unref()
    return true
  })

/**
 * Confirms a login with the signed-in user's session, which the tool shares from then on. Call it on the page that the
 * link opens, after the user has agreed. A login can't be denied on the platform: to decline, let the login expire.
 *
 * Fails with `UserAuthenticationRequired` if no user or an anonymous user is signed in, and with `CliAuthError` if the
 * code is unknown, expired, already confirmed or from another project. The platform doesn't distinguish these.
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
  yield* withCliAuthError(Cli.complete({ loginCode: link.loginCode, refreshToken }))
}, bindToUser)

/**
 * Signs the page in as the anonymous user that the tool passed along. Call it before any user signs in on the page. A
 * later sign-up on the page upgrades the anonymous user, who keeps everything that was created with the tool. Returns
 * whether there was an anonymous user. Works once. Has no effect if a user is signed in.
 *
 * Fails with `CliAuthError` like `confirm`. Returns `false` on the 2025 platforms, which don't support it.
 */
export const takeAnonymousUser = Effect.fn("cliLogin.takeAnonymousUser")(function*(link: {
  /** The link's `login_code`. */
  readonly loginCode: SecretInput
}) {
  const session = yield* Session
  if (Option.isSome(yield* session.tokensIfAny) && !isAnonymous(session)) return false
  const { loginCode } = link
  const { cliSessionState } = yield* withCliAuthError(Cli.check({ loginCode })).pipe(
    Effect.catchReason("CallError", "SchemaError", () => Effect.succeed({ cliSessionState: "none" }))
  )
  if (cliSessionState !== "anonymous") return false
  yield* session.keep(yield* withCliAuthError(Cli.claimAnonymousSession({ loginCode })))
  return true
})

/** Converts the platform's plain rejection of a login code to `CliAuthError`. */
const withCliAuthError = <A, E, R>(
  self: Effect.Effect<A, E | CallError, R>
): Effect.Effect<A, E | CallError | CliAuthError, R> =>
  Effect.mapError(
    self,
    (error) =>
      error instanceof CallError && error.reason._tag === "HttpFailure" && error.reason.status === 400
        ? new CliAuthError({}, notWaiting)
        : error
  )

/** Maximum lifetime of the newest platforms, which every platform accepts. docs/protocol.md §19. */
const longestLifetime = 900_000

/** Default interval. docs/protocol.md §26.2. */
const defaultInterval = Duration.seconds(2)

/** The login isn't confirmed yet, or the response was lost. */
class LoginPending extends Data.TaggedError("LoginPending")<{}> {}

const notWaiting = "This login is unknown, expired or already confirmed. Start a new one in your terminal."

/** Returns the page below the site, or the URL that is configured for it. */
const pageOf = (appUrl: string): Effect.Effect<URL, CallError> =>
  Effect.flatMap(Urls, ({ cliAuthConfirm }) => {
    const site = webUrl(appUrl)
    if (site === undefined) {
      return Effect.fail(invalidInput("cliLogin.start", "appUrl", "Expected an http or https URL"))
    }
    const below = `${site.origin}${withoutTrailingSlashes(site.pathname)}${cliAuthConfirm}`
    return Effect.succeed(webUrl(cliAuthConfirm) ?? new URL(below))
  })

const webUrl = (url: unknown): URL | undefined =>
  typeof url === "string" && /^https?:/i.test(url) ? parseUrl(url) : undefined

const tokenIn = (login: CliAuthPoll): Effect.Effect<
  Redacted.Redacted,
  LoginPending | CliAuthError | CliAuthExpiredError | CliAuthUsedError
> => {
  if (login.status === "success" && login.refreshToken !== undefined) return Effect.succeed(login.refreshToken)
  if (login.status === "waiting") return Effect.fail(new LoginPending())
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

/** Parts of Node's process that are used. Node modules aren't imported, so that browser bundles don't contain them. */
interface Host extends Surroundings {
  readonly stderr?: { readonly isTTY?: boolean } | undefined
  readonly getBuiltinModule?: (name: "node:child_process") => {
    readonly spawn: (program: string, args: ReadonlyArray<string>, options: object) => {
      readonly on: (event: "error", listener: () => void) => void
      readonly unref: () => void
    }
  }
}
