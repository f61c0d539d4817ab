import { assert, describe, it } from "vitest"
import { AccountNotFound, Accounts, accountsOf } from "../../../src/accounts/index.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import { createClient } from "../../../src/promise/index.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const ben = { email: "ben@example.com", password: "battery staple" }

const started = async () => {
  const platform = await startEmulator({ users: [ada, ben] })
  const client = createClient({ ...platform.project, tokenStore: Accounts.layerMemory() })
  await client.signIn.withPassword(ada)
  return {
    accounts: accountsOf(client),
    client,
    end: () => Promise.all([client.dispose(), platform.close()])
  }
}

describe("accounts with promises", () => {
  it("accountsOf(client) adds accounts, switches to another account, and signs accounts out", async () => {
    const { accounts, client, end } = await started()
    const { userId } = (await accounts.list())[0]!

    await accounts.add()
    await client.signIn.withPassword(ben)
    const both = await accounts.list()
    await accounts.switchTo({ userId })
    const user = await client.currentUser.get({ or: "throw" })
    const one = await accounts.signOut({ userId })
    const all = await accounts.signOutAll()

    assert.deepStrictEqual(both.map(({ primaryEmail }) => primaryEmail), [ben.email, ada.email])
    assert.strictEqual(user.primaryEmail, ada.email)
    assert.deepStrictEqual([one, all], [{ revoked: true }, { revoked: true }])
    assert.deepStrictEqual(await accounts.list(), [])
    await end()
  })

  it("accountsOf(client).changes yields the list of accounts immediately and after every change", async () => {
    const { accounts, client, end } = await started()
    const seen: Array<ReadonlyArray<string | null>> = []

    for await (const list of accounts.changes()) {
      seen.push(list.map(({ primaryEmail }) => primaryEmail))
      if (seen.length === 1) void accounts.add().then(() => client.signIn.withPassword(ben))
      if (list.length === 2) break
    }

    assert.deepStrictEqual(seen[0], [ada.email])
    assert.deepStrictEqual(seen.at(-1), [ben.email, ada.email])
    await end()
  })

  it("switching to an unknown account rejects with AccountNotFound, which settled() returns", async () => {
    const { accounts, end } = await started()

    const result = await accounts.switchTo({ userId: "stranger" }).settled()

    assert.instanceOf(result.ok ? undefined : result.error, AccountNotFound)
    await end()
  })
})
