/** What a server of Next.js asks the platform, and where it sends people. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerUrls, Navigation, type PageOptions, Urls } from "../../layers/browser/index.ts"
import { layerProject, pageSettings, type ProjectSettings } from "../../layers/call/index.ts"
import { TokenStore } from "../../layers/session/index.ts"
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
 * The project, its pages, and how requests are believed. What is left out of the project is read from the environment.
 * The browser is told what it needs, and never the secret server key.
 */
export interface LatchkeyNextOptions
  extends
    Omit<ProjectSettings, "superSecretAdminKey">,
    Omit<AuthenticatorOptions, "includeRestricted" | "trustedOrigins">,
    PageOptions,
    Pick<Client.RedirectingOptions, "oauthScopesOnSignIn">,
    SendingOptions
{}

/** For how long it is known what a project offers, for all requests. */
const projectKnownFor = "1 minute"

const clientOf = (tokenStore: Layer.Layer<TokenStore>) => Client.layerNoProject({ tokenStore })

/** One for the process: it remembers keys, tokens and what the project offers. */
export const platformOf = (options: LatchkeyNextOptions) => {
  const knownProject = Effect.runSync(Effect.cachedWithTTL(currentProject.get(), projectKnownFor))
  return makeAsync(
    {
      authenticateRequest: (request: RequestLike) =>
        Effect.flatMap(Authenticator, ({ authenticate }) => authenticate(request)),
      project: () => Effect.provide(knownProject, clientOf(TokenStore.layerNone)),
      /** The user of a session, restricted and anonymous ones too; `null`: the platform knows of no such session. */
      userOf: ({ tokens }: SessionAuthentication) =>
        Effect.provide(currentUser.get({ or: "anonymous-if-exists" }), clientOf(TokenStore.layerExplicit(tokens))),
      /** Where a page is. It leads back to the address, where that is known. */
      hrefOf: (page: "signIn" | "onboarding", here: URL | undefined) =>
        Effect.provideService(Effect.orDie(redirectTo.hrefOf(page)), Navigation, {
          go: () => Effect.void,
          here: () => here
        }),
      /** What the browser is told. */
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

/** What {@link platformOf} makes. */
export type Platform = ReturnType<typeof platformOf>
