/** One app on two revisions of the platform, with its own back end. docs/platform.md §8.3. */
import * as Redacted from "effect/Redacted"
import type { Page } from "playwright-core"
import { afterAll, assert, describe, it } from "vitest"
import type { Revision } from "../../schemas/Endpoint.ts"
import { nodeHttp } from "../../src/backend/adapters/index.ts"
import { createAuthenticator, type RequestAuthenticator } from "../../src/verify.ts"
import { type Site, site } from "./site.ts"
import { visit } from "./visit.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

/** The app on a platform that requires verified addresses in revisions that support it. */
const appOn = (revision: Revision): Site => {
  let authenticator: RequestAuthenticator | undefined
  afterAll(() => authenticator?.dispose())
  const at: Site = site({
    page: "welcome.tsx",
    revision,
    config: { requireEmailVerification: revision !== "2025-08" },
    answer: (request, response) => {
      if (request.url !== "/api/me") return false
      const { baseUrl, project } = at.platform
      authenticator ??= createAuthenticator({
        projectId: project.projectId,
        publishableClientKey: Redacted.value(project.publishableClientKey),
        baseUrl
      })
      void nodeHttp(authenticator)(request, response).then((authentication) => {
        const reason = authentication.status === "signed-out" ? authentication.reason : undefined
        response.writeHead(200, { "content-type": "application/json" }).end(
          JSON.stringify({ status: authentication.status, reason })
        )
      })
      return true
    }
  })
  return at
}

const signUp = async (page: Page) => {
  await page.getByRole("link", { name: "Sign up" }).click()
  await page.getByLabel("Email").fill(ada.email)
  await page.getByLabel("Password", { exact: true }).fill(ada.password)
  await page.getByRole("button", { name: "Create account" }).click()
}

const welcome = async (page: Page) => {
  await page.getByRole("heading", { name: `Welcome ${ada.email}` }).waitFor()
  await page.getByRole("status").getByText("signed-in").waitFor()
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

const pathOf = (page: Page) => new URL(page.url()).pathname

const backEnd = (page: Page): Promise<object> => page.evaluate(() => fetch("/api/me").then((answer) => answer.json()))

describe("an app on platform revision 2026-04", () => {
  const at = appOn("2026-04")

  it("U1 U2: on platform revision 2026-04, sign-up requires a verified address, and then the requested page and the back end accept the user", async () => {
    const page = await visit(at, "/notes")
    await signUp(page)
    await page.getByRole("heading", { name: "Verify your email" }).waitFor()
    const during = { path: pathOf(page), backEnd: await backEnd(page) }
    await press(page, "I have opened the link")
    await page.getByText(/is not verified yet/).waitFor()

    // Verifies the address on another device, so that this page notices the verification only by polling.
    const phone = await visit(at, at.platform.outbox.byAddress(ada.email).at(-1)!.link!, {
      context: await at.newContext()
    })
    await press(phone, "Continue")
    await phone.getByRole("heading", { name: "Email verified" }).waitFor()
    await press(page, "I have opened the link")
    await welcome(page)

    assert.deepStrictEqual(during, {
      path: "/handler/onboarding",
      backEnd: { status: "signed-out", reason: "restricted" }
    })
    assert.strictEqual(pathOf(page), "/notes")
  })

  it("U2: on platform revision 2026-04, the sign-up page continues by itself when the verification link is opened in another tab", async () => {
    const eve = { ...ada, email: "eve@example.com" }
    const page = await visit(at, "/notes", { context: await at.newContext() })
    await page.getByRole("link", { name: "Sign up" }).click()
    await page.getByLabel("Email").fill(eve.email)
    await page.getByLabel("Password", { exact: true }).fill(eve.password)
    await press(page, "Create account")
    await page.getByRole("heading", { name: "Verify your email" }).waitFor()

    const tab = await page.context().newPage()
    await tab.goto(at.platform.outbox.byAddress(eve.email).at(-1)!.link!)
    await tab.getByRole("link", { name: "Continue" }).click()

    await tab.getByRole("heading", { name: `Welcome ${eve.email}` }).waitFor()
    await tab.getByRole("status").getByText("signed-in").waitFor()
    await page.bringToFront()
    await page.getByRole("heading", { name: `Welcome ${eve.email}` }).waitFor()
  })
})

describe("the same app on platform revision 2025-08", () => {
  const at = appOn("2025-08")

  it("on platform revision 2025-08, sign-up continues immediately", async () => {
    const page = await visit(at, "/notes")

    await signUp(page)
    await welcome(page)

    assert.strictEqual(pathOf(page), "/notes")
  })
})
