import { assert, describe, it } from "vitest"
import { site } from "../support/site.ts"

describe("a session in a browser", () => {
  const at = site({ page: "promise.ts", users: [{ email: "ada@example.com", password: "correct horse" }] })

  it("signs in and knows the user", async () => {
    const page = await at.open()

    const email = await page.evaluate(async () => {
      await latchkey.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
      return (await latchkey.currentUser.get({ or: "throw" })).primaryEmail
    })

    assert.strictEqual(email, "ada@example.com")
  })
})
