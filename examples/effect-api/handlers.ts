/** The handlers of the endpoints. They pass the platform's errors on instead of declaring their own. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { PermittedInTeam } from "latchkey/http-api"
import { Teams } from "latchkey/schemas"
import { Api, NoteTooLong } from "./api.ts"

/**
 * Compiles only in handlers whose endpoint checks the permission. The team is the one in which the permission was
 * checked.
 */
const writeNote = Effect.fn("writeNote")(function*(text: string) {
  const { teamId } = yield* PermittedInTeam("$update_team")
  if (text.length > 20) return yield* new NoteTooLong({ longest: 20 })
  const { displayName } = yield* Teams.get({ teamId })
  return `${displayName}: ${text}`
})

export const handlers = HttpApiBuilder.group(Api, "teams", (handlers) =>
  handlers
    .handle("team", ({ params }) => Teams.get({ teamId: params.team }))
    .handle("note", ({ payload }) => writeNote(payload.text)))
