/** The flows as a program of promises calls them, in process and over a port. */
import { assert, describe, it } from "vitest"
import { type RunningEmulator, type Seed, startEmulator } from "../../layers/emulator/index.ts"
import {
  createClient,
  EmailPasswordMismatch,
  type LatchkeyClient,
  NotSignedIn,
  VerificationCodeAlreadyUsed
} from "../../src/promise.ts"

const callbackUrl = "http://localhost:3000/handler"
const ada = { email: "ada@example.com", password: "correct horse battery staple" }

type World = AsyncDisposable & { readonly platform: RunningEmulator; readonly client: LatchkeyClient }

/** A platform and its client: with the platform's own `fetch`, or with the runtime's. */
const world = async (inProcess: boolean, seed: Seed = {}): Promise<World> => {
  const platform = await startEmulator(seed)
  const client = createClient({
    projectId: platform.project.id,
    publishableClientKey: platform.project.publishableClientKey,
    baseUrl: platform.baseUrl,
    ...(inProcess ? { fetch: (url, init) => platform.fetch(new Request(url, init)) } : {})
  })
  return {
    platform,
    client,
    [Symbol.asyncDispose]: async () => {
      await client.dispose()
      await platform.close()
    }
  }
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => assert.fail("resolved"), (reason: unknown) => reason)

for (const [name, inProcess] of [["in process", true], ["over a port", false]] as const) {
  describe(`promises ${name}`, () => {
    it("sign up, verify the address by the mail, sign out and in", async () => {
      await using made = await world(inProcess)
      const { client, platform } = made

      await client.signUp.withPassword({ ...ada, verificationCallbackUrl: callbackUrl })
      const { code = "" } = platform.outbox.byAddress(ada.email)[0]!
      await client.emailVerification.verify({ code })
      const user = await client.currentUser.get({ or: "throw" })
      await client.signOut()
      const nobody = await client.currentUser.get()
      await client.signIn.withPassword(ada)

      assert.deepInclude(user, { primaryEmail: ada.email, primaryEmailVerified: true })
      assert.isNull(nobody)
      assert.strictEqual((await client.currentUser.get({ or: "throw" })).id, user.id)
    })

    it("reject with the classes of known errors", async () => {
      await using made = await world(inProcess, { users: [ada] })
      const { client, platform } = made

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

    it("sign in by a code of a mail, make a team and have its permissions", async () => {
      await using made = await world(inProcess, { config: { clientTeamCreationEnabled: true } })
      const { client, platform } = made

      const { nonce } = await client.signIn.sendCode({ email: ada.email, callbackUrl })
      const { otp = "" } = platform.outbox.byAddress(ada.email)[0]!
      await client.signIn.withCode({ code: otp, nonce })
      const { id: teamId } = await client.teams.create({ displayName: "Engines" })

      assert.strictEqual((await client.currentUser.get({ or: "throw" })).selectedTeamId, teamId)
      assert.isTrue(await client.permissions.has({ teamId, permissionId: "$invite_members" }))
    })

    it("get a fresh access token when the old one has expired, and lose the session with its end", async () => {
      await using made = await world(inProcess)
      const { client, platform } = made
      await client.signUp.withPassword({ ...ada, verificationCallbackUrl: callbackUrl })

      platform.clock.advance("11 minutes")
      const user = await client.currentUser.get({ or: "throw" })
      platform.clock.advance("400 days")
      const nobody = await client.currentUser.get()

      assert.strictEqual(user.primaryEmail, ada.email)
      assert.isNull(nobody)
    })
  })
}
