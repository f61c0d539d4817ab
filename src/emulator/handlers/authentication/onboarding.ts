/** Previews which users would become restricted if verified addresses were required. docs/platform.md §8.3. */
import * as Effect from "effect/Effect"
import * as Onboarding from "../../../../schemas/endpoints/onboarding.ts"
import { restrictionOf, serverUserView } from "../../model/index.ts"
import { handle } from "../../request/index.ts"

/** Handlers for `/internal/onboarding/preview-affected-users`. */
export const handlers = handle(Onboarding, {
  previewAffectedUsers: ({ limit, onboarding }, { platform, project }) =>
    Effect.sync(() => {
      const { requireEmailVerification = project.config.requireEmailVerification } = onboarding
      const changed = { ...project, config: { ...project.config, requireEmailVerification } }
      const affected = project.usersInOrder.filter((user) =>
        restrictionOf(platform, project, user) === undefined && restrictionOf(platform, changed, user) !== undefined
      )
      return {
        affectedUsers: affected.slice(0, limit).map((user) => {
          const { displayName, id, primaryEmail } = serverUserView(platform, changed, user)
          return {
            id,
            display_name: displayName,
            primary_email: primaryEmail,
            restricted_reason: { type: restrictionOf(platform, changed, user)! }
          }
        }),
        totalAffectedCount: affected.length
      }
    })
})
