/**
 * The services of a client, built in one scope. With one layer per service, Effect would keep two scopes and a memo map
 * entry for each layer as long as the client lives, and servers have a client per request.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { makeClientCaller } from "../../layers/access/index.ts"
import {
  ChosenMethod,
  layerUrls,
  type PageOptions,
  type RedirectMethod,
  ScopesOnSignIn
} from "../../layers/browser/index.ts"
import {
  carriedClock,
  completedProject,
  Project,
  type ProjectSettings,
  providedSettings,
  type SecretKey,
  type Transport
} from "../../layers/call/index.ts"
import type { ClientRecorder } from "../../layers/observe/index.ts"
import {
  inMemory,
  layerSessionPolicy,
  makeSession,
  Session,
  type SessionPolicyChanges,
  type SessionState,
  TokenStore
} from "../../layers/session/index.ts"
import { ClientAccess } from "../../schemas/access.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { layerSending, type SendingOptions } from "./SendingOptions.ts"
import { type Setting, withSettings } from "./withSettings.ts"

/** Options for the session. */
export interface SessionOptions {
  /**
   * Token store of the session: a layer such as `TokenStore.layerCookies()`, which keeps users signed in, or
   * `tokenStoreOf(choice)`.
   *
   * @default "memory": the session ends with the program or, in a browser, with the page. `createClient` and
   * `LatchkeyProvider` use `TokenStore.layerDefault` instead, which stores the session in cookies.
   */
  readonly tokenStore?: "memory" | Layer.Layer<TokenStore, InvalidConfiguration, Project> | undefined
  /**
   * Changes to the session policy, such as `{ threshold: "40 seconds" }`.
   *
   * @default `SessionPolicy.defaults`: refreshes tokens that expire in less than 20 s, and waits 5 to 30 s after
   *   failures
   */
  readonly sessionPolicy?: SessionPolicyChanges | undefined
  /**
   * Refreshes the access token in the background, for instance with `Schedule.spaced("1 minute")`, while the session is
   * in use and the page is visible. For sockets and long jobs.
   *
   * @default tokens are refreshed when a call needs them
   */
  readonly refreshAhead?: Schedule.Schedule<unknown, SessionState> | undefined
  /**
   * Records what happens to the session, and why it ends: `SessionLedger.make()`, or `sessionLedger()` of
   * `latchkey/promise`.
   *
   * @default nothing is recorded
   */
  readonly ledger?: ClientRecorder | undefined
}

/** Options for redirects. */
export interface RedirectingOptions extends PageOptions {
  /** @default "window", which does nothing outside a browser */
  readonly redirectMethod?: RedirectMethod | undefined
  /** Additional scopes for each sign-in with a provider, by the provider's id in the project. */
  readonly oauthScopesOnSignIn?: { readonly [provider: string]: ReadonlyArray<string> } | undefined
}

/** Options for the bot challenge. */
export interface BotChallengeOptions {
  /**
   * Solves the bot challenge that the platform may require at sign-up: `BotChallenge.layerTurnstile({ siteKey })` of
   * `latchkey/layers`, or your own `BotChallenge` layer.
   *
   * @default none: if the platform requires a challenge, sign-ups fail with `BotChallengeRequired`
   */
  readonly botChallenge?: Layer.Layer<never, InvalidConfiguration> | undefined
}

/** Options for a client: project, session, redirects, bot challenge and requests. */
export interface ClientOptions
  extends
    Omit<ProjectSettings, SecretKey>,
    SessionOptions,
    RedirectingOptions,
    BotChallengeOptions,
    BrowserOptions,
    SendingOptions
{}

/** Options for the browser. */
export interface BrowserOptions {
  /**
   * Replaces the browser that the client runs in: address, history, cookies, storage and redirects. `inPageBrowser` of
   * `latchkey/emulator` has one.
   *
   * @default the browser that the program runs in, if any
   */
  readonly browser?: Layer.Layer<never> | undefined
}

type Store<R> = Effect.Effect<TokenStore["Service"], InvalidConfiguration, R>

/** The services of `Client.layer`. */
export const clientServices = Effect.fnUntraced(function*(
  options: Omit<ClientOptions, "tokenStore">,
  store: Store<Project | Scope.Scope>
): Effect.fn.Return<Context.Context<ClientAccess | Session | Project>, InvalidConfiguration, Scope.Scope> {
  const sending = yield* built(withSettings(layerSending(options), options.browser))
  const project = yield* completedProject(options)
  const services = yield* clientServicesNoProject(options, store).pipe(
    Effect.provideService(Project, project),
    Effect.provideContext(Context.merge(sending, yield* carriedClock(options)))
  )
  return Context.add(services, Project, project)
})

