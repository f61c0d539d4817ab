/** Users without credentials. docs/platform.md §7.6. */
import * as Effect from "effect/Effect"
import * as Anonymous from "../../../schemas/endpoints/anonymous.ts"
import * as users from "../model/users.ts"
import * as accounts from "../oauth/accounts.ts"
import { handle } from "../request/handle.ts"

/** `/auth/anonymous` */
export const handlers = handle(Anonymous, {
  signUp: (_, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      yield* accounts.checkSignUpGrants(project)
      const user = users.add(platform, project)
      user.isAnonymous = true
      accounts.completeSignUp(platform, project, user)
      return yield* accounts.startSession(request, user)
    })
})
