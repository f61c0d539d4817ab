/**
 * The error that a page was told in its query: by the platform as `errorCode`, `message` and `details`, by a provider
 * as `error` and `error_description`. Anyone can write such an address, so our own sentences are what people read.
 * docs/protocol.md §11.5, RFC 6749 §4.1.2.1, docs/laws.md H3.
 */
import * as Option from "effect/Option"
import * as OAuth from "../../../schemas/endpoints/oauth.ts"
import { OAuthProviderAccessDenied } from "../../../schemas/errors/oauth.ts"
import { type KnownErrorClass, readDetails } from "../../../schemas/KnownError.ts"
import { OAuthCallbackFailed } from "../../errors/index.ts"

/** Of the known errors, those that come this way. */
export type RedirectedKnownError = NonNullable<(typeof OAuth.callback)["~types"]>["errors"]

/** What {@link redirectedError} finds. */
export type RedirectedError = RedirectedKnownError | OAuthCallbackFailed

/** Everything about an error that may stand in a query. */
export const errorParameters = ["error", "error_description", "error_uri", "errorCode", "message", "details"]

const longest = 1000

/** The error a page was told; `undefined` when it was told none. */
export const redirectedError = ({ searchParams }: URL): RedirectedError | undefined => {
  const code = searchParams.get("errorCode")
  const message = searchParams.get("message")
  if (code !== null && message !== null) {
    return knownError(code, message, searchParams.get("details"))
      ?? new OAuthCallbackFailed({ reason: "ProviderFailed", said: `${code}: ${message}`.slice(0, longest) })
  }
  const error = searchParams.get("error")
  if (error === null) return undefined
  const said = [error, ...searchParams.getAll("error_description")].join(": ").slice(0, longest)
  return error === "access_denied"
    ? new OAuthProviderAccessDenied({}, said)
    : new OAuthCallbackFailed({ reason: "ProviderFailed", said })
}

const knownError = (code: string, message: string, details: string | null): RedirectedKnownError | undefined => {
  const Known: KnownErrorClass | undefined = OAuth.callback.spec.errors.find(({ spec }) => spec.code === code)
  if (Known === undefined) return undefined
  const read = readDetails(Known.spec.details, Option.getOrUndefined(parseDetails(details ?? "{}")))
  // where the sentence is all there is, it would be what people read
  const text = Known.spec.textOnly ? undefined : message.slice(0, longest)
  const bare = new Known(undefined, text)
  const told = new Known(read as never, text)
  // and so would details that are a part of it
  return (told.message === bare.message ? told : bare) as RedirectedKnownError
}

const parseDetails = Option.liftThrowable((text: string): unknown => JSON.parse(text))
