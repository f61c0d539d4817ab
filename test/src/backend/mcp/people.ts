/** People in the tests of MCP servers. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Password from "../../../../schemas/endpoints/password.ts"
import type { Seed } from "../../../../src/emulator/index.ts"
import { asOwner, owner } from "../../emulator/support/support.ts"

export const seed: Seed = {
  config: { allowUserApiKeys: true, clientTeamCreationEnabled: true },
  owners: [{ email: owner.email, password: owner.password }]
}

/** A token of a user of another project on the same platform. */
export const foreignToken = asOwner(
  Effect.map(
    Password.signIn({ email: owner.email, password: Redacted.make(owner.password) }),
    ({ accessToken }) => Redacted.value(accessToken)
  ),
  { signedIn: false }
)