/** The services of `Client.layerNoProject`. */
export const clientServicesNoProject = Effect.fnUntraced(function*(
  options: Omit<SessionOptions, "tokenStore"> & RedirectingOptions & BotChallengeOptions,
  store: Store<Project | Scope.Scope>
): Effect.fn.Return<
  Context.Context<ClientAccess | Session>,
  InvalidConfiguration,
  Project | Transport | Scope.Scope
> {
  const policy = options.sessionPolicy === undefined
    ? Context.empty()
    : yield* built(layerSessionPolicy(options.sessionPolicy))
  const recording = options.ledger === undefined ? Context.empty() : yield* options.ledger.recording
  const services = yield* servicesOver(options, store).pipe(
    Effect.provideContext(recording),
    Effect.provideContext(policy)
  )
  const settings = [...redirecting(options), options.botChallenge].filter((setting) => setting !== undefined)
  return settings.length === 0
    ? services
    : Context.merge(services, yield* built(withSettings(Layer.empty, ...settings)))
})

/** Builds a layer without sharing it with other layers that are being built. */
const built = <A, E, R>(layer: Layer.Layer<A, E, R>): Effect.Effect<Context.Context<A>, E, R | Scope.Scope> =>
  Effect.map(Layer.build(Layer.fresh(layer)), Context.omit(Layer.CurrentMemoMap)) as never

/**
 * Returns the token store of a choice. Named choices other than memory need `openTokenStore`, which adds to the bundle.
 */
export const storeOf = (choice: SessionOptions["tokenStore"] = "memory"): Store<Project | Scope.Scope> =>
  choice === "memory" ? inMemory(null) : Effect.map(built(choice), Context.get(TokenStore))

/** Builds the session and the caller, with the settings that they run with. */
const servicesOver = Effect.fnUntraced(function*(
  options: Pick<SessionOptions, "refreshAhead">,
  store: Store<Project | Scope.Scope>
): Effect.fn.Return<
  Context.Context<ClientAccess | Session>,
  InvalidConfiguration,
  Project | Transport | Scope.Scope
> {
  const session = yield* Effect.provideService(sessionOf(options), TokenStore, yield* store)
  const caller = yield* Effect.provideService(makeClientCaller, Session, session)
  return Context.merge(
    yield* providedSettings,
    Context.make(ClientAccess, caller).pipe(Context.add(Session, session))
  )
})

/** Builds the session, and refreshes it in the background if the options request it. */
const sessionOf = Effect.fnUntraced(function*(
  { refreshAhead }: Pick<SessionOptions, "refreshAhead">
): Effect.fn.Return<Session["Service"], InvalidConfiguration, Project | Transport | TokenStore | Scope.Scope> {
  const session = yield* makeSession
  if (refreshAhead === undefined) return session
  if (!Schedule.isSchedule(refreshAhead)) {
    return yield* new InvalidConfiguration({
      setting: "refreshAhead",
      problem: `is ${String(refreshAhead)}`,
      next: "Use a Schedule, such as Schedule.spaced(\"1 minute\")."
    })
  }
  yield* Effect.forkScoped(session.refreshAhead(refreshAhead), { startImmediately: true })
  return session
})

/** Returns the layers of the defined options. */
const redirecting = (options: RedirectingOptions): ReadonlyArray<Setting> => {
  const { oauthScopesOnSignIn, redirectMethod, trustedOrigins, urls } = options
  return [
    urls === undefined && trustedOrigins === undefined ? undefined : layerUrls(options),
    redirectMethod === undefined ? undefined : Layer.effect(ChosenMethod, checked(redirectMethod)),
    oauthScopesOnSignIn === undefined ? undefined : Layer.succeed(ScopesOnSignIn, oauthScopesOnSignIn)
  ]
}

/** Rejects an invalid method at startup, before any redirect. */
const checked = (method: RedirectMethod): Effect.Effect<RedirectMethod, InvalidConfiguration> => {
  const { navigate, nextjs, useNavigate } = Object(method)
  return method === "none" || method === "window" || typeof (nextjs ?? useNavigate ?? navigate) === "function"
    ? Effect.succeed(method)
    : Effect.fail(
      new InvalidConfiguration({
        setting: "redirectMethod",
        problem: "is not one of the choices",
        next:
          "Choose \"none\", \"window\", { nextjs: redirect } with redirect from next/navigation, { navigate }, or { useNavigate } for LatchkeyProvider."
      })
    )
}
