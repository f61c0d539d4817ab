/** Errors that reject requests which cost credits, in the error channel of endpoints and remote procedures. */
import type * as Effect from "effect/Effect"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import { errorPage } from "../../../schemas/site.ts"
import { problemOf, problemType } from "../verify/index.ts"

/**
 * The user doesn't have enough credits for the request. Nothing was taken, and the handler didn't run.
 *
 * @status 402
 * @cause The user has spent the credits.
 * @fix Show the user where to buy or earn more, for example with `checkout.url` from `latchkey/payments`.
 */
export class NotEnoughCredits extends Schema.TaggedError<NotEnoughCredits>()("NotEnoughCredits", {
  itemId: Schema.String,
  /** Price of the request. */
  amount: Schema.Finite,
  message: Schema.String
}, { httpApiStatus: 402 }) {
  /** The address of the page that explains the error: the `type` of the response. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    const { _tag, amount, itemId, message } = this
    const body = problemOf(_tag, { _tag, itemId, amount, message })
    return HttpServerResponse.json(body, { status: body.status, contentType: problemType })
  }
}

/**
 * The credits for the request couldn't be taken. The handler didn't run.
 *
 * @status 503
 * @cause The back end can't reach the platform or the shared store, or the platform rate-limits it.
 * @cause The item of the `Price` doesn't exist, or isn't for users.
 * @cause The endpoint or procedure has no `Price`, or an invalid one.
 * @fix Try again in a moment. The server's log contains the underlying error.
 */
export class CreditsUnavailable extends Schema.TaggedError<CreditsUnavailable>()("CreditsUnavailable", {
  message: Schema.String
}, { httpApiStatus: 503 }) {
  /** The address of the page that explains the error: the `type` of the response. */
  get docs(): string {
    return errorPage(this._tag)
  }
  [HttpServerRespondable.symbol](): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown> {
    const { _tag, message } = this
    const body = problemOf(_tag, { _tag, message })
    return HttpServerResponse.json(body, { status: body.status, contentType: problemType })
  }
}
