/** Pages that Chromium translates. */
import { assert, describe, it } from "vitest"
import { site } from "../site.ts"
import { teachTranslation, translating } from "../support/translating.ts"
import { visit } from "../visit.ts"
import { gallery } from "./gallery.ts"

describe("a translated screen", () => {
  const { showing } = gallery(() => true)

  it("a translated screen shows the same text as the original after each change of state, and throws nothing", async () => {
    const page = await showing("signIn", "everything")
    await teachTranslation(page)

    const differing = await page.evaluate(() => {
      // A placeholder that is already visible would stay for its minimum display time.
      performance.now = () => 0
      const names = [...new Set(states.map(({ screen }) => screen))]
      return names.flatMap((name) => {
        const all = states.filter(({ screen }) => screen === name)
        const walk = all.flatMap((from, index) => [from, ...all.slice(index + 1).flatMap((to) => [to, from])])
        const shownBy = (change: () => void) => {
          show([])
          return walk.map((state) => {
            show([state], { inPlace: true })
            const shown = `${name}, ${state.state}: ${document.querySelector("[data-state]")!.textContent}`
            change()
            return shown
          })
        }
        const plain = shownBy(() => {})
        return shownBy(() => translatePage()).filter((shown, step) => shown !== plain[step])
      })
    })

    assert.deepStrictEqual(differing, [])
  })
})

describe("users of a translated page", () => {
  const at = site({
    page: "screens.tsx",
    users: [{ email: "ada@example.com", password: "correct horse" }],
    config: { clientTeamCreationEnabled: true }
  })

  it("on a translated page, users see a wrong password, sign in and change their settings", async () => {
    const page = await visit(at, "/handler/sign-in")
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    await translating(page)

    await page.getByLabel("Email").fill("ada@example.com")
    await page.getByLabel("Password", { exact: true }).fill("wrong")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByText("Wrong e-mail or password.").waitFor()
    await page.getByLabel("Password", { exact: true }).fill("correct horse")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("heading", { name: "Hello ada@example.com" }).waitFor()
    await page.goto(`${at.url}/handler/account-settings`)
    await page.getByLabel("Name", { exact: true }).waitFor()
    await translating(page)
    await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").waitFor()
    await page.getByRole("link", { name: "Teams" }).click()
    await page.getByLabel("Team name").fill("Engines")
    await page.getByRole("button", { name: "Create", exact: true }).click()

    await page.getByText("Current").waitFor()
  })

  it("on a translated page, users see which field is missing, and sign up", async () => {
    const page = await visit(at, "/handler/sign-up")
    await page.getByRole("button", { name: "Create account" }).waitFor()
    await translating(page)

    await page.getByLabel("Email").fill("grace@example.com")
    await page.getByRole("button", { name: "Create account" }).click()
    await page.locator(".lk-wrong").waitFor()
    await page.getByLabel("Password", { exact: true }).fill("correct horse")
    await page.getByRole("button", { name: "Create account" }).click()

    await page.getByRole("heading", { name: "Hello grace@example.com" }).waitFor()
  })
})
