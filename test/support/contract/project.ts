/** A project with its keys, and tokens of its users. */
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Access from "../../../layers/access/access.ts"
import * as Project from "../../../layers/call/Project.ts"
import { layer as layerSession } from "../../../layers/session/Session.ts"
import { layerExplicit, layerMemory } from "../../../layers/session/TokenStore.ts"

export const projectId = "11111111-2222-4333-8444-555555555555"
export const publishableClientKey = "pck_publishable"
export const secretServerKey = "ssk_secret"
export const superSecretAdminKey = "sak_superSecret"
export const baseUrl = "https://api.test"

/** Layer of the project with every key. */
export const project = Project.layer({ projectId, publishableClientKey, secretServerKey, superSecretAdminKey, baseUrl })

/** A refresh token in the platform's format. */
export const refreshToken = "r".repeat(45)

const base64url = (value: object) =>
  btoa(JSON.stringify(value)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")

/** Creates an access token with the given claims. Its signature is fake, because clients don't verify it. */
export const accessToken = (claims: object = {}): string =>
  [
    base64url({ alg: "ES256", kid: "k" }),
    base64url({ sub: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc", iat: 0, exp: 600, ...claims }),
    "signature"
  ].join(".")

/** Creates a store with tokens. Without a refresh token (`null`), the session can't be refreshed. */
export const storeWith = (access: string | undefined, refresh: string | null = refreshToken) =>
  layerExplicit({
    accessToken: access === undefined ? undefined : Redacted.make(access),
    refreshToken: refresh === null ? undefined : Redacted.make(refresh)
  })

/** Client level, signed out. */
export const signedOut = Access.layerClient().pipe(
  Layer.provideMerge(layerSession()),
  Layer.provide(layerMemory()),
  Layer.provideMerge(project)
)

/** Client level, signed in with these tokens. */
export const signedIn = (access: string | undefined = accessToken(), refresh: string | null = refreshToken) =>
  Access.layerClient().pipe(
    Layer.provideMerge(layerSession()),
    Layer.provide(storeWith(access, refresh)),
    Layer.provideMerge(project)
  )
