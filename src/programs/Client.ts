/** The usual layers of a program for end users. For other combinations build on `latchkey/layers`. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { layerClient } from "../../layers/access/index.ts"
import {
  ChosenMethod,
  layerUrls,
  type PageOptions,
  type RedirectMethod,
  ScopesOnSignIn
} from "../../layers/browser/index.ts"
import {
  layerProject,
  type Project,
  type ProjectSettings,
  type SecretKey,
  type Transport
} from "../../layers/call/index.ts"
import { Session, type SessionPolicyChanges, type SessionState, TokenStore } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { sessionBy } from "./provideUserSession.ts"
import { layerSending, type SendingOptions } from "./SendingOptions.ts"
import { type Setting, withSettings } from "./withSettings.ts"

/** Where the session is kept. */
export interface SessionOptions {
  /**
   * A layer such as `layerCookies()`, which keeps people signed in, or `tokenStoreOf(choice)` for a choice by words.
   *
   * @default "memory": the session ends with the program, in a browser with the page, where `createClient` and
   * `LatchkeyProvider` keep a project's in cookies: `layerDefaultTokenStore` is what they use
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
   * Answers the platform when it asks for a challenge at a sign-up: `layerTurnstile({ siteKey })` of `latchkey/layers`, or
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

/** A project's client: `Effect.provide(program, Client.layer({ projectId, publishableClientKey }))`. */
export const layer = (
  options: ClientOptions = {}
): Layer.Layer<ClientAccess | Session | Project, InvalidConfiguration> =>
  layerNoProject(options).pipe(
    Layer.provideMerge(layerProject(options)),
    Layer.provide(layerSending(options))
  )

/**
 * The same without project and transport, for the embedded platform or another way to send. Each call of this function
 * has a session of its own, and one result is one session however often it is provided.
 */
export const layerNoProject = (
  options: SessionOptions & RedirectingOptions & BotChallengeOptions = {}
): Layer.Layer<ClientAccess | Session, InvalidConfiguration, Project | Transport> =>
  Layer.suspend(() =>
    // fresh, or every client of the process would share the one session of the static layers
    Layer.fresh(
      withSettings(
        layerClient.pipe(Layer.provideMerge(sessionOf(options)), Layer.provide(storeOf(options.tokenStore))),
        ...redirecting(options),
        options.botChallenge
      )
    )
  )

/** The session, with what goes on in its background. */
const sessionOf = ({ refreshAhead, sessionPolicy }: SessionOptions) => {
  const session = sessionBy(sessionPolicy)
  if (refreshAhead === undefined) return session
  return Schedule.isSchedule(refreshAhead)
    ? Layer.provideMerge(Session.layerRefreshAhead(refreshAhead), session)
    : Layer.effect(
      Session,
      new InvalidConfiguration({
        setting: "refreshAhead",
        problem: `is ${String(refreshAhead)}`,
        next: "Give a Schedule, as Schedule.spaced(\"1 minute\")."
      })
    )
}

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

const storeOf = (
  choice: SessionOptions["tokenStore"]
): Layer.Layer<TokenStore, InvalidConfiguration, Project> =>
  choice === undefined || choice === "memory" ? TokenStore.layerMemory : choice
