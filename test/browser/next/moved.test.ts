/** The Next.js app of `examples/migration` after the move, with its sources as `latchkey migrate` writes them. */
import { assert, it } from "vitest"
import { type NextApp, startNext } from "../../support/processes/nextApp.ts"
import { site } from "../site.ts"
import { visit } from "../visit.ts"

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" }

let app: NextApp
const at = site({
  users: [ada],
  config: { clientTeamCreationEnabled: true },
  serve: async (project) => app = await startNext("development", project, { from: "examples/migration/after/next" })
})

it("in the moved Next.js app, the middleware redirects signed-out visitors, and a user signs in, creates a team and signs out", async () => {
  const page = await visit(at, "/teams")
  assert.strictEqual(page.url(), `${at.url}/handler/sign-in`)
  await page.getByLabel("Email").fill(ada.email)
  await page.getByLabel("Password", { exact: true }).fill(ada.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()

  await page.getByRole("heading", { name: "Teams of Ada" }).waitFor()
  assert.strictEqual(page.url(), `${at.url}/teams`)
  await page.getByRole("button", { name: "New team" }).click()
  const team = page.getByRole("button", { name: "My team" })
  await Promise.all([page.waitForResponse(/\/users\/me$/), team.click()])
  await page.goto(at.url)
  await page.getByRole("heading", { name: "Hello Ada" }).waitFor()
  await page.goto(`${at.url}/teams`)
  await team.waitFor()
  await page.getByRole("button", { name: /Ada/ }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await page.getByRole("link", { name: "Sign in" }).waitFor()

  const left = await fetch(`${at.url}/teams`, { redirect: "manual" })
  assert.strictEqual(left.headers.get("location"), "/handler/sign-in")
  assert.deepStrictEqual(
    at.platform.requests.list()
      .filter(({ method, path }) => !/^(?:GET|OPTIONS)$/.test(method) && !/^\/auth\/(?:oauth|passkey)\//.test(path))
      .map(({ method, path, status }) => `${method} ${path} ${status}`),
    [
      "POST /auth/password/sign-in 200",
      "POST /teams 201",
      "PATCH /users/me 200",
      "PATCH /users/me 200",
      "DELETE /auth/sessions/current 200"
    ]
  )
  assert.notMatch(app.output(), /⨯ (?!turbopackFile)|Error/)
})
