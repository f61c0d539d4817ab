/** The task of the guide to the emulator in a page: a story's emulator is tested without a page. */
import { inPageBrowser } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("each story starts with its own emulator, and with its user signed in", async () => {
  const story = async () => {
    const browser = await inPageBrowser({ users: [ada] })
    return { browser, client: createClient(browser.project) }
  }
  const [one, other] = [await story(), await story()]

  await one.client.signIn.withPassword(ada)

  expect((await one.client.currentUser.get())?.primaryEmail).toBe(ada.email)
  expect(await other.client.currentUser.get()).toBe(null)
  for (const { browser, client } of [one, other]) {
    await client.dispose()
    await browser.close()
  }
})
