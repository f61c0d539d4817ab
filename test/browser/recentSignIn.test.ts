/** An operation that requires a recent sign-in, from the refusal to the second attempt. docs/laws.md S9. */
import * as Redacted from "effect/Redacted"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { nodeHttp } from "../../src/backend/adapters/index.ts"
import { createAuthenticator, type RequestAuthenticator } from "../../src/verify.ts"
import { type Site, site } from "./site.ts"
import { visit } from "./visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

describe("an operation that requires a recent sign-in", () => {
  let authenticator: RequestAuthenticator | undefined
  let statuses: Array<number>

  beforeEach(() => {
    statuses = []
  })
  afterEach(async () => {
    await authenticator?.dispose()
    authenticator = undefined
  })

  const at: Site = site({
    page: "deletion.tsx",
    users: [ada],
    answer: (request, response) => {
      if (request.url !== "/account/delete") return false
      const { baseUrl, project } = at.platform
      authenticator ??= createAuthenticator({
        projectId: project.projectId,
        publishableClientKey: Redacted.value(project.publishableClientKey),
        baseUrl
      })
      response.once("finish", () => statuses.push(response.statusCode))
      void nodeHttp(authenticator, { require: "user", freshWithin: "5 minutes" })(request, response).then(
        (authentication) => {
          if (authentication !== undefined) response.writeHead(200).end()
        }
      )
      return true
    }
  })

  it("S9: a rejected operation leads to the confirm screen, and succeeds after the user confirms with the password", async () => {
    at.platform.clock.advance("-8 minutes")
    const page = await visit(at, "/account?tab=danger", { as: ada })
    at.platform.clock.advance("8 minutes")
    await page.getByRole("button", { name: "Delete account" }).click()

    await page.getByRole("heading", { name: "Confirm it's you" }).waitFor()
    const address = page.getByLabel("Email")
    const fixed = [await address.inputValue(), await address.isEditable()]
    await page.getByLabel("Password", { exact: true }).fill(ada.password)
    await page.getByRole("button", { name: "Confirm", exact: true }).click()
    await page.getByRole("heading", { name: `Hello ${ada.email}` }).waitFor()
    await page.getByRole("button", { name: "Delete account" }).click()
    await page.getByRole("status").getByText("Deleted.").waitFor()

    const { pathname, search } = new URL(page.url())
    assert.deepStrictEqual(fixed, [ada.email, false])
    assert.strictEqual(pathname + search, "/account?tab=danger")
    assert.deepStrictEqual(statuses, [401, 200])
  })
})
