/** `latchkey logout`: ends the session here and on the platform. */
import * as Effect from "effect/Effect"
import { Session } from "../../layers/session/index.ts"
import { signOut } from "../flows/authentication/index.ts"
import { answer } from "./answer.ts"
import { declined, layer, project } from "./client.ts"
import { withProgress } from "./output/index.ts"

/** Forgets the session here, whatever the platform says. */
export const logout = Effect.gen(function*() {
  const signedInTo = yield* project
  const ended = yield* Effect.gen(function*() {
    const session = yield* Session
    if (session.state()._tag === "SignedOut") return undefined
    return yield* signOut()
  }).pipe(
    Effect.provide(layer(signedInTo)),
    withProgress("Telling the platform"),
    Effect.mapError(declined)
  )
  yield* answer(
    "logout",
    { wasSignedIn: ended !== undefined, revoked: ended?.revoked ?? false },
    ended === undefined
      ? "Nobody was signed in."
      : ended.revoked
      ? "Signed out. The browser that confirmed the login shared this session, so it is signed out as well."
      : "Signed out here. The platform could not be told, so the session works on in the browser that confirmed it."
  )
})
