/** The task of the guide to sign-in for command-line tools: a browser confirms the sign-in of a tool. */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("a tool is signed in after the user has confirmed it in the browser", async () => {
  await using platform = await startEmulator({ users: [ada] })
  await using browser = createClient(platform.project)
  await using tool = createClient(platform.project)
  await browser.signIn.withPassword(ada)

  // the user opens the link that the tool shows, and confirms
  const show = async ({ url }: { readonly url: string }) => {
    await browser.cliLogin.confirm({ loginCode: new URL(url).searchParams.get("login_code")! })
  }
  await tool.cliLogin.prompt({ appUrl: "https://app.example.com", show })

  expect((await tool.currentUser.get())?.primaryEmail).toBe(ada.email)
})
