/** Gets a new access token for a refresh token. docs/protocol.md §8. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as OAuth from "../../schemas/endpoints/oauth.ts"
import { anyClientCall } from "../../schemas/errors/anyCall.ts"
import {
  type Credentials,
  makeCaller,
  type Project,
  publicClient,
  type Transport,
  withoutCredentials
} from "../call/index.ts"

/** Makes a function that requests access tokens over a transport. `eachAttempt` runs before each request. */
export const refreshGrant = (
  project: Project["Service"],
  transport: Transport["Service"],
  scope: Scope.Scope,
  eachAttempt: Effect.Effect<unknown> = Effect.void
) => {
  const credentials: Effect.Effect<Credentials> = Effect.as(eachAttempt, withoutCredentials)
  const { call } = makeCaller(project, transport, scope, anyClientCall, () => credentials)
  return (refreshToken: Redacted.Redacted) =>
    Effect.map(
      call(OAuth.refresh.spec, {
        grantType: "refresh_token",
        refreshToken,
        clientId: project.id,
        clientSecret: project.publishableClientKey ?? publicClient
      }),
      (tokens) => (tokens as { readonly accessToken: Redacted.Redacted }).accessToken
    )
}
