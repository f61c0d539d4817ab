/** MFA with TOTP codes. docs/platform.md §7.5, docs/protocol.md §14. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Mfa from "../../../../schemas/endpoints/mfa.ts"
import { InvalidTotpCode } from "../../../../schemas/errors/multiFactor.ts"
import { codes, digitsAt } from "../../model/index.ts"
import { accounts } from "../../oauth/index.ts"
import { handle } from "../../request/index.ts"

/** Handlers for `/auth/mfa`. */
export const handlers = handle(Mfa, {
  signIn: (input, request) =>
    Effect.gen(function*() {
      const { platform, project } = request
      const code = yield* codes.check(platform, project, "mfaAttempt", input.code)
      const user = project.users.get(code.data.userId)
      const secret = user?.totpSecretBase64 ?? undefined
      const digits = secret === undefined ? undefined : digitsAt(secret, platform.now())
      if (user === undefined || digits !== Redacted.value(input.totp)) return yield* Effect.fail(new InvalidTotpCode())
      codes.markUsed(platform, code)
      return { ...(yield* accounts.startSession(request, user)), isNewUser: code.data.isNewUser }
    })
})
