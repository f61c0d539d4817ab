/** What readers do in the sandboxes of the site: edit the code, open an email's link, reset. `npm run prove site`. */
import { assert, beforeAll, describe, it } from "vitest"
import { opened, run, signUp } from "../support/openSandbox.ts"
import { sandboxFiles } from "../support/sandbox.ts"

let files: ReadonlyMap<string, string>

beforeAll(async () => {
  files = await sandboxFiles()
})

describe("a sandbox of the site", () => {
  it("a sandbox shows the email of a sign-up next to the app, and opens its link there", async () => {
    const sandbox = await opened(files, "first-minute")
    await signUp(sandbox, "grace@example.com")

    await sandbox.page.getByRole("button", { name: /^Verify your email at/ }).waitFor()
    await sandbox.page.getByRole("button", { name: "Open the link" }).click()

    await sandbox.app.getByRole("heading", { name: /verified/i }).waitFor()
  })

  it("a sandbox runs edited code, and shows typed errors with a link to their page", async () => {
    const { page } = await opened(files, "first-minute", { code: "print('first')" })
    assert.strictEqual(await run(page), "first")

    await page.getByRole("textbox", { name: /^Code/ }).fill(
      "import { createClient } from \"latchkey/promise\"\n"
        + "const client = createClient(project)\n"
        + "await client.signIn.withPassword({ email: \"ada@example.com\", password: \"wrong\" })"
    )

    assert.match(await run(page), /^EmailPasswordMismatch: Wrong e-mail or password\. EMAIL_PASSWORD_MISMATCH/)
    assert.strictEqual(
      await page.getByRole("link", { name: "EMAIL_PASSWORD_MISMATCH" }).getAttribute("href"),
      "/latchkey/errors/EMAIL_PASSWORD_MISMATCH"
    )
  })

  it("a sandbox lists the modules that its code can import", async () => {
    const { page } = await opened(files, "first-minute", { code: "import { z } from \"zod\"" })

    assert.match(await run(page), /can't import "zod".*latchkey\/promise/)
  })

  it("Reset restores the users and the code that a sandbox started with", async () => {
    const { app, page } = await opened(files, "sessions", { code: "print('first')" })
    await page.getByRole("textbox", { name: /^Code/ }).fill("print('second')")
    await page.getByRole("button", { name: "+1 day" }).click()

    await page.getByRole("button", { name: "Reset" }).click()
    await app.getByRole("heading", { name: "Hello Ada Lovelace" }).waitFor()

    assert.strictEqual(await run(page), "first")
  })
})
