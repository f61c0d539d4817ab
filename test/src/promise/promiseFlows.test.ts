/** Flows of the promise client, in-process and over a port. */
import { assert, describe, it } from "vitest"
import { digitsAt } from "../../../src/emulator/model/totp.ts"
import {
  createClient,
  EmailPasswordMismatch,
  MfaAttemptMissing,
  MultiFactorAuthenticationRequired,
  NotSignedIn,
  VerificationCodeAlreadyUsed
} from "../../../src/promise/index.ts"
import { beginHalfMinute } from "../../support/halfMinute.ts"
import { overBothTransports } from "../../support/transports.ts"

const callbackUrl = "http://localhost:3000/handler"
const ada = { email: "ada@example.com", password: "correct horse battery staple" }

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => assert.fail("resolved"), (reason: unknown) => reason)

overBothTransports(({ start }) => {
  describe("promises", () => {
    it("with promises, a user signs up, verifies the address with the email's code, signs out and signs in", async () => {
      await using started = await start()
      await using client = createClient(started.options)
      const { platform } = started

      await client.signUp.withPassword({ ...ada, verificationCallbackUrl: callbackUrl })
      const { code = "" } = platform.outbox.byAddress(ada.email)[0]!
      await client.emailVerification.verify({ code })
      const user = await client.currentUser.get({ or: "throw" })
      await client.signOut()
      const signedOut = await client.currentUser.get()
      await client.signIn.withPassword(ada)

      assert.deepInclude(user, { primaryEmail: ada.email, primaryEmailVerified: true })
      assert.isNull(signedOut)
      assert.strictEqual((await client.currentUser.get({ or: "throw" })).id, user.id)
    })

    it("promises reject with the classes of known errors", async () => {
      await using started = await start({ users: [ada] })
      await using client = createClient(started.options)
      const { platform } = started

      await client.password.sendResetCode({ email: ada.email, callbackUrl })
      const { code = "" } = platform.outbox.byAddress(ada.email)[0]!
      await client.password.reset({ code, password: "another horse" })

      assert.instanceOf(await rejection(client.signIn.withPassword(ada)), EmailPasswordMismatch)
      assert.instanceOf(
        await rejection(client.password.reset({ code, password: "a third horse" })),
        VerificationCodeAlreadyUsed
      )
      assert.instanceOf(await rejection(client.currentUser.get({ or: "throw" })), NotSignedIn)
    })

    it("with promises, a sign-in with MFA completes only in the client that started it", async () => {
      await using started = await start({ users: [ada] })
      await using client = createClient(started.options)
      await using other = createClient(started.options)
      const secret = btoa("twenty bytes secret!")
      await client.signIn.withPassword(ada)
      await client.currentUser.update({ totpSecretBase64: secret })
      await client.signOut()

      const requested = await rejection(client.signIn.withPassword(ada))
      const totp = digitsAt(secret, beginHalfMinute(started.platform))
      const elsewhere = await rejection(other.signIn.withTotp({ totp }))
      await client.signIn.withTotp({ totp })

      assert.instanceOf(requested, MultiFactorAuthenticationRequired)
      assert.instanceOf(elsewhere, MfaAttemptMissing)
      assert.strictEqual((await client.currentUser.get({ or: "throw" })).primaryEmail, ada.email)
    })

    it("with promises, a user signs in with a code from an email, creates a team and has its permissions", async () => {
      await using started = await start({ config: { clientTeamCreationEnabled: true } })
      await using client = createClient(started.options)
      const { platform } = started

      const { nonce } = await client.signIn.sendCode({ email: ada.email, callbackUrl })
      const { otp = "" } = platform.outbox.byAddress(ada.email)[0]!
      await client.signIn.withCode({ code: otp, nonce })
      const { id: teamId } = await client.teams.create({ displayName: "Engines" })

      assert.strictEqual((await client.currentUser.get({ or: "throw" })).selectedTeamId, teamId)
      assert.isTrue(await client.permissions.has({ teamId, permissionId: "$invite_members" }))
    })

    it("with promises, an expired access token is refreshed, and the session ends when the platform ends it", async () => {
      await using started = await start()
      await using client = createClient(started.options)
      const { platform } = started
      await client.signUp.withPassword({ ...ada, verificationCallbackUrl: callbackUrl })

      platform.clock.advance("11 minutes")
      const user = await client.currentUser.get({ or: "throw" })
      platform.clock.advance("400 days")
      const signedOut = await client.currentUser.get()

      assert.strictEqual(user.primaryEmail, ada.email)
      assert.isNull(signedOut)
    })
  })
})
