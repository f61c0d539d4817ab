/** What a request of one's own API can be refused with: in the endpoint's error channel, and in its OpenAPI. */
import type * as Effect from "effect/Effect"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import { errorPage } from "../../../schemas/site.ts"

/** For plain routes, which know no schemas. */
const respond = (
  status: number,
  body: { readonly _tag: string; readonly message: string; readonly [field: string]: string }
) => HttpServerResponse.json(body, { status })

/**
 * Nobody is signed in, or not in the way that the endpoint asks for. `reason` is one word for it.
 *
 * @status 401
 * @cause The request has no session, an old one, or an API key where a session is asked for.
 * @cause A page of another origin sent the request, and its cookies do not count.
 * @fix Sign in, and send the request with the session's cookies, `x-stack-auth`, or an access token as a bearer. The
 *   message says which it lacks.
 */
export class NotAuthenticated extends Schema.TaggedError<NotAuthenticated>()("NotAuthenticated", {
  reason: Schema.String,
  message: Schema.String
}, { httpApiStatus: 401 }) {
  /** The address of the page that explains it; no part of the answer. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    return respond(401, { _tag: this._tag, reason: this.reason, message: this.message })
  }
}

/**
 * The user is known, and lacks the permission.
 *
 * @status 403
 * @cause Nobody granted the permission that the endpoint asks for, or it was taken away.
 * @fix Grant it to the user, or leave the endpoint out for those who lack it.
 */
export class NotPermitted extends Schema.TaggedError<NotPermitted>()("NotPermitted", {
  permissionId: Schema.String,
  message: Schema.String
}, { httpApiStatus: 403 }) {
  /** The address of the page that explains it; no part of the answer. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    return respond(403, { _tag: this._tag, permissionId: this.permissionId, message: this.message })
  }
}

/**
 * The platform does not answer, so it cannot be told who sends the request or what they may do. Nobody is signed out.
 *
 * @status 503
 * @cause The back end cannot reach the platform, or is told to wait by it.
 * @fix Try again in a moment. The server's log has the error behind it.
 */
export class AuthenticationUnavailable
  extends Schema.TaggedError<AuthenticationUnavailable>()("AuthenticationUnavailable", {
    message: Schema.String
  }, { httpApiStatus: 503 })
{
  /** The address of the page that explains it; no part of the answer. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    return respond(503, { _tag: this._tag, message: this.message })
  }
}

/** What went wrong is for the server's log; the caller is told that trying again helps. */
export const unavailableNow = () =>
  new AuthenticationUnavailable({ message: "Who you are cannot be checked right now. Try again in a moment." })
