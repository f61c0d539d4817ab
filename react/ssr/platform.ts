/** Requests to the platform while a page is rendered, and the URLs of pages. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerUrls, Navigation, type PageOptions, Urls } from "../../layers/browser/index.ts"
import { layerProject, pageSettings, type ProjectSettings } from "../../layers/call/index.ts"
import { layerExplicit, layerNone, TokenStore } from "../../layers/session/index.ts"
import {
  Authenticator,
  type AuthenticatorOptions,
  type RequestLike,
  type SessionAuthentication
} from "../../src/backend/verify/index.ts"
import { currentProject, currentUser } from "../../src/flows/account/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import { Client, layerSending, type SendingOptions } from "../../src/programs/index.ts"
import { makeAsync } from "../../src/promise/index.ts"

/**
 * Project, pages and authentication. Settings that you leave out are read from the environment. The browser receives
 * the settings it needs, never the secret server key.
 */
export interface PlatformOptions
  extends
    Omit<ProjectSettings, "superSecretAdminKey">,
    Omit<AuthenticatorOptions, "includeRestricted" | "trustedOrigins">,
    PageOptions,
    Pick<Client.RedirectingOptions, "oauthScopesOnSignIn">,
    SendingOptions
{}

/** Cache time of the project's configuration. All requests share the cache. */
const projectKnownFor = "1 minute"

const clientOf = (tokenStore: Layer.Layer<TokenStore>) => Client.layerNoProject({ tokenStore })

/**
 * Creates the server's client. There is one per process, because it caches keys, tokens and the project's
 * configuration.
 */
export const platformOf = (options: PlatformOptions) => {
  const knownProject = Effect.runSync(Effect.cachedWithTTL(currentProject.get(), projectKnownFor))
  return makeAsync(
    {
      authenticateRequest: (request: RequestLike) =>
        Effect.flatMap(Authenticator, ({ authenticate }) => authenticate(request)),
      project: () => Effect.provide(knownProject, clientOf(layerNone())),
      /** Returns the user of a session, including restricted and anonymous ones; `null` if the session has ended. */
      userOf: ({ tokens }: SessionAuthentication) =>
        Effect.provide(currentUser.get({ or: "anonymous-if-exists" }), clientOf(layerExplicit(tokens))),
      /** Returns the URL of a page, with the current URL as its return URL if it is known. */
      hrefOf: (page: "signIn" | "onboarding", here: URL | undefined) =>
        Effect.provideService(Effect.orDie(redirectTo.hrefOf(page)), Navigation, {
          go: () => Effect.void,
          here: () => here
        }),
      /** Returns the settings for the browser. */
      settings: () => pageSettings(options),
      handlerPath: () => Effect.map(Urls, ({ handler }) => handler)
    },
    Authenticator.layer({ ...options, trustedOrigins: [], includeRestricted: true }).pipe(
      Layer.merge(layerUrls(options)),
      Layer.provideMerge(layerProject(options, "secretServerKey")),
      Layer.provideMerge(layerSending(options))
    )
  )
}

/** The client that {@link platformOf} creates. */
export type Platform = ReturnType<typeof platformOf>
