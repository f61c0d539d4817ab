/** Ending the session. Wire protocol §20. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as log from "../layers/log.ts"
import { Session } from "../layers/Session.ts"
import * as Sessions from "../schemas/endpoints/sessions.ts"

/**
 * Signs out: tells the platform, then forgets the session here, whatever the platform said. `revoked` is `false` when
 * it could not be told, so that the refresh token works on until it expires. Nothing happens when nobody is signed in.
 */
export const signOut = Effect.fn("signOut")(function*() {
  const session = yield* Session
  return yield* session.tokens().pipe(
    Effect.flatMap((tokens) => Option.isSome(tokens) ? Sessions.deleteCurrent() : Effect.void),
    Effect.as({ revoked: true }),
    Effect.catchTags({
      AccessTokenExpired: () => Effect.succeed({ revoked: true }),
      RefreshTokenNotFoundOrExpired: () => Effect.succeed({ revoked: true }),
      CallError: (error) =>
        error.reason._tag === "RefreshTokenNotFoundOrExpired"
          ? Effect.succeed({ revoked: true })
          : Effect.as(log.warn(`Signed out here only. ${error.message}`), { revoked: false })
    }),
    Effect.ensuring(session.end)
  )
})
