/** `latchkey logout`: ends the session on this machine and on the server. */
import * as Effect from "effect/Effect"
import { Session } from "../../layers/session/index.ts"
import { signOut } from "../flows/authentication/index.ts"
import { declined, layer, project } from "./client.ts"
import { printResult } from "./output.ts"
import { withProgress } from "./output/index.ts"

/** Removes the stored session, even if the server cannot be reached. */
export const logout = Effect.gen(function*() {
  const signedInTo = yield* project
  const ended = yield* Effect.gen(function*() {
    const session = yield* Session
    if (session.state()._tag === "SignedOut") return undefined
    return yield* signOut()
  }).pipe(
    Effect.provide(layer(signedInTo)),
    withProgress("Signing out"),
    Effect.mapError(declined)
  )
  yield* printResult(
    "logout",
    { wasSignedIn: ended !== undefined, revoked: ended?.revoked ?? false },
    ended === undefined
      ? "Not signed in."
      : ended.revoked
      ? "Signed out, also in the browser that confirmed the login: it shared this session."
      : "Signed out here only: the server could not be reached, so the browser that confirmed the login stays signed in."
  )
})
