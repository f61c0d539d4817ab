/**
 * What a client's program stands on, built in one scope. Of a layer for each part Effect would keep two scopes and an entry
 * of its memo map for as long as the client lives, and servers have a client for each request.
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
  completedProject,
  Project,
  type ProjectSettings,
  providedSettings,
  type SecretKey,
  type Transport
} from "../../layers/call/index.ts"
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

/** Where the session is kept. */
export interface SessionOptions {
  /**
   * A layer such as `TokenStore.layerCookies()`, which keeps people signed in, or `tokenStoreOf(choice)` for a choice by words.
   *
   * @default "memory": the session ends with the program, in a browser with the page, where `createClient` and
   * `LatchkeyProvider` keep a project's in cookies: `TokenStore.layerDefault` is what they use
   */
  readonly tokenStore?: "memory" | Layer.Layer<TokenStore, InvalidConfiguration, Project> | undefined
  /**
   * When tokens are refreshed: what is to differ from the policy around, as in `{ threshold: "40 seconds" }`.
   *
   * @default below 20 s of life, with pauses from 5 to 30 s after failures, as `SessionPolicy.defaults` says
   */
  readonly sessionPolicy?: SessionPolicyChanges | undefined
  /**
   * Keeps the access token fresh in the background, as `Schedule.spaced("1 minute")` would, while somebody uses the session
   * and its page is visible: for sockets and long jobs.
   *
   * @default tokens are refreshed when somebody needs them
   */
  readonly refreshAhead?: Schedule.Schedule<unknown, SessionState> | undefined
}

/** Where people are sent, and how. */
export interface RedirectingOptions extends PageOptions {
  /** @default "window", which outside a browser goes nowhere */
  readonly redirectMethod?: RedirectMethod | undefined
  /** Scopes to ask providers for whenever somebody signs in with them, by the project's id of the provider. */
  readonly oauthScopesOnSignIn?: { readonly [provider: string]: ReadonlyArray<string> } | undefined
}

/** How people prove that they are no bots. */
export interface BotChallengeOptions {
  /**
   * Answers the platform when it asks for a challenge at a sign-up: `BotChallenge.layerTurnstile({ siteKey })` of `latchkey/layers`, or
   * a layer of your own `BotChallenge`.
   *
   * @default none: where the platform asks, sign-ups fail with `BotChallengeRequired`
   */
  readonly botChallenge?: Layer.Layer<never, InvalidConfiguration> | undefined
}

/** A project, where its sessions are kept, where people are sent, and how requests are sent. */
export interface ClientOptions
  extends Omit<ProjectSettings, SecretKey>, SessionOptions, RedirectingOptions, BotChallengeOptions, SendingOptions
{}

type Store<R> = Effect.Effect<TokenStore["Service"], InvalidConfiguration, R>

/** Those of `Client.layer`. */
export const clientServices = Effect.fnUntraced(function*(
  options: Omit<ClientOptions, "tokenStore">,
  store: Store<Project | Scope.Scope>
): Effect.fn.Return<Context.Context<ClientAccess | Session | Project>, InvalidConfiguration, Scope.Scope> {
  const sending = yield* built(layerSending(options))
  const project = yield* completedProject(options)
  const services = yield* clientServicesNoProject(options, store).pipe(
    Effect.provideService(Project, project),
    Effect.provideContext(sending)
  )
  return Context.add(services, Project, project)
})

/** Those of `Client.layerNoProject`. */
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
  const services = yield* Effect.provideContext(servicesOver(options, store), policy)
  const settings = [...redirecting(options), options.botChallenge].filter((setting) => setting !== undefined)
  return settings.length === 0
    ? services
    : Context.merge(services, yield* built(withSettings(Layer.empty, ...settings)))
})

/** The services of a layer, which others that are built meanwhile do not share. */
const built = <A, E, R>(layer: Layer.Layer<A, E, R>): Effect.Effect<Context.Context<A>, E, R | Scope.Scope> =>
  Effect.map(Layer.build(Layer.fresh(layer)), Context.omit(Layer.CurrentMemoMap)) as never

/** The store of a choice. Those by words that need more than memory are left to `openTokenStore`, which a bundle pays for. */
export const storeOf = (choice: SessionOptions["tokenStore"] = "memory"): Store<Project | Scope.Scope> =>
  choice === "memory" ? inMemory(null) : Effect.map(built(choice), Context.get(TokenStore))

/** Session and caller, with the settings that they are built with. */
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

/** The session, refreshed ahead in the background if the options say so. */
const sessionOf = Effect.fnUntraced(function*(
  { refreshAhead }: Pick<SessionOptions, "refreshAhead">
): Effect.fn.Return<Session["Service"], InvalidConfiguration, Project | Transport | TokenStore | Scope.Scope> {
  const session = yield* makeSession
  if (refreshAhead === undefined) return session
  if (!Schedule.isSchedule(refreshAhead)) {
    return yield* new InvalidConfiguration({
      setting: "refreshAhead",
      problem: `is ${String(refreshAhead)}`,
      next: "Give a Schedule, as Schedule.spaced(\"1 minute\")."
    })
  }
  yield* Effect.forkScoped(session.refreshAhead(refreshAhead), { startImmediately: true })
  return session
})

/** Sets what is given, and leaves the rest to what is around. */
const redirecting = (options: RedirectingOptions): ReadonlyArray<Setting> => {
  const { oauthScopesOnSignIn, redirectMethod, trustedOrigins, urls } = options
  return [
    urls === undefined && trustedOrigins === undefined ? undefined : layerUrls(options),
    redirectMethod === undefined ? undefined : Layer.effect(ChosenMethod, checked(redirectMethod)),
    oauthScopesOnSignIn === undefined ? undefined : Layer.succeed(ScopesOnSignIn, oauthScopesOnSignIn)
  ]
}

/** A method that cannot work is told before anybody is to be sent somewhere. */
const checked = (method: RedirectMethod): Effect.Effect<RedirectMethod, InvalidConfiguration> => {
  const { navigate, nextjs } = Object(method)
  return method === "none" || method === "window" || typeof (nextjs ?? navigate) === "function"
    ? Effect.succeed(method)
    : Effect.fail(
      new InvalidConfiguration({
        setting: "redirectMethod",
        problem: "is none of the choices",
        next: "Choose \"none\", \"window\", { nextjs: redirect } with redirect of next/navigation, or { navigate }."
      })
    )
}
