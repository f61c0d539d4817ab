/** The task of the guide to several accounts: a second account, a switch, and a sign-out of all. */
import { Accounts, accountsOf } from "latchkey/accounts"
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
const work = { email: "ada@work.example", password: "correct horse battery staple" }

test("a user adds an account, switches back, and signs out of both", async () => {
  await using platform = await startEmulator({ users: [ada, work] })
  await using client = createClient({ ...platform.project, tokenStore: Accounts.layerMemory() })
  const accounts = accountsOf(client)
  const active = async () => (await client.currentUser.get())?.primaryEmail

  await client.signIn.withPassword(ada)
  await accounts.add()
  await client.signIn.withPassword(work)
  expect(await active()).toBe("ada@work.example")

  const other = (await accounts.list()).find(({ isActive }) => !isActive)
  await accounts.switchTo({ userId: other!.userId })
  expect(await active()).toBe("ada@example.com")

  await accounts.signOutAll()
  expect(await active()).toBeUndefined()
  expect(await accounts.list()).toEqual([])
})
