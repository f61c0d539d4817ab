/**
 * The Next.js app of `examples/migration`: what it does before and after the move, with the sources that `latchkey
 * migrate` reads and writes. The original code runs with a stand-in for the platform's SDK, which sends its requests by
 * plain `fetch`.
 */
import { assert, describe, expect, it } from "vitest"
import { type NextApp, startNext } from "../../support/processes/nextApp.ts"
import { site } from "../site.ts"
import { visit } from "../visit.ts"

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" }

describe.each(["before", "after"] as const)("the Next.js app %s the move", (side) => {
  let app: NextApp
  const at = site({
    users: [ada],
    config: { clientTeamCreationEnabled: true },
    serve: async (project) => {
      app = await startNext("development", project, {
        from: `examples/migration/${side}/next`,
        packages: side === "before" ? { "@stackframe/stack": "test/examples/migration/wire/next/index.tsx" } : {}
      })
      // compiles the middleware and the page before a browser waits for them
      await (await fetch(`${app.url}/teams`)).text()
      return app
    }
  })

  /** Returns the requests that changed something, except those of the session and of passkeys. */
  const writes = () =>
    at.platform.requests.list()
      .filter(({ method, path }) => !/^(?:GET|OPTIONS)$/.test(method) && !/^\/auth\/(?:oauth|passkey)\//.test(path))
      .map(({ method, path, status }) => `${method} ${path} ${status}`)

  it("the middleware redirects signed-out visitors, and a user who signs in sees the page of teams", async () => {
    at.platform.requests.clear()
    const page = await visit(at, "/teams")
    assert.strictEqual(page.url(), `${at.url}/handler/sign-in`)
    await page.getByLabel("Email").fill(ada.email)
    await page.getByLabel("Password", { exact: true }).fill(ada.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()

    await page.getByRole("heading", { name: "Teams of Ada" }).waitFor()
    assert.strictEqual(page.url(), `${at.url}/teams`)
    assert.deepStrictEqual(writes(), ["POST /auth/password/sign-in 200"])
  })

  it("the app's own sign-in page shows the error of the platform, signs in, and opens the page after it", async () => {
    const page = await visit(at, "/sign-in")
    await page.getByLabel("Your email").fill(ada.email)
    await page.getByLabel("Your password").fill("wrong")
    await page.getByRole("button", { name: "Sign in here" }).click()
    await page.getByText(/wrong e-?mail or password/i).waitFor()
    await page.getByLabel("Your password").fill(ada.password)
    await page.getByRole("button", { name: "Sign in here" }).click()

    await page.getByRole("heading", { name: "Teams of Ada" }).waitFor()
    assert.strictEqual(page.url(), `${at.url}/teams`)
    await page.goto(`${at.url}/sign-in`)
    await page.getByText("You are Ada").waitFor()
  })

  it("a user creates a team and selects it, and the server shows the user on the first page", async () => {
    const page = await visit(at, "/teams", { as: ada })
    await page.getByRole("heading", { name: "Teams of Ada" }).waitFor()
    at.platform.requests.clear()
    await page.getByRole("button", { name: "New team" }).click()
    const team = page.getByRole("button", { name: "My team" })
    await team.waitFor()
    // the creation selects the team too
    const created = ["POST /teams 201", "PATCH /users/me 200"]
    await expect.poll(writes).toEqual(created)
    await team.click()
    await expect.poll(writes).toEqual([...created, "PATCH /users/me 200"])
    await page.goto(at.url)
    await page.getByRole("heading", { name: "Hello Ada" }).waitFor()
  })

  it("a user signs out, and the middleware redirects again", async () => {
    const page = await visit(at, "/teams", { as: ada })
    at.platform.requests.clear()
    await page.getByRole("button", { name: /Ada/ }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByRole("link", { name: "Sign in" }).waitFor()
    assert.deepStrictEqual(writes(), ["DELETE /auth/sessions/current 200"])

    await page.goto(`${at.url}/teams`)
    assert.strictEqual(page.url(), `${at.url}/handler/sign-in`)
    assert.notMatch(app.output(), /⨯ (?!turbopackFile)|Error/)
  })
})
