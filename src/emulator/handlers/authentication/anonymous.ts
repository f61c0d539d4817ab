/** Anonymous users. docs/platform.md §7.6. */
import * as Effect from "effect/Effect"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import { AnonymousAccountsNotEnabled } from "../../../../schemas/errors/authConfiguration.ts"
import { users } from "../../model/index.ts"
import { accounts } from "../../oauth/index.ts"
import { handle } from "../../request/index.ts"

/** Handlers for `/auth/anonymous`. */
export const handlers = handle(Anonymous, {
  signUp: (_, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      if (platform.rules.anonymousSwitch && !project.config.anonymousSignUpEnabled) {
        return yield* Effect.fail(new AnonymousAccountsNotEnabled())
      }
      yield* accounts.checkSignUpGrants(project)
      const user = users.add(platform, project)
      user.isAnonymous = true
      accounts.completeSignUp(platform, project, user)
      return yield* accounts.startSession(request, user)
    })
})
