/** The platform as the OAuth server of its clients. Wire protocol §10. Signing in with other providers is still to come. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as OAuth from "../../../schemas/endpoints/oauth.ts"
import { InvalidAuthorizationCode, InvalidOAuthClientIdOrSecret } from "../../../schemas/errors/oauth.ts"
import { type ApiRequest, handle } from "../handle.ts"
import { accepts } from "../projects.ts"
import { Refusal } from "../Refusal.ts"
import { refreshed } from "./sessions.ts"

/** The project that an OAuth client speaks for: `id`, or `id#main`. */
const clientOf = ({ platform }: ApiRequest, clientId: string, secret: Redacted.Redacted) =>
  Effect.suspend(() => {
    const [projectId, branch = "main"] = clientId.split("#", 2)
    const project = platform.store.projects.get(projectId!)
    return project === undefined || branch !== "main"
        || !accepts(project, "client", Redacted.value(secret), platform.now())
      ? Effect.fail(new InvalidOAuthClientIdOrSecret({ clientId: null }))
      : Effect.succeed(project)
  })

const toCome = (_: unknown, { spec }: ApiRequest) =>
  Effect.fail(new Refusal({ status: 501, text: `The embedded platform does not answer ${spec.name} yet.` }))

/** `/auth/oauth` */
export const handlers = handle(OAuth, {
  refresh: (input, request) =>
    Effect.gen(function*() {
      const project = yield* clientOf(request, input.clientId, input.clientSecret)
      const accessToken = yield* refreshed(request, project, Redacted.value(input.refreshToken))
      return { accessToken, tokenType: "Bearer", expiresIn: 3600, scope: "legacy" }
    }),

  exchangeCode: (input, request) =>
    Effect.flatMap(
      clientOf(request, input.clientId, input.clientSecret),
      () => Effect.fail(new InvalidAuthorizationCode())
    ),

  authorize: toCome,
  callback: toCome,
  authorizeCrossDomain: toCome,
  signInWithApple: toCome,
  createConnectedAccountToken: toCome
})
