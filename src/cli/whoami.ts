/** `latchkey whoami`: shows the signed-in user. */
import * as Effect from "effect/Effect"
import { visibleName } from "../../schemas/entities/names.ts"
import { currentUser } from "../flows/account/index.ts"
import { declined, layer, project } from "./client.ts"
import { Declined } from "./Declined.ts"
import { printResult } from "./output.ts"
import { bold, dim, plain, restrictionLines, userOf, withProgress } from "./output/index.ts"

/** Requests the user from the server, because only the server knows whether the session has ended. */
export const whoami = Effect.gen(function*() {
  const { apiUrl, id, ...rest } = yield* project
  const user = yield* currentUser.get({ or: "anonymous-if-exists" }).pipe(
    Effect.provide(layer({ apiUrl, id, ...rest })),
    withProgress("Contacting the server"),
    Effect.mapError(declined)
  )
  if (user === null) {
    return yield* new Declined({
      tag: "NotSignedIn",
      sentence: `Not signed in to project ${id}. Sign in with: latchkey login`
    })
  }
  const { isAnonymous, primaryEmail } = user
  const name = visibleName(user.displayName)
  const address = primaryEmail === null ? isAnonymous ? "anonymous" : "no email address" : primaryEmail
  return yield* printResult(
    "whoami",
    { user: userOf(user), projectId: id, apiUrl },
    [
      name === undefined ? bold(plain(address)) : `${bold(plain(name))}, ${plain(address)}`,
      ...restrictionLines(user),
      dim(`User ${user.id} of project ${id} at ${new URL(apiUrl).host}`)
    ].join("\n")
  )
})
