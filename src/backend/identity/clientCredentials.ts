/** The credentials that clients of a back end send, and the handling of rejected tokens. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { areOfDifferentUsers, Session, type UsableTokens } from "../../../layers/session/index.ts"
import { CallError, InvalidConfiguration, UserChanged } from "../../../schemas/errors/CallError.ts"
import { asSecret, keyProblem, type SecretInput, secretText } from "../../../schemas/secrets.ts"
import { isTokenFault } from "../token/index.ts"

/** The value of the `Authorization` header. A back end needs no refresh token, because the client refreshes. */
export const bearerFor = (accessToken: Redacted.Redacted): string => `Bearer ${Redacted.value(accessToken)}`

/** Returns the API key of a client. Fails if a header can't carry the key, so that no request is sent without it. */
export const apiKeyToSend = (apiKey: SecretInput): Effect.Effect<Redacted.Redacted, InvalidConfiguration> => {
  const problem = keyProblem(secretText(apiKey))
  return problem === undefined
    ? Effect.succeed(asSecret(apiKey))
    : Effect.fail(
      new InvalidConfiguration({ setting: "apiKey", problem, next: "Pass the text of the user's or team's API key." })
    )
}

/**
 * Returns the current access token, `None` if signed out: the back end then refuses the request, unless the browser
 * sends cookies.
 */
export const tokenToSend: Effect.Effect<Option.Option<Redacted.Redacted>, CallError, Session> = Session.use(
  ({ tokens }) =>
    tokens().pipe(
      Effect.catchReason(
        "CallError",
        "RefreshTokenNotFoundOrExpired",
        () => Effect.succeed(Option.none<UsableTokens>())
      ),
      Effect.map(Option.map(({ accessToken }) => accessToken))
    )
)

/** Returns the current access token for a request that also works when signed out. Never fails. */
export const tokenIfAny: Effect.Effect<Option.Option<Redacted.Redacted>, never, Session> = Session.use(
  ({ tokensIfAny }) => Effect.map(tokensIfAny, Option.map(({ accessToken }) => accessToken))
)

/** Whether a back end's error shows that another access token could be accepted. */
export const rejectsToken = (error: unknown): boolean => {
  const { _tag, reason } = Object(error) as { readonly _tag?: unknown; readonly reason?: unknown }
  return _tag === "NotAuthenticated" && typeof reason === "string" && isTokenFault(reason)
}

/**
 * Returns the access token for repeating a request whose token was rejected, or `None` if the repeated request would be
 * rejected too. Fails with `UserChanged` if another user has signed in: a request begun for one user is not repeated
 * for another.
 */
export const tokenInsteadOf = (
  rejected: Redacted.Redacted
): Effect.Effect<Option.Option<Redacted.Redacted>, CallError, Session> =>
  Effect.gen(function*() {
    const session = yield* Session
    if (!(yield* session.rejected(rejected))) return Option.none()
    const token = yield* tokenToSend
    return Option.isSome(token) && areOfDifferentUsers(rejected, token.value)
      ? yield* new CallError({ endpoint: "session.tokens", reason: new UserChanged() })
      : token
  })
