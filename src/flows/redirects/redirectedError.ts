/**
 * Error in the query of a page. The platform sends it as `errorCode`, `message` and `details`, and a provider as
 * `error` and `error_description`. Anyone can write such a URL, so the displayed messages are our own. docs/protocol.md
 * §11.5, RFC 6749 §4.1.2.1, docs/laws.md H3.
 */
import * as Option from "effect/Option"
import * as OAuth from "../../../schemas/endpoints/oauth.ts"
import { OAuthProviderAccessDenied, OAuthProviderTemporarilyUnavailable } from "../../../schemas/errors/oauth.ts"
import { type KnownErrorClass, readDetails } from "../../../schemas/KnownError.ts"
import { OAuthCallbackFailed } from "../../errors/index.ts"

/** Known errors that the platform passes in a redirect. */
export type RedirectedKnownError = NonNullable<(typeof OAuth.callback)["~types"]>["errors"]

/** Result of {@link redirectedError}. */
export type RedirectedError = RedirectedKnownError | OAuthCallbackFailed

/** All query parameters of an error. */
export const errorParameters = ["error", "error_description", "error_uri", "errorCode", "message", "details"]

const longest = 1000

/** A provider's errors if the user refused. Platforms send every other one as temporary. docs/protocol.md §11.5. */
const denials = ["access_denied", "consent_required"]

/** Returns the error in a page's query, or `undefined` if there is none. */
export const redirectedError = ({ searchParams }: URL): RedirectedError | undefined => {
  const code = searchParams.get("errorCode")
  const message = searchParams.get("message")
  if (code !== null && message !== null) {
    return knownError(code, message, searchParams.get("details"))
      ?? new OAuthCallbackFailed({
        reason: "ProviderFailed",
        developerMessage: `${code}: ${message}`.slice(0, longest)
      })
  }
  const error = searchParams.get("error")
  if (error === null) return undefined
  const developerMessage = [error, ...searchParams.getAll("error_description")].join(": ").slice(0, longest)
  return denials.includes(error)
    ? new OAuthProviderAccessDenied({}, developerMessage)
    : new OAuthProviderTemporarilyUnavailable({}, developerMessage)
}

const knownError = (code: string, message: string, details: string | null): RedirectedKnownError | undefined => {
  const Known: KnownErrorClass | undefined = OAuth.callback.spec.errors.find(({ spec }) => spec.code === code)
  if (Known === undefined) return undefined
  const read = readDetails(Known.spec.details, Option.getOrUndefined(parseDetails(details ?? "{}")))
  // an error without its own message would display the text from the URL
  const text = Known.spec.textOnly ? undefined : message.slice(0, longest)
  const bare = new Known(undefined, text)
  const detailed = new Known(read as never, text)
  // details from the URL must not appear in the message either
  return (detailed.message === bare.message ? detailed : bare) as RedirectedKnownError
}

const parseDetails = Option.liftThrowable((text: string): unknown => JSON.parse(text))
