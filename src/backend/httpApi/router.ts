/** Authentication for plain `HttpRouter` routes: `routes.pipe(Layer.provide(router.requireUser.layer))`. Refusals are problem details. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { unhandled } from "effect/Types"
import { Authenticator } from "../verify/index.ts"
import {
  authenticated,
  byApiKey,
  CurrentApiKey,
  CurrentAuthentication,
  CurrentSession,
  CurrentUser,
  inSession,
  signedIn
} from "./identity.ts"

/** Hands who it is to the handler, or answers the refusal. */
const answering = <I, S, E extends HttpServerRespondable.Respondable>(
  service: Context.Key<I, S>,
  found: Effect.Effect<S, E, Authenticator | HttpServerRequest>
) =>
  Effect.map(Authenticator, (authenticator) => (handler: Effect.Effect<HttpServerResponse, unhandled, I>) =>
    found.pipe(
      Effect.provideService(Authenticator, authenticator),
      Effect.matchEffect({
        onFailure: HttpServerRespondable.toResponse,
        onSuccess: (value) => Effect.provideService(handler, service, value)
      })
    ))

/** Lets everyone in, and tells who it is. */
export const authenticate = HttpRouter.middleware<{ provides: CurrentAuthentication }>()(
  answering(CurrentAuthentication, authenticated)
)

/** Lets users with an account in: by a session, or by an API key of theirs. */
export const requireUser = HttpRouter.middleware<{ provides: CurrentUser }>()(answering(CurrentUser, signedIn))

/** Lets sessions in, anonymous users' too. */
export const requireSession = HttpRouter.middleware<{ provides: CurrentSession }>()(
  answering(CurrentSession, inSession)
)

/** Lets API keys of users and teams in. */
export const requireApiKey = HttpRouter.middleware<{ provides: CurrentApiKey }>()(answering(CurrentApiKey, byApiKey))
