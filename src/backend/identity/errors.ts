/** Errors that reject the requests of an API, in the error channel of endpoints and remote procedures. */
import type * as Effect from "effect/Effect"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import { errorPage } from "../../../schemas/site.ts"
import { notCheckedNow, type ProblemName, problemOf, problemType } from "../verify/index.ts"

/** Responds in plain routes, which have no schemas. */
const respond = <Fields extends { readonly _tag: ProblemName; readonly message: string }>(fields: Fields) => {
  const body = problemOf(fields._tag, fields)
  return HttpServerResponse.json(body, { status: body.status, contentType: problemType })
}

/**
 * The request isn't authenticated, or not in the required way. `reason` is the reason in one word.
 *
 * @status 401
 * @cause The request has no session, an expired one, or an API key where a session is required.
 * @cause The user is anonymous or restricted, where a user with an account is required.
 * @cause A page of another origin sent the request, so that its cookies don't count.
 * @fix Sign in, and send the request with the session's cookies, `x-stack-auth`, or an access token as a bearer token. The
 * message names the missing one.
 */
export class NotAuthenticated extends Schema.TaggedError<NotAuthenticated>()("NotAuthenticated", {
  reason: Schema.String,
  message: Schema.String
}, { httpApiStatus: 401 }) {
  /** The address of the page that explains the error: the `type` of the response. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    return respond({ _tag: this._tag, reason: this.reason, message: this.message })
  }
}

/**
 * The user's sign-in is older than the endpoint allows.
 *
 * @status 401
 * @cause The session began longer ago than the endpoint's `Freshness` allows.
 * @cause The session is an impersonation, which never counts as a recent sign-in of the user.
 * @cause A sign-in method was added to the account a moment ago, and `Freshness` has `means: "known"`.
 * @fix Let the user sign in again, with `redirectTo.confirm()` in an app with the library's pages, and then send the
 * request again.
 */
export class NotFresh extends Schema.TaggedError<NotFresh>()("NotFresh", {
  /** Maximum age of the sign-in, in milliseconds. */
  maxAgeMillis: Schema.Finite,
  message: Schema.String
}, { httpApiStatus: 401 }) {
  /** The address of the page that explains the error: the `type` of the response. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    return respond({ _tag: this._tag, maxAgeMillis: this.maxAgeMillis, message: this.message })
  }
}

/**
 * The request comes from an agent on the person's account, and the endpoint requires the person.
 *
 * @status 403
 * @cause A person approved an agent, which has its own session with the person's rights.
 * @cause The platform doesn't list the session: it is an impersonation, or it has ended. Such a session doesn't count
 * as a person's.
 * @fix Ask the person to perform the operation in the app.
 */
export class NotHuman extends Schema.TaggedError<NotHuman>()("NotHuman", {
  message: Schema.String
}, { httpApiStatus: 403 }) {
  /** The address of the page that explains the error: the `type` of the response. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    return respond({ _tag: this._tag, message: this.message })
  }
}

/**
 * The user lacks the permission that the endpoint requires.
 *
 * @status 403
 * @cause The permission was never granted, or it was revoked.
 * @fix Grant the permission to the user, or hide the feature from users without it.
 */
export class NotPermitted extends Schema.TaggedError<NotPermitted>()("NotPermitted", {
  permissionId: Schema.String,
  message: Schema.String
}, { httpApiStatus: 403 }) {
  /** The address of the page that explains the error: the `type` of the response. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    return respond({ _tag: this._tag, permissionId: this.permissionId, message: this.message })
  }
}

/**
 * The platform doesn't respond, so the caller or the caller's permissions can't be checked. No user is signed out.
 *
 * @status 503
 * @cause The back end can't reach the platform, or the platform rate-limits it.
 * @fix Try again in a moment. The server's log contains the underlying error.
 */
export class AuthenticationUnavailable
  extends Schema.TaggedError<AuthenticationUnavailable>()("AuthenticationUnavailable", {
    message: Schema.String
  }, { httpApiStatus: 503 })
{
  /** The address of the page that explains the error: the `type` of the response. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    return respond({ _tag: this._tag, message: this.message })
  }
}

/** Creates the error of a request that can't be authenticated now. The server's log contains the cause. */
export const unavailableNow = () => new AuthenticationUnavailable({ message: notCheckedNow })
