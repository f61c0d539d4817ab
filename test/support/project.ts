/** A project, its keys, and tokens for its users. */
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Access from "../../layers/access/access.ts"
import * as Project from "../../layers/call/Project.ts"
import { Session } from "../../layers/session/Session.ts"
import { TokenStore } from "../../layers/session/TokenStore.ts"

export const projectId = "11111111-2222-4333-8444-555555555555"
export const publishableClientKey = "pck_publishable"
export const secretServerKey = "ssk_secret"
export const superSecretAdminKey = "sak_superSecret"
export const baseUrl = "https://api.test"

/** The project with every key. */
export const project = Project.layer({ projectId, publishableClientKey, secretServerKey, superSecretAdminKey, baseUrl })

/** A refresh token as the platform makes them. */
export const refreshToken = "r".repeat(45)

const base64url = (value: object) =>
  btoa(JSON.stringify(value)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")

/** An access token with these claims. Its signature is for show: clients do not verify it. */
export const accessToken = (claims: object = {}): string =>
  [
    base64url({ alg: "ES256", kid: "k" }),
    base64url({ sub: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc", iat: 0, exp: 600, ...claims }),
    "signature"
  ].join(".")

/** A store that holds these tokens; `null` for a session that cannot be refreshed. */
export const storeWith = (access: string | undefined, refresh: string | null = refreshToken) =>
  TokenStore.layerExplicit({
    accessToken: access === undefined ? undefined : Redacted.make(access),
    refreshToken: refresh === null ? undefined : Redacted.make(refresh)
  })

/** Client level, nobody signed in. */
export const signedOut = Access.layerClient().pipe(
  Layer.provideMerge(Session.layer()),
  Layer.provide(TokenStore.layerMemory()),
  Layer.provideMerge(project)
)

/** Client level, signed in with these tokens. */
export const signedIn = (access: string | undefined = accessToken(), refresh: string | null = refreshToken) =>
  Access.layerClient().pipe(
    Layer.provideMerge(Session.layer()),
    Layer.provide(storeWith(access, refresh)),
    Layer.provideMerge(project)
  )
